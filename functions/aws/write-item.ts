import type { AttributeValue, TransactWriteItem, Update } from '@aws-sdk/client-dynamodb';
import type { Write } from '../../shared/app/ports.ts';
import { ROW } from './arena-item.ts';
import type { Item } from './codec.ts';
import { encodeEntity, PLACE, type Place, placeOf, type TableName } from './item.ts';
import { type ToldRetention, ttlOf } from './retention.ts';

export type TableNames = Readonly<Record<TableName, string>>;

/** The version of every entity is stored under this name. */
const VERSION = 'ver';

/** One part of a commit as DynamoDB puts it, with the current item asked for on failure. */
export function writeItem(
  tables: TableNames,
  write: Write,
  retention: ToldRetention,
): TransactWriteItem {
  switch (write.op) {
    case 'create': {
      const { table, key } = placeOf(write.entity);
      return {
        Put: {
          ...onFailure,
          TableName: tables[table],
          Item: { ...key, ...encodeEntity(write.entity), ...ttlOf(write, retention) },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      };
    }
    case 'update': {
      const after = encodeEntity(write.after);
      const change = changeOf(encodeEntity(write.before), after);
      return { Update: updateIf(tables, placeOf(write.before), change, write.before.version) };
    }
    case 'delete': {
      const { table, key } = placeOf(write.entity);
      return {
        Delete: { ...onFailure, ...onVersion(write.entity.version), ...at(tables, table, key) },
      };
    }
    case 'take':
      return { Update: takeUpdate(tables, write) };
    case 'giveBack':
      return { Update: giveBackUpdate(tables, write) };
    case 'seat':
      return { Update: seatUpdate(tables, write) };
  }
}

const onFailure = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;

const at = (tables: TableNames, table: TableName, key: Item) => ({
  TableName: tables[table],
  Key: key,
});

const onVersion = (version: number) => ({
  ConditionExpression: `${VERSION} = :v`,
  ExpressionAttributeValues: { ':v': { N: String(version) } },
});

interface ItemChange {
  readonly set: readonly (readonly [string, AttributeValue])[];
  readonly remove: readonly string[];
}

/** Only what differs is named, so writers never overwrite what they did not decide on. */
function changeOf(before: Item, after: Item): ItemChange {
  const same = (name: string): boolean => equal(before[name], after[name]);
  return {
    set: Object.entries(after).filter(([name]) => !same(name)),
    remove: Object.keys(before).filter((name) => !(name in after)),
  };
}

/** Every attribute name is a placeholder: short names collide with reserved words. */
function updateIf(
  tables: TableNames,
  { table, key }: Place,
  { set, remove }: ItemChange,
  version: number,
): Update {
  const names: Record<string, string> = {};
  const values: Item = { ':v': { N: String(version) } };
  const assignments = set.map(([name, value], i) => {
    names[`#s${i}`] = name;
    values[`:s${i}`] = value;
    return `#s${i} = :s${i}`;
  });
  const removals = remove.map((name, i) => {
    names[`#r${i}`] = name;
    return `#r${i}`;
  });
  return {
    ...onFailure,
    ...at(tables, table, key),
    UpdateExpression: [clause('SET', assignments), clause('REMOVE', removals)].join(' ').trim(),
    ConditionExpression: `${VERSION} = :v`,
    ...(set.length + remove.length > 0 && { ExpressionAttributeNames: names }),
    ExpressionAttributeValues: values,
  };
}

const clause = (word: string, parts: readonly string[]): string =>
  parts.length === 0 ? '' : `${word} ${parts.join(', ')}`;

/** Nobody has to have read the count: only a taken place stands in the way of another. */
function takeUpdate(tables: TableNames, { counter, max }: Extract<Write, { op: 'take' }>): Update {
  const { [VERSION]: _, ...item } = encodeEntity(counter);
  const fields = Object.entries(item);
  const assignments = fields.map((_, i) => `#s${i} = :s${i}`);
  const { table, key } = placeOf(counter);
  return {
    ...onFailure,
    ...at(tables, table, key),
    UpdateExpression: `SET ${assignments.join(', ')} ADD ${VERSION} :one`,
    // Of none there is not even a first one.
    ConditionExpression: `${max > 0 ? 'attribute_not_exists(pk) OR ' : ''}${VERSION} < :max`,
    ExpressionAttributeNames: Object.fromEntries(fields.map(([name], i) => [`#s${i}`, name])),
    ExpressionAttributeValues: {
      ...Object.fromEntries(fields.map(([, value], i) => [`:s${i}`, value])),
      ':one': { N: '1' },
      ':max': { N: String(max) },
    },
  };
}

function giveBackUpdate(
  tables: TableNames,
  { counter }: Extract<Write, { op: 'giveBack' }>,
): Update {
  const { table, key } = placeOf(counter);
  return {
    ...onFailure,
    ...at(tables, table, key),
    UpdateExpression: `ADD ${VERSION} :less`,
    ConditionExpression: `${VERSION} > :none`,
    ExpressionAttributeValues: { ':less': { N: '-1' }, ':none': { N: '0' } },
  };
}

/** The condition states what `seatRow` says; the contract tests hold the two together. */
function seatUpdate(
  tables: TableNames,
  { ticket, game, nowMs }: Extract<Write, { op: 'seat' }>,
): Update {
  const { table, key } = PLACE.row(game.arena, ticket.shard, ticket.player);
  return {
    ...onFailure,
    ...at(tables, table, key),
    UpdateExpression: 'SET #st = :play, #gm = :game, #why = :paired, #ver = #ver + :one',
    ConditionExpression:
      '#st = :ready AND #sd = :yes AND #cn = :connection AND #rs = :since AND #le > :now',
    ExpressionAttributeNames: {
      '#st': ROW.state,
      '#gm': ROW.game,
      '#why': ROW.why,
      '#ver': ROW.version,
      '#sd': ROW.seated,
      '#cn': ROW.connection,
      '#rs': ROW.readySinceMs,
      '#le': ROW.leaseUntilMs,
    },
    ExpressionAttributeValues: {
      ':play': { S: ROW.playing },
      ':ready': { S: ROW.ready },
      ':game': { S: game.id },
      ':paired': { S: 'paired' },
      ':one': { N: '1' },
      ':yes': { BOOL: true },
      ':connection': { S: ticket.connection },
      ':since': { N: String(ticket.readySinceMs) },
      ':now': { N: String(nowMs) },
    },
  };
}

/** Equal as stored; attribute values are small and plain. */
const equal = (a: AttributeValue | undefined, b: AttributeValue | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b);
