import { describe, expect, it } from 'vitest';
import type { Codec } from '../../functions/aws/codec.ts';
import { decodeEntity, encodeEntity } from '../../functions/aws/item.ts';
import { TABLES } from '../../functions/aws/schema.ts';
import {
  finalHeadCodec,
  finalPageCodec,
  headCodec,
  orderCodec,
  pageCodec,
} from '../../functions/aws/table-item.ts';
import type { Item } from '../../infra/local/dynamodb/item.ts';
import { present } from '../../shared/core/assert.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import { kindOf, readableItem } from './alike.ts';
import { recordedReleases } from './fixture.ts';
import { storedBy } from './replay.ts';

const TTL = TABLES.players.ttl;

type SdkItem = Parameters<typeof decodeEntity>[0];

/** What a final is: its head, or a page of it, which its key names beside a hash. */
const isFinalPage = ({ sk }: Item): boolean => (sk?.S ?? '').split('#').length > 2;

const PUBLISHED: Readonly<Record<string, Pick<Codec<object>, 'decode' | 'encode'>>> = {
  'arenas STANDINGS': headCodec as Codec<object>,
  'arenas PAGE': pageCodec as Codec<object>,
  'arenas FINAL': finalHeadCodec as Codec<object>,
  'arenas FINAL page': finalPageCodec as Codec<object>,
};

/** The value of an item, and what today's code would store of it; null: nobody reads it. */
function readAndWrite(kind: string, item: Item): { value: object; written: object } | null {
  const codec = PUBLISHED[isFinalPage(item) && kind === 'arenas FINAL' ? `${kind} page` : kind];
  const stored = item as SdkItem;
  if (codec !== undefined) {
    const value = codec.decode(stored);
    return { value, written: codec.encode(value) };
  }
  const value = decodeEntity(stored);
  return value === null ? null : { value, written: encodeEntity(value) };
}

describe.each(recordedReleases())('items of release $version', (release) => {
  const writes = storedBy(release).flatMap((write) =>
    'put' in write ? [{ kind: kindOf(write), item: write.put }] : [],
  );
  const kinds = [...new Set(writes.map(({ kind }) => kind))].sort();

  it('are of every kind that there was', () => {
    expect(kinds).toEqual(expect.arrayContaining(KINDS));
  });

  it.each(kinds)('of kind %s are read today, and nothing of them is lost', (kind) => {
    const all = writes.filter((one) => one.kind === kind);
    for (const { item } of all) {
      if (kind === 'arenas ORDER') {
        expectOrder(item);
        continue;
      }
      const read = present(readAndWrite(kind, item), `reader of ${kind}`);
      // Its expiry is given to an item when it is made, by the settings of then; no entity has it.
      const { pk: _, sk: __, [TTL]: ___, ...attributes } = item;
      // Binary texts may be packed another way: their content is what counts.
      const now = readableItem(asStored(read.written));
      expect(now).toMatchObject(readableItem(attributes));
      for (const [name, value] of Object.entries(attributes)) {
        const type = Object.keys(asStored(read.written)[name] ?? {});
        expect([name, type]).toEqual([name, Object.keys(value)]);
      }
      const again = readAndWrite(kind, { ...item, ...asStored(read.written) });
      expect(plain(again?.value)).toEqual(plain(read.value));
    }
  });
});

/** Places of a table: everybody who leads is where the order says. */
function expectOrder(item: Item): void {
  const order = orderCodec.decode(item as SdkItem);
  for (const [index, { player, rank }] of order.leaders.entries()) {
    expect(order.place(player)).toEqual({ rank, index });
  }
  expect(order.place('00000000000' as PlayerId)).toBeNull();
}

/** As DynamoDB has it: bytes as base64. */
const asStored = (item: object): Item =>
  JSON.parse(
    JSON.stringify(item, (_, value) =>
      value instanceof Uint8Array || (value as { type?: string } | null)?.type === 'Buffer'
        ? Buffer.from((value as { data?: number[] }).data ?? (value as Uint8Array)).toString(
            'base64',
          )
        : value,
    ),
  );

/** An entry of a log may be unpacked only when it is asked for. */
const plain = (value: object | undefined): unknown =>
  JSON.parse(JSON.stringify(value, (_, part) => (isLazy(part) ? { ...unpacked(part) } : part)));

const isLazy = (part: unknown): part is object =>
  typeof part === 'object' && part !== null && 'opponentRating' in part;

const unpacked = (entry: object): object => {
  const { game, opponent, opponentRating, endedAtMs, plies, side, result, berserk, noShow } =
    entry as Readonly<Record<string, unknown>>;
  return { game, opponent, opponentRating, endedAtMs, plies, side, result, berserk, noShow };
};

/** Of the first release. Later ones have more. */
const KINDS = [
  ...['games', 'arenas ARENA', 'arenas POOL', 'arenas ATTENDANCE', 'arenas P'],
  ...['arenas STANDINGS', 'arenas PAGE', 'arenas ORDER', 'arenas FINAL'],
  ...['arenas AUDIT', 'arenas DEED', 'arenas REPORT', 'arenas ALLOWED', 'arenas SERIES'],
  ...['arenas E', 'players SEAT', 'players PROFILE', 'players GUEST', 'players RATING'],
  ...['players IN', 'players TICKET', 'players BAN', 'players QUOTA', 'players ONCE'],
  ...['players WEBHOOK', 'players DELIVERY'],
];
