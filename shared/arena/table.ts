import type { PlayerId } from '../core/ids.ts';
import type { Mean } from './performance.ts';
import type { Place } from './ranking.ts';
import type { Row } from './row.ts';
import { countedGames, counts, type ScoringRules } from './sheet.ts';
import type { Activity } from './standings.ts';
import type { Encounter, TieBreakValues } from './tie-breaks.ts';

/** One line of a published table. Points are half points, the sheet is a word of letters. */
export interface TableLine {
  readonly rank: number;
  readonly player: PlayerId;
  readonly name: string;
  readonly rating: number;
  readonly points: number;
  readonly sheet: string;
  readonly games: number;
  readonly wins: number;
  readonly berserks: number;
  readonly onFire: boolean;
  readonly performance: Mean;
  readonly rolling: number | null;
  readonly tieBreaks: TieBreakValues | null;
  readonly encounter: Encounter | null;
  /** null in a final table: nobody plays any more. */
  readonly activity: Activity | null;
}

export function tableLine(place: Place<Row>, activity: Activity | null): TableLine {
  const { entrant, sheet, games, performance, rolling, tieBreaks, encounter } = place;
  const { log, letters } = countedGames(sheet);
  let [wins, berserks] = [0, 0];
  for (const entry of log) {
    if (entry.result === 'win') wins += 1;
    if (entry.berserk) berserks += 1;
  }
  return {
    rank: place.rank,
    player: place.player,
    name: entrant.name,
    rating: entrant.rating,
    points: sheet.points,
    sheet: letters,
    games,
    wins,
    berserks,
    onFire: activity !== null && sheet.onFire,
    performance,
    rolling,
    tieBreaks,
    encounter,
    activity,
  };
}

/** Counted games of an arena in numbers. */
export interface ArenaStats {
  readonly players: number;
  readonly games: number;
  /** Turns of either side. */
  readonly plies: number;
  readonly firstWins: number;
  readonly secondWins: number;
  readonly draws: number;
  /** Sides that went berserk; two a game at most. */
  readonly berserks: number;
  /** Of the displayed ratings at joining. */
  readonly ratings: Mean;
}

/**
 * The numbers of these rows. A game is in two logs and is counted in that of its first mover; for a
 * moment only one of them may have it. Removed players' games stay games; they are no players.
 */
export function statsOf(arena: ScoringRules, rows: readonly Row[]): ArenaStats {
  let [players, ratings, games, plies] = [0, 0, 0, 0];
  let [firstWins, secondWins, draws, berserks] = [0, 0, 0, 0];
  for (const { removed, joinedRating, log } of rows) {
    players += removed ? 0 : 1;
    ratings += removed ? 0 : joinedRating;
    for (const entry of log) {
      if (!counts(arena, entry)) continue;
      berserks += entry.berserk ? 1 : 0;
      if (entry.side !== 'first') continue;
      games += 1;
      plies += entry.plies;
      if (entry.result === 'win') firstWins += 1;
      else if (entry.result === 'loss') secondWins += 1;
      else draws += 1;
    }
  }
  const mean = { sum: ratings, count: players };
  return { players, games, plies, firstWins, secondWins, draws, berserks, ratings: mean };
}
