import { checkRequest, type Rule, type Rules, STORE_OPTIONS } from './dynalite.ts';
import { protocolError, validationError } from './error.ts';
import type { Item } from './item.ts';
import type { Expression, ItemRequest, Path } from './item-request.ts';
import { isStructure, OPERATIONS, type Operation, STEPS, type StepKind } from './operation.ts';
import type { TableRequest } from './table.ts';
import { fingerprintOf } from './token-log.ts';

export interface TransactionRequest {
  readonly TransactItems: readonly Step[];
  readonly ClientRequestToken?: string;
  /** Of `TransactItems`, whatever order the caller wrote their fields in. */
  readonly fingerprint: string;
  readonly ReturnConsumedCapacity?: string;
}

export interface Step {
  readonly kind: StepKind;
  readonly request: ItemRequest;
}

export interface BatchGetRequest {
  readonly RequestItems: Readonly<
    Record<string, Omit<ItemRequest, 'Key'> & { readonly Keys: readonly Item[] }>
  >;
  readonly ReturnConsumedCapacity?: string;
}

export interface BatchWriteRequest {
  readonly RequestItems: Readonly<Record<string, readonly BatchWriteStep[]>>;
  readonly ReturnConsumedCapacity?: string;
}

export interface BatchWriteStep {
  readonly PutRequest?: { readonly Item: Item };
  readonly DeleteRequest?: { readonly Key: Item };
}

export interface Requests {
  CreateTable: TableRequest;
  DescribeTable: ItemRequest;
  GetItem: ItemRequest;
  PutItem: ItemRequest;
  UpdateItem: ItemRequest;
  DeleteItem: ItemRequest;
  Query: ItemRequest;
  Scan: ItemRequest;
  BatchGetItem: BatchGetRequest;
  BatchWriteItem: BatchWriteRequest;
  TransactGetItems: TransactionRequest;
  TransactWriteItems: TransactionRequest;
}

/** A request as the engine understands it in full; anything else is refused. */
export function readRequest<O extends Operation>(operation: O, input: unknown): Requests[O] {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw protocolError('SerializationException', 'The request is not a JSON object');
  const validation = OPERATIONS[operation];
  refuseUnknown(input, validation.types);
  const request = checkRequest(input, validation);
  if ('TransactItems' in request) return readTransaction(request) as Requests[O];
  refuseUnfaithful(request as ItemRequest);
  return request as Requests[O];
}

function readTransaction(request: object): TransactionRequest {
  const checked = request as { readonly TransactItems: readonly object[] };
  // The fingerprint is taken first: parsing adds to the steps.
  const fingerprint = fingerprintOf(checked.TransactItems);
  return { ...checked, fingerprint, TransactItems: checked.TransactItems.map(readStep) };
}

function readStep(item: object): Step {
  const [[kind, request] = [], ...others] = Object.entries(item);
  if (kind === undefined || others.length > 0)
    throw validationError('A member of TransactItems has exactly one action');
  const message = STEPS[kind as StepKind].custom?.(request, { options: STORE_OPTIONS });
  if (message) throw validationError(message);
  refuseUnfaithful(request);
  return { kind: kind as StepKind, request };
}

/** dynalite drops what it does not know in silence; here a typing error is an error. */
function refuseUnknown(input: object, types: Rules): void {
  for (const [name, value] of Object.entries(input)) {
    const rule = types[name];
    if (rule === undefined)
      throw validationError(`The local database does not know the parameter ${name}`);
    refuseUnknownInside(value, rule);
  }
}

function refuseUnknownInside(value: unknown, rule: string | Rule): void {
  // Text children are plain values and attribute values, whose types are checked anyway.
  if (typeof rule === 'string' || typeof rule.children !== 'object') return;
  if (typeof value !== 'object' || value === null) return;
  if (isStructure(rule)) refuseUnknown(value, rule.children as Rules);
  else
    for (const member of Object.values(value)) refuseUnknownInside(member, rule.children as Rule);
}

/** Refuses what dynalite would answer differently from DynamoDB. */
function refuseUnfaithful(request: ItemRequest): void {
  refuseDocumentComparison(request._condition?.expression);
  refuseDocumentComparison(request._filter?.expression);
  const positions = request._updates?.sections.filter(
    ({ type, path }) => type === 'remove' && typeof path.at(-1) === 'number',
  );
  if (positions !== undefined && positions.length > 1)
    throw validationError('The local database removes one list element per update');
}

/** Lists and maps never compare as equal in dynalite. */
function refuseDocumentComparison(operand: Expression | Path | object | undefined): void {
  if (operand === undefined || !('type' in operand)) return;
  const { type, args } = operand as Expression;
  for (const arg of args) {
    if (['=', '<>', 'in'].includes(type) && ('L' in arg || 'M' in arg))
      throw validationError('The local database does not compare lists or maps');
    refuseDocumentComparison(arg);
  }
}
