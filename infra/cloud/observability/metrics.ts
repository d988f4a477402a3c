import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import {
  METRIC_NAMESPACE,
  METRIC_SOURCE,
  type MetricName,
  type UNIT_METRICS,
} from '../../../shared/app/metrics.ts';
import { deployedName, type FunctionName } from '../function-table.ts';
import type { Watched } from './watched.ts';

export type Statistic = 'Sum' | 'Maximum' | 'SampleCount' | 'p50' | 'p99';

/** How long a value stands for. */
export const MINUTE = Duration.minutes(1);
export const FIVE_MINUTES = Duration.minutes(5);
export const QUARTER_HOUR = Duration.minutes(15);

/** The metrics of one stage. A dimension that is wrong makes a metric that never has a value. */
export type Metrics = ReturnType<typeof metricsOf>;

export const metricsOf = ({ settings, socketApi, httpApi, schedules }: Watched) => {
  const own = { service: METRIC_SOURCE, stage: settings.stage };
  const socket = { ApiId: socketApi.api.apiId, Stage: socketApi.stage.stageName };
  const http = { ApiId: httpApi.api.apiId, Stage: httpApi.stage.stageName };
  const nameOf = (name: FunctionName) => deployedName(settings.stage, name);
  return {
    /** What the functions count and measure, `shared/app/metrics.ts`. */
    own: (name: MetricName, statistic: Statistic, period = MINUTE) =>
      metric(METRIC_NAMESPACE, name, own, statistic, period),

    /** Request units that one function has consumed. */
    units: (name: keyof typeof UNIT_METRICS, of: FunctionName, period = MINUTE) =>
      metric(METRIC_NAMESPACE, name, { ...own, function: nameOf(of) }, 'Sum', period),

    lambda: (of: FunctionName, name: LambdaMetric, statistic: Statistic, period = MINUTE) =>
      metric('AWS/Lambda', name, { FunctionName: nameOf(of) }, statistic, period),

    /** Of all functions of the account, this stage's or not. */
    account: (name: 'ConcurrentExecutions') => metric('AWS/Lambda', name, {}, 'Maximum'),

    table: ({ tableName }: Table, name: TableMetric, index?: string) =>
      metric('AWS/DynamoDB', name, {
        TableName: tableName,
        ...(index !== undefined && { GlobalSecondaryIndexName: index }),
      }),

    systemErrors: ({ tableName }: Table, operation: Operation) =>
      metric('AWS/DynamoDB', 'SystemErrors', { TableName: tableName, Operation: operation }),

    queue: ({ queueName }: IQueue, name: QueueMetric) =>
      metric('AWS/SQS', name, { QueueName: queueName }, 'Maximum'),

    socket: (name: SocketMetric) => metric('AWS/ApiGateway', name, socket),

    http: (name: HttpMetric) => metric('AWS/ApiGateway', name, http),

    schedules: (name: 'InvocationDroppedCount' | 'TargetErrorCount') =>
      metric('AWS/Scheduler', name, { ScheduleGroup: schedules.group.scheduleGroupName }),

    logBytes: ({ logGroupName }: ILogGroup) =>
      metric('AWS/Logs', 'IncomingBytes', { LogGroupName: logGroupName }, 'Sum', FIVE_MINUTES),
  };
};

type LambdaMetric =
  | 'Invocations'
  | 'Errors'
  | 'Throttles'
  | 'Duration'
  | 'IteratorAge'
  | 'ConcurrentExecutions';

type TableMetric =
  | 'ConsumedReadCapacityUnits'
  | 'ConsumedWriteCapacityUnits'
  | 'ReadThrottleEvents'
  | 'WriteThrottleEvents'
  | 'ConditionalCheckFailedRequests';

/** What the functions ask the database for; a test holds the list to their code. */
export const OPERATIONS = [
  'GetItem',
  'BatchGetItem',
  'Query',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'TransactWriteItems',
] as const;

export type Operation = (typeof OPERATIONS)[number];

type QueueMetric = 'ApproximateNumberOfMessagesVisible' | 'ApproximateAgeOfOldestMessage';

type SocketMetric =
  | 'ConnectCount'
  | 'MessageCount'
  | 'ClientError'
  | 'ExecutionError'
  | 'IntegrationError';

type HttpMetric = 'Count' | '4xx' | '5xx';

const metric = (
  namespace: string,
  metricName: string,
  dimensionsMap: Record<string, string>,
  statistic: Statistic = 'Sum',
  period = MINUTE,
): Metric => new Metric({ namespace, metricName, dimensionsMap, statistic, period });
