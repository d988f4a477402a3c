import { type Rule, type Rules, VALIDATIONS, type Validation } from './dynalite.ts';

const { getItem, putItem, updateItem, deleteItem } = VALIDATIONS;

/** The old parameters from before expressions, and what has no effect here: refused. */
const NOT_SPOKEN: ReadonlySet<string> = new Set([
  'AttributesToGet',
  'AttributeUpdates',
  'ConditionalOperator',
  'Expected',
  'KeyConditions',
  'LocalSecondaryIndexes',
  'QueryFilter',
  'ReturnItemCollectionMetrics',
  'ScanFilter',
  'Segment',
  'TotalSegments',
]);

const ON_FAILURE: Rules = {
  ReturnValuesOnConditionCheckFailure: { type: 'String', enum: ['ALL_OLD', 'NONE'] },
};

const STREAM: Rules = {
  StreamSpecification: {
    type: 'FieldStruct<StreamSpecification>',
    children: {
      StreamEnabled: 'Boolean',
      StreamViewType: { type: 'String', enum: ['NEW_AND_OLD_IMAGES'] },
    },
  },
};

const REQUIRED: Rule = { type: 'String', notNull: true };

/** What a step of a transaction may say, and which checks of a single request it has to pass. */
export const STEPS = {
  Put: step(putItem, {}),
  Update: step(updateItem, { UpdateExpression: REQUIRED }),
  Delete: step(deleteItem, {}),
  ConditionCheck: step(deleteItem, { ConditionExpression: REQUIRED }),
  Get: step(getItem, {}),
} as const;

export type StepKind = keyof typeof STEPS;

/** Every operation with the parameters that it knows. */
export const OPERATIONS = {
  CreateTable: spoken(VALIDATIONS.createTable, STREAM),
  DescribeTable: spoken(VALIDATIONS.describeTable),
  GetItem: spoken(getItem),
  PutItem: spoken(putItem, ON_FAILURE),
  UpdateItem: spoken(updateItem, ON_FAILURE),
  DeleteItem: spoken(deleteItem, ON_FAILURE),
  Query: spoken(VALIDATIONS.query),
  // dynalite's scan is older than consistent scans.
  Scan: spoken(VALIDATIONS.scan, { ConsistentRead: 'Boolean' }),
  BatchGetItem: spoken(VALIDATIONS.batchGetItem),
  BatchWriteItem: spoken(VALIDATIONS.batchWriteItem),
  TransactGetItems: transaction(['Get'], {}),
  TransactWriteItems: transaction(['Put', 'Update', 'Delete', 'ConditionCheck'], {
    ClientRequestToken: {
      type: 'String',
      lengthGreaterThanOrEqual: 1,
      lengthLessThanOrEqual: 36,
    },
  }),
} as const satisfies Readonly<Record<string, Validation>>;

export type Operation = keyof typeof OPERATIONS;

export const isOperation = (name: string): name is Operation => Object.hasOwn(OPERATIONS, name);

/** dynalite's check of an operation without `NOT_SPOKEN`, with parameters that it lacks. */
function spoken({ types, ...rest }: Validation, more: Rules = {}): Validation {
  return { ...rest, types: { ...withoutUnspoken(types), ...more } };
}

function withoutUnspoken(types: Rules): Rules {
  const kept = Object.entries(types).filter(([name]) => !NOT_SPOKEN.has(name));
  return Object.fromEntries(kept.map(([name, rule]) => [name, withoutUnspokenFields(rule)]));
}

function withoutUnspokenFields(rule: string | Rule): string | Rule {
  if (typeof rule === 'string' || typeof rule.children !== 'object') return rule;
  const children = isStructure(rule)
    ? withoutUnspoken(rule.children as Rules)
    : (withoutUnspokenFields(rule.children as Rule) as Rule);
  return { ...rule, children };
}

/** A structure has named fields; what else has children is a list or map of them. */
export function isStructure(rule: Rule): boolean {
  return /^(Value|Field)Struct</.test(rule.type);
}

function step(single: Validation, more: Rules): Validation {
  const { ReturnConsumedCapacity, ReturnValues, ConsistentRead, ...types } = withoutUnspoken(
    single.types,
  );
  const isWrite = single !== getItem;
  return { ...single, types: { ...types, ...(isWrite && ON_FAILURE), ...more } };
}

function transaction(kinds: readonly StepKind[], more: Rules): Validation {
  const children = Object.fromEntries(
    kinds.map((kind) => [kind, { type: `FieldStruct<${kind}>`, children: STEPS[kind].types }]),
  );
  const TransactItems = {
    type: 'List',
    notNull: true,
    lengthGreaterThanOrEqual: 1,
    lengthLessThanOrEqual: 100,
    children: { type: 'ValueStruct<TransactItem>', children },
  };
  const ReturnConsumedCapacity = { type: 'String', enum: ['INDEXES', 'TOTAL', 'NONE'] };
  return { types: { TransactItems, ReturnConsumedCapacity, ...more } };
}
