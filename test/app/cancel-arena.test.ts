import { describe, expect, it } from 'vitest';
import { cancelArena } from '../../shared/app/cancel-arena.ts';
import { FREEZE_GRACE_MS } from '../../shared/app/freeze-arena.ts';
import { visitLobby } from '../../shared/app/lobby.ts';
import { pairArena } from '../../shared/app/pair-arena.ts';
import { play } from '../../shared/app/play.ts';
import { runArena } from '../../shared/app/run-arena.ts';
import { scoreGame } from '../../shared/app/score-game.ts';
import { sweep } from '../../shared/app/sweep.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { present } from '../../shared/core/assert.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import type { DoneGame } from '../../shared/game/game.ts';
import { frozenOn, loseAndScore } from '../support/organising.ts';
import { raceOnStage, type Task } from '../support/race.ts';
import {
  arenaOf,
  openArena,
  pairedArena,
  playersOf,
  rowOf,
  type Stage,
  speaking,
} from '../support/stage.ts';

const BY = { actor: 'owner', reason: 'no power in the hall' };

const cancelling =
  ({ id }: Arena): Task =>
  (ports) =>
    cancelArena(ports, id, null, BY);

const gamesOn = ({ store }: Stage) =>
  store.all().flatMap((one) => (one.type === 'game' ? [one] : []));

/** Everybody looks until nothing changes any more. */
async function settle(stage: Stage, { id }: Arena): Promise<Arena> {
  for (let look = 0; look < 5; look++) {
    for (const game of gamesOn(stage)) {
      if (game.state === 'done') await scoreGame(stage.ports, game as DoneGame);
    }
    await runArena(stage.ports, id);
    stage.clock.nowMs += 1_000;
  }
  return arenaOf(stage, id);
}

/** Cancelled for good: nobody plays, no ranking, nobody has to look again, and all were told. */
async function expectCancelled(stage: Stage, arena: Arena, players: readonly PlayerId[]) {
  const after = await settle(stage, arena);
  expect(after).toMatchObject({ state: 'cancelled', settled: true, finalVersion: 0 });
  expect(after.cancellation).toMatchObject(BY);
  for (const player of players) {
    const { state, game } = await rowOf(stage, arena, player);
    expect([state === 'play', game]).toEqual([false, null]);
  }
  expect(gamesOn(stage).filter(({ state }) => state === 'live')).toEqual([]);
  const messages = stage.announced.map(({ message }) => message);
  expect(messages).toContainEqual({ t: 'cancelled', arena: arena.id, reason: BY.reason });
  expect(await stage.store.unsettledArenas()).toEqual([]);
  expect(stage.bugs).toEqual([]);
}

describe('an arena that is called off', () => {
  it('before its start never opens', async () => {
    const { stage, arena, players } = await openArena(playersOf(2));
    const early = { ...arena, state: 'created', version: 0 } as const;
    const before = await arenaOf(stage, arena.id);
    await stage.store.commit([
      { op: 'update', before, after: { ...early, version: before.version + 1 } },
    ]);
    expect((await cancelArena(stage.ports, arena.id, null, BY)).ok).toBe(true);

    await expectCancelled(stage, arena, players);
  });

  it('while it runs takes back its games; ratings and finished games stay', async () => {
    const { stage, arena, players, games } = await pairedArena(playersOf(4));
    const [finished, running] = games;
    await loseAndScore(stage, present(finished, 'game'));
    await cancelArena(stage.ports, arena.id, null, BY);

    await expectCancelled(stage, arena, players);
    expect(gamesOn(stage).map(({ id }) => id)).toEqual([finished?.id]);
    const logs = await Promise.all(players.map((player) => rowOf(stage, arena, player)));
    expect(logs.map(({ log }) => log.length).sort()).toEqual([0, 0, 1, 1]);
    const [first] = Object.values(present(running, 'game').seats);
    expect(await stage.store.rating(first.player, 'oware')).toBeNull();
  });

  it('lets nobody wait or come any more', async () => {
    const { stage, arena, players } = await openArena(playersOf(2));
    const [ama] = players as [PlayerId];
    await cancelArena(stage.ports, arena.id, null, BY);
    await settle(stage, arena);
    const message = { t: 'lobby', arena: arena.id, after: null } as const;
    await visitLobby(stage.ports, speaking(stage, ama), message);
    await pairArena(stage.ports, arena.id);

    expect(gamesOn(stage)).toEqual([]);
  });

  it('is looked at again until the game that ended meanwhile is scored', async () => {
    const { stage, arena, games } = await pairedArena(playersOf(2));
    const { id, seats } = present(games[0], 'game');
    await play(stage.ports, speaking(stage, seats.first.player), { t: 'resign', game: id });
    await cancelArena(stage.ports, arena.id, null, BY);
    stage.queued.length = 0;
    await runArena(stage.ports, arena.id);

    expect((await arenaOf(stage, arena.id)).settled).toBe(false);
    expect(stage.queued.map(({ message }) => message)).toEqual([{ t: 'arena', arena: arena.id }]);
    await expectCancelled(stage, arena, [seats.first.player, seats.second.player]);
    expect(gamesOn(stage)).toHaveLength(1);
  });

  it('is looked after by the sweep where everybody else has forgotten it', async () => {
    const { stage, arena } = await pairedArena(playersOf(2));
    await cancelArena(stage.ports, arena.id, null, BY);
    stage.woken.length = 0;
    await sweep(stage.ports);

    expect(stage.woken).toEqual([arena.id]);
  });

  it('a second time changes nothing, and not once its ranking is made', async () => {
    const { stage, arena } = await openArena(playersOf(2));
    const first = await cancelArena(stage.ports, arena.id, null, BY);
    const again = await cancelArena(stage.ports, arena.id, null, { ...BY, reason: 'other' });
    expect(again).toEqual(first);
    expect(await stage.store.audits(arena.id, null, 10)).toHaveLength(2);

    const sealed = await openArena(playersOf(2));
    const closing = { ...sealed.arena, state: 'closing', sealed: true } as const;
    const after = { ...closing, version: closing.version + 1 };
    await sealed.stage.store.commit([{ op: 'update', before: sealed.arena, after }]);
    const late = await cancelArena(sealed.stage.ports, sealed.arena.id, null, BY);
    expect(late).toMatchObject({ ok: false, error: { code: 'arenaOver' } });

    const other = await openArena(playersOf(2));
    await frozenOn(other.stage, other.arena);
    expect(await cancelArena(other.stage.ports, other.arena.id, null, BY)).toMatchObject({
      ...{ ok: false, error: { code: 'arenaOver' } },
    });
  });
});

describe('a cancellation', () => {
  it('against a pairing: its games are taken back', async () => {
    const { stage: from, arena, players } = await openArena(playersOf(2));
    await raceOnStage('a cancellation and a pairing', {
      from,
      tasks: () => [cancelling(arena), (ports) => pairArena(ports, arena.id)],
      check: (stage) => expectCancelled(stage, arena, players),
    });
  });

  it('against the end of a game: it is scored, or void', async () => {
    const { stage: from, arena, players, games } = await pairedArena(playersOf(2));
    const { id, seats } = present(games[0], 'game');
    const seen = new Set<number>();
    await raceOnStage('a cancellation and a resignation', {
      from,
      fresh: true,
      tasks: (stage) => [
        async (ports) => {
          await cancelArena(ports, arena.id, null, BY);
          await runArena(ports, arena.id);
        },
        (ports) => play(ports, speaking(stage, seats.first.player), { t: 'resign', game: id }),
      ],
      check: async (stage) => {
        await expectCancelled(stage, arena, players);
        seen.add(gamesOn(stage).length);
      },
    });
    expect(seen).toEqual(new Set([0, 1]));
  });

  it('against the freeze: there is a ranking, or none', async () => {
    const { stage: from, arena, players } = await openArena(playersOf(2));
    from.clock.nowMs = arena.endsAtMs;
    await runArena(from.ports, arena.id);
    from.clock.nowMs = arena.endsAtMs + FREEZE_GRACE_MS;
    const seen = new Set<string>();
    await raceOnStage('a cancellation and the freeze', {
      from,
      fresh: true,
      tasks: () => [cancelling(arena), (ports) => runArena(ports, arena.id)],
      check: async (stage, [cancelled]) => {
        const { state, finalVersion } = await settle(stage, arena);
        expect((cancelled as { ok: boolean }).ok).toBe(state === 'cancelled');
        expect(finalVersion).toBe(state === 'frozen' ? 1 : 0);
        if (state === 'cancelled') await expectCancelled(stage, arena, players);
        seen.add(state);
      },
    });
    expect(seen).toEqual(new Set(['cancelled', 'frozen']));
  });

  it('that dies anywhere and is repeated is whole', async () => {
    const { stage: from, arena, players } = await pairedArena(playersOf(2));
    await raceOnStage('a cancellation that dies', {
      from,
      crashes: 1,
      tasks: () => [
        async (ports) => {
          await cancelArena(ports, arena.id, null, BY);
          await runArena(ports, arena.id);
        },
      ],
      check: (stage) => expectCancelled(stage, arena, players),
    });
  });
});
