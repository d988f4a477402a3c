import { PAGE_ROWS } from '../arena/standings.ts';
import type { ArenaId, PlayerId } from '../core/ids.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import { type StatsView, type TableView, viewLine, viewStats } from '../protocol/table-view.ts';
import { find } from './change.ts';
import type { Ports } from './ports.ts';
import type { TablePage } from './tables.ts';

type ShowPorts = Pick<Ports, 'store' | 'tables'>;

/** One page of the arena's table, counted from 0: one item. Refusal: noSuchArena. */
export async function showTable(
  ports: ShowPorts,
  arena: ArenaId,
  page: number,
): Promise<Result<TableView, Refusal>> {
  const found = await ports.tables.page(arena, page);
  return found === null ? emptyTable(ports, arena, page) : ok(viewPage(arena, page, found));
}

/**
 * The page with this player: two items. Pages of a large table may be some seconds older than its
 * order: then he is on a page beside it. Refusals: noSuchArena, notEntered.
 */
export async function showAround(
  ports: ShowPorts,
  arena: ArenaId,
  player: PlayerId,
): Promise<Result<TableView, Refusal>> {
  const order = await ports.tables.order(arena);
  const place = order?.place(player) ?? null;
  if (order === null || place === null) return showLast(ports, arena, player, order?.players ?? 0);
  const page = Math.floor(place.index / PAGE_ROWS);
  for (const near of [page, page - 1, page + 1]) {
    const found = near < 0 ? null : await ports.tables.page(arena, near);
    if (found?.lines.some((line) => line.player === player)) {
      return ok(viewPage(arena, near, found));
    }
  }
  return showTable(ports, arena, page);
}

/** Somebody who has only just come will stand on the last page. */
async function showLast(
  ports: ShowPorts,
  id: ArenaId,
  player: PlayerId,
  players: number,
): Promise<Result<TableView, Refusal>> {
  const arena = await find((read) => ports.store.arena(id, read));
  if (arena === null) return err(refuse('noSuchArena', { field: 'id' }));
  const row = await ports.store.row(arena, player, 'consistent');
  if (row === null || row.removed || arena.state === 'frozen') {
    return err(refuse('notEntered', { field: 'around', expected: 'a player' }));
  }
  return showTable(ports, id, Math.max(0, Math.ceil(players / PAGE_ROWS) - 1));
}

/** A page that is not there: of an arena without a table, or after the last one. */
async function emptyTable(
  { store, tables }: ShowPorts,
  id: ArenaId,
  page: number,
): Promise<Result<TableView, Refusal>> {
  const arena = await find((read) => store.arena(id, read));
  if (arena === null) return err(refuse('noSuchArena', { field: 'id' }));
  const { state } = arena;
  const none = { version: 0, players: 0, winners: [], final: 0 };
  const first = page === 0 ? null : await tables.page(id, 0);
  return ok(viewPage(id, page, { ...(first ?? none), state, pays: {}, lines: [] }));
}

function viewPage(arena: ArenaId, page: number, stored: TablePage): TableView {
  const { state, final, version, players, winners, pays, lines } = stored;
  return {
    arena,
    state,
    final: final > 0,
    version: final > 0 ? final : version,
    players,
    page,
    winners,
    standings: lines.map((line) => viewLine(line, pays)),
  };
}

/** The numbers of an arena: one item. Refusal: noSuchArena. */
export async function showStats(
  { store, tables }: ShowPorts,
  id: ArenaId,
): Promise<Result<StatsView, Refusal>> {
  const head = await tables.head(id);
  if (head !== null && head.stats !== null) return ok(viewStats(head.stats));
  const arena = await find((read) => store.arena(id, read));
  return arena === null ? err(refuse('noSuchArena', { field: 'id' })) : ok(viewStats(NO_STATS));
}

const NO_STATS = {
  ...{ players: 0, games: 0, plies: 0, firstWins: 0, secondWins: 0, draws: 0, berserks: 0 },
  ratings: { sum: 0, count: 0 },
};
