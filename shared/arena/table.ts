import type { PlayerId } from '../core/ids.ts';
import type { Mean } from './performance.ts';
import type { Place } from './ranking.ts';
import type { Row } from './row.ts';
import { countedLetters } from './sheet.ts';
import type { Activity } from './standings.ts';
import type { Tally } from './tally.ts';
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
  const { wins, berserks } = sheet.totals;
  return {
    rank: place.rank,
    player: place.player,
    name: entrant.name,
    rating: entrant.rating,
    points: sheet.points,
    sheet: countedLetters(sheet),
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
 * The numbers of an arena: games of removed players stay games. A game is on two sheets and is
 * counted on that of its first mover; for a moment only one of them may have it.
 */
export function statsOf(tallies: readonly Tally[]): ArenaStats {
  let [players, ratings, games, plies] = [0, 0, 0, 0];
  let [firstWins, secondWins, draws, berserks] = [0, 0, 0, 0];
  for (const { entrant, sheet } of tallies) {
    const { asFirst } = sheet.totals;
    players += entrant.removed ? 0 : 1;
    ratings += entrant.removed ? 0 : entrant.joinedRating;
    games += asFirst.games;
    plies += asFirst.plies;
    firstWins += asFirst.win;
    secondWins += asFirst.loss;
    draws += asFirst.draw;
    berserks += sheet.totals.berserks;
  }
  const mean = { sum: ratings, count: players };
  return { players, games, plies, firstWins, secondWins, draws, berserks, ratings: mean };
}
