import { runAction, type WriteAction } from './action.ts';
import { DynamoDbError, validationError } from './error.ts';
import type { Item } from './item.ts';
import type { ItemRequest } from './item-request.ts';
import { ITEM_MAX_BYTES, itemBytes } from './item-size.ts';
import { indexChanges } from './secondary-index.ts';
import type { StoredItem } from './sorted-items.ts';
import type { Table, Write } from './table.ts';

export interface PlannedWrite {
  readonly write: Write;
  /** What ReturnValues asked for. */
  readonly answer: { readonly Attributes?: Item };
}

/** What a write action would change, while the table stays as it is; throws its refusal. */
export function planWrite(action: WriteAction, request: ItemRequest, table: Table): PlannedWrite {
  let key = '';
  let old: StoredItem | undefined;
  let next: StoredItem | undefined;
  const access = {
    read(asked: string) {
      key = asked;
      old = table.items.get(key);
      return old?.item;
    },
    write(_key: string, item: Item | undefined) {
      next = item && sized(item);
    },
  };
  const answer = withFailedItem(
    request,
    () => runAction(action, request, table.schema, access),
    () => old,
  );
  const changes = indexChanges(table.indexes.values(), table.schema, old, next);
  return { write: { table, key, old, next, indexChanges: changes }, answer };
}

/** A failed condition shows the item that it was checked on, where the request asks for it. */
export function withFailedItem<T>(
  request: ItemRequest,
  check: () => T,
  checked: () => StoredItem | undefined,
): T {
  try {
    return check();
  } catch (error) {
    const isAsked = request.ReturnValuesOnConditionCheckFailure === 'ALL_OLD';
    const item = checked()?.item;
    if (!isAsked || item === undefined || !isFailedCondition(error)) throw error;
    throw new DynamoDbError(error.status, { ...error.body, Item: item });
  }
}

export const isFailedCondition = (error: unknown): error is DynamoDbError =>
  error instanceof DynamoDbError && error.name === 'ConditionalCheckFailedException';

export function sized(item: Item): StoredItem {
  const sizeBytes = itemBytes(item);
  if (sizeBytes > ITEM_MAX_BYTES)
    throw validationError('Item size has exceeded the maximum allowed size');
  return { item, sizeBytes };
}
