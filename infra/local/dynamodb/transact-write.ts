import { unreachable } from '../../../shared/core/assert.ts';
import {
  conditionCheckUnits,
  type Spent,
  spend,
  transactionReadUnits,
  transactionWriteUnits,
} from './capacity.ts';
import { consumedCapacities } from './consumed-capacity.ts';
import { checkCondition, checkItem, checkKey, keyText } from './dynalite.ts';
import type { Engine } from './engine.ts';
import {
  type CancellationReason,
  DynamoDbError,
  transactionCanceled,
  validationError,
} from './error.ts';
import { isFailedCondition, planWrite, withFailedItem } from './planned-write.ts';
import type { Step, TransactionRequest } from './request.ts';
import type { StoredItem } from './sorted-items.ts';
import type { Table, Write } from './table.ts';
import type { TokenUse } from './token-log.ts';
import { HOLDS, refuseConflict, refuseTwice } from './transaction.ts';

/** Of all items of a transaction together. */
const TRANSACTION_MAX_BYTES = 4 * 1024 * 1024;

/** A step that holds: what it writes, or what it has looked at. */
type Plan =
  | { readonly kind: 'write'; readonly write: Write }
  | { readonly kind: 'check'; readonly checked: StoredItem | undefined };

/** A step with its item, where the key makes sense. */
interface Target extends Step {
  readonly table: Table;
  readonly key: string | null;
}

export function transactWriteItems(engine: Engine, request: TransactionRequest): object {
  const targets = request.TransactItems.map((step) => targetOf(engine, step));
  const use = tokenUse(request, engine.nowMs());
  if (use !== undefined && engine.store.tokens.isRepeat(use)) return repeated(request, targets);
  refuseDuplicates(targets);
  refuseConflict(engine, targets);
  const plans = planAll(targets);
  refuseTooLarge(plans);
  engine.store.commit(
    plans.flatMap((plan) => (plan.kind === 'write' ? [plan.write] : [])),
    use,
  );
  const spentByTable = new Map<string, Spent>();
  plans.forEach((plan, i) => {
    spend(spentByTable, request.TransactItems[i]?.request.TableName ?? '', unitsOf(plan));
  });
  return consumedCapacities(request.ReturnConsumedCapacity, spentByTable, 'WriteCapacityUnits');
}

function targetOf(engine: Engine, step: Step): Target {
  const { request } = step;
  const table = engine.store.table(request.TableName);
  try {
    if (step.kind === 'Put') checkItem(request.Item ?? {}, table.schema);
    else checkKey(request.Key ?? {}, table.schema);
  } catch (error) {
    reasonOf(error); // rethrows a bug; the plan meets the same refusal and reports it in its place
    return { ...step, table, key: null };
  }
  return { ...step, table, key: keyText(request.Key ?? request.Item ?? {}, table.schema) };
}

function tokenUse(request: TransactionRequest, atMs: number): TokenUse | undefined {
  const { ClientRequestToken: token, fingerprint } = request;
  return token === undefined ? undefined : { token, fingerprint, atMs };
}

/** The same transaction again: nothing to do, and it costs a transactional read. */
function repeated(request: TransactionRequest, targets: readonly Target[]): object {
  const spentByTable = new Map<string, Spent>();
  for (const { table, key } of targets) {
    const units = transactionReadUnits(key === null ? undefined : table.items.get(key));
    spend(spentByTable, table.schema.TableName, units);
  }
  return consumedCapacities(request.ReturnConsumedCapacity, spentByTable, 'ReadCapacityUnits');
}

function refuseDuplicates(targets: readonly Target[]): void {
  const seen = new Set<string>();
  for (const { table, key } of targets)
    if (key !== null) refuseTwice(seen, `${table.schema.TableName}/${key}`);
}

/** Every step is planned on the tables as they are, so that all reasons are told. */
function planAll(targets: readonly Target[]): readonly Plan[] {
  const outcomes = targets.map((target): Plan | CancellationReason => {
    try {
      return plan(target);
    } catch (error) {
      return reasonOf(error);
    }
  });
  const plans = outcomes.filter((outcome) => 'kind' in outcome);
  if (plans.length < outcomes.length)
    throw transactionCanceled(outcomes.map((outcome) => ('kind' in outcome ? HOLDS : outcome)));
  return plans;
}

function plan({ kind, request, table, key }: Target): Plan {
  switch (kind) {
    case 'Put':
      return { kind: 'write', write: planWrite('putItem', request, table).write };
    case 'Update':
      return { kind: 'write', write: planWrite('updateItem', request, table).write };
    case 'Delete':
      return { kind: 'write', write: planWrite('deleteItem', request, table).write };
    case 'ConditionCheck': {
      checkKey(request.Key ?? {}, table.schema);
      const checked = key === null ? undefined : table.items.get(key);
      withFailedItem(
        request,
        () => checkCondition(request, checked?.item),
        () => checked,
      );
      return { kind: 'check', checked };
    }
    case 'Get':
      throw new Error('a Get among writes passed the checks');
    default:
      return unreachable(kind);
  }
}

function reasonOf(error: unknown): CancellationReason {
  if (!(error instanceof DynamoDbError)) throw error;
  const Code = isFailedCondition(error) ? 'ConditionalCheckFailed' : 'ValidationError';
  const { Item } = error.body;
  return { Code, Message: error.message, ...(Item && { Item }) };
}

function refuseTooLarge(plans: readonly Plan[]): void {
  const bytes = plans.reduce((sum, plan) => sum + (imageOf(plan)?.sizeBytes ?? 0), 0);
  if (bytes > TRANSACTION_MAX_BYTES)
    throw validationError('The items of the transaction together exceed the limit of 4 MB');
}

const imageOf = (plan: Plan): StoredItem | undefined =>
  plan.kind === 'check' ? plan.checked : (plan.write.next ?? plan.write.old);

const unitsOf = (plan: Plan): Spent =>
  plan.kind === 'check' ? conditionCheckUnits(plan.checked) : transactionWriteUnits(plan.write);
