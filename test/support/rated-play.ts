import { visitLobby } from '../../shared/app/lobby.ts';
import { pairArena } from '../../shared/app/pair-arena.ts';
import { play } from '../../shared/app/play.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { present } from '../../shared/core/assert.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import type { DoneGame, Game } from '../../shared/game/game.ts';
import { type GameScore, newRating, type Rating, rateGame } from '../../shared/game/glicko.ts';
import { otherSide, SIDES, type Side } from '../../shared/rules/rules.ts';
import { liveGames } from './organising.ts';
import { arenaOf, gameOf, rowOf, type Stage, speaking } from './stage.ts';

/** Ratings by player; who is not in it has not played yet. */
export type Ratings = ReadonlyMap<PlayerId, Rating>;

/** What these games make of the ratings, one after the other, by the formula alone. */
export function ratedBy(games: readonly DoneGame[], start: Ratings): Ratings {
  const ratings = new Map(start);
  for (const { seats, winner, endedAtMs } of games) {
    const before = (side: Side) => present(ratings.get(seats[side].player), 'rating before');
    const after = SIDES.map((side) => {
      const score: GameScore = winner === null ? 0.5 : winner === side ? 1 : 0;
      const rated = rateGame(before(side), before(otherSide(side)), score, endedAtMs);
      if (!rated.ok) throw new Error(rated.error);
      return [seats[side].player, rated.value] as const;
    });
    for (const [player, rating] of after) ratings.set(player, rating);
  }
  return ratings;
}

/** Nobody has played yet: what the profiles say. */
export const unplayed = (stage: Stage): Ratings =>
  new Map(
    stage.store
      .all()
      .flatMap((one) =>
        one.type === 'profile' ? [[one.player, newRating(one.rating)] as const] : [],
      ),
  );

/** What is known of everybody now. */
export const newestRatings = (stage: Stage): Ratings =>
  new Map([
    ...unplayed(stage),
    ...stage.store
      .all()
      .flatMap((one) => (one.type === 'rating' ? [[one.player, one.glicko] as const] : [])),
  ]);

/** So often a rating has been written. */
export const ratingWrites = ({ changes }: Stage): number =>
  changes.filter(({ after }) => after?.type === 'rating').length;

/** The arena as if it had been created with this. */
export async function setArena(
  stage: Stage,
  { id }: Pick<Arena, 'id'>,
  part: Partial<Arena>,
): Promise<Arena> {
  const before = await arenaOf(stage, id);
  const after = { ...before, ...part, version: before.version + 1 };
  await stage.store.commit([{ op: 'update', before, after }]);
  return after;
}

/** They enter where they do not sit here, return to the lobby, and whoever can be is paired. */
export async function gather(
  stage: Stage,
  arena: Arena,
  players: readonly PlayerId[],
): Promise<void> {
  stage.clock.nowMs += 1_000;
  for (const player of players) {
    await visitLobby(stage.ports, speaking(stage, player), { t: 'enter', arena: arena.id });
    const after = (await rowOf(stage, arena, player)).log.at(-1)?.game ?? null;
    const lobby = { t: 'lobby', arena: arena.id, after } as const;
    await visitLobby(stage.ports, speaking(stage, player), lobby);
  }
  const woken = await Promise.all(players.map((player) => rowOf(stage, arena, player)));
  await pairArena(stage.ports, arena.id, woken);
}

/** The only game that these players have now. */
export const gameBetween = (stage: Stage, players: readonly PlayerId[]): Game =>
  present(
    liveGames(stage).find(({ seats }) => SIDES.every((s) => players.includes(seats[s].player))),
    'running game of these players',
  );

/** The game as it is over, its loser having resigned, and not scored yet. */
export async function lost(stage: Stage, game: Game, loser: Side): Promise<DoneGame> {
  stage.clock.nowMs += 1_000;
  const { player } = game.seats[loser];
  await play(stage.ports, speaking(stage, player), { t: 'resign', game: game.id });
  return (await gameOf(stage, game.id)) as DoneGame;
}
