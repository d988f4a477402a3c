import type { Arena } from '../arena/arena.ts';
import { closeRanks, type Final } from '../arena/final.ts';
import { rankTallies } from '../arena/ranking.ts';
import { aroundUntilMs, type Row } from '../arena/row.ts';
import { paysOf } from '../arena/sheet.ts';
import { activityOf } from '../arena/standings.ts';
import { statsOf, type TableLine, tableLine } from '../arena/table.ts';
import { type Tally, tally } from '../arena/tally.ts';
import type { Ports } from './ports.ts';
import { finalTableVersion, type Table, type TableHead } from './tables.ts';

/** A claimed rebuild: its version, the head before the claim, and whether all pages are due. */
export interface Rebuild {
  readonly version: number;
  readonly seen: TableHead | null;
  readonly complete: boolean;
}

/** Publishes the table of these rows, read after the claim; a later one that is there stays. */
export async function publishTable(
  { tables, now }: Pick<Ports, 'tables' | 'now'>,
  arena: Arena,
  rows: readonly Row[],
  { version, seen, complete }: Rebuild,
): Promise<void> {
  const nowMs = now();
  const tallies = tally(arena, rows, false);
  const places = rankTallies(arena.policy, tallies);
  const lines = places.map((place) => tableLine(place, activityOf(place.entrant, nowMs)));
  const aroundUntil = places.map(({ entrant }) => aroundUntilMs(entrant));
  const stamp = { version, state: arena.state, final: 0, winners: [] };
  const table = { ...tableOf(arena, tallies, lines, stamp), aroundUntilMs: aroundUntil, complete };
  await tables.publish(arena.id, table, seen);
}

/**
 * Publishes a final ranking, in place of the table; the rows are those that it was made of. Where
 * some of them are not kept any more the published table stays as it is: it has everybody.
 */
export async function publishFinal(
  { tables }: Pick<Ports, 'tables'>,
  arena: Arena,
  rows: readonly Row[],
  final: Pick<Final, 'version' | 'winners' | 'disqualified'>,
): Promise<void> {
  if (final.version > 1 && !(await areAllThere(tables, arena, rows))) return;
  const tallies = tally(arena, rows, false);
  const places = closeRanks(rankTallies(arena.policy, tallies), new Set(final.disqualified));
  const lines = places.map((place) => tableLine(place, null));
  const { winners } = final;
  const stamp = { state: 'frozen', final: final.version, winners } as const;
  const version = finalTableVersion(final.version);
  const ended = { aroundUntilMs: lines.map(() => 0), complete: true };
  const table = { ...tableOf(arena, tallies, lines, { ...stamp, version }), ...ended };
  await tables.publish(arena.id, table, await tables.head(arena.id));
}

/** The first version has everybody who has a rank; removed players have rows and none. */
async function areAllThere(
  tables: Ports['tables'],
  { id }: Arena,
  rows: readonly Row[],
): Promise<boolean> {
  const first = await tables.finalHead(id, 1);
  return first !== null && rows.filter(({ removed }) => !removed).length >= first.players;
}

type Stamp = Pick<Table, 'version' | 'state' | 'final' | 'winners'>;

const tableOf = (
  arena: Arena,
  tallies: readonly Tally[],
  lines: readonly TableLine[],
  stamp: Stamp,
): Omit<Table, 'complete' | 'aroundUntilMs'> => ({
  ...stamp,
  endsAtMs: arena.endsAtMs,
  players: lines.length,
  pays: paysOf(arena.policy),
  lines,
  stats: statsOf(tallies),
});
