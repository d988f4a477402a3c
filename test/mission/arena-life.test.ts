import { describe, expect, it } from 'vitest';
import { FREEZE_GRACE_MS } from '../../shared/app/freeze-arena.ts';
import { leave } from '../../shared/app/leave.ts';
import { listGames } from '../../shared/app/list-games.ts';
import { visitLobby } from '../../shared/app/lobby.ts';
import { pairArena } from '../../shared/app/pair-arena.ts';
import { play } from '../../shared/app/play.ts';
import { runArena } from '../../shared/app/run-arena.ts';
import { scoreGame } from '../../shared/app/score-game.ts';
import { showTable } from '../../shared/app/show-table.ts';
import { watchGame } from '../../shared/app/watch-game.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { PRESETS, type PresetName } from '../../shared/arena/policy.ts';
import { present } from '../../shared/core/assert.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import { FLAG_GRACE_MS } from '../../shared/game/clock.ts';
import type { DoneGame, Game, LiveGame } from '../../shared/game/game.ts';
import { sideAt } from '../../shared/rules/rules.ts';
import {
  arenaOf,
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

const gamesOf = (stage: Stage): Game[] =>
  stage.store.all().filter((entity): entity is Game => entity.type === 'game');

/** The first mover resigns and the game is scored; both are back in the lobby. */
async function playOut(stage: Stage, arena: Arena, { id, seats }: Game): Promise<void> {
  stage.clock.nowMs += 5_000;
  await play(stage.ports, speaking(stage, seats.first.player), { t: 'resign', game: id });
  await scoreGame(stage.ports, (await gameOf(stage, id)) as DoneGame);
  for (const { player } of [seats.first, seats.second]) {
    const message = { t: 'lobby', arena: arena.id, after: id } as const;
    await visitLobby(stage.ports, speaking(stage, player), message);
  }
}

/** Stores an arena of the stage with other rules or another clock. */
async function changed(stage: Stage, arena: Arena, part: Partial<Arena>): Promise<Arena> {
  const after: Arena = { ...arena, ...part, version: arena.version + 1 };
  await stage.store.commit([{ op: 'update', before: arena, after }]);
  return after;
}

describe('an arena without rounds', () => {
  /** Six players: two of them think about one game for as long as the others play. */
  async function quickAndSlow() {
    const { stage, arena: open, players, games } = await pairedArena(playersOf(6));
    const arena = await changed(stage, open, { policy: { ...open.policy, reach: 1 } });
    const slow = present(games[0], 'slow game');
    for (let times = 0; times < 4; times++) {
      for (const game of gamesOf(stage)) {
        if (game.state === 'live' && game.id !== slow.id) await playOut(stage, arena, game);
      }
      const rows = await stage.store.rows(arena, 'consistent');
      await pairArena(stage.ports, arena.id, rows);
    }
    return { stage, arena, players, slow };
  }

  it('pairs whoever is back while another game goes on', async () => {
    const { stage, slow } = await quickAndSlow();
    const live = gamesOf(stage).filter(({ state }) => state === 'live');

    expect(live).toHaveLength(3);
    expect(live.map(({ id }) => id)).toContain(slow.id);
    expect(stage.bugs).toEqual([]);
  });

  it('gives quick players more games and more points, and no promise to meet all', async () => {
    const { stage, arena, players, slow } = await quickAndSlow();
    const [first, second] = [slow.seats.first.player, slow.seats.second.player];
    const seen = await Promise.all(
      players.map(async (player) => (await rowOf(stage, arena, player)).log),
    );

    const played = seen.map((log) => log.length);
    const slowOnes = players.map((player) => player === first || player === second);
    expect(played).toEqual(slowOnes.map((isSlow) => (isSlow ? 0 : 4)));
    const wins = seen.map((log) => log.filter(({ result }) => result === 'win').length);
    expect(wins.reduce((sum, one) => sum + one, 0)).toBe(8);
    const met = seen.map((log) => new Set(log.map(({ opponent }) => opponent)).size);
    expect(Math.max(...met)).toBeLessThan(players.length - 1);
  });
});

describe('the time of an arena', () => {
  it('is fixed at its creation, however late somebody looks and whatever still runs', async () => {
    const { stage, arena, games } = await pairedArena(playersOf(2), 60_000);
    // As it was before its start, to be opened late.
    const entities = [{ ...arena, state: 'created' as const, version: 0 }];
    const late = createStage({ entities, nowMs: arena.startsAtMs + 9_000 });
    await runArena(late.ports, arena.id);
    await playTo(stage, present(games[0], 'game').id, 6);
    const ends = [(await arenaOf(late, arena.id)).endsAtMs];
    for (const lateMs of [0, FREEZE_GRACE_MS, 60_000]) {
      stage.clock.nowMs = arena.endsAtMs + lateMs;
      await runArena(stage.ports, arena.id);
      ends.push((await arenaOf(stage, arena.id)).endsAtMs);
    }

    expect((await arenaOf(late, arena.id)).state).toBe('open');
    expect((await arenaOf(stage, arena.id)).state).toBe('frozen');
    expect(new Set(ends)).toEqual(new Set([arena.startsAtMs + 60_000]));
    expect(gamesOf(stage).map(({ endsAtMs }) => endsAtMs)).toEqual([arena.endsAtMs]);
  });

  it('that is left is told with every score, down to nothing', async () => {
    const { stage, arena, games } = await pairedArena(playersOf(4), 60_000);
    const left: number[] = [];
    for (const [index, { id, seats }] of games.entries()) {
      stage.clock.nowMs = arena.endsAtMs - (index === 0 ? 15_000 : -1);
      await play(stage.ports, speaking(stage, seats.first.player), { t: 'resign', game: id });
      await scoreGame(stage.ports, (await gameOf(stage, id)) as DoneGame);
    }
    for (const { message } of stage.told) if (message.t === 'scored') left.push(message.endsInMs);

    expect(left).toEqual([15_000, 15_000, 0, 0]);
  });
});

describe('a game that runs at the end', () => {
  it.each<readonly [string, PresetName, number[]]>([
    // lichess-org/lila#6659, lichess-org/lila#2361, gbtami/pychess-variants#966
    ['and does not count in the shield', 'oware-shield', [0, 0]],
    ['and does not count in the Dutch arena', 'dutch', [0, 0]],
    // lichess-org/lila#6659: the same game under the other rule.
    ['and counts in the classic arena', 'classic', [1, 0]],
  ])('is played out with moves and a result %s', async (_, preset, expected) => {
    const { stage, arena, games } = await pairedArena(playersOf(2), 60_000);
    const { id } = present(games[0], 'game');
    await playTo(stage, id, 6);
    await changed(stage, arena, { policy: PRESETS[preset] });
    stage.clock.nowMs = arena.endsAtMs + FREEZE_GRACE_MS;
    await runArena(stage.ports, arena.id);
    const later = await playTo(stage, id, 8);
    await play(stage.ports, speaking(stage, later.seats[sideAt(8)].player), {
      t: 'resign',
      game: id,
    });
    const done = (await gameOf(stage, id)) as DoneGame;
    await scoreGame(stage.ports, done);
    await runArena(stage.ports, arena.id);

    expect(done).toMatchObject({ ply: 8, ending: 'resign', winner: 'second' });
    const table = await showTable(stage.ports, arena.id, 0);
    expect(table.ok && table.value.final).toBe(true);
    expect(table.ok && table.value.standings.map(({ points }) => points)).toEqual(expected);
    const { games: listed } = await listGames(stage.ports, await arenaOf(stage, arena.id), null);
    expect(listed).toMatchObject([{ id, counted: preset === 'classic' }]);
  });
});

describe('the end of an arena', () => {
  it.each<readonly [string, PresetName, number]>([
    ['the one winner of the shield', 'oware-shield', 1],
    ['both who have the most points in the Dutch arena', 'dutch', 2],
  ])('announces %s, once, to everybody', async (_, preset, count) => {
    const { stage, arena, games } = await pairedArena(playersOf(4), 60_000);
    for (const game of games) await playOut(stage, arena, game);
    await changed(stage, arena, { policy: PRESETS[preset] });
    stage.clock.nowMs = arena.endsAtMs + FREEZE_GRACE_MS;
    for (let times = 0; times < 2; times++) await runArena(stage.ports, arena.id);

    // Both have beaten one opponent, and the second game was between the weaker two.
    const winners = games.map(({ seats }) => seats.second.player).slice(0, count);
    expect(stage.announced).toMatchObject([{ message: { t: 'frozen', winners } }]);
    expect(stage.announced.flatMap(({ connections }) => connections)).toHaveLength(4);
  });
});

describe('a game that is paired', () => {
  it.each([
    ['has no berserk with 0+1', 0, 1_000, 'refused'],
    ['has no berserk with 0+2', 0, 2_000, 'refused'],
    ['has berserk with 2+1', 120_000, 1_000, 'berserked'],
  ])('%s', async (_, limitMs, incrementMs, answer) => {
    const { stage, arena } = await openArena(playersOf(2));
    await changed(stage, arena, { limitMs, incrementMs });
    await pairArena(stage.ports, arena.id);
    const { id, seats } = present(gamesOf(stage)[0], 'game');

    const said = await play(stage.ports, speaking(stage, seats.first.player), {
      t: 'berserk',
      game: id,
    });

    expect(said.t).toBe(answer);
    expect((await gameOf(stage, id)).berserk.first).toBe(answer === 'berserked');
  });

  it('keeps the ratings that its players had at its start', async () => {
    const { stage, arena, games } = await pairedArena(playersOf(2));
    const { id, seats } = present(games[0], 'game');
    const before = await rowOf(stage, arena, seats.second.player);
    const after = { ...before, rating: before.rating + 300, version: before.version + 1 };
    await stage.store.commit([{ op: 'update', before, after }]);

    await playOut(stage, arena, await gameOf(stage, id));

    const { log } = await rowOf(stage, arena, seats.first.player);
    expect(log.map(({ opponentRating }) => opponentRating)).toEqual([before.rating]);
  });

  it('runs on against a player whose connection is lost', async () => {
    const { stage, games } = await pairedArena(playersOf(2));
    const { id } = present(games[0], 'game');
    const game = (await playTo(stage, id, 6)) as LiveGame;
    const mover: PlayerId = game.seats.first.player;
    await leave(stage.ports, mover, lineOf(mover));
    stage.clock.nowMs = game.deadlineMs + FLAG_GRACE_MS;

    await watchGame(stage.ports, id);

    expect(await gameOf(stage, id)).toMatchObject({
      ...{ state: 'done', winner: 'second', ending: 'flag', endedAtMs: game.deadlineMs },
    });
  });
});
