import type { Arena } from '../arena/arena.ts';
import type { Row } from '../arena/row.ts';
import { present } from '../core/assert.ts';
import { inGroups } from '../core/groups.ts';
import type { GameId, PlayerId } from '../core/ids.ts';
import type { Refusal } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { DoneGame } from '../game/game.ts';
import type { ExportLine } from '../protocol/export.ts';
import {
  decodeCursor,
  EXPORT_START,
  type ExportCursor,
  type ExportPosition,
  encodeCursor,
} from './export-cursor.ts';
import { arenaLine, finalVersionLine, gameLine, playerLine, standingLine } from './export-lines.ts';
import { cursorRefusal } from './place-cursor.ts';
import { GAMES_READ_MAX, type Ports, type RowPlace } from './ports.ts';
import { publicCorrection } from './show-final.ts';
import type { FinalHead } from './tables.ts';

type ExportPorts = Pick<Ports, 'store' | 'tables'>;

/** Lines of one page (bytes of UTF-8); an answer of a function has at most 6 MB. */
export const EXPORT_PAGE_BYTES_MAX = 4_000_000;
/** Rows whose games are read together. */
const ROWS_READ = 50;

export interface ExportPage {
  readonly lines: readonly ExportLine[];
  /** The cursor of the next page, or null at the end. */
  readonly next: string | null;
}

/** Lines that belong together, and where an export goes on that has `skip` of them. */
interface Chunk {
  readonly lines: readonly ExportLine[];
  readonly at: (skip: number) => ExportPosition;
}

/**
 * A page of an arena's export: the arena, its players with the games they were first mover of, and
 * the ranking once it is frozen, in the version of the first page. A running table is left out, for
 * it is another one before the last page is read. Refusal: invalid (`cursor`).
 */
export async function exportPage(
  ports: ExportPorts,
  arena: Arena,
  cursor: string | null,
  bytesMax: number = EXPORT_PAGE_BYTES_MAX,
): Promise<Result<ExportPage, Refusal>> {
  const from = cursor === null ? null : decodeCursor(cursor);
  if (cursor !== null && (from === null || !isOf(arena, from))) {
    return err(cursorRefusal());
  }
  const finalVersion = from?.finalVersion ?? arena.finalVersion;
  const lines: ExportLine[] = from === null ? [arenaLine(arena)] : [];
  let bytes = lines.reduce((sum, line) => sum + bytesOf(line), 0);
  for await (const chunk of chunks(ports, arena, finalVersion, from?.at ?? EXPORT_START)) {
    for (const [skip, line] of chunk.lines.entries()) {
      bytes += bytesOf(line);
      if (bytes > bytesMax && lines.length > 0) {
        return ok({ lines, next: encodeCursor({ finalVersion, at: chunk.at(skip) }) });
      }
      lines.push(line);
    }
  }
  return ok({ lines, next: null });
}

/** Whether this arena may have given the cursor. */
function isOf(arena: Arena, { finalVersion, at }: ExportCursor): boolean {
  if (finalVersion > arena.finalVersion) return false;
  if (at.part === 'finals') return at.version >= 1 && at.version <= finalVersion;
  return at.part === 'standings' ? finalVersion > 0 : (at.after?.shard ?? 0) < arena.shards;
}

/** Bytes of the line with its end. */
const bytesOf = (line: ExportLine): number =>
  new TextEncoder().encode(JSON.stringify(line)).length + 1;

/** Everything from this position on. */
async function* chunks(
  ports: ExportPorts,
  arena: Arena,
  finalVersion: number,
  from: ExportPosition,
): AsyncGenerator<Chunk> {
  const head = finalVersion === 0 ? null : await finalHead(ports, arena, finalVersion);
  if (from.part === 'rows') yield* rowChunks(ports, arena, head, from);
  if (head === null) return;
  if (from.part !== 'standings') {
    const first = from.part === 'finals' ? from.version : 1;
    for (let version = first; version <= finalVersion; version++) {
      const lines = [finalVersionLine(await finalHead(ports, arena, version))];
      yield { lines, at: () => ({ part: 'finals', version }) };
    }
  }
  const start = from.part === 'standings' ? from : { page: 0, skip: 0 };
  for (let page = start.page; page < head.pages; page++) {
    const ranking = present(await ports.tables.finalPage(arena.id, head, page), 'final page');
    const done = page === start.page ? start.skip : 0;
    const lines = ranking.slice(done).map((line) => standingLine(arena.policy, line));
    yield { lines, at: (skip) => ({ part: 'standings', page, skip: done + skip }) };
  }
}

async function finalHead({ tables }: ExportPorts, { id }: Arena, version: number) {
  const head = present(await tables.finalHead(id, version), `final ${version} of arena ${id}`);
  return { ...head, correction: await publicCorrection(head) };
}

/** A player and the games that he began, row by row. */
async function* rowChunks(
  ports: ExportPorts,
  arena: Arena,
  head: FinalHead | null,
  { after, skip }: { readonly after: RowPlace | null; readonly skip: number },
): AsyncGenerator<Chunk> {
  const out = new Set<PlayerId>(head?.disqualified ?? []);
  if (after !== null && skip > 0) {
    const row = await ports.store.rowAt({ arena: arena.id, ...after }, 'consistent');
    const lines = row === null ? [] : await rowLines(ports, arena, [row], out);
    const rest = (lines[0] ?? []).slice(skip);
    yield { lines: rest, at: (more) => ({ part: 'rows', after, skip: skip + more }) };
  }
  let place = after;
  for (let more = true; more; ) {
    const { rows, next } = await ports.store.rowsAfter(arena, place, ROWS_READ);
    const lines = await rowLines(ports, arena, rows, out);
    for (const [index, row] of rows.entries()) {
      yield { lines: lines[index] ?? [], at: positionIn(place, row) };
      place = row;
    }
    more = next !== null;
  }
}

/** Before a row has begun, its place is after the one before it. */
const positionIn =
  (before: RowPlace | null, row: Row): Chunk['at'] =>
  (skip) => ({ part: 'rows', after: skip === 0 ? before : row, skip });

/** The lines of each row. A game is in two logs and goes with its first mover; some may be gone. */
async function rowLines(
  { store }: ExportPorts,
  arena: Arena,
  rows: readonly Row[],
  out: ReadonlySet<PlayerId>,
): Promise<ExportLine[][]> {
  const begun = rows.map(({ log }) => log.filter(({ side }) => side === 'first'));
  const ids = begun.flat().map(({ game }) => game);
  const groups = [...inGroups(ids, GAMES_READ_MAX)].map((group) => store.games(group));
  const games = new Map<GameId, DoneGame>();
  for (const game of (await Promise.all(groups)).flat()) {
    if (game.state === 'done') games.set(game.id, game);
  }
  return rows.map((row, index) => {
    const own = begun[index] ?? [];
    const kept = own.flatMap(({ game }) => games.get(game) ?? []);
    const player = playerLine(row, out.has(row.player), own.length - kept.length);
    return [player, ...kept.map((game) => gameLine(arena, game))];
  });
}
