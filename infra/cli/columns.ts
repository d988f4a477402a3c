import type { Mean } from '../../shared/arena/performance.ts';
import type { Policy, TieBreak } from '../../shared/arena/policy.ts';
import type { RatingChange } from '../../shared/protocol/game-view.ts';
import type { StandingView, TieBreaksView } from '../../shared/protocol/table-view.ts';

/** Ratings before the first and after the last game, by player; empty where nothing is rated. */
export type RatingChanges = ReadonlyMap<string, RatingChange>;

interface Column {
  readonly title: string;
  readonly width: number;
  readonly text: (line: StandingView) => string;
}

const NONE = '-';
const NAME_WIDTH = 12;

/**
 * A line a player under one of titles: rank, name, points, fire, what decides between equal points,
 * ratings, sheet.
 */
export function tableLines(
  standings: readonly StandingView[],
  policy: Policy,
  changes: RatingChanges = new Map(),
): string[] {
  const columns = columnsOf(policy, changes);
  const lineOf = (texts: readonly string[], name: string, sheet: string): string => {
    const [rank = '', ...others] = texts.map((text, at) => text.padStart(columns[at]?.width ?? 0));
    return [rank, name.padEnd(NAME_WIDTH), ...others, ` ${sheet}`].join(' ').trimEnd();
  };
  const titles = columns.map(({ title }) => title);
  return [
    lineOf(titles, '', ''),
    ...standings.map((line) => {
      const texts = columns.map(({ text }) => text(line));
      return lineOf(texts, line.name, line.sheet.join(' '));
    }),
  ];
}

function columnsOf({ streak, tieBreaks }: Policy, changes: RatingChanges): readonly Column[] {
  const fire = { title: '', width: 2, text: ({ onFire }: StandingView) => (onFire ? '🔥' : '') };
  const rating = {
    title: 'rating',
    width: 10,
    text: ({ player }: StandingView) => ratingText(changes.get(player)),
  };
  return [
    { title: '', width: 3, text: ({ rank }) => `${rank}` },
    { title: 'points', width: 6, text: ({ points }) => `${points}` },
    ...(streak === null ? [] : [fire]),
    ...tieBreaks.map((key) => OF_TIE_BREAKS[key]),
    ...(changes.size === 0 ? [] : [rating]),
  ];
}

const OF_TIE_BREAKS: Readonly<Record<TieBreak, Column>> = {
  performance: { title: 'perf', width: 5, text: performanceText },
  performanceRolling: {
    title: 'perf',
    width: 5,
    text: ({ performanceRolling }) => `${performanceRolling ?? NONE}`,
  },
  buchholzCut1: ofValue('Bhlz-1', (values) => values.buchholzCut1),
  buchholz: ofValue('Bhlz', (values) => values.buchholz),
  sonnebornBerger: ofValue('S-B', (values) => values.sonnebornBerger),
  wins: ofValue('wins', (values) => values.wins),
  winsAsSecond: ofValue('2nd', (values) => values.winsAsSecond),
  directEncounter: {
    title: 'direct',
    width: 6,
    text: ({ directEncounter }) => `${directEncounter?.points ?? NONE}`,
  },
  aroc1: {
    title: 'AROC-1',
    width: 6,
    text: ({ tieBreaks }) => meanText(tieBreaks?.aroc1 ?? null),
  },
};

function ofValue(title: string, value: (values: TieBreaksView) => number): Column {
  const text = ({ tieBreaks }: StandingView): string =>
    tieBreaks === null ? NONE : `${value(tieBreaks)}`;
  return { title, width: 6, text };
}

const meanText = (mean: Mean | null): string =>
  mean === null ? NONE : `${Math.round(mean.sum / mean.count)}`;

/** Below three games a performance says little. */
function performanceText({ performance, games }: StandingView): string {
  return `${meanText(performance)}${performance !== null && games < 3 ? '?' : ''}`;
}

function ratingText(change: RatingChange | undefined): string {
  if (change === undefined) return NONE;
  const gain = change.after - change.before;
  return `${change.after} ${gain < 0 ? gain : `+${gain}`}`;
}
