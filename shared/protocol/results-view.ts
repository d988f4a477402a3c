import * as v from 'valibot';
import type { TieBreak } from '../arena/policy.ts';
import { playerId } from './api/parameters.ts';
import type { FinalLineView, StandingView } from './table-view.ts';

const DECIMALS = 100;

/** What a table may be ranked by beside points and performance; each where its policy does so. */
const TIE_BREAKS = {
  performanceRolling: v.optional(v.nullable(v.number())),
  buchholzCut1: v.optional(v.number()),
  buchholz: v.optional(v.number()),
  sonnebornBerger: v.optional(v.number()),
  winsAsSecond: v.optional(v.number()),
  directEncounter: v.pipe(
    v.optional(v.nullable(v.number())),
    v.description('Points among equals; null: nobody is equal, or not every two of them have met.'),
  ),
  aroc1: v.optional(v.nullable(v.number())),
};

/** One line of a table as people and sheets of numbers want it. */
export const resultSchema = v.object({
  rank: v.number(),
  player: playerId,
  name: v.string(),
  rating: v.pipe(v.nullable(v.number()), v.description('null: a version that was named.')),
  points: v.number(),
  games: v.number(),
  wins: v.number(),
  performance: v.pipe(
    v.nullable(v.number()),
    v.description('To two decimals; the standings have it exactly. null: no game.'),
  ),
  ...TIE_BREAKS,
  sheet: v.pipe(
    v.array(v.number()),
    v.readonly(),
    v.description('What each counted game paid, the oldest first.'),
  ),
});
export type ResultView = v.InferOutput<typeof resultSchema>;

export type ResultColumn = keyof ResultView;

/** What a line of an arena with these tie-breaks has, in the order of its columns. */
export const resultColumns = (tieBreaks: readonly TieBreak[]): readonly ResultColumn[] => [
  ...(['rank', 'player', 'name', 'rating', 'points', 'games', 'wins', 'performance'] as const),
  ...(Object.keys(TIE_BREAKS) as (keyof typeof TIE_BREAKS)[]).filter((key) =>
    tieBreaks.includes(key),
  ),
  'sheet',
];

type SomeLine = StandingView | FinalLineView;

/** A line of a table, or of one version of a final ranking, which knows no ratings. */
export function viewResult(line: SomeLine, columns: readonly ResultColumn[]): ResultView {
  const { rank, player, name, points, games, sheet, tieBreaks } = line;
  const all: Required<ResultView> = {
    ...{ rank, player, name, points, games, sheet },
    rating: 'rating' in line ? line.rating : null,
    // A version keeps what each game paid and why; whatever it is called, a win is called one.
    wins: line.reasons.filter((reason) => reason.startsWith('win')).length,
    performance: meanOf(line.performance),
    performanceRolling: line.performanceRolling,
    buchholzCut1: tieBreaks?.buchholzCut1 ?? 0,
    buchholz: tieBreaks?.buchholz ?? 0,
    sonnebornBerger: tieBreaks?.sonnebornBerger ?? 0,
    winsAsSecond: tieBreaks?.winsAsSecond ?? 0,
    directEncounter: 'directEncounter' in line ? (line.directEncounter?.points ?? null) : null,
    aroc1: meanOf(tieBreaks?.aroc1 ?? null),
  };
  return Object.fromEntries(columns.map((column) => [column, all[column]])) as ResultView;
}

const meanOf = (mean: StandingView['performance']): number | null =>
  mean === null ? null : Math.round((DECIMALS * mean.sum) / mean.count) / DECIMALS;
