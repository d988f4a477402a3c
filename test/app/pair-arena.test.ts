import { describe, expect, it } from 'vitest';
import { visitLobby } from '../../shared/app/lobby.ts';
import { pairArena } from '../../shared/app/pair-arena.ts';
import { LOOK_AGAIN_MS } from '../../shared/arena/pool.ts';
import { LEASE_MS, PLACE_KEPT_MS, type Row } from '../../shared/arena/row.ts';
import { connectionId } from '../../shared/core/ids.ts';
import { anIdleRow, aReadyRow, playerId } from '../support/builders.ts';
import { rowOf } from '../support/stage.ts';

import {
  arena,
  CLOSES_AT_MS,
  gamesOf,
  justMet,
  LATER_MS,
  later,
  pairsOf,
  playersIn,
  poolOf,
  publish,
  ready,
  renew,
  stageOf,
  waitingOf,
} from '../support/waiting-room.ts';

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

  it('never takes up who became ready and gave up in one batch', async () => {
    const stage = stageOf([], later, { nowMs: LATER_MS });
    const came = ready(1);
    const left: Row = { ...came, state: 'idle', paused: true, why: 'paused', version: 4 };
    await pairArena(stage.ports, arena.id, [came, left]);

    expect((await poolOf(stage)).tickets).toEqual([]);
    expect(waitingOf(stage)).toEqual([]);
  });

  it('takes back a game of two who are both gone for both of them', async () => {
    const gone = ['c1', 'c2'].map(connectionId);
    const stage = stageOf([ready(1), ready(2)], later, { nowMs: LATER_MS, gone });
    await pairArena(stage.ports, arena.id);

    expect(gamesOf(stage)).toEqual([]);
    for (const who of [1, 2]) {
      const row = await rowOf(stage, arena, playerId(who));
      expect(row).toMatchObject({ state: 'idle', connection: null });
    }
  });

  it('tells who is left when pairing closes in the middle of it', async () => {
    const stage = stageOf([ready(1), ready(2)], later, { nowMs: CLOSES_AT_MS - 3 });
    for (const who of [1, 2]) await renew(stage, who, CLOSES_AT_MS - 3);
    const ports = { ...stage.ports, now: () => stage.clock.nowMs++ };
    await pairArena(ports, arena.id);

    expect(gamesOf(stage)).toEqual([]);
    expect(stage.queued.at(-1)).toMatchObject({ message: { t: 'pool' }, delayMs: 0 });
    await pairArena(ports, arena.id);
    expect(
      waitingOf(stage)
        .map(([, reason]) => reason)
        .slice(-2),
    ).toEqual(['pairingClosed', 'pairingClosed']);
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
