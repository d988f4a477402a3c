import { activityOf, PAGE_ROWS } from '../arena/standings.ts';
import { tableLine } from '../arena/table.ts';
import { tally } from '../arena/tally.ts';
import { type Encounter, finalPoints } from '../arena/tie-breaks.ts';
import { present } from '../core/assert.ts';
import type { ArenaId, PlayerId } from '../core/ids.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import { type PlayerPage, viewScores } from '../protocol/player-page.ts';
import { viewLine } from '../protocol/table-view.ts';
import { find } from './change.ts';
import type { Ports } from './ports.ts';
import type { Tables } from './tables.ts';

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
  const encounter = place === null ? null : await encounterOf(tables, id, player, place.index);
  const line = viewLine(tableLine({ ...own, encounter, rank: place?.rank ?? 0 }, activity), {});
  const { rank: _, sheet: __, reasons: ___, ...shown } = line;
  const names = new Map(opponents.map((opponent) => [opponent.player, opponent.name]));
  return ok({
    ...shown,
    arena: id,
    rank: place?.rank ?? null,
    removed: row.removed,
    removal: row.removal === null ? null : { reason: row.removal.reason, atMs: row.removal.atMs },
    scores: viewScores(own.sheet, points, names),
  });
}

/** Depends on everybody who was tied, so the table says it and not this player's games. */
async function encounterOf(
  tables: Tables,
  arena: ArenaId,
  player: PlayerId,
  index: number,
): Promise<Encounter | null> {
  const page = await tables.page(arena, Math.floor(index / PAGE_ROWS));
  return page?.lines.find((line) => line.player === player)?.encounter ?? null;
}
