import { describe, expect, it } from 'vitest';
import { pairArena } from '../../shared/app/pair-arena.ts';
import { showMe } from '../../shared/app/show-me.ts';
import { type Arena, pairingEndsAtMs } from '../../shared/arena/arena.ts';
import { PRESETS } from '../../shared/arena/policy.ts';
import { POOL_TICKETS_MAX, type WaitReason } from '../../shared/arena/pool.ts';
import type { Row } from '../../shared/arena/row.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import { viewSeat } from '../../shared/protocol/arena-view.ts';
import type { MeView } from '../../shared/protocol/me-view.ts';
import { entry } from '../arena/sheets.ts';
import {
  anIdleRow,
  anOpenArena,
  arenaId,
  aTicket,
  playerId,
  STARTS_AT_MS,
} from '../support/builders.ts';
import { createStage, rowOf, type Stage } from '../support/stage.ts';
import { type FieldParts, type WaitingField, waitingField } from '../support/waiting-field.ts';

const [BEST, NEXT, LAST] = [1, 2, 16];
const FIELD = { size: LAST, afterMs: 5_000 };

async function meIn(stage: Stage, { id }: Arena, who: number): Promise<MeView> {
  const me = await showMe(stage.ports, id, playerId(who));
  if (!me.ok) throw new Error(me.error.code);
  return me.value;
}

const waitingIn = async ({ stage, arena }: WaitingField, who: number) =>
  (await meIn(stage, arena, who)).waiting;

/** He has lost to this opponent, and that was his last game. */
const met = (who: number) => ({ log: [entry('L', { opponent: playerId(who) })] });

const policy = { ...PRESETS['oware-shield'], rematchAfterMs: 20_000 };
const byPoints = PRESETS.classic;

/** Field, who asks, and what he is told, with times from the start of the arena on. */
type Told = readonly [string, Partial<FieldParts>, WaitReason, number | null];

/** 16 around: two rows are in reach at first, and twice as many after 120 s / 16^0.6. */
const TOLD: readonly Told[] = [
  ['the others are too far away', { ready: { 1: {}, 16: {} } }, 'noOneClose', 22_736],
  [
    'their points are too far apart',
    { ready: { 1: met(7), 16: { log: [entry('W')] } }, arena: { policy: byPoints } },
    'noOneClose',
    20_000,
  ],
  ['he has just met the other one', { ready: { 1: met(2), 2: met(1) } }, 'onlyLastOpponent', null],
  [
    'he may meet him again only later',
    {
      ready: { 1: met(2), 2: { ...met(1), readySinceMs: STARTS_AT_MS + 3_000 } },
      arena: { policy },
    },
    'onlyLastOpponent',
    23_000,
  ],
  ['nobody else is free', { ready: { 1: {} } }, 'odd', 22_736],
  ['nobody else is there', { size: 1, ready: { 1: {} } }, 'odd', null],
  [
    'pairing is over',
    { ready: { 1: {}, 2: {} }, arena: { endsAtMs: STARTS_AT_MS + 5_000 } },
    'pairingClosed',
    null,
  ],
];

describe('a player who asks why he waits', () => {
  it.each(TOLD)('hears what the push has said: %s', async (_, parts, reason, afterMs) => {
    const field = await waitingField({ ...FIELD, ready: {}, ...parts });
    const { stage, arena } = field;

    await pairArena(stage.ports, arena.id);

    const widensAtMs = afterMs === null ? null : STARTS_AT_MS + afterMs;
    const row = await rowOf(stage, arena, playerId(BEST));
    const pushed = stage.told.filter(({ to }) => to === row.connection);
    expect(pushed.map(({ message }) => message)).toEqual([
      { t: 'waiting', arena: arena.id, nowMs: stage.clock.nowMs, reason, widensAtMs },
    ]);
    expect(await meIn(stage, arena, BEST)).toMatchObject({
      ...{ arena: arena.id, nowMs: stage.clock.nowMs, state: 'ready' },
      waiting: { sinceMs: row.readySinceMs, present: true, reason, widensAtMs },
    });
    expect(stage.bugs).toEqual([]);
  });

  it('sees who waits beside him, though pairing has not come to himself', async () => {
    const pool = { overflow: false };
    const waiting = await waitingField({ ...FIELD, ready: { 1: {}, 16: {} }, pool });
    const { stage, arena } = waiting;
    await pairArena(stage.ports, arena.id, [await rowOf(stage, arena, playerId(BEST))]);

    expect(await waitingIn(waiting, BEST)).toMatchObject({ reason: 'odd' });
    expect(await waitingIn(waiting, LAST)).toMatchObject({ reason: 'noOneClose' });
  });

  it.each([
    [5_000, 22_736],
    [22_735, 22_736],
    [22_736, 45_472],
    [68_208, 90_944],
    [68_209, null],
  ])(
    '%i ms after the start, alone among 16, hears when he may meet more',
    async (afterMs, atMs) => {
      const waiting = await waitingField({ ...FIELD, afterMs, ready: { 1: {} } });
      await pairArena(waiting.stage.ports, waiting.arena.id);

      expect(await waitingIn(waiting, BEST)).toMatchObject({
        ...{ sinceMs: STARTS_AT_MS, reason: 'odd' },
        widensAtMs: atMs === null ? null : STARTS_AT_MS + atMs,
      });
    },
  );
});

describe('a player who is not there', () => {
  const lapsed: Partial<Row> = { leaseUntilMs: STARTS_AT_MS + 5_000 };
  const absent = { sinceMs: STARTS_AT_MS, present: false, reason: null, widensAtMs: null };

  it.each<readonly [string, Partial<Row>]>([
    ['whose lease has lapsed', lapsed],
    ['whose connection is lost', { connection: null }],
  ])('%s is absent, and nobody for the others', async (_, part) => {
    const waiting = await waitingField({ ...FIELD, ready: { 1: part, 2: {} } });
    await pairArena(waiting.stage.ports, waiting.arena.id);

    expect(await waitingIn(waiting, BEST)).toEqual(absent);
    expect(await waitingIn(waiting, NEXT)).toMatchObject({ present: true, reason: 'odd' });
  });

  it('counts for the others again as soon as he has renewed his lease', async () => {
    const soon = { ...met(NEXT), ...lapsed, leaseUntilMs: STARTS_AT_MS + 6_000 };
    const waiting = await waitingField({ ...FIELD, ready: { 1: soon, 2: met(BEST) } });
    const { stage, arena } = waiting;
    await pairArena(stage.ports, arena.id);
    stage.clock.nowMs += 2_000;
    expect(await waitingIn(waiting, NEXT)).toMatchObject({ reason: 'odd' });
    const before = await rowOf(stage, arena, playerId(BEST));
    const leaseUntilMs = stage.clock.nowMs + 25_000;
    const after: Row = { ...before, leaseUntilMs, version: before.version + 1, why: 'lease' };
    await stage.store.commit([{ op: 'update', before, after }]);

    // A renewal wakes nobody: the pool still holds the old lease.
    expect(await waitingIn(waiting, NEXT)).toMatchObject({ reason: 'onlyLastOpponent' });
  });
});

describe('a player waits for nothing', () => {
  it.each<readonly [string, Partial<Row>]>([
    ['who plays', { state: 'play', readySinceMs: null }],
    ['who has not come back to the lobby', { state: 'idle', readySinceMs: null }],
    ['who pauses', { state: 'idle', paused: true }],
    ['who sits in another arena', { state: 'idle', seated: false }],
  ])('%s', async (_, part) => {
    const waiting = await waitingField({ ...FIELD, ready: { 1: part } });

    expect(await waitingIn(waiting, BEST)).toBeNull();
  });

  it.each<readonly [string, Partial<FieldParts>]>([
    ['before the start', { arena: { state: 'created' }, afterMs: -60_000 }],
    ['while the first wave is being paired', { pool: { firstWave: true } }],
    ['while a wave larger than the pool is being paired', { pool: { overflow: true } }],
  ])('%s', async (_, parts) => {
    const waiting = await waitingField({ ...FIELD, ready: { 1: {}, 2: {} }, ...parts });

    expect(await waitingIn(waiting, BEST)).toBeNull();
    expect(await meIn(waiting.stage, waiting.arena, BEST)).toMatchObject({ state: 'ready' });
  });

  it('beyond the pool hears of those who are in it', async () => {
    const long = { leaseUntilMs: STARTS_AT_MS + 1_000_000 };
    const tickets = Array.from({ length: POOL_TICKETS_MAX }, (_, index) =>
      aTicket(100 + index, { readySinceMs: STARTS_AT_MS, ...long }),
    );
    const pool = { tickets, overflow: true };
    const waiting = await waitingField({ ...FIELD, ready: { 1: {} }, pool });

    // They are new in this table and stand below its 16 players.
    expect(await waitingIn(waiting, BEST)).toMatchObject({ reason: 'noOneClose' });
  });
});

describe('once pairing is closed', () => {
  const closed = { present: true, reason: 'pairingClosed', widensAtMs: null };
  const open = anOpenArena();
  const lastMs = pairingEndsAtMs(open) - STARTS_AT_MS;

  it.each<readonly [string, Partial<FieldParts>]>([
    ['by the time', { afterMs: lastMs }],
    ['with the arena', { arena: { state: 'closing' } }],
    ['with its pool, before its state is seen', { pool: { open: false, overflow: false } }],
  ])('%s, a ready player hears so', async (_, parts) => {
    const ready = { 1: { leaseUntilMs: open.endsAtMs } };
    const waiting = await waitingField({ ...FIELD, ready, ...parts });

    expect(await waitingIn(waiting, BEST)).toEqual({ sinceMs: STARTS_AT_MS, ...closed });
  });

  it('is not, a millisecond before', async () => {
    const ready = { 1: { leaseUntilMs: open.endsAtMs } };
    const pool = { overflow: false };
    const waiting = await waitingField({ ...FIELD, ready, pool, afterMs: lastMs - 1 });

    expect(await waitingIn(waiting, BEST)).toMatchObject({ reason: 'odd' });
  });
});

describe('what else a player sees of himself', () => {
  it('is his seat, and his rank in the last table', async () => {
    const won = { log: [entry('W'), entry('W')] };
    const { stage, arena } = await waitingField({ ...FIELD, ready: { 1: {}, 16: won } });
    const row = await rowOf(stage, arena, playerId(LAST));
    const { waiting: _, nowMs: __, ...me } = await meIn(stage, arena, LAST);

    expect(me).toEqual({ ...viewSeat(arena, row), arena: arena.id, rank: 1 });
    expect(me).toMatchObject({ points: 4, games: 2, onFire: true });
    expect(await meIn(stage, arena, BEST)).toMatchObject({ rank: 2, points: 0 });
  });

  it('has no rank before he is in a table', async () => {
    const arena = anOpenArena();
    const stage = createStage({ entities: [arena, anIdleRow(BEST)], nowMs: STARTS_AT_MS });

    expect(await meIn(stage, arena, BEST)).toMatchObject({ rank: null, state: 'idle' });
  });

  it('does not exist of a stranger, nor in no arena', async () => {
    const { stage, arena } = await waitingField({ ...FIELD, ready: {} });
    const asked = (id: Arena['id'], player: PlayerId) => showMe(stage.ports, id, player);

    expect(await asked(arena.id, playerId(99))).toMatchObject({ error: { code: 'notEntered' } });
    expect(await asked(arenaId(9), playerId(BEST))).toMatchObject({
      error: { code: 'noSuchArena', field: 'id' },
    });
  });
});
