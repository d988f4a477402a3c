import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  PutItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import type { Item } from './codec.ts';
import { outlastConflicts } from './conflicts.ts';
import type { Place } from './item.ts';
import type { TableNames } from './write-item.ts';

/** Writes of derived items; each says whether its condition held. */
export interface Conditional {
  readonly put: (place: Place, item: Item, condition: Condition) => Promise<boolean>;
  readonly update: (place: Place, set: string, condition: Condition) => Promise<boolean>;
}

/** A condition, or an assignment under one, with the values that both name. */
export interface Condition {
  readonly if: string;
  readonly values?: Item;
}

export function conditionalWrites(client: DynamoDBClient, tables: TableNames): Conditional {
  const common = ({ table }: Place, { if: condition, values }: Condition) => ({
    TableName: tables[table],
    ConditionExpression: condition,
    ...(values && { ExpressionAttributeValues: values }),
  });
  return {
    put: (place, item, condition) => {
      const Item = { ...place.key, ...item };
      return held(() => client.send(new PutItemCommand({ ...common(place, condition), Item })));
    },
    update: (place, set, condition) => {
      const what = { Key: place.key, UpdateExpression: `SET ${set}` };
      return held(() =>
        client.send(new UpdateItemCommand({ ...common(place, condition), ...what })),
      );
    },
  };
}

async function held(send: () => Promise<unknown>): Promise<boolean> {
  try {
    await outlastConflicts(send);
    return true;
  } catch (cause) {
    if (cause instanceof ConditionalCheckFailedException) return false;
    throw cause;
  }
}

/** Whatever is there stays. */
export const ABSENT: Condition = { if: 'attribute_not_exists(pk)' };

export const numberValue = (value: number, name = ':v'): Item => ({ [name]: { N: String(value) } });
