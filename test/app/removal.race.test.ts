import { describe, expect, it } from 'vitest';
import { visitLobby } from '../../shared/app/lobby.ts';
import { pairArena } from '../../shared/app/pair-arena.ts';
import { play } from '../../shared/app/play.ts';
import { removePlayer } from '../../shared/app/remove-player.ts';
import { runArena } from '../../shared/app/run-arena.ts';
import { scoreGame } from '../../shared/app/score-game.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { present } from '../../shared/core/assert.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import type { Refusal } from '../../shared/core/refusal.ts';
import type { Result } from '../../shared/core/result.ts';
import type { DoneGame, Game } from '../../shared/game/game.ts';
import { rulesOf } from '../../shared/rules/registry.ts';
import { SIDES, sideAt } from '../../shared/rules/rules.ts';
import { DECISION, finalsOf, frozenOn, liveGames, setPolicy } from '../support/organising.ts';
import { raceOnStage, type Task } from '../support/race.ts';
import {
  arenaOf,
  gameOf,
  openArena,
  pairedArena,
  playersOf,
  playTo,
  rowOf,
  type Stage,
  speaking,
} from '../support/stage.ts';

type Two = [PlayerId, PlayerId];

const removing =
  ({ id }: Arena, player: PlayerId): Task =>
  (ports) =>
    removePlayer(ports, id, player, DECISION);

const accepted = (result: unknown): boolean => (result as Result<unknown, Refusal>).ok;

const gamesOf = (stage: Stage): Game[] =>
  stage.store.all().flatMap((one) => (one.type === 'game' ? [one] : []));

/** Scores all that is over; then he is out for good, and no game of his goes on. */
async function expectOut(stage: Stage, arena: Arena, player: PlayerId): Promise<void> {
  for (const game of gamesOf(stage)) if (game.state === 'done') await scoreGame(stage.ports, game);
  const row = await rowOf(stage, arena, player);
  expect(row).toMatchObject({ removed: true, state: 'idle', game: null, removal: DECISION });
  expect(liveGames(stage)).toEqual([]);
  await pairArena(stage.ports, arena.id);
  expect((await rowOf(stage, arena, player)).game).toBeNull();
  expect(stage.bugs).toEqual([]);
}

/** Two players in a game of some plies. */
async function playing(plies: number, durationMs?: number) {
  const { stage, arena, players, games } = await pairedArena(playersOf(2), durationMs);
  const game = await playTo(stage, present(games[0], 'game').id, plies);
  const mover = game.seats[sideAt(game.ply)].player;
  return { from: stage, arena, players: players as unknown as Two, game, mover };
}

describe('a removal', () => {
  it('against a pairing: paired and then lost, or not paired', async () => {
    const { stage: from, arena, players } = await openArena(playersOf(2));
    const [ama, kofi] = players as unknown as Two;
    const seen = new Set<number>();
    await raceOnStage('a removal and a pairing', {
      from,
      tasks: () => [removing(arena, ama), (ports) => pairArena(ports, arena.id)],
      check: async (stage, [removed]) => {
        expect(accepted(removed)).toBe(true);
        const games = gamesOf(stage);
        seen.add(games.length);
        for (const game of games) {
          expect(game).toMatchObject({ state: 'done', ending: 'removed' });
          const { winner, seats } = game as DoneGame;
          expect(winner !== null && seats[winner].player).toBe(kofi);
        }
        await expectOut(stage, arena, ama);
      },
    });
    expect([...seen].sort()).toEqual([0, 1]);
  });

  it('against the scoring of his last game: scored once, and not ready again', async () => {
    const { from, arena, players, game } = await playing(4);
    const [ama] = players;
    const wish = { t: 'lobby', arena: arena.id, after: game.id } as const;
    await visitLobby(from.ports, speaking(from, ama), wish);
    await play(from.ports, speaking(from, ama), { t: 'resign', game: game.id });
    const done = (await gameOf(from, game.id)) as DoneGame;
    await raceOnStage('a removal and a scoring', {
      from,
      tasks: () => [removing(arena, ama), (ports) => scoreGame(ports, done)],
      check: async (stage) => {
        expect(await gameOf(stage, game.id)).toEqual(done);
        await expectOut(stage, arena, ama);
        expect((await rowOf(stage, arena, ama)).log.map((entry) => entry.game)).toEqual([game.id]);
      },
    });
  });

  it('against his lobby return: he is not ready afterwards', async () => {
    const { stage: from, arena, players } = await openArena(playersOf(2));
    const [ama] = players as unknown as Two;
    const message = { t: 'lobby', arena: arena.id, after: null } as const;
    await visitLobby(from.ports, speaking(from, ama), { t: 'pause', arena: arena.id });
    await visitLobby(from.ports, speaking(from, ama), { t: 'resume', arena: arena.id });
    await raceOnStage('a removal and a lobby return', {
      from,
      tasks: (stage) => [
        removing(arena, ama),
        (ports) => visitLobby(ports, speaking(stage, ama), message),
      ],
      check: (stage) => expectOut(stage, arena, ama),
    });
  });

  it('against a finishing command: one of the two ends the game', async () => {
    const { from, arena, game, mover } = await playing(4);
    const opponent = SIDES.map((side) => game.seats[side].player).find((one) => one !== mover);
    const seen = new Set<string>();
    await raceOnStage('a removal and a resignation of the opponent', {
      from,
      tasks: (stage) => [
        removing(arena, mover),
        (ports) =>
          play(ports, speaking(stage, opponent as PlayerId), { t: 'resign', game: game.id }),
      ],
      check: async (stage) => {
        const { winner, ending, seats } = (await gameOf(stage, game.id)) as DoneGame;
        seen.add(ending);
        const loser = ending === 'removed' ? opponent : mover;
        expect(winner !== null && seats[winner].player).toBe(loser);
        const ends = stage.changes.filter(({ after }) => after?.type === 'game');
        expect(ends).toHaveLength(1);
        await expectOut(stage, arena, mover);
      },
    });
    expect([...seen].sort()).toEqual(['removed', 'resign']);
  });

  it('against a move of his: the game is lost, with or without the move', async () => {
    const { from, arena, game, mover } = await playing(5);
    const move = present(
      rulesOf(game.kind).legal(rulesOf(game.kind).replay(game.moves))[0],
      'move',
    );
    await raceOnStage('a removal and a move', {
      from,
      tasks: (stage) => [
        removing(arena, mover),
        (ports) =>
          play(ports, speaking(stage, mover), { t: 'move', game: game.id, ply: game.ply, move }),
      ],
      check: async (stage) => {
        const done = await gameOf(stage, game.id);
        expect(done).toMatchObject({ state: 'done', ending: 'removed' });
        expect([5, 6]).toContain(done.ply);
        await expectOut(stage, arena, mover);
      },
    });
  });

  it('against another one of the same player: once, and each told once', async () => {
    const { from, arena, mover } = await playing(4);
    await raceOnStage('two removals', {
      from,
      tasks: () => [removing(arena, mover), removing(arena, mover)],
      check: async (stage, results) => {
        expect(results.every(accepted)).toBe(true);
        expect(stage.told.filter(({ message }) => message.t === 'ended')).toHaveLength(2);
        const removals = stage.changes.filter(({ after }) => after?.type === 'row');
        expect(removals).toHaveLength(1);
        await expectOut(stage, arena, mover);
      },
    });
  });

  it('that dies anywhere and is repeated: out, and his game lost', async () => {
    const { from, arena, mover } = await playing(4);
    await raceOnStage('a removal with a death, and a pairing', {
      from,
      crashes: 1,
      tasks: () => [removing(arena, mover), (ports) => pairArena(ports, arena.id)],
      check: (stage) => expectOut(stage, arena, mover),
    });
  });
});

/** Accepted or refused, and that agrees with the final ranking. */
async function expectDecided(
  stage: Stage,
  arena: Arena,
  player: PlayerId,
  removed: unknown,
): Promise<boolean> {
  if (!accepted(removed)) {
    const { code } = (removed as { error: Refusal }).error;
    expect(code).toBe('arenaOver');
  }
  const frozen = await frozenOn(stage, await arenaOf(stage, arena.id));
  const [final] = await finalsOf(stage, frozen);
  const isIn = present(final, 'final').lines.some((line) => line.player === player);
  expect(isIn).toBe(!accepted(removed));
  expect((await rowOf(stage, arena, player)).removed).toBe(accepted(removed));
  const page = await stage.tables.page(arena.id, 0);
  expect(page?.lines.some((line) => line.player === player)).toBe(isIn);
  return isIn;
}

describe('a removal against the freeze', () => {
  const policies = ['ignored', 'counted'] as const;
  it.each(policies)('late games %s: refused, or he is not in the ranking', async (lateGames) => {
    const { stage: from, arena, players } = await openArena(playersOf(2));
    const [ama] = players as unknown as Two;
    const closing = await closedFor(from, arena, lateGames);
    const seen = new Set<boolean>();
    await raceOnStage(`a removal and a freeze, late games ${lateGames}`, {
      from,
      tasks: () => [removing(closing, ama), (ports) => runArena(ports, arena.id)],
      check: async (stage, [removed]) => {
        seen.add(await expectDecided(stage, arena, ama, removed));
      },
    });
    expect(seen.size).toBe(2);
  });

  it('of somebody who still plays: the same, and the game is over or fenced', async () => {
    const { from, arena, game, mover } = await playing(6, 60_000);
    const closing = await closedFor(from, arena, 'ignored');
    await raceOnStage('a removal in a game and a freeze', {
      from,
      fresh: true,
      tasks: () => [removing(closing, mover), (ports) => runArena(ports, arena.id)],
      check: async (stage, [removed]) => {
        await expectDecided(stage, arena, mover, removed);
        const left = await gameOf(stage, game.id);
        const lateAtMs = left.state === 'done' ? left.endedAtMs : left.endedNotBeforeMs;
        expect(lateAtMs).toBeGreaterThan(arena.endsAtMs);
      },
    });
  });
});

/** The arena closed, with the grace over. */
async function closedFor(
  stage: Stage,
  arena: Arena,
  lateGames: Arena['policy']['lateGames'],
): Promise<Arena> {
  await setPolicy(stage, arena, { lateGames });
  stage.clock.nowMs = arena.endsAtMs + 10;
  await runArena(stage.ports, arena.id);
  stage.clock.nowMs = arena.endsAtMs + 60_000;
  return arenaOf(stage, arena.id);
}
