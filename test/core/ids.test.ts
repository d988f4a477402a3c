import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GameId, ID_LENGTH, idFromBytes, idToBytes, parseId } from '../../shared/core/ids.ts';

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
console.log(`ids: SEED=${seed}`);

const eightBytes = fc.uint8Array({ minLength: 8, maxLength: 8 });
const filled = (byte: number): Uint8Array => new Uint8Array(8).fill(byte);

describe('an id', () => {
  it.each([
    ['00000000000', filled(0)],
    ['0000000000z', Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 61)],
    ['00000000010', Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 62)],
    ['LygHa16AHYF', filled(255)],
  ])('%s is written for these bytes', (text, bytes) => {
    expect(idFromBytes<GameId>(bytes)).toBe(text);
    expect(idToBytes(idFromBytes<GameId>(bytes))).toEqual(bytes);
  });

  it('has the same 64 bits, length and order as its bytes', () => {
    fc.assert(
      fc.property(eightBytes, eightBytes, (a, b) => {
        const [left, right] = [idFromBytes<GameId>(a), idFromBytes<GameId>(b)];
        expect(left).toHaveLength(ID_LENGTH);
        expect(parseId<GameId>(left)).toBe(left);
        expect(idToBytes(left)).toEqual(a);
        expect(left < right).toBe(Buffer.compare(a, b) < 0);
      }),
      { seed, numRuns: 2_000 },
    );
  });

  it.each([0, 7, 9, 16])('is never made of %i bytes', (length) => {
    expect(() => idFromBytes<GameId>(new Uint8Array(length))).toThrow('8 bytes');
  });
});

describe('a text from outside', () => {
  it('is an id up to the last 64-bit number, and not beyond', () => {
    expect(parseId('LygHa16AHYF')).toBe('LygHa16AHYF');
    expect(parseId('LygHa16AHYG')).toBeNull();
    expect(parseId('zzzzzzzzzzz')).toBeNull();
  });

  it.each([
    ['one character short', '0000000000'],
    ['one character long', '000000000000'],
    ['a sign', '-0000000001'],
    ['a blank in front', ' 0000000001'],
    ['a line end after it', '00000000001\n'],
    ['a letter with an accent', '0000000000é'],
    ['a digit of another script', '0000000000٣'],
    ['nothing', ''],
  ])('is refused with %s', (_, text) => {
    expect(parseId(text)).toBeNull();
  });

  it.each([
    [undefined],
    [null],
    [12_345_678_901],
    [['00000000001']],
    [{ toString: () => '00000000001' }],
  ])('is refused when it is no text: %j', (value) => {
    expect(parseId(value)).toBeNull();
  });

  it('is an id only when it is the text of that id', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^[0-9A-Za-z]{11}$/), fc.anything());
    fc.assert(
      fc.property(text, (value) => {
        const id = parseId<GameId>(value);
        if (id !== null) expect(idFromBytes<GameId>(idToBytes(id))).toBe(value);
      }),
      { seed, numRuns: 2_000 },
    );
  });
});
