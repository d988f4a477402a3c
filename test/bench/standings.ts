import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { rowCodec } from '../../functions/aws/arena-item.ts';
import type { Item } from '../../functions/aws/codec.ts';
import { encodeOrder, headCodec, pageCodec } from '../../functions/aws/table-item.ts';
import { itemBytes } from '../../infra/local/dynamodb/item-size.ts';
import { pagesOf, type Table } from '../../shared/app/tables.ts';
import type { LogEntry, Result } from '../../shared/arena/log.ts';
import { PRESETS, type PresetName } from '../../shared/arena/policy.ts';
import { rankTallies } from '../../shared/arena/ranking.ts';
import { paysOf } from '../../shared/arena/sheet.ts';
import { activityOf } from '../../shared/arena/standings.ts';
import { statsOf, tableLine } from '../../shared/arena/table.ts';
import { tally } from '../../shared/arena/tally.ts';
import { type GameId, ID_BYTES, idFromBytes, type PlayerId } from '../../shared/core/ids.ts';
import { seededRandom } from '../../shared/core/random.ts';
import { anIdleRow, anOpenArena } from '../support/builders.ts';

const PLAYERS = 10_000;
const GAMES = 125_000;
const ROUNDS = 5;
const BUDGET_MS = 150;

const OPPOSITE: { readonly [R in Result]: Result } = { win: 'loss', loss: 'win', draw: 'draw' };

/** Rows of an arena as they lie in the database, after random games. */
function storedRows(): Item[] {
  const random = seededRandom(1);
  const below = (limit: number): number =>
    new DataView(random.bytes(4).buffer).getUint32(0) % limit;
  const players = Array.from({ length: PLAYERS }, () =>
    idFromBytes<PlayerId>(random.bytes(ID_BYTES)),
  );
  const logs = players.map((): LogEntry[] => []);
  for (let n = 0; n < GAMES; n++) {
    const [a, b] = [below(PLAYERS), below(PLAYERS - 1)];
    const [first, second] = [a, b < a ? b : b + 1];
    const result = (['win', 'loss', 'win', 'loss', 'draw'] as const)[below(5)] ?? 'draw';
    const game = idFromBytes<GameId>(random.bytes(ID_BYTES));
    const common = { game, endedAtMs: n, plies: below(120), noShow: false };
    const entry = (side: 'first' | 'second', opponent: number, won: Result): LogEntry => ({
      ...{ ...common, side, result: won, berserk: below(10) === 0 },
      opponent: players[opponent] as PlayerId,
      opponentRating: 1_200 + (opponent % 1_000),
    });
    logs[first]?.push(entry('first', second, result));
    logs[second]?.push(entry('second', first, OPPOSITE[result]));
  }
  return players.map((player, n) =>
    rowCodec.encode(
      anIdleRow(n, {
        player,
        name: `Player ${n}`,
        joinedRating: 1_200 + (n % 1_000),
        log: logs[n] ?? [],
      }),
    ),
  );
}

interface Rebuilt {
  /** From items to rows, whose logs stay packed. */
  readonly decodeMs: number;
  /** From these rows to encoded pages, order and head. */
  readonly rebuildMs: number;
  readonly pages: readonly Item[];
  readonly others: readonly Item[];
}

/** One full rebuild, from packed rows to encoded pages. */
function rebuild(items: readonly Item[], preset: PresetName): Rebuilt {
  const arena = anOpenArena({ policy: PRESETS[preset] });
  const startedAtMs = performance.now();
  const rows = items.map(rowCodec.decode);
  const decodedAtMs = performance.now();
  const tallies = tally(arena, rows, false);
  const lines = rankTallies(arena.policy, tallies).map((place) =>
    tableLine(place, activityOf(place.entrant, 0)),
  );
  const stats = statsOf(tallies);
  const table: Table = {
    ...{ version: 1, state: 'open', final: 0, players: lines.length, winners: [], lines, stats },
    ...{ pays: paysOf(arena.policy), complete: true, aroundUntilMs: lines.map(() => 1) },
    endsAtMs: arena.endsAtMs,
  };
  const pages = pagesOf(table, null).map(pageCodec.encode);
  const marks = pages.map(() => 'a'.repeat(12));
  const head = { claimedAtMs: 1, readStartedAtMs: 1, completeAtMs: 1, lookAtMs: 0, marks, stats };
  const others = [encodeOrder(table), headCodec.encode(head)];
  const rebuildMs = performance.now() - decodedAtMs;
  return { decodeMs: decodedAtMs - startedAtMs, rebuildMs, pages, others };
}

const KEY = { pk: { S: 'A#0123456789a#S10' }, sk: { S: 'PAGE' } };
/** Binary values as they go over the wire: sizes are counted from base64. */
function wire(value: AttributeValue): AttributeValue {
  if (value.B !== undefined) return { B: Buffer.from(value.B).toString('base64') } as never;
  return value.L === undefined ? value : { L: value.L.map(wire) };
}

const sizeOf = (item: Item): number =>
  itemBytes(
    Object.fromEntries(
      Object.entries({ ...KEY, ...item }).map(([name, value]) => [name, wire(value)]),
    ) as Parameters<typeof itemBytes>[0],
  );
const units = (items: readonly Item[], bytes: number): number =>
  items.reduce((sum, item) => sum + Math.ceil(sizeOf(item) / bytes), 0);

const items = storedRows();
const rowsBytes = items.reduce((sum, item) => sum + sizeOf(item), 0);
const PRESETS_MEASURED = ['oware-shield', 'classic', 'dutch', 'lichess'] as const;
console.log(`${PLAYERS} players, ${GAMES} games; best of ${ROUNDS}, budget ${BUDGET_MS} ms`);
// The compiler is warm, as it is in a function that rebuilds every two seconds.
for (const preset of PRESETS_MEASURED) rebuild(items, preset);
for (const preset of PRESETS_MEASURED) {
  const rounds = Array.from({ length: ROUNDS }, () => rebuild(items, preset));
  const best = rounds.reduce((a, b) => (a.rebuildMs < b.rebuildMs ? a : b));
  const decodeMs = Math.min(...rounds.map((round) => round.decodeMs));
  const written = units(best.pages, 1_024) + units(best.others, 1_024);
  const read = Math.ceil(rowsBytes / 4_096);
  const decoding = `and ${decodeMs.toFixed(0)} ms to decode the items`;
  const time = `${best.rebuildMs.toFixed(0)} ms (${decoding})`;
  const what = `${read} RRU (consistent), ${written} WRU at most`;
  console.log(`${preset.padEnd(12)} ${time}; ${what}`);
}
