import { describe, expect, it } from 'vitest';
import {
  keepTickets,
  LOOK_AGAIN_MS,
  mergeTickets,
  openPool,
  POOL_TICKETS_MAX,
  ticketOf,
} from '../../shared/arena/pool.ts';
import type { Row } from '../../shared/arena/row.ts';
import { connectionId } from '../../shared/core/ids.ts';
import { anOpenArena, aReadyRow, arenaId, aTicket, playerId } from '../support/builders.ts';
import { entries, entry } from './sheets.ts';

const arena = anOpenArena();
const NOW_MS = 50_000;

describe('a ticket', () => {
  it('of a newcomer says who he is and since when he waits', () => {
    const row = aReadyRow(4, { rating: 1_700, readySinceMs: 8, leaseUntilMs: 9 });

    expect(ticketOf(arena, row)).toEqual({
      ...{ player: row.player, shard: 0, name: '4', rating: 1_700, points: 0 },
      ...{ joinedAtMs: 4, readySinceMs: 8, leaseUntilMs: 9 },
      ...{ connection: row.connection, connectedAtMs: 7 },
      ...{ lastOpponent: null, sides: { last: null, run: 0, balance: 0 }, gameNumber: 1 },
    });
  });

  it('knows points, last opponent and sides from the games he has played', () => {
    const log = [...entries('W W'), { ...entry('W', { side: 'second' }), opponent: playerId(9) }];

    expect(ticketOf(arena, aReadyRow(1, { log }))).toMatchObject({
      ...{ points: 16, lastOpponent: playerId(9), gameNumber: 4 },
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

describe('a pool', () => {
  const pool = openPool(arenaId(1));
  const waiting = (count: number) => Array.from({ length: count }, (_, who) => aTicket(who));

  it('is opened without knowing who waits', () => {
    expect(pool).toEqual({
      ...{ type: 'pool', arena: arenaId(1), version: 0, open: true },
      ...{ tickets: [], overflow: true, lookAtMs: 0 },
    });
  });

  it('keeps what it can hold, and says when there is more', () => {
    const [full, over] = [waiting(POOL_TICKETS_MAX), waiting(POOL_TICKETS_MAX + 1)];

    expect(keepTickets(pool, full, NOW_MS)).toMatchObject({ tickets: full, overflow: false });
    expect(keepTickets(pool, over, NOW_MS)).toMatchObject({ tickets: full, overflow: true });
    expect(keepTickets(pool, [], NOW_MS)).toMatchObject({ version: 1, tickets: [], open: true });
  });

  it.each([
    ['nobody could meet anybody', 1, 0, 0],
    ['two wait and no look is due', 2, 0, NOW_MS + LOOK_AGAIN_MS],
    ['two wait and the look is due now', 2, NOW_MS, NOW_MS + LOOK_AGAIN_MS],
    ['somebody will look anyway', 2, NOW_MS + 1, NOW_MS + 1],
  ])('is looked at again when %s', (_, count, lookAtMs, expectedMs) => {
    expect(keepTickets({ ...pool, lookAtMs }, waiting(count), NOW_MS).lookAtMs).toBe(expectedMs);
  });
});
