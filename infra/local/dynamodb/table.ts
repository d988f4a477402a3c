import {
  applyIndexChange,
  createIndex,
  type IndexChange,
  type SecondaryIndex,
} from './secondary-index.ts';
import { SortedItems, type StoredItem } from './sorted-items.ts';
import type { IndexSchema, TableSchema } from './table-schema.ts';

const ARN_PREFIX = 'arn:aws:dynamodb:us-east-1:000000000000:table/';

/** A checked CreateTable. */
export interface TableRequest extends TableSchema {
  readonly StreamSpecification?: { readonly StreamEnabled?: boolean };
}

export interface Table {
  readonly schema: TableSchema;
  /** Stream records are made unless the request said `StreamEnabled: false`. */
  readonly isStreamed: boolean;
  readonly items: SortedItems;
  readonly indexes: ReadonlyMap<string, SecondaryIndex>;
  /** What an eventually consistent read may still see; kept only where stale reads are injected. */
  readonly earlier: Map<string, EarlierVersion>;
  readonly createdAtMs: number;
}

export interface EarlierVersion {
  readonly stored: StoredItem | undefined;
  readonly replacedAtMs: number;
}

/** One item that changes; `undefined` is an item that does not exist. */
export interface Write {
  readonly table: Table;
  readonly key: string;
  readonly old: StoredItem | undefined;
  readonly next: StoredItem | undefined;
  readonly indexChanges: readonly IndexChange[];
}

export function createTable(request: TableRequest, createdAtMs: number): Table {
  const { TableName, KeySchema, AttributeDefinitions, GlobalSecondaryIndexes } = request;
  const schema = {
    TableName,
    KeySchema,
    AttributeDefinitions,
    ...(GlobalSecondaryIndexes && { GlobalSecondaryIndexes }),
  };
  return {
    schema,
    isStreamed: request.StreamSpecification?.StreamEnabled !== false,
    items: new SortedItems(),
    indexes: new Map(
      GlobalSecondaryIndexes?.map((index) => [index.IndexName, createIndex(index, schema)]),
    ),
    earlier: new Map(),
    createdAtMs,
  };
}

export function applyWrite({ table, key, next, indexChanges }: Write): void {
  if (next === undefined) table.items.delete(key);
  else table.items.set(key, next);
  indexChanges.forEach(applyIndexChange);
}

/** The TableDescription of DescribeTable; the sizes are those of this moment. */
export function describe({ schema, items, indexes, isStreamed, createdAtMs }: Table): object {
  const describeIndex = (index: IndexSchema): object => ({
    ...index,
    IndexStatus: 'ACTIVE',
    IndexArn: `${ARN_PREFIX}${schema.TableName}/index/${index.IndexName}`,
    ItemCount: indexes.get(index.IndexName)?.entries.size,
  });
  return {
    ...schema,
    TableStatus: 'ACTIVE',
    TableArn: ARN_PREFIX + schema.TableName,
    CreationDateTime: createdAtMs / 1000,
    BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
    ItemCount: items.size,
    ...(schema.GlobalSecondaryIndexes && {
      GlobalSecondaryIndexes: schema.GlobalSecondaryIndexes.map(describeIndex),
    }),
    ...(isStreamed && {
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    }),
  };
}
