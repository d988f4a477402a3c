import { present } from '../../../shared/core/assert.ts';
import type { Item } from './item.ts';
import { itemBytes } from './item-size.ts';
import type { Write } from './table.ts';
import { keyNames } from './table-schema.ts';

/** One change of one item, on its way to the functions that read the table's stream. */
export interface StreamRecord {
  readonly table: string;
  /** 0-based; all changes of a partition key are in one shard. */
  readonly shard: number;
  /** What a function gets in `Records`, but for `eventSourceARN`. */
  readonly event: StreamEvent;
}

export interface StreamEvent {
  readonly eventID: string;
  readonly eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  readonly eventVersion: '1.1';
  readonly eventSource: 'aws:dynamodb';
  readonly awsRegion: string;
  readonly dynamodb: {
    /** Epoch seconds. */
    readonly ApproximateCreationDateTime: number;
    readonly Keys: Item;
    readonly OldImage?: Item;
    readonly NewImage?: Item;
    /** Digits of equal length: they grow as text, too, over all shards and tables. */
    readonly SequenceNumber: string;
    readonly SizeBytes: number;
    readonly StreamViewType: 'NEW_AND_OLD_IMAGES';
  };
}

const SEQUENCE_DIGITS = 21;

/** The record of a write that changed something. */
export function streamRecord(
  { table, key, old, next }: Write,
  sequence: number,
  shards: number,
  nowMs: number,
): StreamRecord {
  const keys = keyOf(present(next ?? old, 'image of a changed item').item, keyNames(table.schema));
  const SequenceNumber = String(sequence).padStart(SEQUENCE_DIGITS, '0');
  return {
    table: table.schema.TableName,
    shard: shardOf(key, shards),
    event: {
      eventID: SequenceNumber,
      eventName: old === undefined ? 'INSERT' : next === undefined ? 'REMOVE' : 'MODIFY',
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: 'us-east-1',
      dynamodb: {
        ApproximateCreationDateTime: Math.floor(nowMs / 1000),
        Keys: keys,
        ...(old && { OldImage: old.item }),
        ...(next && { NewImage: next.item }),
        SequenceNumber,
        SizeBytes: itemBytes(keys) + (old?.sizeBytes ?? 0) + (next?.sizeBytes ?? 0),
        StreamViewType: 'NEW_AND_OLD_IMAGES',
      },
    },
  };
}

export const keyOf = (item: Item, names: readonly string[]): Item =>
  Object.fromEntries(names.map((name) => [name, present(item[name], 'key attribute')]));

/** A key text begins with the hash of its partition key, in hexadecimal. */
const shardOf = (key: string, shards: number): number =>
  Number.parseInt(key.slice(0, key.indexOf('/')), 16) % shards;
