import {
  type CancellationReason,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  PutItemCommand,
  TransactionCanceledException,
  TransactionConflictException,
  TransactionInProgressException,
  type TransactWriteItem,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import type { Commit, FailedWrite, Write } from '../../shared/app/ports.ts';
import type { Item } from './codec.ts';
import { decodeEntity } from './item.ts';
import type { ToldRetention } from './retention.ts';
import { type TableNames, writeItem } from './write-item.ts';

/**
 * Stores all writes or none: one as a conditional write, several as a transaction. A failed
 * condition is an answer with the current item; conflicts are `busy`; everything else throws.
 */
export async function commitWrites(
  client: DynamoDBClient,
  tables: TableNames,
  writes: readonly Write[],
  retention: ToldRetention,
): Promise<Commit> {
  const items = writes.map((write) => writeItem(tables, write, retention));
  const [only] = items;
  try {
    if (items.length === 1 && only !== undefined) await sendOne(client, only);
    else await client.send(new TransactWriteItemsCommand({ TransactItems: items }));
    return { kind: 'stored' };
  } catch (cause) {
    return answerOf(cause);
  }
}

function sendOne(client: DynamoDBClient, { Put, Update, Delete }: TransactWriteItem) {
  if (Put !== undefined) return client.send(new PutItemCommand(Put));
  if (Update !== undefined) return client.send(new UpdateItemCommand(Update));
  if (Delete !== undefined) return client.send(new DeleteItemCommand(Delete));
  throw new Error('a write is a put, an update or a delete');
}

function answerOf(cause: unknown): Commit {
  if (cause instanceof ConditionalCheckFailedException) {
    return { kind: 'failed', failed: [failedWrite(cause.Item, 0)] };
  }
  const busy =
    cause instanceof TransactionConflictException ||
    cause instanceof TransactionInProgressException;
  if (busy) return { kind: 'busy' };
  if (cause instanceof TransactionCanceledException) return cancelled(cause);
  throw cause;
}

function cancelled(cause: TransactionCanceledException): Commit {
  const reasons: readonly CancellationReason[] = cause.CancellationReasons ?? [];
  const failed = reasons.flatMap(({ Code, Item }, index) =>
    Code === 'ConditionalCheckFailed' ? [failedWrite(Item, index)] : [],
  );
  if (failed.length > 0) return { kind: 'failed', failed };
  if (reasons.some(({ Code }) => Code === 'TransactionConflict')) return { kind: 'busy' };
  throw cause;
}

const failedWrite = (item: Item | undefined, index: number): FailedWrite => ({
  index,
  current: item === undefined ? null : decodeEntity(item),
});
