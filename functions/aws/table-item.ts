import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
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
import { bytes, type Codec, codec, type Field, type Item, json, number, text } from './codec.ts';

/** Pages are rebuilt by the hundred; more pressure would cost more time than it saves bytes. */
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** Compressed JSON. Zstandard frames hold no time, so equal content is equal bytes. */
const zipped = <V>(name: string): Field<V> => {
  const inner = bytes(name);
  return {
    write: (item, value) => inner.write(item, zstdCompressSync(JSON.stringify(value), FAST)),
    read: (item) => JSON.parse(zstdDecompressSync(inner.read(item)).toString()) as V,
  };
};

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

export const pageCodec = codec<TablePage>({
  version: number(HEAD.readStartedAtMs),
  state: text('st'),
  final: number('fv'),
  players: number('np'),
  winners: json('wi'),
  pays: json('py'),
  lines: zipped('ln'),
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

/** A player's id as text and his rank in 2 bytes, in the order of the table. */
const PLACE_BYTES = ID_LENGTH + 2;

type StoredOrder = Pick<TableOrder, 'version' | 'players' | 'leaders'> & {
  readonly places: Uint8Array;
};

const storedOrder = codec<StoredOrder>({
  version: number(HEAD.readStartedAtMs),
  players: number('np'),
  leaders: json('ld'),
  places: bytes('pl'),
});

export const orderCodec: Pick<Codec<TableOrder>, 'decode'> = {
  decode: (item) => {
    const { places, ...order } = storedOrder.decode(item);
    return { ...order, place: (player) => placeIn(Buffer.from(places), player) };
  },
};

export function encodeOrder(table: Table): Item {
  const { version, players, lines } = table;
  const places = Buffer.alloc(lines.length * PLACE_BYTES);
  for (const [index, { player, rank }] of lines.entries()) {
    places.write(player, index * PLACE_BYTES, 'latin1');
    places.writeUInt16BE(rank, index * PLACE_BYTES + ID_LENGTH);
  }
  return storedOrder.encode({ version, players, leaders: leadersOf(table), places });
}

/** An id may also be found across two places, by chance. */
function placeIn(places: Buffer, player: PlayerId): ReturnType<TableOrder['place']> {
  let at = places.indexOf(player, 0, 'latin1');
  while (at >= 0 && at % PLACE_BYTES !== 0) at = places.indexOf(player, at + 1, 'latin1');
  if (at < 0) return null;
  return { rank: places.readUInt16BE(at + ID_LENGTH), index: at / PLACE_BYTES };
}
