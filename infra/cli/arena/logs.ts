import type { LogEntry, Result } from '../../../shared/arena/log.ts';
import type { Entrant } from '../../../shared/arena/tally.ts';
import type { GameId, PlayerId } from '../../../shared/core/ids.ts';
import { otherSide, SIDES, type Side } from '../../../shared/rules/rules.ts';
import type { ExportFile, Game } from './export-file.ts';

/** Ids of an export are texts of any form; what is computed of them never looks inside. */
export const asPlayer = (id: string): PlayerId => id as PlayerId;
const asGame = (id: string): GameId => id as GameId;

/**
 * The two extremes of what absent inputs may have been: `least` gives every player the least he
 * may have got, `most` the most. Whatever comes out the same in both does not depend on them.
 */
export type Extreme = 'least' | 'most';

/** Whether the game counts, by its times where it has them; a voided game does not exist. */
export function isCounted({ arena }: Pick<ExportFile, 'arena'>, game: Game): boolean {
  return countsByTimes({ arena }, game) ?? game.counted ?? true;
}

/** The same by times alone; null: there are none. */
export function countsByTimes(
  { arena }: Pick<ExportFile, 'arena'>,
  { ending, startedAtMs, endedAtMs }: Game,
): boolean | null {
  if (ending === 'voided') return false;
  if (arena.policy.lateGames === 'counted') return startedAtMs < arena.endsAtMs;
  return endedAtMs === undefined ? null : endedAtMs <= arena.endsAtMs;
}

/** Sheets go by the instants of the pairings, then by ids. */
export const inStartOrder = (games: readonly Game[]): readonly Game[] =>
  [...games].sort((a, b) => a.startedAtMs - b.startedAtMs || (a.id < b.id ? -1 : 1));

/** Whether a win here may have been paid more, or an entry be called otherwise, than is known. */
export const isVague = (game: Game): boolean =>
  game.winner !== null && (game.berserk === undefined || mayBeNoShow(game));

/** With a move of each side nobody has failed to show. */
export const mayBeNoShow = ({ ending, plies }: Pick<Game, 'ending' | 'plies'>): boolean =>
  ending === 'unknown' && plies < 2;

/** Everybody with his counted games, which are given in start order. Strangers are no entrants. */
export function entrantsOf(
  file: Pick<ExportFile, 'arena' | 'players'>,
  games: readonly Game[],
  extreme: Extreme,
): Entrant[] {
  const logs = new Map<string, LogEntry[]>([...file.players.keys()].map((id) => [id, []]));
  for (const game of games) {
    if (game.first === game.second || !isCounted(file, game)) continue;
    for (const side of SIDES) {
      logs.get(game[side])?.push(entryOf(game, side, extreme, file.arena.endsAtMs));
    }
  }
  return [...file.players.values()].map(({ id, rating, joinedAtMs, removed }) => ({
    player: asPlayer(id),
    joinedRating: rating,
    joinedAtMs: joinedAtMs ?? 0,
    removed,
    log: logs.get(id) ?? [],
  }));
}

/** The game counts, so where its end is absent it was in time. */
function entryOf(game: Game, side: Side, extreme: Extreme, endsAtMs: number): LogEntry {
  const { id, winner, ending, plies, berserk } = game;
  const other = otherSide(side);
  const result: Result = winner === null ? 'draw' : winner === side ? 'win' : 'loss';
  return {
    game: asGame(id),
    opponent: asPlayer(game[other]),
    opponentRating: game.ratings[other].shown,
    endedAtMs: game.endedAtMs ?? endsAtMs,
    plies,
    side,
    result,
    // A bonus needs berserk and no no-show, so these go together.
    berserk: berserk?.includes(side) ?? extreme === 'most',
    noShow: ending === 'noShow' || (mayBeNoShow(game) && extreme === 'least'),
  };
}
