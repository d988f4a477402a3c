import type { Readable } from 'node:stream';
import type { LineOf } from '../../../shared/protocol/export.ts';
import { checkGames } from './check-games.ts';
import { checkRatings } from './check-ratings.ts';
import type { Command } from './command.ts';
import { compareFinals } from './compare-finals.ts';
import { compareStandings } from './compare-standings.ts';
import { collectExport, type ExportFile } from './export-file.ts';
import { createFindings } from './findings.ts';
import { inStartOrder } from './logs.ts';
import { openExport, readLines, UnreadableError } from './read-lines.ts';
import { recomputeTable } from './recompute-table.ts';
import { type Report, reportOf } from './report.ts';

/** Recomputes everything from the games of an export and compares every field that it holds. */
export async function verifyExport(input: Readable): Promise<Report> {
  try {
    const findings = createFindings();
    const file = await collectExport(readLines(input), findings);
    const gone = goneFrom(file);
    if (gone !== null) return { lines: [`not verifiable: ${gone}`], exitCode: 2 };
    const games = inStartOrder(file.games);
    checkGames(file, games, findings);
    checkRatings(file, games, findings);
    const table = recomputeTable(file, games);
    await compareFinals(file, table, findings);
    compareStandings(file, table, findings);
    return reportOf(file, findings);
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    return { lines: [`unreadable line ${error.line}: ${error.message}`], exitCode: 2 };
  }
}

/** What the stack has not kept, and without which nothing can be recomputed; null: nothing. */
function goneFrom({ players, standings, games }: ExportFile): string | null {
  if (players.size === 0 && standings.size > 0) return 'its players are not kept any more';
  const absent = absentFrom(players, standings, games);
  if (absent > 0) {
    return `${absent} of its ${players.size + absent} players are not kept any more`;
  }
  const gone = [...players.values()].reduce((sum, { gamesGone = 0 }) => sum + gamesGone, 0);
  return gone === 0 ? null : `${gone} of its ${games.length + gone} games are not kept any more`;
}

/**
 * Those whom the ranking or a game names, and who have no line. Whoever is gone is in both, and all
 * who have a line are in the ranking: else lines were changed rather than forgotten, and nobody
 * counts as absent.
 */
function absentFrom(
  players: ExportFile['players'],
  standings: ExportFile['standings'],
  games: ExportFile['games'],
): number {
  const seated = games.flatMap(({ first, second }) => [first, second]);
  if (!seated.some((id) => standings.has(id) && !players.has(id))) return 0;
  const isRanked = ({ id, removed, disqualified }: LineOf<'player'>): boolean =>
    standings.has(id) || Boolean(removed) || Boolean(disqualified);
  if (![...players.values()].every(isRanked)) return 0;
  const named = [...standings.keys(), ...seated];
  return new Set(named.filter((id) => !players.has(id))).size;
}

export const verify: Command = {
  summary: 'recomputes an exported arena from its games',
  usage: `npm run --silent arena -- verify FILE

Reads an export (arena-export/1; - is the standard input), plays its games again by their rules,
adds up the times of their moves, computes clocks, sheets, points, tie-breaks, ranks, winners,
hashes and ratings again from them alone, and compares every field that the file holds.

  difference …      one line for each: player or game, field, stored, recomputed
  notComparable …   what depends on something that the file does not say, by reason
  notRecomputed …   fields that nothing else follows from
  ok players=… games=… compared=… notComparable=…      or differences=… in place of ok

Exit code: 0 everything compared is equal, 1 there are differences, 2 the file cannot be read (with
the number of the line), holds nothing to compare, or lacks what is not kept any more.`,
  run: async ([file, ...rest], print) => {
    if (file === undefined || rest.length > 0) return 'usage';
    const report = await verifyExport(openExport(file)).catch((error: Error): Report => {
      return { lines: [`${file}: ${error.message}`], exitCode: 2 };
    });
    await print(report.lines.map((line) => `${line}\n`).join(''));
    return report.exitCode;
  },
};
