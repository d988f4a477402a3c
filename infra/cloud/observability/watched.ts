import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { FunctionName } from '../function-table.ts';
import type { ArenaHttpApi } from '../http-api.ts';
import type { Queues } from '../queues.ts';
import type { Schedules } from '../schedules.ts';
import type { Settings } from '../settings.ts';
import type { SocketApi } from '../socket-api.ts';
import type { Tables } from '../tables.ts';

/** Everything of one stage that is looked at. */
export interface Watched {
  readonly settings: Settings;
  readonly functions: Readonly<Record<FunctionName, LambdaFunction>>;
  readonly tables: Tables;
  readonly queues: Queues;
  readonly socketApi: SocketApi;
  readonly httpApi: ArenaHttpApi;
  readonly schedules: Schedules;
  /** Every log group of the stage: those of the functions and of the gateways. */
  readonly logGroups: readonly ILogGroup[];
}
