import {
  type FinalHead,
  leadersOf,
  type Table,
  type TableHead,
  type TableOrder,
  type TablePage,
} from '../../shared/app/tables.ts';
import type { FinalLine } from '../../shared/arena/final.ts';
import { ID_LENGTH, type PlayerId } from '../../shared/core/ids.ts';
import { bytes, type Codec, codec, type Item, json, number, text, zipped } from './codec.ts';

/** Conditions name these attributes; the version is under the same name in every item. */
export const HEAD = {
  claimedAtMs: 'ca',
  readStartedAtMs: 'ver',
  completeAtMs: 'co',
  lookAtMs: 'lo',
  marks: 'mk',
  stats: 'stt',
} as const;

export const headCodec = codec<TableHead>({
  claimedAtMs: number(HEAD.claimedAtMs),
  readStartedAtMs: number(HEAD.readStartedAtMs),
  completeAtMs: number(HEAD.completeAtMs),
  lookAtMs: number(HEAD.lookAtMs),
  marks: json(HEAD.marks),
  stats: json(HEAD.stats),
});

/** Names stand in these attributes of a page and of an order. */
export const LINES = 'ln';
export const LEADERS = 'ld';

export const pageCodec = codec<TablePage>({
  version: number(HEAD.readStartedAtMs),
  state: text('st'),
  final: number('fv'),
  players: number('np'),
  winners: json('wi'),
  pays: json('py'),
  lines: zipped(LINES),
});

export const finalHeadCodec = codec<FinalHead>({
  version: number('ver'),
  hash: text('h'),
  winners: json('wi'),
  frozenAtMs: number('fa'),
  disqualified: json('dq'),
  correction: json('co'),
  pages: number('pg'),
  players: number('np'),
});

export const finalPageCodec = codec<{ readonly lines: readonly FinalLine[] }>({
  lines: zipped('ln'),
});

/** A player's id as text, his rank in 2 bytes, and how long he is around, in the table's order. */
const RANK_AT = ID_LENGTH;
const AROUND_AT = RANK_AT + 2;
const PLACE_BYTES = AROUND_AT + 1;

/** Seconds after the table was read, up to this; above: as long as nothing else is heard of him. */
const AROUND_SECONDS_MAX = 254;
const AROUND_WHILE_PLAYING = 255;

type StoredOrder = Pick<TableOrder, 'version' | 'players' | 'leaders'> & {
  readonly places: Uint8Array;
};

const storedOrder = codec<StoredOrder>({
  version: number(HEAD.readStartedAtMs),
  players: number('np'),
  leaders: json(LEADERS),
  places: bytes('pl'),
});

export const orderCodec: Pick<Codec<TableOrder>, 'decode'> = {
  decode: (item) => {
    const { places: stored, ...order } = storedOrder.decode(item);
    const places = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
    return {
      ...order,
      place: (player) => placeIn(places, player),
      around: (nowMs, waiting) => aroundIn(places, (nowMs - order.version) / 1_000, waiting),
    };
  },
};

export function encodeOrder(table: Table): Item {
  const { version, players, lines, aroundUntilMs } = table;
  const places = Buffer.alloc(lines.length * PLACE_BYTES);
  for (const [index, { player, rank }] of lines.entries()) {
    const at = index * PLACE_BYTES;
    places.write(player, at, 'latin1');
    places.writeUInt16BE(rank, at + RANK_AT);
    places.writeUInt8(aroundByte((aroundUntilMs[index] ?? 0) - version), at + AROUND_AT);
  }
  return storedOrder.encode({ version, players, leaders: leadersOf(table), places });
}

function aroundByte(leftMs: number): number {
  if (leftMs === Number.POSITIVE_INFINITY) return AROUND_WHILE_PLAYING;
  return Math.min(AROUND_SECONDS_MAX, Math.max(0, Math.ceil(leftMs / 1_000)));
}

/** An id may also be found across two places, by chance. */
function placeIn(places: Buffer, player: PlayerId): ReturnType<TableOrder['place']> {
  let at = places.indexOf(player, 0, 'latin1');
  while (at >= 0 && at % PLACE_BYTES !== 0) at = places.indexOf(player, at + 1, 'latin1');
  if (at < 0) return null;
  return { rank: places.readUInt16BE(at + RANK_AT), index: at / PLACE_BYTES };
}

function aroundIn(places: Buffer, ageSeconds: number, waiting: ReadonlySet<PlayerId>): PlayerId[] {
  const around: PlayerId[] = [];
  for (let at = 0; at < places.length; at += PLACE_BYTES) {
    const player = places.toString('latin1', at, at + ID_LENGTH) as PlayerId;
    const seconds = places.readUInt8(at + AROUND_AT);
    const isAround = seconds === AROUND_WHILE_PLAYING || seconds > ageSeconds;
    if (isAround || waiting.has(player)) around.push(player);
  }
  return around;
}
