import type { Mean } from '../../../shared/arena/performance.ts';
import type { Policy } from '../../../shared/arena/policy.ts';
import { countedScores, reasonText, type Score } from '../../../shared/arena/sheet.ts';
import type { Tally } from '../../../shared/arena/tally.ts';
import { pointsOf } from '../../../shared/protocol/arena-view.ts';
import type { LineOf } from '../../../shared/protocol/export.ts';
import type { ExportFile } from './export-file.ts';
import type { Findings } from './findings.ts';
import { asPlayer } from './logs.ts';
import type { Standing } from './read-lines.ts';
import { disqualifiedNow, linesWithout, type Recomputed } from './recompute-table.ts';
import { showsMean } from './shown-number.ts';

/** Holds every field of the standing lines against the table of the games. */
export function compareStandings(file: ExportFile, table: Recomputed, findings: Findings): void {
  if (file.standings.size === 0) return;
  const lines = linesWithout(table, disqualifiedNow(file));
  const ranks = new Map(lines.map(({ player, rank }) => [player as string, rank]));
  for (const [player, standing] of file.standings) {
    const rank = ranks.get(player);
    const tallies = table.tallies.get(player);
    if (tallies === undefined || rank === undefined) {
      const why = tallies === undefined ? 'an unknown player' : 'removed or disqualified';
      findings.differ(`player ${player}`, 'standing', 'a line', `none: ${why}`);
      continue;
    }
    compareRank(standing, rank, table, findings);
    compareLine(file.arena.policy, standing, tallies, table.vague ?? '', findings);
  }
  for (const player of ranks.keys()) {
    if (!file.standings.has(player)) {
      findings.differ(`player ${player}`, 'standing', 'none', 'a line');
    }
  }
}

function compareRank(
  { player, rank }: Standing,
  recomputed: number,
  { certain, vague }: Recomputed,
  findings: Findings,
): void {
  if (rank === undefined) return;
  if (certain.has(asPlayer(player))) findings.compare(`player ${player}`, 'rank', rank, recomputed);
  else findings.cannot(vague ?? '', 'rank');
}

function compareLine(
  policy: Policy,
  standing: Standing,
  { least, most }: { readonly least: Tally; readonly most: Tally },
  vague: string,
  findings: Findings,
): void {
  const subject = `player ${standing.player}`;
  const within = (field: string, stored: number | undefined, low: number, high: number) => {
    if (stored === undefined) return;
    if (low === high) findings.compare(subject, field, stored, low);
    else if (stored >= low && stored <= high) findings.cannot(vague, field);
    else findings.judge(false, subject, field, stored, `${low} to ${high}`);
  };
  const { points, games, wins, tiebreaks, literals } = standing;
  within('points', points, pointsOf(least.sheet.points), pointsOf(most.sheet.points));
  within('games', games, least.games, most.games);
  within('wins', wins, least.tieBreaks?.wins ?? 0, most.tieBreaks?.wins ?? 0);
  compareSheets(standing, countedScores(least.sheet), countedScores(most.sheet), vague, findings);
  comparePerformance(policy, standing, least, findings);
  for (const [key, units] of SUMS) {
    const [low, high] = [least.tieBreaks?.[key] ?? 0, most.tieBreaks?.[key] ?? 0];
    within(`tiebreaks.${key}`, tiebreaks?.[key], low / units, high / units);
  }
  compareMean(
    subject,
    'tiebreaks.aroc1',
    tiebreaks?.aroc1,
    literals.aroc1,
    meanOf(least),
    findings,
  );
}

const meanOf = ({ tieBreaks }: Tally): Mean => tieBreaks?.aroc1 ?? { sum: 0, count: 0 };

/** By how much the recomputed sums are finer than points as printed. */
const SUMS = [
  ['buchholzCut1', 2],
  ['buchholz', 2],
  ['sonnebornBerger', 4],
  ['wins', 1],
  ['winsAsSecond', 1],
] as const;

/** Where the policy ranks by the rolling mean, that is shown; it is an integer. */
function comparePerformance(
  policy: Policy,
  { player, performance, literals }: Standing,
  { performance: exact, rolling }: Tally,
  findings: Findings,
): void {
  const isRolling = policy.tieBreaks.includes('performanceRolling') && rolling !== null;
  const shown = isRolling && typeof performance === 'number' ? { sum: rolling, count: 1 } : exact;
  const literal = literals.performance;
  compareMean(`player ${player}`, 'performance', performance, literal, shown, findings);
}

type StoredMean = LineOf<'standing'>['performance'];

function compareMean(
  subject: string,
  field: string,
  stored: StoredMean,
  literal: string | undefined,
  exact: Mean,
  findings: Findings,
): void {
  if (stored === undefined) return;
  const recomputed = exact.count === 0 ? null : exact;
  findings.judge(isMean(stored, literal, exact), subject, field, stored, recomputed);
}

function isMean(
  stored: Exclude<StoredMean, undefined>,
  literal: string | undefined,
  exact: Mean,
): boolean {
  if (stored === null) return exact.count === 0;
  if (typeof stored === 'number') return showsMean(literal ?? String(stored), exact);
  return stored.sum === exact.sum && stored.count === exact.count;
}

/** Entry by entry: what is known must be there, what is not must be one of what it may be. */
function compareSheets(
  { player, sheet, reasons }: Standing,
  least: readonly Score[],
  most: readonly Score[],
  vague: string,
  findings: Findings,
): void {
  const entries = least.map((low, index) => ({ low, high: most[index] ?? low }));
  const judge = (field: string, stored: readonly unknown[], fits: boolean, known: boolean) => {
    const recomputed =
      field === 'sheet' ? least.map((one) => pointsOf(one.points)) : least.map(reasonText);
    if (!fits) findings.judge(false, `player ${player}`, field, stored, recomputed);
    else if (known) findings.judge(true, `player ${player}`, field, stored, recomputed);
    else findings.cannot(vague, field);
  };
  if (sheet !== undefined) {
    const may = ({ low, high }: Entry, stored: unknown) =>
      stored === pointsOf(low.points) || stored === pointsOf(high.points);
    judge('sheet', sheet, fitsAll(entries, sheet, may), entries.every(hasKnownPoints));
  }
  if (reasons !== undefined) {
    const may = (entry: Entry, stored: unknown) =>
      !hasKnownReason(entry) || stored === reasonText(entry.low);
    judge('reasons', reasons, fitsAll(entries, reasons, may), entries.every(hasKnownReason));
  }
}

interface Entry {
  readonly low: Score;
  readonly high: Score;
}

const hasKnownPoints = ({ low, high }: Entry): boolean => low.points === high.points;
const hasKnownReason = ({ low, high }: Entry): boolean => reasonText(low) === reasonText(high);

const fitsAll = (
  entries: readonly Entry[],
  stored: readonly unknown[],
  may: (entry: Entry, stored: unknown) => boolean,
): boolean =>
  stored.length === entries.length && entries.every((entry, index) => may(entry, stored[index]));
