import type { Store, Write } from '../../shared/app/ports.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { changeRow, lastGameOf, type Row } from '../../shared/arena/row.ts';
import { assert, present } from '../../shared/core/assert.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import type { SeededRandom } from '../../shared/core/random.ts';
import { finish } from '../../shared/game/finish.ts';
import type { LiveGame, Seat } from '../../shared/game/game.ts';
import { newRating } from '../../shared/game/glicko.ts';
import { startGame } from '../../shared/game/start.ts';
import { SIDES, type Side } from '../../shared/rules/rules.ts';
import type { PublishedGame } from './published-games.ts';
import { stored } from './stored-arena.ts';

/**
 * Plays the games in an order that is random as far as each player's own order lets, so many at a
 * time: the next game of a player starts when his last one is scored (law 4).
 */
export async function playShuffled(
  games: readonly PublishedGame[],
  { random, atOnce }: { readonly random: Pick<SeededRandom, 'below'>; readonly atOnce: number },
  play: (game: PublishedGame) => Promise<void>,
): Promise<void> {
  const left = new Set(games);
  const running = new Set<Promise<void>>();
  const playing = new Set<PlayerId>();
  const over = new Map<PlayerId, number>();
  const isFree = ({ players, numbers }: PublishedGame): boolean =>
    SIDES.every((side) => {
      const player = players[side];
      return !playing.has(player) && (over.get(player) ?? 0) + 1 === numbers[side];
    });
  const run = async (game: PublishedGame): Promise<void> => {
    for (const side of SIDES) playing.add(game.players[side]);
    await play(game);
    for (const side of SIDES) {
      playing.delete(game.players[side]);
      over.set(game.players[side], game.numbers[side]);
    }
  };
  while (left.size > 0 || running.size > 0) {
    const free = running.size < atOnce ? [...left].filter(isFree) : [];
    const game = free[random.below(free.length)];
    if (game !== undefined) {
      left.delete(game);
      const played = run(game).finally(() => running.delete(played));
      running.add(played);
    } else {
      assert(running.size > 0, 'some game can be played');
      await Promise.race(running);
    }
  }
}

const LOOK_EVERY_MS = 50;
/** Nobody waits so long for the score of a game, unless it is lost. */
const SCORED_WITHIN_MS = 30_000;

interface Awaited {
  readonly game: PublishedGame;
  readonly untilMs: number;
  readonly scored: () => void;
  readonly failed: (why: unknown) => void;
}

/**
 * Plays one game: stores it with both rows, then that it is over, and waits until the stream has
 * brought it to both rows. `entered` are the rows as they are stored, before any game.
 */
export function playerOf(store: Store, arena: Arena, entered: readonly Row[]) {
  const rows = new Map(entered.map((row) => [row.player, row]));
  const awaited = new Set<Awaited>();
  const bothRows = ({ players }: PublishedGame): readonly Row[] =>
    SIDES.map((side) => present(rows.get(players[side]), 'row of a player'));

  const look = async (): Promise<void> => {
    const players = [...awaited].flatMap(({ game }) => SIDES.map((side) => game.players[side]));
    for (const row of await store.rowsOf(arena, players)) rows.set(row.player, row);
    for (const one of awaited) {
      const isScored = bothRows(one.game).every((row) => lastGameOf(row) === one.game.id);
      if (isScored && awaited.delete(one)) one.scored();
      else if (Date.now() > one.untilMs) throw new Error(`game ${one.game.id} is not scored`);
    }
    if (awaited.size > 0) setTimeout(keepLooking, LOOK_EVERY_MS);
  };
  const keepLooking = (): void => {
    look().catch((why: unknown) => {
      for (const one of awaited) one.failed(why);
    });
  };

  return async (game: PublishedGame): Promise<void> => {
    const live = liveGame(arena, game);
    const seated = bothRows(game).map((before): Write => {
      assert(before.state === 'idle', 'whoever is paired has been scored');
      return { op: 'update', before, after: seatedIn(before, live) };
    });
    await stored(store, [...seated, { op: 'create', entity: live }]);
    const { winner, ending, endedMs } = game;
    const after = finish(live, { winner, ending, endedAtMs: arena.startsAtMs + endedMs });
    await stored(store, [{ op: 'update', before: live, after }]);
    const { promise, resolve: scored, reject: failed } = Promise.withResolvers<void>();
    awaited.add({ game, untilMs: Date.now() + SCORED_WITHIN_MS, scored, failed });
    if (awaited.size === 1) keepLooking();
    await promise;
  };
}

/** As a pairing stores it; whoever did not show up in his last game has come back. */
const seatedIn = (row: Row, { id: game }: LiveGame): Row =>
  changeRow(row, { state: 'play', game, paused: false, why: 'paired' });

/** Longer than any test: no clock may end a game while its end is being written. */
const LIVE_MS = 600_000;

/** The game before its end. Its moves are those of another kind, so only their number is stored. */
function liveGame(arena: Arena, game: PublishedGame): LiveGame {
  const { id, players, ratings, numbers, berserk, plies: ply } = game;
  const seat = (side: Side): Seat => ({
    player: players[side],
    name: players[side],
    rating: ratings[side],
    glicko: newRating(ratings[side]),
    gameNumber: numbers[side],
    ...{ rank: null, points: 0, onFire: false },
    connection: null,
    connectedAtMs: 0,
  });
  const started = startGame({
    ...{ id, arena: arena.id, kind: arena.kind, endsAtMs: arena.endsAtMs },
    ...{
      limitMs: arena.limitMs,
      incrementMs: arena.incrementMs,
      berserkable: true,
      rated: 'never',
    },
    seats: { first: seat('first'), second: seat('second') },
    firstMoveMs: null,
    abandonClaimMs: null,
    lagAllowanceMs: 0,
    startedAtMs: arena.startsAtMs + game.startedMs,
  });
  return { ...started, berserk, ply, deadlineMs: Date.now() + LIVE_MS };
}
