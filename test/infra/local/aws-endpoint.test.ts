import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient, ResourceNotFoundException } from '@aws-sdk/client-lambda';
import {
  ConflictException,
  CreateScheduleCommand,
  DeleteScheduleCommand,
  GetScheduleCommand,
  ResourceNotFoundException as ScheduleNotFound,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MiniCloud, startMiniCloud } from './mini-cloud.ts';

const PRINT = 'export const handler = async (event) => console.log(JSON.stringify(event));';
const LATER = `export const handler = async (event) => {
  console.log(JSON.stringify(event));
  if (event.bad) throw new Error('no');
};`;
const HTTP = `export const handler = async (event) => {
  if (event.bad) throw new Error('no');
  return { got: event };
};`;

let cloud: MiniCloud;
let config: {
  endpoint: string;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
};

beforeAll(async () => {
  cloud = await startMiniCloud(
    { score: PRINT, clock: PRINT, later: LATER, http: HTTP },
    // Retries of asynchronous events wait 300 and 600 ms instead of minutes.
    { speedUp: 200 },
  );
  config = {
    endpoint: cloud.awsUrl,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'b' },
  };
});
afterAll(() => cloud.stop());

describe('SQS', () => {
  const sqs = () => new SQSClient(config);
  const url = () => cloud.queues.get('Clock')?.plan.url;

  test('a message reaches its function, with a digest that the SDK accepts', async () => {
    const { MessageId } = await sqs().send(
      new SendMessageCommand({ QueueUrl: url(), MessageBody: 'grüße' }),
    );

    const event = JSON.parse(await cloud.line('clock', /grüße/));

    expect(event.Records[0]).toMatchObject({ messageId: MessageId, body: 'grüße' });
  });

  test('a batch reaches it, too, each message after its delay', async () => {
    const answer = await sqs().send(
      new SendMessageBatchCommand({
        QueueUrl: url(),
        Entries: [
          { Id: 'now', MessageBody: 'now-1' },
          { Id: 'late', MessageBody: 'late-1', DelaySeconds: 1 },
        ],
      }),
    );
    await cloud.line('clock', /now-1/);
    const event = JSON.parse(await cloud.line('clock', /late-1/));

    expect(answer.Successful?.map(({ Id }) => Id)).toEqual(['now', 'late']);
    const { ApproximateFirstReceiveTimestamp, SentTimestamp } = event.Records[0].attributes;
    expect(ApproximateFirstReceiveTimestamp - SentTimestamp).toBeGreaterThanOrEqual(1000);
  });

  test.each<[string, object]>([
    ['a delay over 15 minutes', { MessageBody: 'a', DelaySeconds: 901 }],
    ['an empty body', { MessageBody: '' }],
    ['a parameter that is not known here', { MessageBody: 'a', MessageGroupId: 'g' }],
    ['another queue', { MessageBody: 'a', QueueUrl: 'http://127.0.0.1/x' }],
  ])('%s is refused', async (_what, input) => {
    const command = new SendMessageCommand({ QueueUrl: url(), MessageBody: 'a', ...input });
    const client = new SQSClient({ ...config, useQueueUrlAsEndpoint: false });

    await expect(client.send(command)).rejects.toThrow();
  });
});

describe('DynamoDB', () => {
  test('a change that passes the filter reaches the function of the stream', async () => {
    const put = (pk: string, st: string) =>
      new PutItemCommand({
        TableName: 'Games',
        Item: { pk: { S: pk }, st: { S: st }, n: { N: '1.50' }, b: { B: Uint8Array.of(255, 0) } },
      });
    await new DynamoDBClient(config).send(put('g1', 'LIVE'));
    await new DynamoDBClient(config).send(put('g1', 'DONE'));

    const { Records } = JSON.parse(await cloud.line('score', /g1/));

    expect(Records).toHaveLength(1);
    expect(Records[0]).toMatchObject({
      eventName: 'MODIFY',
      eventSource: 'aws:dynamodb',
      eventSourceARN: 'arn:aws:dynamodb:us-east-1:000000000000:table/Games/stream/local',
      dynamodb: {
        Keys: { pk: { S: 'g1' } },
        OldImage: { st: { S: 'LIVE' } },
        NewImage: { st: { S: 'DONE' }, n: { N: '1.5' }, b: { B: '/wA=' } },
      },
    });
  });
});

describe('Lambda', () => {
  const invoke = async (FunctionName: string, event: object, InvocationType?: 'Event') => {
    const Payload = JSON.stringify(event);
    const command = new InvokeCommand({
      FunctionName,
      Payload,
      ...(InvocationType && { InvocationType }),
    });
    const answer = await new LambdaClient(config).send(command);
    return { ...answer, value: answer.Payload?.transformToString() ?? '' };
  };

  test('an invocation that waits gets the answer, by name and by ARN', async () => {
    const byArn = await invoke('arn:aws:lambda:us-east-1:000000000000:function:mini-http', {
      a: 1,
    });

    expect(await invoke('mini-http', { a: 1 })).toMatchObject({
      StatusCode: 200,
      value: '{"got":{"a":1}}',
    });
    expect(byArn.value).toBe('{"got":{"a":1}}');
  });

  test('an invocation that crashes says so', async () => {
    const answer = await invoke('mini-http', { bad: true });

    expect(answer.FunctionError).toBe('Unhandled');
    expect(JSON.parse(answer.value)).toMatchObject({ errorType: 'Error', errorMessage: 'no' });
  });

  test('an event is accepted at once and retried twice, then its failure is told', async () => {
    const answer = await invoke('mini-later', { bad: true, id: 'e1' }, 'Event');
    const isTold = expect.poll(() => cloud.counters.deadLetters.Failures, { timeout: 10_000 });
    await isTold.toBe(1);

    expect(answer.StatusCode).toBe(202);
    expect(cloud.lines('later').filter((line) => line.includes('"e1"'))).toHaveLength(3);
    const [message] = cloud.queues.get('Failures')?.peek() ?? [];
    expect(JSON.parse(message?.body ?? '')).toMatchObject({
      requestContext: {
        condition: 'RetriesExhausted',
        approximateInvokeCount: 3,
        functionArn: 'arn:aws:lambda:us-east-1:000000000000:function:mini-later:$LATEST',
      },
      requestPayload: { bad: true, id: 'e1' },
      responsePayload: { errorMessage: 'no' },
    });
  });

  test('an unknown function is refused', async () => {
    await expect(invoke('nobody', {})).rejects.toThrow(ResourceNotFoundException);
  });
});

describe('Scheduler', () => {
  const scheduler = () => new SchedulerClient(config);
  const schedule = (Name: string, ScheduleExpression: string) => ({
    Name,
    GroupName: 'mini',
    ScheduleExpression,
    FlexibleTimeWindow: { Mode: 'OFF' as const },
    ActionAfterCompletion: 'DELETE' as const,
    Target: {
      Arn: 'arn:aws:lambda:us-east-1:000000000000:function:mini-later',
      RoleArn: 'arn:aws:iam::000000000000:role/r',
      Input: JSON.stringify({ schedule: Name }),
      DeadLetterConfig: { Arn: 'arn:aws:sqs:us-east-1:000000000000:Failures' },
    },
  });
  const named = (Name: string) => ({ Name, GroupName: 'mini' });

  test('a schedule fires with its input and is gone', async () => {
    await scheduler().send(new CreateScheduleCommand(schedule('s1', 'at(2020-01-01T00:00:00)')));

    await cloud.line('later', /"schedule":"s1"/);

    await expect(scheduler().send(new GetScheduleCommand(named('s1')))).rejects.toThrow(
      ScheduleNotFound,
    );
  });

  test('a schedule is created once, shown, changed and deleted', async () => {
    const far = 'at(2999-01-01T00:00:00)';
    const created = await scheduler().send(new CreateScheduleCommand(schedule('s2', far)));
    const again = scheduler().send(new CreateScheduleCommand(schedule('s2', far)));
    await expect(again).rejects.toThrow(ConflictException);
    await scheduler().send(new UpdateScheduleCommand(schedule('s2', 'at(2998-01-01T00:00:00)')));
    const shown = await scheduler().send(new GetScheduleCommand(named('s2')));
    await scheduler().send(new DeleteScheduleCommand(named('s2')));

    expect(created.ScheduleArn).toBe('arn:aws:scheduler:us-east-1:000000000000:schedule/mini/s2');
    expect(shown).toMatchObject({
      ScheduleExpression: 'at(2998-01-01T00:00:00)',
      CreationDate: expect.any(Date),
      Target: { Input: '{"schedule":"s2"}' },
    });
    await expect(scheduler().send(new DeleteScheduleCommand(named('s2')))).rejects.toThrow(
      ScheduleNotFound,
    );
  });

  test.each<[string, object]>([
    ['an expression that is not known', { ScheduleExpression: 'cron(0 0 * * ? *)' }],
    ['another time zone', { ScheduleExpressionTimezone: 'Europe/Paris' }],
    ['another group', { GroupName: 'other' }],
    ['a flexible window', { FlexibleTimeWindow: { Mode: 'FLEXIBLE' } }],
  ])('%s is refused', async (_what, change) => {
    const input = { ...schedule('s3', 'at(2999-01-01T00:00:00)'), ...change };

    await expect(scheduler().send(new CreateScheduleCommand(input))).rejects.toThrow();
  });
});

test('what is not known here is refused by name', async () => {
  const response = await fetch(`${cloud.awsUrl}/2020-05-31/distribution`);

  expect(response.status).toBe(400);
  expect(await response.text()).toContain('does not know GET /2020-05-31/distribution');
});
