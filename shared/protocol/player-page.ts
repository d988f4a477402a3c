import { performanceIn } from '../arena/performance.ts';
import type { Score, Sheet } from '../arena/sheet.ts';
import { reasonText } from '../arena/sheet.ts';
import { cutGames, type FinalPoints } from '../arena/tie-breaks.ts';
import type { ArenaId, GameId, PlayerId } from '../core/ids.ts';
import type { Side } from '../rules/rules.ts';
import { pointsOf } from './arena-view.ts';
import type { StandingView } from './table-view.ts';

/** One game of a player, and why it paid what it paid. */
export interface ScoreView {
  readonly game: GameId;
  readonly opponent: PlayerId;
  readonly opponentName: string;
  /** At the start of the game. */
  readonly opponentRating: number;
  readonly side: Side;
  readonly result: 'win' | 'draw' | 'loss';
  readonly plies: number;
  readonly berserk: boolean;
  readonly endedAtMs: number;
  readonly counted: boolean;
  readonly points: number;
  readonly reason: string;
  readonly behind: EntryView | null;
}

/** What one counted game adds to each tie-break. */
export interface EntryView {
  /** To the performance: the opponent's rating, 500 more for a win, 500 less for a loss. */
  readonly performance: number;
  /** The opponent's points now: what they add to Buchholz, and to Sonneborn-Berger. */
  readonly opponentPoints: number;
  readonly sonnebornBerger: number;
  /** Left out of Buchholz cut 1: the lowest. */
  readonly cutFromBuchholz: boolean;
  /** Left out of the average rating of the opponents: the lowest. */
  readonly cutFromAroc: boolean;
}

/** A player in one arena: his line of the table, all his games, what is behind his tie-breaks. */
export interface PlayerPage extends Omit<StandingView, 'rank' | 'sheet' | 'reasons'> {
  readonly arena: ArenaId;
  /** In the last published table; null: not in it. */
  readonly rank: number | null;
  readonly removed: boolean;
  readonly removal: { readonly reason: string; readonly atMs: number } | null;
  readonly scores: readonly ScoreView[];
}

/** The games of a sheet, oldest first, those that do not count too. */
export function viewScores(
  { scores }: Sheet,
  points: FinalPoints,
  names: ReadonlyMap<PlayerId, string>,
): ScoreView[] {
  const cut = cutGames(scores, points);
  return scores.map((score, index) => {
    const { entry, reason } = score;
    const { game, opponent, opponentRating, side, result, plies, berserk, endedAtMs } = entry;
    const counted = reason !== 'afterEnd';
    const cuts = { buchholz: index === cut.buchholz, aroc1: index === cut.aroc1 };
    return {
      ...{ game, opponent, opponentRating, side, result, plies, berserk, endedAtMs, counted },
      opponentName: names.get(opponent) ?? opponent,
      points: pointsOf(score.points),
      reason: reasonText(score),
      behind: counted ? viewEntry(score, points.get(opponent) ?? 0, cuts) : null,
    };
  });
}

/** Of the opponent's points, by result and never by points paid. */
const SHARE = { win: 1, draw: 0.5, loss: 0 } as const;

function viewEntry(
  { entry }: Score,
  halfPoints: number,
  cuts: { readonly buchholz: boolean; readonly aroc1: boolean },
): EntryView {
  const opponentPoints = pointsOf(halfPoints);
  return {
    performance: performanceIn(entry.opponentRating, entry.result),
    opponentPoints,
    sonnebornBerger: SHARE[entry.result] * opponentPoints,
    cutFromBuchholz: cuts.buchholz,
    cutFromAroc: cuts.aroc1,
  };
}
