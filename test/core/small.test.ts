import { describe, expect, it } from 'vitest';
import { assert, present, unreachable } from '../../shared/core/assert.ts';
import { inGroups } from '../../shared/core/groups.ts';
import { sha256, sha256Hex } from '../../shared/core/hash.ts';
import { err, ok } from '../../shared/core/result.ts';

describe('groups', () => {
  it.each([
    [0, []],
    [1, [[1]]],
    [3, [[1, 2, 3]]],
    [4, [[1, 2, 3], [4]]],
    [
      6,
      [
        [1, 2, 3],
        [4, 5, 6],
      ],
    ],
  ])('%i items in threes keep their order, the last group may be short', (count, groups) => {
    const items = Array.from({ length: count }, (_, i) => i + 1);

    expect([...inGroups(items, 3)]).toEqual(groups);
  });
});

describe('a broken invariant', () => {
  it('throws what was broken', () => {
    expect(() => assert(0, 'a seat is taken')).toThrow('invariant broken: a seat is taken');
    expect(() => present(null, 'opponent')).toThrow('invariant broken: no opponent');
    expect(() => present(undefined, 'opponent')).toThrow('no opponent');
    expect(() => unreachable('stranger' as never)).toThrow('"stranger"');
  });

  it('is not an empty value', () => {
    expect([present(0, 'x'), present('', 'x'), present(false, 'x')]).toEqual([0, '', false]);
    expect(() => assert('yes', 'x')).not.toThrow();
  });
});

describe('a result', () => {
  it('is a value or an error', () => {
    expect([ok(1), err('no')]).toEqual([
      { ok: true, value: 1 },
      { ok: false, error: 'no' },
    ]);
  });
});

/** FIPS 180-2, appendix B.1, and the well-known hash of nothing. */
describe('SHA-256', () => {
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ])('of "%s" is as published', async (text, hex) => {
    expect(await sha256Hex(text)).toBe(hex);
    expect(Buffer.from(await sha256(text)).toString('hex')).toBe(hex);
  });

  it('reads text as UTF-8', async () => {
    expect(await sha256Hex('é')).not.toBe(await sha256Hex('e'));
    expect(await sha256('é')).toHaveLength(32);
  });
});
