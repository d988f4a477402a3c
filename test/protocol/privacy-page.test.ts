import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PLACE } from '../../functions/aws/item.ts';
import { KEPT } from '../../functions/aws/retention.ts';
import { pseudonymOf } from '../../shared/app/privacy/pseudonym.ts';
import { playerId } from '../support/builders.ts';

const page = readFileSync('docs/privacy.md', 'utf8');

/** The kinds of items with what their last column says. */
const rows = new Map(
  [...page.matchAll(/^\| `(\w+)` .*\| ([^|]+?) +\|$/gm)].map(([, kind = '', kept = '']) => [
    kind,
    kept,
  ]),
);

/** Keys of partitions that are lists, and no items of their own. */
const LISTS = ['bans', 'erasures'];
/** They are made of rows, and go with them. */
const WITH_ROWS = ['tablePage', 'tableOrder'];

describe('the page about privacy', () => {
  it('names every kind of item there is, and no other', () => {
    const kinds = Object.keys(PLACE).filter((kind) => !LISTS.includes(kind));
    expect([...rows.keys()].sort()).toEqual(kinds.sort());
  });

  it.each([...rows])('says of %s which setting keeps it: %s', (kind, kept) => {
    const key = WITH_ROWS.includes(kind) ? 'rows' : KEPT[kind as keyof typeof KEPT];
    const [, named] = /`keep(\w+)Days` \(\d+\)/.exec(kept) ?? [];
    expect(named?.toLowerCase()).toBe(key);
  });

  it('says what the stack says where nothing is set', () => {
    const settings = readFileSync('infra/cloud/retention.ts', 'utf8');
    const usual = new Map(
      [...settings.matchAll(/days\('(\w+)', (\d+)\)/g)].map(([, key, days]) => [key, days]),
    );
    expect(usual.size).toBe(5);
    for (const [, key, days] of page.matchAll(/`(keep\w+Days)` \((\d+)\)/g)) {
      expect([key, days]).toEqual([key, usual.get(key)]);
    }
    for (const key of usual.keys()) expect(page).toContain(`\`${key}\``);
  });

  it('says what a pseudonym looks like', () => {
    expect(page).toContain('`player` and eight hexadecimal digits of the id');
    expect(pseudonymOf(playerId(255))).toBe('player 000000ff');
  });
});
