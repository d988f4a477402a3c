import { describe, expect, it } from 'vitest';
import type { SeatClaim } from '../../shared/app/entities.ts';
import { visitLobby } from '../../shared/app/lobby.ts';
import { PAIRS_PER_RUN_MAX, pairArena } from '../../shared/app/pair-arena.ts';
import { refreshTable } from '../../shared/app/refresh-table.ts';
import { pairingEndsAtMs } from '../../shared/arena/arena.ts';
import { LOOK_AGAIN_MS, openPool, type Pool } from '../../shared/arena/pool.ts';
import { LEASE_MS, PLACE_KEPT_MS, type Row } from '../../shared/arena/row.ts';
import { present } from '../../shared/core/assert.ts';
import { connectionId, type PlayerId } from '../../shared/core/ids.ts';
import type { LiveGame } from '../../shared/game/game.ts';
import { entry } from '../arena/sheets.ts';
import { anIdleRow, anOpenArena, aReadyRow, playerId, STARTS_AT_MS } from '../support/builders.ts';
import { createStage, rowOf, type Stage, type StageOptions } from '../support/stage.ts';

const arena = anOpenArena();
const CLOSES_AT_MS = pairingEndsAtMs(arena);
const LATER_MS = STARTS_AT_MS + 600_000;

/** An arena in its first second, or with this pool, and these rows in it. */
function stageOf(rows: readonly Row[], pool: Partial<Pool> = {}, options: StageOptions = {}) {
  const seats = rows.map(
    ({ player, shard }): SeatClaim => ({
      type: 'seat',
      player,
      version: 0,
      arena: arena.id,
      shard,
    }),
  );
  const entities = [arena, { ...openPool(arena.id), ...pool }, ...rows, ...seats];
  return createStage({ nowMs: STARTS_AT_MS, ...options, entities });
}

const later: Partial<Pool> = { firstWave: false };
const ready = (who: number, part: Partial<Row> = {}): Row =>
  aReadyRow(who, { readySinceMs: LATER_MS, leaseUntilMs: LATER_MS + LEASE_MS, ...part });

const gamesOf = ({ store }: Stage): LiveGame[] =>
  store.all().filter((entity): entity is LiveGame => entity.type === 'game');
const pairsOf = (stage: Stage): string[] =>
  gamesOf(stage)
    .map(({ seats }) => [seats.first.name, seats.second.name].map(Number).sort((a, b) => a - b))
    .map((names) => names.join('-'))
    .sort();
const poolOf = async ({ store }: Stage): Promise<Pool> =>
  present(await store.pool(arena.id), 'pool');
const waitingOf = ({ told }: Stage) =>
  told.flatMap(({ to, message }) =>
    message.t === 'waiting' ? [[to, message.reason, message.widensAtMs]] : [],
  );

/** A table of these rows, read at the stage's instant. */
async function publish(stage: Stage): Promise<void> {
  await refreshTable(stage.ports, arena.id, stage.clock.nowMs);
}

/** Two who have just met each other, and nobody else. */
const justMet = (part: Partial<Row> = {}): Row[] =>
  [1, 2].map((who) =>
    ready(who, { log: [{ ...entry('W'), opponent: playerId(3 - who) }], ...part }),
  );

describe('the first wave', () => {
  it('pairs neighbours by rating over all who are ready; the last one waits', async () => {
    const ratings = [1_500, 1_900, 1_700, 1_510, 1_710];
    const rows = ratings.map((rating, who) =>
      aReadyRow(who, { rating, readySinceMs: who === 3 ? 9 : who }),
    );
    const stage = stageOf(rows);
    await pairArena(stage.ports, arena.id);

    expect(pairsOf(stage)).toEqual(['0-2', '1-4']);
    expect(waitingOf(stage).map(([to, reason]) => [to, reason])).toEqual([['c3', 'odd']]);
    expect(await poolOf(stage)).toMatchObject({ firstWave: false, overflow: false });
  });

  it('is over when nobody was there', async () => {
    const stage = stageOf([]);
    await pairArena(stage.ports, arena.id);

    expect(await poolOf(stage)).toMatchObject({ firstWave: false, tickets: [], overflow: false });
  });

  it('of thousands keeps the pool small, and goes on where a run has to end', async () => {
    const count = 2 * PAIRS_PER_RUN_MAX + 201;
    const stage = stageOf(Array.from({ length: count }, (_, who) => aReadyRow(who)));
    await pairArena(stage.ports, arena.id);

    expect(gamesOf(stage)).toHaveLength(PAIRS_PER_RUN_MAX);
    expect(await poolOf(stage)).toMatchObject({ firstWave: true, overflow: true, tickets: [] });
    expect(stage.queued).toEqual([{ message: { t: 'pool', arena: arena.id }, delayMs: 0 }]);
    const sizes = stage.changes.flatMap(({ after }) =>
      after?.type === 'pool' ? [after.tickets.length] : [],
    );
    expect(Math.max(...sizes)).toBe(0);

    await pairArena(stage.ports, arena.id);
    expect(gamesOf(stage)).toHaveLength((count - 1) / 2);
    expect(await poolOf(stage)).toMatchObject({ firstWave: false, overflow: false });
    expect(stage.told.filter(({ message }) => message.t === 'paired')).toHaveLength(count - 1);
    expect(waitingOf(stage)).toEqual([[`c${count - 1}`, 'odd', expect.any(Number)]]);
    expect(stage.bugs).toEqual([]);
  });

  it('is told while it is stored, a transaction later', async () => {
    const stage = stageOf(Array.from({ length: 30 }, (_, who) => aReadyRow(who)));
    const steps: string[] = [];
    const { store, push } = stage.ports;
    const ports = {
      ...stage.ports,
      store: {
        ...store,
        commit: async (writes: Parameters<typeof store.commit>[0]) => {
          if (writes.length > 1) steps.push('stored');
          return store.commit(writes);
        },
      },
      push: {
        ...push,
        send: async (...args: Parameters<typeof push.send>) => {
          if (args[1].t === 'paired' && steps.at(-1) !== 'told') steps.push('told');
          return push.send(...args);
        },
      },
    };
    await pairArena(ports, arena.id);

    expect(steps).toEqual(['stored', 'stored', 'told', 'told'].slice(0, 3));
    expect(gamesOf(stage)).toHaveLength(15);
  });
});

describe('a run in the middle of an arena', () => {
  it('pairs who is close at once and the others once their reach has widened', async () => {
    const away = Array.from({ length: 22 }, (_, who) =>
      anIdleRow(50 + who, { joinedRating: 1_900, state: 'play' }),
    );
    const rows = [ready(1, { joinedRating: 2_200 }), ready(2, { joinedRating: 1_200 }), ...away];
    const stage = stageOf(rows, later, { nowMs: LATER_MS });
    await publish(stage);
    await pairArena(stage.ports, arena.id);

    expect(gamesOf(stage)).toEqual([]);
    // 24 around: ½ · √24 rows, doubled after 120 s / 24^0.6.
    const widensAtMs = LATER_MS + 17_827;
    expect(waitingOf(stage)).toEqual([
      ['c1', 'noOneClose', widensAtMs],
      ['c2', 'noOneClose', widensAtMs],
    ]);
    expect(stage.queued.filter(({ message }) => message.t === 'pool')).toEqual([
      { message: { t: 'pool', arena: arena.id }, delayMs: LOOK_AGAIN_MS },
    ]);

    stage.clock.nowMs = LATER_MS + 20_000;
    await pairArena(stage.ports, arena.id);
    expect(waitingOf(stage)).toHaveLength(4);
    stage.clock.nowMs = LATER_MS + 21_000;
    await pairArena(stage.ports, arena.id);
    expect(waitingOf(stage)).toHaveLength(4);
    for (const nowMs of [LATER_MS + 24_000, LATER_MS + 48_000]) {
      for (const who of [1, 2]) await renew(stage, who, nowMs);
    }
    // The last row, beyond 22 nearer ones, is in reach after 3.167 of these periods.
    stage.clock.nowMs = LATER_MS + 56_457;
    await pairArena(stage.ports, arena.id);
    expect(gamesOf(stage)).toEqual([]);
    stage.clock.nowMs += 1;
    await pairArena(stage.ports, arena.id);
    expect(pairsOf(stage)).toEqual(['1-2']);
  });

  it('lets the last two around meet again at once, and no others', async () => {
    const playing = anIdleRow(3, { state: 'play' });
    for (const [others, games, told] of [
      [[], 1, []],
      [[playing], 0, ['onlyLastOpponent', 'onlyLastOpponent']],
    ] as const) {
      const stage = stageOf([...justMet(), ...others], later, { nowMs: LATER_MS });
      await publish(stage);
      await pairArena(stage.ports, arena.id);

      expect(gamesOf(stage)).toHaveLength(games);
      expect(waitingOf(stage).map(([, reason]) => reason)).toEqual(told);
    }
  });

  it('knows of no duel before there is a table', async () => {
    const stage = stageOf(justMet(), later, { nowMs: LATER_MS });
    await pairArena(stage.ports, arena.id);

    expect(gamesOf(stage)).toEqual([]);
  });

  it('tells why on the new line after a reconnect, and only what is new', async () => {
    const stage = stageOf([ready(1)], later, { nowMs: LATER_MS });
    await pairArena(stage.ports, arena.id);
    await pairArena(stage.ports, arena.id);
    const line = { connection: connectionId('new'), connectedAtMs: 8 };
    const at = { player: playerId(1), ...line, atMs: LATER_MS, nowMs: LATER_MS };
    await visitLobby(stage.ports, at, { t: 'hello', v: 1, arena: arena.id });
    await pairArena(stage.ports, arena.id, [await rowOf(stage, arena, playerId(1))]);

    expect(waitingOf(stage).map(([to, reason]) => [to, reason])).toEqual([
      ['c1', 'odd'],
      ['new', 'odd'],
    ]);
    expect(stage.bugs).toEqual([]);
  });

  it('forgets who has given up waiting as soon as it hears of it', async () => {
    const stage = stageOf(justMet(), later, { nowMs: LATER_MS });
    await pairArena(stage.ports, arena.id);
    const at = { player: playerId(1), connection: connectionId('c1'), connectedAtMs: 7 };
    const nowMs = LATER_MS;
    await visitLobby(stage.ports, { ...at, atMs: nowMs, nowMs }, { t: 'pause', arena: arena.id });
    await pairArena(stage.ports, arena.id, [await rowOf(stage, arena, playerId(1))]);

    expect(playersIn(await poolOf(stage))).toEqual([playerId(2)]);
    expect(waitingOf(stage).at(-1)).toEqual(['c2', 'odd', null]);
  });

  it('keeps his place for a minute after a lapse, and pairs nobody who is absent', async () => {
    for (const [awayMs, sinceMs] of [
      [PLACE_KEPT_MS - 1, LATER_MS],
      [PLACE_KEPT_MS, LATER_MS + LEASE_MS + PLACE_KEPT_MS],
    ] as const) {
      const stage = stageOf([ready(1)], later, { nowMs: LATER_MS });
      await pairArena(stage.ports, arena.id);
      stage.clock.nowMs = LATER_MS + LEASE_MS + awayMs;
      const { nowMs } = stage.clock;
      const other = ready(2, { readySinceMs: nowMs, leaseUntilMs: nowMs + LEASE_MS });
      await stage.store.commit([{ op: 'create', entity: other }]);
      await pairArena(stage.ports, arena.id, [other]);
      expect(gamesOf(stage)).toEqual([]);
      expect(playersIn(await poolOf(stage))).toEqual([playerId(2)]);

      await renew(stage, 1, nowMs);
      const back = await rowOf(stage, arena, playerId(1));
      expect(back).toMatchObject({ state: 'ready', why: 'ready', readySinceMs: sinceMs });
      await pairArena(stage.ports, arena.id, [back]);
      expect(pairsOf(stage)).toEqual(['1-2']);
    }
  });
});

describe('when pairing closes', () => {
  it('whoever waits or still comes is told so, once, and the pool is left alone', async () => {
    const nowMs = CLOSES_AT_MS;
    const lease = { readySinceMs: nowMs - 5, leaseUntilMs: nowMs + LEASE_MS };
    const stage = stageOf([aReadyRow(1, lease)], later, { nowMs: nowMs - 1 });
    await pairArena(stage.ports, arena.id);
    expect(stage.queued.at(-1)).toEqual({ message: { t: 'pool', arena: arena.id }, delayMs: 1 });

    stage.clock.nowMs = nowMs;
    await pairArena(stage.ports, arena.id);
    await pairArena(stage.ports, arena.id);
    const { version } = await poolOf(stage);
    const other = aReadyRow(2, lease);
    await stage.store.commit([{ op: 'create', entity: other }]);
    await pairArena(stage.ports, arena.id, [other]);

    expect(waitingOf(stage).slice(1)).toEqual([
      ['c1', 'pairingClosed', null],
      ['c2', 'pairingClosed', null],
    ]);
    expect(await poolOf(stage)).toMatchObject({ version, tickets: [], overflow: false });
    expect(gamesOf(stage)).toEqual([]);
    expect(stage.queued).toHaveLength(1);
  });
});

/** A waiting player says that he is still there. */
async function renew({ ports }: Stage, who: number, nowMs: number): Promise<void> {
  const line = { connection: connectionId(`c${who}`), connectedAtMs: 7 };
  const lobby = { t: 'lobby', arena: arena.id, after: null } as const;
  await visitLobby(ports, { player: playerId(who), ...line, atMs: nowMs, nowMs }, lobby);
}

const playersIn = ({ tickets }: Pool): PlayerId[] => tickets.map(({ player }) => player);
