import { describe, expect, it } from 'vitest';
import { leave } from '../../shared/app/leave.ts';
import { visitLobby } from '../../shared/app/lobby.ts';
import { scoreOrPostpone } from '../../shared/app/look.ts';
import { pairArena } from '../../shared/app/pair-arena.ts';
import { play } from '../../shared/app/play.ts';
import type { Caller } from '../../shared/app/ports.ts';
import { scoreGame } from '../../shared/app/score-game.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { entryOf } from '../../shared/arena/log.ts';
import { LEASE_MS, PLACE_KEPT_MS } from '../../shared/arena/row.ts';
import { buildSheet } from '../../shared/arena/sheet.ts';
import { present } from '../../shared/core/assert.ts';
import type { GameId, PlayerId } from '../../shared/core/ids.ts';
import type { DoneGame, Game } from '../../shared/game/game.ts';
import { sideOf } from '../../shared/game/game.ts';
import type { ServerMessage } from '../../shared/protocol/server-message.ts';
import { rulesOf } from '../../shared/rules/registry.ts';
import { sideAt } from '../../shared/rules/rules.ts';
import { dyingAfter, freshTable, liveGames } from '../support/organising.ts';
import { raceOnStage } from '../support/race.ts';
import {
  createStage,
  gameOf,
  lineOf,
  openArena,
  pairedArena,
  playersOf,
  playTo,
  rowOf,
  type Stage,
  speaking,
} from '../support/stage.ts';
import { twoWins } from './two-wins.ts';

/** The player on a line that has just been opened. */
const anew = (stage: Stage, player: PlayerId): Caller =>
  speaking(stage, player, {
    connection: lineOf(player, ' again'),
    connectedAtMs: stage.clock.nowMs,
  });

const helloOf = ({ arena, id, ply }: Game) => ({ t: 'hello', v: 1, arena, game: id, ply }) as const;

/** A copy of the stage on which the line of this player is dead. */
function withDeadLine(stage: Stage, player: PlayerId): Stage {
  const { nowMs } = stage.clock;
  return createStage({ entities: stage.store.all(), nowMs, gone: [lineOf(player)] });
}

/** Any legal move of the side to move. */
function moveIn({ id, kind, moves, ply }: Game) {
  const rules = rulesOf(kind);
  const move = present(rules.legal(rules.replay(moves))[0], 'legal move');
  return { t: 'move', game: id, ply, move } as const;
}

/** The whole state of this game, as it is stored. */
const stateOf = (game: Game, turns: number): object => {
  const { remainingMs, lastAtMs, deadlineMs } = game;
  const moves = rulesOf(game.kind).texts(game.moves);
  expect(moves).toHaveLength(turns);
  const clock = { remainingMs, lastAtMs, deadlineMs };
  return { t: 'state', game: { id: game.id, ply: turns, moves: moves.join(' '), clock } };
};

describe('a player who has lost his connection in the middle of a game', () => {
  // gbtami/pychess-variants#468
  it('gets moves, both clocks and the turn at once, whatever answer he has missed', async () => {
    const { stage, games } = await pairedArena(playersOf(2));
    const seen = await playTo(stage, present(games[0], 'game').id, 4);
    const { first } = seen.seats;
    const lost = moveIn(seen);
    stage.clock.nowMs += 7_000;
    await play(stage.ports, speaking(stage, first.player), lost);
    stage.clock.nowMs += 4_000;
    const game = await playTo(stage, seen.id, 6);
    stage.clock.nowMs += 2_000;

    const answer = await visitLobby(stage.ports, anew(stage, first.player), helloOf(seen));

    expect(answer).toMatchObject({ nowMs: stage.clock.nowMs, ...stateOf(game, 6) });
    // 3 minutes, 2 s a move, of which the second took a second and the third seven.
    expect(game.remainingMs).toEqual({ first: 176_000, second: 178_000 });
    expect(game.deadlineMs).toBe(game.lastAtMs + game.remainingMs.first);
    // His client sends again what was never answered: it is stored once.
    const again = await play(stage.ports, anew(stage, first.player), lost);
    expect(again).toMatchObject({ t: 'moved', by: 'first', move: lost.move, ply: 6 });
    expect((await gameOf(stage, game.id)).moves).toEqual(game.moves);
    expect(stage.bugs).toEqual([]);
  });

  // lichess-org/mobile#2525
  it('finds the move that was posted to his dead line, and the clock that it started', async () => {
    const { stage: before, games } = await pairedArena(playersOf(2));
    const seen = await playTo(before, present(games[0], 'game').id, 4);
    const { first, second } = seen.seats;
    const stage = withDeadLine(before, second.player);
    for (const one of [before, stage]) {
      one.clock.nowMs += 3_000;
      await play(one.ports, speaking(one, first.player), moveIn(seen));
    }
    const game = await gameOf(stage, seen.id);
    expect(stage.told).toEqual([]);
    expect(game).toEqual(await gameOf(before, seen.id));
    stage.clock.nowMs += 20_000;

    const back = anew(stage, second.player);
    const answer = await visitLobby(stage.ports, back, helloOf(seen));

    expect(answer).toMatchObject({ nowMs: stage.clock.nowMs, ...stateOf(game, 5) });
    // Nothing names the dead line any more, and he has lost no more than the time that went by.
    expect(JSON.stringify(stage.store.all())).not.toContain(`"${lineOf(second.player)}"`);
    const followed = await gameOf(stage, game.id);
    expect(followed).toMatchObject({ deadlineMs: game.deadlineMs, remainingMs: game.remainingMs });
    await play(stage.ports, back, moveIn(followed));
    const { remainingMs } = await gameOf(stage, game.id);
    expect(remainingMs.second).toBe(game.remainingMs.second - 20_000 + 2_000);
    const next = await playTo(stage, game.id, 7);
    expect(stage.told.at(-1)).toMatchObject({ to: back.connection, message: { ply: next.ply } });
  });
});

/** A game whose next move ends it. */
async function beforeTheEnd() {
  const { stage, arena, players, games } = await pairedArena(playersOf(2));
  const { id } = present(games[0], 'game');
  for (let ply = 1; ; ply++) {
    const game = await gameOf(stage, id);
    const last = moveIn(game);
    const rules = rulesOf(game.kind);
    const after = present(rules.move(rules.replay(game.moves), last.move), 'legal move');
    if (rules.outcome(after.position) !== null) return { stage, arena, players, game, last };
    await playTo(stage, id, ply);
  }
}

/** How often the game was written as finished. */
const endingsOf = ({ changes }: Stage, id: GameId): number =>
  changes.filter(({ after }) => after?.type === 'game' && after.id === id && after.state === 'done')
    .length;

describe('the last move of a game', () => {
  // gbtami/pychess-variants#675
  it('sent twice is stored, ends the game and is scored once', async () => {
    const { stage: from, arena, players, game, last } = await beforeTheEnd();
    const { player } = game.seats[sideAt(game.ply)];
    const say = (stage: Stage) => () => play(stage.ports, speaking(stage, player), last);
    await raceOnStage('the last move twice', {
      from,
      tasks: (stage) => [say(stage), say(stage)],
      check: async (stage, answers) => {
        const done = (await gameOf(stage, game.id)) as DoneGame;
        const told = { t: 'moved', move: last.move, ply: game.ply + 1 };
        const end = { ending: done.ending, winner: done.winner };
        expect(answers).toMatchObject([
          { ...told, end },
          { ...told, end },
        ]);
        expect(done).toMatchObject({ state: 'done', ply: game.ply + 1 });
        expect(endingsOf(stage, game.id)).toBe(1);
      },
    });
    await say(from)();
    const done = (await gameOf(from, game.id)) as DoneGame;
    for (const _ of ['first', 'second']) {
      await scoreGame(from.ports, done);
      await say(from)();
    }

    expect(endingsOf(from, game.id)).toBe(1);
    const table = await freshTable(from, arena);
    expect(table.map(({ games }) => games)).toEqual([1, 1]);
    for (const one of players) {
      const row = await rowOf(from, arena, one);
      expect(row).toMatchObject({ state: 'idle', game: null });
      expect(row.log.map((entry) => entry.game)).toEqual([game.id]);
    }
  });
});

/** Points by player, counted anew from the records of the games alone. */
function recount(arena: Arena, players: readonly PlayerId[], games: readonly DoneGame[]) {
  const logOf = (player: PlayerId) =>
    games.flatMap((game) => {
      const side = sideOf(game, player);
      return side === null ? [] : [entryOf(game, side)];
    });
  return new Map(players.map((one) => [one, buildSheet(arena, logOf(one)).points / 2]));
}

describe('a function that dies while it scores a batch of games', () => {
  // gbtami/pychess-variants#1206
  it('leaves a table that is, once it has run again, what the games say', async () => {
    const { stage: from, arena, players, games } = await pairedArena(playersOf(6));
    const done: DoneGame[] = [];
    for (const [index, { id, seats }] of games.entries()) {
      await playTo(from, id, 4);
      const loser = seats[index % 2 === 0 ? 'first' : 'second'].player;
      await play(from.ports, speaking(from, loser), { t: 'resign', game: id });
      done.push((await gameOf(from, id)) as DoneGame);
    }
    const expected = recount(arena, players, done);
    const { nowMs } = from.clock;

    for (let calls = 0, survived = false; !survived; calls++) {
      const stage = createStage({ entities: from.store.all(), nowMs });
      const dying = dyingAfter(stage.ports, calls);
      const runs = await Promise.allSettled(done.map((game) => scoreOrPostpone(dying, game, 0)));
      survived = runs.every(({ status }) => status === 'fulfilled');
      for (const game of done) await scoreOrPostpone(stage.ports, game, 0);

      const table = await freshTable(stage, arena);
      expect(new Map(table.map(({ player, points }) => [player, points]))).toEqual(expected);
      expect(table.map((line) => line.games)).toEqual(players.map(() => 1));
      expect(stage.bugs).toEqual([]);
      if (survived) expect(calls).toBeGreaterThan(done.length);
    }
  });
});

describe('a client that dies without a word', () => {
  // systemaccounting/mxfactorial#148
  it('is absent when its lease is over, and without its place a minute later', async () => {
    const { stage, arena, players } = await openArena(playersOf(3));
    const [dead, ...others] = players as [PlayerId, ...PlayerId[]];
    const lobby = { t: 'lobby', arena: arena.id, after: null } as const;
    const { readySinceMs } = await rowOf(stage, arena, dead);
    for (const afterMs of [10_000, 20_000]) {
      stage.clock.nowMs = arena.startsAtMs + afterMs;
      for (const player of others) await visitLobby(stage.ports, speaking(stage, player), lobby);
    }
    stage.clock.nowMs = arena.startsAtMs + LEASE_MS;
    await pairArena(stage.ports, arena.id);

    expect(await rowOf(stage, arena, dead)).toMatchObject({ connection: lineOf(dead) });
    expect(liveGames(stage)).toHaveLength(1);
    expect(liveGames(stage).map((game) => sideOf(game, dead))).toEqual([null]);
    const line = (await freshTable(stage, arena)).find(({ player }) => player === dead);
    expect(line).toMatchObject({ state: 'absent' });

    stage.clock.nowMs = arena.startsAtMs + LEASE_MS + PLACE_KEPT_MS;
    await visitLobby(stage.ports, anew(stage, dead), lobby);
    const back = await rowOf(stage, arena, dead);
    expect(readySinceMs).toBeLessThan(arena.startsAtMs + LEASE_MS);
    expect(back).toMatchObject({ state: 'ready', readySinceMs: stage.clock.nowMs });
  });
});

describe('a player whom the gateway has cut off in an arena of three hours', () => {
  // pladaria/reconnecting-websocket#178, michalkvasnicak/aws-lambda-graphql#124,
  // michalkvasnicak/aws-lambda-graphql#136
  it('finds his seat, his streak and his place in the queue again', async () => {
    const { stage, arena, hero, other, last } = await twoWins(3 * 3_600_000);
    const back = { t: 'lobby', arena: arena.id, after: last } as const;
    const pairNow = async () =>
      pairArena(stage.ports, arena.id, await stage.store.rows(arena, 'consistent'));
    await visitLobby(stage.ports, speaking(stage, hero), back);
    await pairNow();
    const waiting = await rowOf(stage, arena, hero);
    stage.clock.nowMs += 20_000;
    await leave(stage.ports, hero, lineOf(hero));
    expect(await rowOf(stage, arena, hero)).toMatchObject({ state: 'ready', connection: null });
    stage.clock.nowMs += 30_000;

    const line = anew(stage, hero);
    const hello = { t: 'hello', v: 1, arena: arena.id } as const;
    const answer: ServerMessage = await visitLobby(stage.ports, line, hello);
    await visitLobby(stage.ports, line, back);

    const you = { state: 'ready', seated: true, games: 2, points: 4, onFire: true };
    expect(answer).toMatchObject({ t: 'state', you, game: null });
    const { readySinceMs } = await rowOf(stage, arena, hero);
    expect(readySinceMs).toBe(waiting.readySinceMs);
    await visitLobby(stage.ports, speaking(stage, other), back);
    await freshTable(stage, arena);
    await pairNow();
    const game = present(liveGames(stage)[0], 'game');
    const told = stage.told.filter(
      ({ to, message }) => to === line.connection && 'game' in message,
    );
    expect(told.at(-1)).toMatchObject({ message: { t: 'paired', game: { id: game.id } } });
    expect(stage.bugs).toEqual([]);
  });
});
