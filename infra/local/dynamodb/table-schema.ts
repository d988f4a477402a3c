export interface KeyElement {
  readonly AttributeName: string;
  readonly KeyType: 'HASH' | 'RANGE';
}

export interface IndexSchema {
  readonly IndexName: string;
  readonly KeySchema: readonly KeyElement[];
  readonly Projection: {
    readonly ProjectionType: 'ALL' | 'KEYS_ONLY' | 'INCLUDE';
    readonly NonKeyAttributes?: readonly string[];
  };
}

/** What names a table's keys and indexes, in the words of CreateTable. */
export interface TableSchema {
  readonly TableName: string;
  readonly KeySchema: readonly KeyElement[];
  readonly AttributeDefinitions: readonly {
    readonly AttributeName: string;
    readonly AttributeType: 'S' | 'N' | 'B';
  }[];
  readonly GlobalSecondaryIndexes?: readonly IndexSchema[];
}

export const keyNames = (schema: Pick<TableSchema, 'KeySchema'>): readonly string[] =>
  schema.KeySchema.map((key) => key.AttributeName);
