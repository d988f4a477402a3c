import { describe, expect, it } from 'vitest';
import { fieldOf } from '../../shared/arena/field.ts';
import { type Policy, PRESETS } from '../../shared/arena/policy.ts';
import type { Ticket } from '../../shared/arena/pool.ts';
import { candidateOf, type Sight } from '../../shared/arena/reach.ts';
import { PAIRING_CLOSED, waitOf } from '../../shared/arena/waiting.ts';
import { aTicket, playerId } from '../support/builders.ts';

const NOW_MS = 1_000_000;

const sightOf = (size: number, policy: Partial<Policy> = {}): Sight => ({
  policy: { ...PRESETS['oware-shield'], ...policy },
  field: fieldOf(
    Array.from({ length: size }, (_, who) => playerId(who)),
    [],
  ),
  nowMs: NOW_MS,
});
const waiting = (who: number, waitedMs: number, part: Partial<Ticket> = {}): Ticket =>
  aTicket(who, { readySinceMs: NOW_MS - waitedMs, ...part });
/** Waits for 2 s in the middle of 100 players; reaches three positions, after 2,631 ms four. */
const own = waiting(50, 2_000);
const justMet = (who: number) => waiting(who, 1_000, { lastOpponent: own.player });

describe('why a player waits', () => {
  it.each<[string, Ticket[], string]>([
    ['nobody else waits', [], 'odd'],
    ['somebody near is left as he is', [waiting(53, 0)], 'odd'],
    ['nobody near is left', [waiting(54, 0), waiting(40, 0)], 'noOneClose'],
    ['he has just met the only other one', [justMet(51)], 'onlyLastOpponent'],
    ['all others have just met him', [justMet(51), justMet(70)], 'onlyLastOpponent'],
    ['the near one has just met him', [justMet(51), waiting(70, 0)], 'noOneClose'],
    ['one of the near ones has just met him', [justMet(51), waiting(52, 0)], 'odd'],
  ])('when %s: %#', (_, others, reason) => {
    expect(waitOf(sightOf(100), [own, ...others], own).reason).toBe(reason);
    expect(waitOf(sightOf(100), [...others, own], own).reason).toBe(reason);
  });

  it('and not for the last opponent where the two are the only ones around', () => {
    const two = [waiting(0, 0, { lastOpponent: playerId(1) }), waiting(1, 0)] as const;

    expect(waitOf(sightOf(2), two, two[0]).reason).toBe('odd');
  });

  it('is that pairing is over', () => {
    expect(PAIRING_CLOSED).toEqual({ reason: 'pairingClosed', widensAtMs: null });
  });
});

describe('the time when a reach widens', () => {
  const told = (size: number, waitedMs: number, policy: Partial<Policy> = {}) => {
    const ticket = waiting(0, waitedMs);
    const sight = sightOf(size, policy);
    return waitOf(sight, [ticket, waiting(size - 1, 0)], ticket).widensAtMs;
  };

  it.each([
    [100, 0, 10_000],
    [100, 9_999, 1],
    [100, 10_000, 10_000],
    [100, 12_345, 7_655],
    [20, 5_000, 14_887],
    [11, 5_000, 23_468],
    [10, 5_000, 25_000],
    [6_000, 6_000, 4_000],
  ])('among %i after %i ms is in %i ms', (size, waitedMs, inMs) => {
    expect(told(size, waitedMs)).toBe(NOW_MS + inMs);
  });

  it('is when his reach has doubled, and then doubled again', () => {
    for (let size = 5; size < 80; size++) {
      const ticket = waiting(0, 0);
      const inMs = (waitedMs: number) => (told(size, waitedMs) ?? 0) - NOW_MS;
      const twiceMs = inMs(0) + inMs(inMs(0));
      const reachIn = (ms: number) =>
        candidateOf({ ...sightOf(size), nowMs: NOW_MS + ms }, ticket).reach;
      const first = Math.sqrt(size) / 2;

      expect([0, inMs(0), twiceMs].map(reachIn)).toEqual(
        [first, 2 * first, 4 * first].map(Math.ceil),
      );
    }
  });

  it('is none when everybody around is in reach, whatever the side', () => {
    // ½ · √20 · (2^p − 1) exceeds 18 rows from p = 3.178 on, periods of 19,887 ms.
    expect(told(20, 63_198)).toBe(NOW_MS + 16_350);
    expect(told(20, 63_199)).toBeNull();
    expect(told(100, 0, { reach: 1 })).toBeNull();
    // All 99 others are in reach, and half as many of those who are due the same side.
    expect(told(100, 0, { reach: 0.5 })).toBe(NOW_MS + 10_000);
  });

  it('is every 12 s in points, every 20 s where few are around', () => {
    const byPoints = { closeness: 'points' } as const;

    expect(told(20, 13_000, byPoints)).toBe(NOW_MS + 11_000);
    expect(told(19, 13_000, byPoints)).toBe(NOW_MS + 7_000);
  });

  it('is the time of a rematch for whoever has only his last opponent', () => {
    const others = [justMet(51), waiting(60, 2_000, { lastOpponent: own.player })];
    const wait = (policy: Partial<Policy>) => waitOf(sightOf(100, policy), [own, ...others], own);

    expect(wait({ rematchAfterMs: 20_000 })).toEqual({
      ...{ reason: 'onlyLastOpponent', widensAtMs: NOW_MS + 18_000 },
    });
    expect(wait({})).toEqual({ reason: 'onlyLastOpponent', widensAtMs: null });
    expect(wait({ rematchAfterMs: 1_500 }).reason).toBe('noOneClose');
  });
});
