import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, StreamViewType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { type IndexShape, TABLE_INDEXES, TABLES } from '../../functions/aws/schema.ts';
import { fuseOf, indexFuseOf } from './cost-fuse.ts';
import type { Settings } from './settings.ts';

/**
 * Games, arenas and players. `Table` and not `TableV2`: the latter makes a global table, and a
 * stream of a global table has room for one reader where ours have two.
 */
export class Tables extends Construct {
  readonly games: Table;
  readonly arenas: Table;
  readonly players: Table;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    this.games = table(this, 'Games', 'games', settings);
    this.arenas = table(this, 'Arenas', 'arenas', settings);
    this.players = table(this, 'Players', 'players', settings);
    for (const index of TABLE_INDEXES.arenas) addIndex(this.arenas, index, 'arenas', settings);
    for (const index of TABLE_INDEXES.players) addIndex(this.players, index, 'players', settings);
  }
}

function addIndex(
  of: Table,
  { name, partitionKey, sortKey }: IndexShape,
  tableName: TableName,
  { fusePercent }: Settings,
): void {
  of.addGlobalSecondaryIndex({
    indexName: name,
    partitionKey: { name: partitionKey, type: AttributeType.STRING },
    sortKey: { name: sortKey, type: AttributeType.NUMBER },
    ...indexFuseOf(tableName, fusePercent),
  });
}

/** The stream of a table that has one. */
export function streamArn(table: Table): string {
  if (table.tableStreamArn === undefined) throw new Error(`${table.node.id} has no stream`);
  return table.tableStreamArn;
}

type TableName = keyof typeof TABLES;

/**
 * Encrypted with a key of DynamoDB's own, as every table is. A key of the account would cost for
 * each use and show it in CloudTrail; compliance that asks for one gets it without a new table.
 * Unlike what has a name of ours, a table stays even after a first deployment that failed: nothing
 * of the next one is in its way, while CloudFormation could not delete what is protected.
 */
function table(scope: Construct, id: string, name: TableName, settings: Settings): Table {
  const shape = TABLES[name];
  const { production, fusePercent } = settings;
  return new Table(scope, id, {
    partitionKey: { name: shape.partitionKey, type: AttributeType.STRING },
    ...(shape.sortKey && { sortKey: { name: shape.sortKey, type: AttributeType.STRING } }),
    ...(shape.stream && { stream: StreamViewType.NEW_AND_OLD_IMAGES }),
    ...(shape.ttl && { timeToLiveAttribute: shape.ttl }),
    billingMode: BillingMode.PAY_PER_REQUEST,
    ...fuseOf(name, fusePercent),
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: production,
    removalPolicy: production ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
}
