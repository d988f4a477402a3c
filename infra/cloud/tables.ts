import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, StreamViewType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { type IndexShape, TABLE_INDEXES, TABLES } from '../../functions/aws/schema.ts';

/**
 * Games, arenas and players. `Table` and not `TableV2`: the latter makes a global table, and a
 * stream of a global table has room for one reader where ours have two.
 */
export class Tables extends Construct {
  readonly games: Table;
  readonly arenas: Table;
  readonly players: Table;

  constructor(scope: Construct, id: string, production: boolean) {
    super(scope, id);
    this.games = table(this, 'Games', TABLES.games, production);
    this.arenas = table(this, 'Arenas', TABLES.arenas, production);
    this.players = table(this, 'Players', TABLES.players, production);
    for (const index of TABLE_INDEXES.arenas) addIndex(this.arenas, index);
    for (const index of TABLE_INDEXES.players) addIndex(this.players, index);
  }
}

function addIndex(of: Table, { name, partitionKey, sortKey }: IndexShape): void {
  of.addGlobalSecondaryIndex({
    indexName: name,
    partitionKey: { name: partitionKey, type: AttributeType.STRING },
    sortKey: { name: sortKey, type: AttributeType.NUMBER },
  });
}

/** The stream of a table that has one. */
export function streamArn(table: Table): string {
  if (table.tableStreamArn === undefined) throw new Error(`${table.node.id} has no stream`);
  return table.tableStreamArn;
}

type TableShape = (typeof TABLES)[keyof typeof TABLES];

function table(scope: Construct, id: string, shape: TableShape, production: boolean): Table {
  return new Table(scope, id, {
    partitionKey: { name: shape.partitionKey, type: AttributeType.STRING },
    ...(shape.sortKey && { sortKey: { name: shape.sortKey, type: AttributeType.STRING } }),
    ...(shape.stream && { stream: StreamViewType.NEW_AND_OLD_IMAGES }),
    ...(shape.ttl && { timeToLiveAttribute: shape.ttl }),
    billingMode: BillingMode.PAY_PER_REQUEST,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: production,
    removalPolicy: production ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
}
