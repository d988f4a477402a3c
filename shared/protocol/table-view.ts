import type { ArenaState } from '../arena/arena.ts';
import type { FinalLine } from '../arena/final.ts';
import type { Mean } from '../arena/performance.ts';
import { reasonText, type Sheet } from '../arena/sheet.ts';
import { meaningOf } from '../arena/sheet-letters.ts';
import type { Activity } from '../arena/standings.ts';
import type { ArenaStats, TableLine } from '../arena/table.ts';
import type { Encounter, TieBreakValues } from '../arena/tie-breaks.ts';
import { present } from '../core/assert.ts';
import type { ArenaId, PlayerId } from '../core/ids.ts';
import { pointsOf } from './arena-view.ts';

/** One line of a table; points as printed (2.5). */
export interface StandingView {
  readonly rank: number;
  readonly player: PlayerId;
  readonly name: string;
  readonly rating: number | null;
  readonly points: number;
  /** What each counted game paid, oldest first, and why. */
  readonly sheet: readonly number[];
  readonly reasons: readonly string[];
  readonly games: number;
  readonly wins: number;
  readonly berserks: number;
  readonly onFire: boolean;
  /** Exact: `sum / count`; null before the first game. */
  readonly performance: Mean | null;
  /** Where the arena ranks by it. */
  readonly performanceRolling: number | null;
  /** Where the arena ranks by one of them. */
  readonly tieBreaks: TieBreaksView | null;
  /** Among so many tied players; points null where not every two of them have met. */
  readonly directEncounter: Encounter | null;
  /** null in a frozen ranking. */
  readonly state: Activity | null;
}

/** Tie-break values in points; `aroc1` exact, null below two games. */
export type TieBreaksView = Omit<TieBreakValues, 'aroc1'> & { readonly aroc1: Mean | null };

/** A page of a table, running or frozen. `version` 0: nothing has been published yet. */
export interface TableView {
  readonly arena: ArenaId;
  readonly state: ArenaState;
  readonly final: boolean;
  /** Of a frozen ranking its number, of a running table the instant it was read (epoch ms). */
  readonly version: number;
  readonly players: number;
  readonly page: number;
  readonly winners: readonly PlayerId[];
  readonly standings: readonly StandingView[];
}

/** A mean as it is told: null where there is nothing to take it of. */
export const someMean = (mean: Mean): Mean | null => (mean.count === 0 ? null : mean);

/** A Sonneborn-Berger value is stored in quarter points. */
export const viewTieBreaks = (values: TieBreakValues): TieBreaksView => ({
  buchholzCut1: pointsOf(values.buchholzCut1),
  buchholz: pointsOf(values.buchholz),
  sonnebornBerger: values.sonnebornBerger / 4,
  wins: values.wins,
  winsAsSecond: values.winsAsSecond,
  aroc1: someMean(values.aroc1),
});

export function viewLine(line: TableLine, pays: Readonly<Record<string, number>>): StandingView {
  const { sheet, performance, rolling, tieBreaks, encounter, activity, points, ...same } = line;
  return {
    ...same,
    points: pointsOf(points),
    sheet: [...sheet].map((letter) => pointsOf(pays[letter] ?? 0)),
    reasons: [...sheet].map((letter) => reasonText(meaningOf(letter))),
    performance: someMean(performance),
    performanceRolling: rolling,
    tieBreaks: tieBreaks === null ? null : viewTieBreaks(tieBreaks),
    directEncounter: encounter === null ? null : viewEncounter(encounter),
    state: activity,
  };
}

const viewEncounter = ({ players, points }: Encounter): Encounter => ({
  players,
  points: points === null ? null : pointsOf(points),
});

/** An arena in numbers, of its counted games. */
export interface StatsView {
  readonly players: number;
  readonly games: number;
  /** Turns of either side. */
  readonly moves: number;
  readonly wins: { readonly first: number; readonly second: number };
  readonly draws: number;
  /** Share of the sides that went berserk, 0 to 1. */
  readonly berserkRate: number;
  /** Of the players when they joined; null without players. */
  readonly averageRating: number | null;
}

export const viewStats = (stats: ArenaStats): StatsView => ({
  players: stats.players,
  games: stats.games,
  moves: stats.plies,
  wins: { first: stats.firstWins, second: stats.secondWins },
  draws: stats.draws,
  berserkRate: stats.games === 0 ? 0 : stats.berserks / (2 * stats.games),
  averageRating: stats.ratings.count === 0 ? null : stats.ratings.sum / stats.ratings.count,
});

/** One line of one version of a final ranking. */
export type FinalLineView = Pick<
  StandingView,
  | 'rank'
  | 'player'
  | 'name'
  | 'points'
  | 'sheet'
  | 'reasons'
  | 'games'
  | 'performance'
  | 'performanceRolling'
  | 'tieBreaks'
>;

export const viewFinalLine = (line: FinalLine, name: string): FinalLineView => ({
  rank: line.rank,
  player: line.player,
  name,
  points: pointsOf(line.points),
  sheet: line.sheet.map(pointsOf),
  reasons: line.reasons,
  games: line.performance.count,
  performance: someMean(line.performance),
  performanceRolling: line.rolling,
  tieBreaks: line.tieBreaks === null ? null : viewTieBreaks(line.tieBreaks),
});

/** One of the leaders, as every player is told of them. */
export interface LeaderView {
  readonly rank: number;
  readonly player: PlayerId;
  readonly name: string;
  readonly points: number;
  readonly onFire: boolean;
}

export const viewLeader = (leader: LeaderView): LeaderView => ({
  ...leader,
  points: pointsOf(leader.points),
});

/** Where a player stands in the last published table, which his last game may not be in yet. */
export interface StandingBlock {
  /** null: not in it. */
  readonly rank: number | null;
  readonly players: number;
  /** The first five. */
  readonly leaders: readonly LeaderView[];
}

/** What is known of the order of a table: his rank, and who leads (half points inside). */
interface KnownOrder {
  readonly players: number;
  readonly leaders: readonly LeaderView[];
  readonly place: (player: PlayerId) => { readonly rank: number } | null;
}

export const viewStanding = (order: KnownOrder | null, player: PlayerId): StandingBlock => ({
  rank: order?.place(player)?.rank ?? null,
  players: order?.players ?? 0,
  leaders: (order?.leaders ?? []).map(viewLeader),
});

/** What the last game of a sheet paid, and where that leaves its player. */
export function viewLastScore({ scores, points, onFire, winsInARow }: Sheet) {
  const score = present(scores.at(-1), 'score of the game just scored');
  return {
    game: score.entry.game,
    points: pointsOf(score.points),
    reason: reasonText(score),
    total: pointsOf(points),
    streak: winsInARow,
    onFire,
  };
}
