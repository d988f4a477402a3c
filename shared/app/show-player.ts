import type { Arena } from '../arena/arena.ts';
import type { TieBreak } from '../arena/policy.ts';
import type { Row } from '../arena/row.ts';
import { countedGames } from '../arena/sheet.ts';
import { activityOf, PAGE_ROWS } from '../arena/standings.ts';
import { type TableLine, tableLine } from '../arena/table.ts';
import { tally } from '../arena/tally.ts';
import { directEncounter, finalPoints, tieBreaksOf } from '../arena/tie-breaks.ts';
import { present } from '../core/assert.ts';
import type { ArenaId, PlayerId } from '../core/ids.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import { type EncounterView, type PlayerPage, viewScores } from '../protocol/player-page.ts';
import { viewLine } from '../protocol/table-view.ts';
import { find } from './change.ts';
import type { Ports } from './ports.ts';
import type { TablePage } from './tables.ts';

type ShowPorts = Pick<Ports, 'store' | 'tables' | 'now'>;

/**
 * One player in one arena, from his row and those of his opponents as they are now: also what was
 * scored after the last table. Refusals: noSuchArena, notEntered.
 */
export async function showPlayer(
  ports: ShowPorts,
  id: ArenaId,
  player: PlayerId,
): Promise<Result<PlayerPage, Refusal>> {
  const { store, tables, now } = ports;
  const arena = await find((read) => store.arena(id, read));
  if (arena === null) return err(refuse('noSuchArena', { field: 'id' }));
  const row = await find((read) => store.row(arena, player, read));
  if (row === null) return err(refuse('notEntered', { field: 'player' }));
  const opponents = await store.rowsOf(arena, [
    ...new Set(row.log.map(({ opponent }) => opponent)),
  ]);
  const tallies = tally(arena, [row, ...opponents], true);
  const own = present(tallies[0], 'tally of the row');
  const points = finalPoints(tallies);
  const activity = arena.state === 'frozen' ? null : activityOf(row, now());
  const place = (await tables.order(id))?.place(player) ?? null;
  const tieBreaks = tieBreaksOf(countedGames(own.sheet).log, points);
  const line = viewLine(tableLine({ ...own, rank: place?.rank ?? 0, tieBreaks }, activity), {});
  const { rank: _, sheet: __, reasons: ___, ...shown } = line;
  const names = new Map(opponents.map((opponent) => [opponent.player, opponent.name]));
  return ok({
    ...shown,
    arena: id,
    rank: place?.rank ?? null,
    removed: row.removed,
    removal: row.removal === null ? null : { reason: row.removal.reason, atMs: row.removal.atMs },
    scores: viewScores(own.sheet, points, names),
    directEncounter: place === null ? null : await encounterOf(ports, arena, row, place.index),
  });
}

/** The tied players at the tie-break `directEncounter`, by the published table. */
async function encounterOf(
  { store, tables }: ShowPorts,
  arena: Arena,
  row: Row,
  index: number,
): Promise<EncounterView | null> {
  const { tieBreaks } = arena.policy;
  const asked = tieBreaks.indexOf('directEncounter');
  if (asked < 0) return null;
  const page = await tables.page(arena.id, Math.floor(index / PAGE_ROWS));
  const players = tiedWith(page, row.player, tieBreaks.slice(0, asked));
  if (players.length < 2) return null;
  // Whoever has fewer games than rivals cannot have met them all.
  if (row.log.length < players.length - 1) return { players, allMet: false, points: null };
  const rows = await store.rowsOf(arena, players);
  const points = directEncounter(tally(arena, rows, false))?.get(row.player) ?? null;
  return { players, allMet: points !== null, points: points === null ? null : points / 2 };
}

/** Neighbours on the page who are equal in points and in these tie-breaks. */
function tiedWith(
  page: TablePage | null,
  player: PlayerId,
  keys: readonly TieBreak[],
): readonly PlayerId[] {
  const own = page?.lines.find((line) => line.player === player);
  if (page === null || own === undefined) return [];
  const same = (line: TableLine) => JSON.stringify(valuesOf(line, keys));
  return page.lines.filter((line) => same(line) === same(own)).map((line) => line.player);
}

function valuesOf(
  { points, performance, rolling, tieBreaks }: TableLine,
  keys: readonly TieBreak[],
) {
  const values = { performance, performanceRolling: rolling, ...tieBreaks };
  return [points, ...keys.map((key) => (values as { readonly [Key in string]?: unknown })[key])];
}
