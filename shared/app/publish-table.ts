import type { Arena } from '../arena/arena.ts';
import type { Row } from '../arena/row.ts';
import { PAGE_ROWS, rankRows } from '../arena/standings.ts';
import { present } from '../core/assert.ts';
import { inGroups } from '../core/groups.ts';
import type { ArenaId } from '../core/ids.ts';
import { viewStanding } from '../protocol/arena-view.ts';
import type { Clocked, Ports, TablePage } from './ports.ts';

type TablePorts = Pick<Ports, 'store' | 'tables' | 'now'> & Clocked;

/** A running arena's table is rebuilt at most this often. */
export const TABLE_PERIOD_MS = 2_000;

/**
 * Brings the table up to what was scored at `scoredAtMs`. Nothing to do when the published one was
 * read later; in the middle of a period one clock message does it at its end.
 */
export async function refreshTable(
  ports: TablePorts,
  id: ArenaId,
  scoredAtMs: number,
): Promise<void> {
  const head = await ports.tables.head(id);
  if (head !== null && head.readStartedAtMs > scoredAtMs) return;
  const nextAtMs = (head?.readStartedAtMs ?? 0) + TABLE_PERIOD_MS;
  const nowMs = ports.now();
  if (nowMs < nextAtMs) {
    await ports.queues.clock({ t: 'standings', arena: id, scoredAtMs }, nextAtMs - nowMs);
    return;
  }
  await rebuildTable(ports, present(await ports.store.arena(id, 'consistent'), 'scored arena'));
}

async function rebuildTable(ports: TablePorts, arena: Arena): Promise<void> {
  const readStartedAtMs = ports.now();
  const rows = await ports.store.rows(arena, 'consistent');
  await publishTable(ports, arena, rows, readStartedAtMs);
}

/**
 * Publishes the table of these rows, unless a later reading is published already: the instant of
 * the reading is the version, so of two rebuilds at once the later one stays, whoever writes first.
 */
export async function publishTable(
  { tables, now }: Pick<Ports, 'tables' | 'now'>,
  arena: Arena,
  rows: readonly Row[],
  readStartedAtMs: number,
): Promise<void> {
  const lines = rankRows(arena, rows, now()).map(viewStanding);
  const stamp = { version: readStartedAtMs, readStartedAtMs, players: lines.length };
  const pages: TablePage[] = [...inGroups(lines, PAGE_ROWS)].map((some) => ({
    ...stamp,
    lines: some,
  }));
  await tables.publish(arena.id, { ...stamp, pages: pages.length }, pages);
}
