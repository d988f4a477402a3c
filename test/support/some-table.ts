import { expect } from 'vitest';
import type { Table, Tables } from '../../shared/app/tables.ts';
import type { Row } from '../../shared/arena/row.ts';
import { paysOf } from '../../shared/arena/sheet.ts';
import { statsOf, tableLine } from '../../shared/arena/table.ts';
import { tally } from '../../shared/arena/tally.ts';
import { idFromBytes, type PlayerId } from '../../shared/core/ids.ts';
import { rankRows } from './rank-rows.ts';
import { anArena, aRow } from './samples.ts';

const arena = anArena({ who: 0, version: 0, state: 'open' });
const sample = { who: 0, version: 0, state: 'ready', seated: true, since: 1, connected: true };

export const playerOf = (number: number): PlayerId =>
  idFromBytes<PlayerId>(Uint8Array.of(9, 0, 0, 0, 0, 0, number >> 8, number & 255));

export const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, number) => ({
    ...aRow({ ...sample, games: number % 3 }),
    player: playerOf(number),
    name: `Player ${number}`,
    joinedAtMs: number,
  }));

/** Two pages and a half. */
export const rows = rowsOf(250);

/** An arena of its own for each test. */
let arenas = 0;
export const anotherArena = () => anArena({ who: ++arenas, version: 0, state: 'open' }).id;

/** The table of these rows as read at an instant. */
export function table(
  version: number,
  of: readonly Row[] = rows,
  part: Partial<Table> = {},
): Table {
  const lines = rankRows(arena, of, 0).map((line) => tableLine(line, line.activity));
  return {
    ...{ version, state: 'open', final: 0, players: lines.length, winners: [], lines },
    ...{ pays: paysOf(arena.policy), complete: true, stats: statsOf(tally(arena, of, false)) },
    aroundUntilMs: lines.map(({ player }) => aroundOf(player)),
    endsAtMs: arena.endsAtMs,
    ...part,
  };
}

/** One plays, one has just come back, one has the longest word that is stored; others are away. */
function aroundOf(player: PlayerId): number {
  const until = new Map([
    [playerOf(3), Number.POSITIVE_INFINITY],
    [playerOf(5), 60_000],
    [playerOf(7), 1_000_000],
  ]);
  return until.get(player) ?? 0;
}

/** Claims and publishes, like a rebuild. */
export async function rebuild(tables: Tables, id: typeof arena.id, next: Table): Promise<void> {
  const seen = await tables.head(id);
  expect(await tables.claim(id, seen, next.version)).toBe(true);
  await tables.publish(id, next, seen);
}

export const pagesOf = (tables: Tables, id: typeof arena.id, count: number) =>
  Promise.all(Array.from({ length: count }, (_, page) => tables.page(id, page)));
