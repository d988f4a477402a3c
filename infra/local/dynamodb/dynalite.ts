import { createRequire } from 'node:module';
import { DynamoDbError, type ErrorBody } from './error.ts';
import type { Item } from './item.ts';
import type { Expression, ItemRequest, Path } from './item-request.ts';
import type { KeyElement, TableSchema } from './table-schema.ts';

// The door to dynalite (CommonJS, untyped): its parsers, validations and actions, without its
// server and without its store.

/** The types of the parameters of one operation. */
export interface Rules {
  readonly [name: string]: string | Rule;
}

export interface Rule {
  readonly type: string;
  /** Of the fields of a structure, or of every member of a list or map. */
  readonly children?: string | Rule | Rules;
  readonly notNull?: boolean;
  readonly enum?: readonly string[];
  readonly lengthGreaterThanOrEqual?: number;
  readonly lengthLessThanOrEqual?: number;
}

export interface Validation {
  readonly types: Rules;
  /** Parses the expressions into the request; answers with what is wrong. */
  readonly custom?: (request: object, store: object) => string | undefined;
}

export type Callback<T> = (error: unknown, value?: T) => void;
type Action = (store: object, request: ItemRequest, callback: Callback<object>) => void;
type Refusal = Error | null | undefined;

const require = createRequire(import.meta.url);

const db = require('dynalite/db') as {
  createKey(item: Item, table: TableSchema, keys?: readonly KeyElement[]): string;
  validateKey(key: Item, table: TableSchema): Refusal;
  validateItem(item: Item, table: TableSchema): Refusal;
  validateKeyPaths(nested: object | undefined, table: TableSchema): Refusal;
  checkConditional(request: ItemRequest, existing: Item | undefined): Refusal;
  matchesExprFilter(item: Item, expression: Expression): boolean;
  mapPaths(paths: readonly Path[], item: Item): Item;
};

const validations = require('dynalite/validations') as {
  checkTypes(request: object, types: Rules): object;
  checkValidations(
    request: object,
    types: Rules,
    custom: Validation['custom'],
    store: object,
  ): void;
};

const validationOf = (operation: string): Validation =>
  require(`dynalite/validations/${operation}`) as Validation;

export const VALIDATIONS = {
  createTable: validationOf('createTable'),
  describeTable: validationOf('describeTable'),
  getItem: validationOf('getItem'),
  putItem: validationOf('putItem'),
  updateItem: validationOf('updateItem'),
  deleteItem: validationOf('deleteItem'),
  query: validationOf('query'),
  scan: validationOf('scan'),
  batchGetItem: validationOf('batchGetItem'),
  batchWriteItem: validationOf('batchWriteItem'),
};

const actionOf = (operation: string): Action => require(`dynalite/actions/${operation}`) as Action;

/** Those that we run; the others only need what is below. */
export const ACTIONS = {
  putItem: actionOf('putItem'),
  updateItem: actionOf('updateItem'),
  deleteItem: actionOf('deleteItem'),
  query: actionOf('query'),
  scan: actionOf('scan'),
};

/** Sizes are checked by us in UTF-8 bytes: dynalite counts UTF-16 units. */
export const STORE_OPTIONS = { maxItemSize: Number.POSITIVE_INFINITY };

/** The request with checked types, canonical numbers and parsed expressions. */
export function checkRequest(request: object, { types, custom }: Validation): object {
  try {
    const checked = validations.checkTypes({ ...request }, types);
    validations.checkValidations(checked, types, custom, { options: STORE_OPTIONS });
    return checked;
  } catch (error) {
    throw refusalOf(error);
  }
}

/** `<hash>/<partition key>/<sort key>/`, in DynamoDB's order inside a partition. */
export const keyText = (item: Item, table: TableSchema, keys = table.KeySchema): string =>
  db.createKey(item, table, keys);

/** Throws if the key does not fit the table. */
export const checkKey = (key: Item, table: TableSchema): void =>
  throwIf(db.validateKey(key, table));

/** Throws if the keys of an item do not fit the table and its indexes. */
export const checkItem = (item: Item, table: TableSchema): void =>
  throwIf(db.validateItem(item, table));

/** Throws if the projection reaches into a key attribute. */
export const checkProjection = (request: ItemRequest, table: TableSchema): void =>
  throwIf(db.validateKeyPaths(request._projection?.nestedPaths, table));

/** Throws if the condition does not hold. */
export const checkCondition = (request: ItemRequest, existing: Item | undefined): void =>
  throwIf(db.checkConditional(request, existing));

export const passesFilter = (item: Item, request: ItemRequest): boolean =>
  request._filter === undefined || db.matchesExprFilter(item, request._filter.expression);

export const projected = (item: Item, request: ItemRequest): Item =>
  request._projection === undefined ? item : db.mapPaths(request._projection.paths, item);

/** dynalite's refusals carry status and body; anything else is a bug and stays what it is. */
export function refusalOf(error: unknown): unknown {
  const { statusCode, body } = error as { statusCode?: number; body?: ErrorBody };
  return statusCode === undefined || body === undefined
    ? error
    : new DynamoDbError(statusCode, body);
}

function throwIf(refusal: Refusal): void {
  if (refusal !== null && refusal !== undefined) throw refusalOf(refusal);
}
