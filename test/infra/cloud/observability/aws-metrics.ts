/** Metrics that AWS documents, as far as we use them, each with the sets of dimensions it has. */
interface Documented {
  readonly namespace: string;
  readonly sources: readonly string[];
  readonly names: readonly string[];
  /** Each metric has every one of these sets, and no other is documented for it. */
  readonly dimensions: readonly (readonly string[])[];
}

const DOCS = 'https://docs.aws.amazon.com';

export const AWS_METRICS: readonly Documented[] = [
  {
    namespace: 'AWS/Lambda',
    sources: [
      `${DOCS}/lambda/latest/dg/monitoring-metrics-types.html`,
      `${DOCS}/lambda/latest/dg/monitoring-metrics-view.html`,
    ],
    names: ['Invocations', 'Errors', 'Throttles', 'Duration'],
    dimensions: [
      ...[[], ['FunctionName'], ['FunctionName', 'Resource']],
      ['ExecutedVersion', 'FunctionName', 'Resource'],
    ],
  },
  {
    namespace: 'AWS/Lambda',
    sources: [`${DOCS}/lambda/latest/dg/monitoring-metrics-types.html`],
    names: ['IteratorAge'],
    dimensions: [['FunctionName']],
  },
  {
    namespace: 'AWS/Lambda',
    sources: [`${DOCS}/lambda/latest/dg/monitoring-concurrency.html`],
    names: ['ConcurrentExecutions'],
    dimensions: [[], ['FunctionName']],
  },
  {
    namespace: 'AWS/DynamoDB',
    sources: [`${DOCS}/amazondynamodb/latest/developerguide/metrics-dimensions.html`],
    names: [
      ...['ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits'],
      ...['ReadThrottleEvents', 'WriteThrottleEvents'],
    ],
    dimensions: [['TableName'], ['GlobalSecondaryIndexName', 'TableName']],
  },
  {
    namespace: 'AWS/DynamoDB',
    sources: [`${DOCS}/amazondynamodb/latest/developerguide/metrics-dimensions.html`],
    names: ['ConditionalCheckFailedRequests'],
    dimensions: [['TableName']],
  },
  {
    namespace: 'AWS/DynamoDB',
    sources: [`${DOCS}/amazondynamodb/latest/developerguide/metrics-dimensions.html`],
    names: ['SystemErrors'],
    dimensions: [['Operation', 'TableName']],
  },
  {
    namespace: 'AWS/SQS',
    sources: [
      `${DOCS}/AWSSimpleQueueService/latest/SQSDeveloperGuide/` +
        'sqs-available-cloudwatch-metrics.html',
    ],
    names: ['ApproximateNumberOfMessagesVisible', 'ApproximateAgeOfOldestMessage'],
    dimensions: [['QueueName']],
  },
  {
    namespace: 'AWS/ApiGateway',
    sources: [`${DOCS}/apigateway/latest/developerguide/apigateway-websocket-api-logging.html`],
    names: ['ConnectCount', 'MessageCount', 'ClientError', 'ExecutionError', 'IntegrationError'],
    dimensions: [['ApiId'], ['ApiId', 'Stage']],
  },
  {
    namespace: 'AWS/ApiGateway',
    sources: [`${DOCS}/apigateway/latest/developerguide/http-api-metrics.html`],
    names: ['Count', '4xx', '5xx'],
    dimensions: [['ApiId'], ['ApiId', 'Stage']],
  },
  {
    namespace: 'AWS/Scheduler',
    sources: [`${DOCS}/scheduler/latest/UserGuide/monitoring-cloudwatch.html`],
    names: ['InvocationDroppedCount', 'TargetErrorCount'],
    dimensions: [['ScheduleGroup']],
  },
  {
    namespace: 'AWS/Logs',
    sources: [
      `${DOCS}/AmazonCloudWatch/latest/logs/CloudWatch-Logs-Monitoring-CloudWatch-Metrics.html`,
    ],
    names: ['IncomingBytes'],
    dimensions: [[], ['LogGroupName']],
  },
];
