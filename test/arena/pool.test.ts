import { describe, expect, it } from 'vitest';
import {
  keepTickets,
  LOOK_AGAIN_MS,
  LOOK_ALONE_MS,
  mergeTickets,
  openPool,
  POOL_TICKETS_MAX,
  type Ticket,
  ticketOf,
  unfinishedPool,
  type Wait,
  withoutGivenUp,
} from '../../shared/arena/pool.ts';
import type { Row } from '../../shared/arena/row.ts';
import { connectionId } from '../../shared/core/ids.ts';
import {
  anIdleRow,
  anOpenArena,
  aReadyRow,
  arenaId,
  aTicket,
  playerId,
} from '../support/builders.ts';
import { entries, entry } from './sheets.ts';

const arena = anOpenArena();
const NOW_MS = 50_000;

describe('a ticket', () => {
  it('of a newcomer says who he is and since when he waits', () => {
    const row = aReadyRow(4, { rating: 1_700, readySinceMs: 8, leaseUntilMs: 9 });

    expect(ticketOf(arena, row)).toEqual({
      ...{ player: row.player, shard: 0, name: '4', rating: 1_700, points: 0, onFire: false },
      ...{ joinedAtMs: 4, readySinceMs: 8, leaseUntilMs: 9 },
      ...{ connection: row.connection, connectedAtMs: 7, glicko: row.glicko },
      ...{ lastOpponent: null, sides: { last: null, run: 0, balance: 0 }, gameNumber: 1 },
      told: null,
    });
  });

  it('knows points, last opponent and sides from the games he has played', () => {
    const log = [...entries('W W'), { ...entry('W', { side: 'second' }), opponent: playerId(9) }];

    expect(ticketOf(arena, aReadyRow(1, { log }))).toMatchObject({
      ...{ points: 16, onFire: true, lastOpponent: playerId(9), gameNumber: 4 },
      sides: { last: 'second', run: 1, balance: 1 },
    });
  });

  it.each<[string, Partial<Row>]>([
    ['idle', { state: 'idle' }],
    ['playing', { state: 'play' }],
    ['seated elsewhere', { seated: false }],
    ['off line', { connection: null }],
  ])('is none for a player who is %s', (_, part) => {
    expect(ticketOf(arena, aReadyRow(1, part))).toBeNull();
  });
});

describe('tickets that arrive late and out of order', () => {
  const known = aTicket(1, { gameNumber: 2, leaseUntilMs: 500 });

  it.each([
    ['a renewal', { gameNumber: 2, leaseUntilMs: 600 }, 'new'],
    ['the same instant on a new connection', { gameNumber: 2, leaseUntilMs: 500 }, 'new'],
    ['a return after one more game', { gameNumber: 3, leaseUntilMs: 1 }, 'new'],
    ['an older lease', { gameNumber: 2, leaseUntilMs: 499 }, 'old'],
    ['a return before that game', { gameNumber: 1, leaseUntilMs: 900 }, 'old'],
  ] as const)('%s', (_, part, kept) => {
    const fresh = aTicket(1, { ...part, connection: connectionId('new') });

    expect(mergeTickets([known], [fresh])).toEqual([kept === 'new' ? fresh : known]);
  });

  it('are one for every player', () => {
    const all = mergeTickets([aTicket(1), aTicket(2)], [aTicket(3), aTicket(2), aTicket(3)]);

    expect(all.map(({ name }) => name)).toEqual(['1', '2', '3']);
  });
});

describe('what a player was told', () => {
  const told: Wait = { reason: 'noOneClose', widensAtMs: 900 };
  const known = aTicket(1, { told, leaseUntilMs: 500 });

  it.each<[string, Partial<Ticket>, boolean]>([
    ['by a renewal', { leaseUntilMs: 600 }, true],
    ['by a renewal with other points', { leaseUntilMs: 600, points: 4 }, true],
    ['on a new line', { connection: connectionId('new') }, false],
    ['when he has lost his place', { readySinceMs: 2_000, leaseUntilMs: 900 }, false],
    ['after one more game', { readySinceMs: 2_000, gameNumber: 2 }, false],
  ])('%s is remembered: %#', (_, part, expected) => {
    const fresh = { ...known, ...part, told: null };

    expect(mergeTickets([known], [fresh])).toEqual([{ ...fresh, told: expected ? told : null }]);
  });
});

describe('who has given up waiting', () => {
  const ticket = aTicket(1, { readySinceMs: 800 });

  it.each<[string, Row, boolean]>([
    ['idle since this ticket', anIdleRow(1, { readySinceMs: 800 }), true],
    ['idle since an earlier one', anIdleRow(1, { readySinceMs: 700 }), false],
    ['ready', aReadyRow(1, { readySinceMs: 800 }), false],
    ['playing', aReadyRow(1, { state: 'play', readySinceMs: 800 }), false],
    ['somebody else', anIdleRow(2, { readySinceMs: 800 }), false],
  ])('%s: %#', (_, row, isGone) => {
    expect(withoutGivenUp([ticket], [anIdleRow(3), row])).toEqual(isGone ? [] : [ticket]);
  });
});

describe('a pool', () => {
  const pool = openPool(arenaId(1));
  const waiting = (count: number) => Array.from({ length: count }, (_, who) => aTicket(who));
  const CLOSES_AT_MS = NOW_MS + 5_000_000;
  const keep = (tickets: readonly Ticket[]) => keepTickets(pool, tickets, NOW_MS, CLOSES_AT_MS);

  it('is opened without knowing who waits, before its first wave', () => {
    expect(pool).toEqual({
      ...{ type: 'pool', arena: arenaId(1), version: 0, open: true },
      ...{ tickets: [], overflow: true, firstWave: true, lookAtMs: 0 },
    });
  });

  it('keeps what it can hold, and says when there is more', () => {
    const [full, over] = [waiting(POOL_TICKETS_MAX), waiting(POOL_TICKETS_MAX + 1)];

    expect(keep(full)).toMatchObject({ tickets: full, overflow: false });
    expect(keep(over)).toMatchObject({ tickets: full, overflow: true });
    expect(keep([])).toMatchObject({ version: 1, tickets: [], overflow: false, open: true });
  });

  it('keeps the longest waiting when there is more, whoever is listed first', () => {
    const over = waiting(POOL_TICKETS_MAX + 3).reverse();
    const kept = keep(over).tickets.map(({ readySinceMs }) => readySinceMs);

    expect(kept.toSorted((a, b) => a - b)).toEqual([...Array(POOL_TICKETS_MAX).keys()]);
    expect(over[0]?.readySinceMs).toBe(POOL_TICKETS_MAX + 2);
  });

  it('stays in its first wave, or past it, whoever is kept', () => {
    for (const firstWave of [true, false]) {
      const kept = keepTickets({ ...pool, firstWave }, waiting(3), NOW_MS, CLOSES_AT_MS);
      expect(kept.firstWave).toBe(firstWave);
    }
  });

  it('in the middle of a run knows nobody, and is still in its first wave if it was', () => {
    const some = { ...pool, tickets: waiting(2), overflow: false, lookAtMs: 7 };

    expect(unfinishedPool(some)).toEqual({ ...some, version: 1, tickets: [], overflow: true });
    expect(unfinishedPool({ ...some, firstWave: false }).firstWave).toBe(false);
  });

  const AGAIN = NOW_MS + LOOK_AGAIN_MS;
  const ALONE = NOW_MS + LOOK_ALONE_MS;
  it.each([
    ['nobody waits', 0, 0, CLOSES_AT_MS, 0],
    ['nobody waits and a look is under way', 0, NOW_MS + 5, CLOSES_AT_MS, NOW_MS + 5],
    ['one waits', 1, 0, CLOSES_AT_MS, ALONE],
    ['one waits and somebody will look anyway', 1, NOW_MS + 501, CLOSES_AT_MS, NOW_MS + 501],
    ['one waits and the look may be this one', 1, NOW_MS + 500, CLOSES_AT_MS, ALONE],
    ['one waits as he did before', 1, ALONE - 1, CLOSES_AT_MS, ALONE - 1],
    ['one waits and pairing closes sooner', 1, 0, ALONE - 1, ALONE - 1],
    ['two wait and no look is due', 2, 0, CLOSES_AT_MS, AGAIN],
    ['two wait and the look is due now', 2, NOW_MS, CLOSES_AT_MS, AGAIN],
    ['two wait and somebody will look in time', 2, NOW_MS + 501, CLOSES_AT_MS, NOW_MS + 501],
    ['two wait and the look may be this one, come early', 2, NOW_MS + 9, CLOSES_AT_MS, AGAIN],
    ['two wait and somebody will look just in time', 2, AGAIN, CLOSES_AT_MS, AGAIN],
    ['two wait and the next look is too late', 2, AGAIN + 1, CLOSES_AT_MS, AGAIN],
    ['two wait and one of them did so alone', 2, ALONE, CLOSES_AT_MS, AGAIN],
    ['two wait and pairing closes sooner', 2, 0, NOW_MS + 300, NOW_MS + 300],
    [
      'two wait and this look came a little before the close',
      2,
      NOW_MS + 9,
      NOW_MS + 9,
      NOW_MS + 10,
    ],
    ['two wait and pairing closes now', 2, 3, NOW_MS, NOW_MS],
    ['one waits and pairing is over', 1, 3, NOW_MS - 1, NOW_MS],
  ])('is looked at again when %s', (_, count, lookAtMs, closesAtMs, expectedMs) => {
    const kept = keepTickets({ ...pool, lookAtMs }, waiting(count), NOW_MS, closesAtMs);

    expect(kept.lookAtMs).toBe(expectedMs);
  });
});
