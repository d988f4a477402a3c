import { describe, expect, it } from 'vitest';
import { visitLobby } from '../../shared/app/lobby.ts';
import { pairArena } from '../../shared/app/pair-arena.ts';
import { play } from '../../shared/app/play.ts';
import { refreshTable } from '../../shared/app/refresh-table.ts';
import { scoreGame } from '../../shared/app/score-game.ts';
import { sweep } from '../../shared/app/sweep.ts';
import { watchGame } from '../../shared/app/watch-game.ts';
import { present } from '../../shared/core/assert.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import type { DoneGame } from '../../shared/game/game.ts';
import { SIDES } from '../../shared/rules/rules.ts';
import { raceOnStage, type Task } from '../support/race.ts';
import {
  gameOf,
  lineOf,
  pairedArena,
  playersOf,
  playTo,
  rowOf,
  type Stage,
  speaking,
} from '../support/stage.ts';

/** A game of two just resigned by its first mover, and not scored yet. */
async function resignedGame() {
  const { stage, arena, players, games } = await pairedArena(playersOf(2));
  const { id } = present(games[0], 'game');
  await playTo(stage, id, 4);
  const { seats } = await gameOf(stage, id);
  await play(stage.ports, speaking(stage, seats.first.player), { t: 'resign', game: id });
  // Ratings have races of their own, see ratings.race.
  const game = { ...(await gameOf(stage, id)), rated: 'never' } as DoneGame;
  stage.clock.nowMs += 1_000;
  return { stage, arena, players, game };
}

type Resigned = Awaited<ReturnType<typeof resignedGame>>;

async function expectScoredOnce(stage: Stage, { arena, players, game }: Resigned): Promise<void> {
  for (const player of players) {
    const row = await rowOf(stage, arena, player);
    expect(row.log.map((entry) => entry.game)).toEqual([game.id]);
    expect(row.state).not.toBe('play');
  }
}

const scoresTold = (stage: Stage): string[] =>
  stage.told.flatMap(({ to, message }) => (message.t === 'scored' ? [to] : [])).sort();

describe('scoring a game', () => {
  // aws-samples/sample-voice-of-customer-datalake#264,
  // aws-samples/sample-voice-of-customer-datalake#383
  it('twice at once scores and tells it once for both', async () => {
    const resigned = await resignedGame();
    const score: Task = (ports) => scoreGame(ports, resigned.game);
    await raceOnStage('scoring twice', {
      from: resigned.stage,
      tasks: () => [score, score],
      check: async (stage) => {
        await expectScoredOnce(stage, resigned);
        expect(scoresTold(stage)).toEqual(resigned.players.map((player) => lineOf(player)).sort());
      },
    });
  });

  // aws-samples/sample-voice-of-customer-datalake#264,
  // aws-samples/sample-voice-of-customer-datalake#383
  it('twice, one of them dying anywhere: once for both, told at most once', async () => {
    const resigned = await resignedGame();
    const score: Task = (ports) => scoreGame(ports, resigned.game);
    await raceOnStage('scoring twice with a death', {
      from: resigned.stage,
      crashes: 1,
      tasks: () => [score, score],
      check: async (stage) => {
        await expectScoredOnce(stage, resigned);
        const told = scoresTold(stage);
        expect(new Set(told).size).toBe(told.length);
      },
    });
  });

  it('against a hello: one of the two states, whole', async () => {
    const resigned = await resignedGame();
    const [player] = resigned.players as [PlayerId, PlayerId];
    const connection = lineOf(player, ' new');
    await raceOnStage('scoring and a hello', {
      from: resigned.stage,
      tasks: (stage) => [
        (ports) => scoreGame(ports, resigned.game),
        (ports) =>
          visitLobby(
            ports,
            speaking(stage, player, { connection, connectedAtMs: stage.clock.nowMs }),
            { t: 'hello', v: 1, arena: resigned.arena.id },
          ),
      ],
      check: async (stage, [, answer]) => {
        await expectScoredOnce(stage, resigned);
        expect((await rowOf(stage, resigned.arena, player)).connection).toBe(connection);
        const you = { state: 'play', games: 0 };
        const before = { you, game: { id: resigned.game.id, end: { ending: 'resign' } } };
        const after = { you: { state: 'idle', games: 1 }, game: null };
        const isBefore = (answer as { game: unknown }).game !== null;
        expect(answer).toMatchObject(isBefore ? before : after);
      },
    });
  });

  it('against a lobby return: the wish or the return counts, and he is ready', async () => {
    const resigned = await resignedGame();
    const [player] = resigned.players as [PlayerId, PlayerId];
    await raceOnStage('scoring and a lobby return', {
      from: resigned.stage,
      tasks: (stage) => [
        (ports) => scoreGame(ports, resigned.game),
        (ports) =>
          visitLobby(ports, speaking(stage, player), {
            ...{ t: 'lobby', arena: resigned.arena.id, after: resigned.game.id },
          }),
      ],
      check: async (stage) => {
        await expectScoredOnce(stage, resigned);
        const row = await rowOf(stage, resigned.arena, player);
        expect(row).toMatchObject({ state: 'ready', wish: false });
        const wakes = stage.changes.filter(
          ({ after }) => after?.type === 'row' && /^(ready|scoredReady)$/.test(after.why),
        );
        expect(wakes).toHaveLength(1);
      },
    });
  });

  it('against a pause: he is scored and paused', async () => {
    const resigned = await resignedGame();
    const [player] = resigned.players as [PlayerId, PlayerId];
    await raceOnStage('scoring and a pause', {
      from: resigned.stage,
      tasks: (stage) => [
        (ports) => scoreGame(ports, resigned.game),
        (ports) =>
          visitLobby(ports, speaking(stage, player), { t: 'pause', arena: resigned.arena.id }),
      ],
      check: async (stage) => {
        await expectScoredOnce(stage, resigned);
        expect(await rowOf(stage, resigned.arena, player)).toMatchObject({
          ...{ state: 'idle', paused: true },
        });
      },
    });
  });

  it('against a pairing that an old record woke: first scored, then paired', async () => {
    const resigned = await resignedGame();
    const { stage: from, arena, players } = resigned;
    const first = speaking(from, players[0] as PlayerId);
    const message = { t: 'lobby', arena: arena.id, after: resigned.game.id } as const;
    await visitLobby(from.ports, first, message);
    const old = await Promise.all(players.map((player) => rowOf(from, arena, player)));
    await raceOnStage('scoring and a pairing', {
      from,
      tasks: (stage) => [
        (ports) => scoreGame(ports, resigned.game),
        (ports) => pairArena(ports, arena.id, old),
        (ports) =>
          visitLobby(ports, speaking(stage, players[1] as PlayerId), {
            ...{ t: 'lobby', arena: arena.id, after: resigned.game.id },
          }),
      ],
      check: (stage) => expectScoredOnce(stage, resigned),
    });
  });

  it('against the sweep: nothing changes twice', async () => {
    const resigned = await resignedGame();
    resigned.stage.clock.nowMs += 10_000;
    await raceOnStage('scoring and a sweep', {
      from: resigned.stage,
      tasks: () => [(ports) => scoreGame(ports, resigned.game), (ports) => sweep(ports)],
      check: (stage) => expectScoredOnce(stage, resigned),
    });
  });
});

describe('the end of a game', () => {
  it('by two looks and a dying one is told to both, at most once by each', async () => {
    const { stage: from, arena, players, games } = await pairedArena(playersOf(2));
    const { id, deadlineMs } = present(games[0], 'game');
    from.clock.nowMs = deadlineMs + 1_000;
    const watch: Task = (ports) => watchGame(ports, id);
    await raceOnStage('two looks at an overdue game with a death', {
      from,
      crashes: 1,
      tasks: () => [watch, watch],
      check: async (stage) => {
        const game = await gameOf(stage, id);
        expect(game).toMatchObject({ state: 'done', ending: 'noShow', endedAtMs: deadlineMs });
        const told = stage.told.filter(({ message }) => message.t === 'ended');
        expect(told.length).toBeLessThanOrEqual(SIDES.length);
        expect((await rowOf(stage, arena, players[0] as PlayerId)).state).toBe('play');
      },
    });
  });
});

describe('two rebuilds of a table at once', () => {
  it('leave the one that read later, or a message to look again', async () => {
    const { stage: from, arena, games } = await pairedArena(playersOf(4));
    const done: DoneGame[] = [];
    for (const { id, seats } of games) {
      const message = { t: 'resign', game: id } as const;
      await play(from.ports, speaking(from, seats.first.player), message);
      done.push((await gameOf(from, id)) as DoneGame);
    }
    // One of the two is scored while the other one's table is rebuilt.
    const [first, second] = done as [DoneGame, DoneGame];
    await scoreGame(from.ports, first);
    const scoredAtMs = from.clock.nowMs;
    from.clock.nowMs += 10;
    await raceOnStage('two rebuilds and a score between them', {
      from,
      ticking: true,
      tasks: (stage) => [
        (ports) => refreshTable(ports, arena.id, scoredAtMs),
        async (ports) => {
          // A gate, so that the score falls anywhere into the other rebuild.
          await ports.store.row(arena, second.seats.first.player, 'consistent');
          await scoreGame({ ...ports, store: stage.store }, second);
          const row = await rowOf(stage, arena, second.seats.first.player);
          await refreshTable(ports, arena.id, present(row.scoredAtMs, 'scored'));
        },
      ],
      check: async (stage) => {
        const page = present(await stage.tables.page(arena.id, 0), 'page');
        const played = page.lines.reduce((sum, line) => sum + line.games, 0);
        const later = stage.queued.some(({ message }) => message.t === 'standings');
        expect(played === 2 * done.length || later).toBe(true);
      },
    });
  });
});
