import { type FinalLine, hashOf } from '../../../shared/arena/final.ts';
import { winnersOf } from '../../../shared/arena/ranking.ts';
import type { LineOf } from '../../../shared/protocol/export.ts';
import type { ExportFile } from './export-file.ts';
import type { Findings } from './findings.ts';
import { disqualifiedNow, linesWithout, type Recomputed } from './recompute-table.ts';

type FinalVersion = LineOf<'final'>;

/** Holds every version of the final ranking against the table of the games. */
export async function compareFinals(
  file: ExportFile,
  table: Recomputed,
  findings: Findings,
): Promise<void> {
  const highest = Math.max(...file.finals.keys());
  for (const final of file.finals.values()) {
    const subject = `final ${final.version}`;
    for (const player of [...final.winners, ...(final.disqualified ?? [])]) {
      if (!file.players.has(player)) findings.differ(subject, 'player', player, 'unknown');
    }
    const out = outOf(file, final, highest);
    if (out === null) {
      for (const field of ['winners', 'hash']) {
        findings.cannot('disqualified is absent in an earlier version', field);
      }
      continue;
    }
    if (final.disqualified !== undefined) {
      findings.compare(subject, 'disqualified', sorted(final.disqualified), sorted(out));
    }
    const lines = linesWithout(table, out);
    compareWinners(file, table, final, lines, findings);
    await compareHash(file, table, final, lines, findings);
  }
}

/** Who is out of a version: the players say it of the highest, and nobody is out of the first. */
function outOf(
  file: ExportFile,
  { version, disqualified }: FinalVersion,
  highest: number,
): readonly string[] | null {
  if (version === highest) return disqualifiedNow(file);
  return version === 1 ? [] : (disqualified ?? null);
}

const sorted = (ids: readonly string[]): string[] => [...ids].sort();

function compareWinners(
  { arena }: ExportFile,
  { certain, vague }: Recomputed,
  { version, winners }: FinalVersion,
  lines: readonly FinalLine[],
  findings: Findings,
): void {
  const ranked = lines.map((line) => ({ ...line, games: line.performance.count }));
  const recomputed = winnersOf(arena.policy, ranked);
  // Whoever is surely there is surely alone there: nobody's unknown points may be the same.
  if (!recomputed.every((player) => certain.has(player))) findings.cannot(vague ?? '', 'winners');
  else findings.compare(`final ${version}`, 'winners', sorted(winners), sorted(recomputed));
}

async function compareHash(
  file: ExportFile,
  table: Recomputed,
  { version, hash }: FinalVersion,
  lines: readonly FinalLine[],
  findings: Findings,
): Promise<void> {
  const { tallies, certain, vague } = table;
  const isKnown = ({ player }: FinalLine): boolean => {
    const both = tallies.get(player);
    return certain.has(player) && both !== undefined && sameValues(both);
  };
  if (!lines.every(isKnown)) findings.cannot(vague ?? '', 'hash');
  else if (!isOrdered(file, lines)) findings.cannot('joinedAtMs is absent', 'hash');
  else findings.compare(`final ${version}`, 'hash', hash, await hashOf(lines));
}

type Both = NonNullable<ReturnType<Recomputed['tallies']['get']>>;

const sameValues = ({ least, most }: Both): boolean => valuesOf(least) === valuesOf(most);

const valuesOf = ({ sheet, performance, rolling, tieBreaks }: Both['least']): string =>
  JSON.stringify([
    sheet.scores.map(({ points, reason, berserk }) => [points, reason, berserk]),
    performance,
    rolling,
    tieBreaks,
  ]);

/** Whether the order of the lines is certain: inside a shared rank it may need joining times. */
function isOrdered({ arena, players }: ExportFile, lines: readonly FinalLine[]): boolean {
  if (arena.policy.tiedRanks === 'consecutive') return true;
  const equals = Map.groupBy(lines, ({ rank }) => rank);
  return [...equals.values()].every((group) => {
    const all = group.map(({ player }) => players.get(player));
    if (group.length < 2 || all.every((player) => player?.joinedAtMs !== undefined)) return true;
    const isIdle = group.every(({ performance }) => performance.count === 0);
    const ratings = new Set(all.map((player) => player?.rating));
    return isIdle && arena.policy.withoutGames !== 'byRating' && ratings.size === group.length;
  });
}
