import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PLACE } from '../../functions/aws/item.ts';
import { KEPT } from '../../functions/aws/retention.ts';
import { readRetention } from '../../infra/cloud/retention.ts';
import { TICKET_MS } from '../../shared/app/players.ts';
import { pseudonymOf } from '../../shared/app/privacy/pseudonym.ts';
import { DELIVERY_KEPT_MS } from '../../shared/app/webhooks/delivery.ts';
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
/** A guest says himself until when he is kept; his profile goes with him. */
const WITH_GUESTS = ['guest', 'profile'];

function settingOf(kind: string): string | undefined {
  if (WITH_ROWS.includes(kind)) return 'rows';
  return WITH_GUESTS.includes(kind) ? 'guests' : KEPT[kind as keyof typeof KEPT];
}

describe('the page about privacy', () => {
  it('names every kind of item there is, and no other', () => {
    const kinds = Object.keys(PLACE).filter((kind) => !LISTS.includes(kind));
    expect([...rows.keys()].sort()).toEqual(kinds.sort());
  });

  it.each([...rows])('says of %s which setting keeps it: %s', (kind, kept) => {
    const [, named] = /`keep(\w+)Days` \(\d+\)/.exec(kept) ?? [];
    expect(named?.toLowerCase()).toBe(settingOf(kind));
  });

  it('says what the stack says where nothing is set', () => {
    const node = { tryGetContext: () => undefined } as unknown as Parameters<
      typeof readRetention
    >[0];
    const usual = new Map(
      Object.entries(readRetention(node)).map(([kind, days]) => [
        `keep${kind[0]?.toUpperCase()}${kind.slice(1)}Days`,
        String(days),
      ]),
    );
    expect(usual.size).toBe(6);
    for (const [, key, days] of page.matchAll(/`(keep\w+Days)` \((\d+)\)/g)) {
      expect([key, days]).toEqual([key, usual.get(key ?? '')]);
    }
    for (const key of usual.keys()) expect(page).toContain(`\`${key}\``);
  });

  it.each([
    ['admission', TICKET_MS, 'seconds', 1_000],
    ['delivery', DELIVERY_KEPT_MS, 'days', 86_400_000],
  ] as const)('says how long %s is kept', (kind, keptMs, unit, unitMs) => {
    expect(rows.get(kind)).toContain(`${keptMs / unitMs} ${unit}`);
  });

  it('says what a pseudonym looks like', () => {
    expect(page).toContain('`player` and eight hexadecimal digits of the id');
    expect(pseudonymOf(playerId(255))).toBe('player 000000ff');
  });
});
