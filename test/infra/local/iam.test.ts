import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import {
  BatchGetItemCommand,
  DynamoDBClient,
  GetItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { CreateScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MiniCloud, startMiniCloud } from './mini-cloud.ts';
import { miniTemplate } from './mini-template.ts';

const arn = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });
const allow = (Action: string | readonly string[], Resource: unknown) => ({
  Effect: 'Allow',
  Action,
  Resource,
});
const document = (...Statement: readonly object[]) => ({ Version: '2012-10-17', Statement });
const SCHEDULE_ROLE = 'arn:aws:iam::000000000000:role/Scheduling';

/** All functions of the mini template have this role; part of it hangs beside it, as CDK does. */
const template = miniTemplate({
  Role: {
    Type: 'AWS::IAM::Role',
    Properties: {
      AssumeRolePolicyDocument: {},
      Policies: [
        {
          PolicyName: 'move',
          PolicyDocument: document(
            allow(['dynamodb:GetItem', 'dynamodb:UpdateItem'], arn('Games')),
            allow('dynamodb:Query', { 'Fn::Join': ['', [arn('Games'), '/index/byPhase']] }),
            allow('execute-api:ManageConnections', {
              'Fn::Sub': 'arn:aws:execute-api:us-east-1:000000000000:$'.concat(
                '{Ws}/mini/POST/@connections/*',
              ),
            }),
            allow(
              'scheduler:CreateSchedule',
              'arn:aws:scheduler:us-east-1:000000000000:schedule/mini/arena-*',
            ),
            allow('iam:PassRole', SCHEDULE_ROLE),
          ),
        },
      ],
    },
  },
  More: {
    Type: 'AWS::IAM::Policy',
    Properties: {
      PolicyName: 'more',
      Roles: [{ Ref: 'Role' }],
      PolicyDocument: document(
        allow('sqs:SendMessage', arn('Clock')),
        allow('lambda:InvokeFunction', arn('Later')),
      ),
    },
  },
});

let cloud: MiniCloud;
beforeAll(async () => {
  cloud = await startMiniCloud({}, { template });
});
afterAll(() => cloud.stop());

/** Clients of a function, as its environment would have them; `local` is a tool of the machine. */
function clientsOf(accessKeyId: string) {
  const config = {
    endpoint: cloud.awsUrl,
    region: 'us-east-1',
    credentials: { accessKeyId, secretAccessKey: 's' },
    maxAttempts: 1,
  };
  const posts = { ...config, endpoint: `${cloud.awsUrl}/mini` };
  return {
    dynamo: new DynamoDBClient(config),
    sqs: new SQSClient(config),
    lambda: new LambdaClient(config),
    scheduler: new SchedulerClient(config),
    posts: new ApiGatewayManagementApiClient(posts),
  };
}

type Clients = ReturnType<typeof clientsOf>;

const key = { pk: { S: 'g1' } };
const games = { TableName: 'Games', Key: key };
const players = { TableName: 'Players', Key: { ...key, sk: { S: 's' } } };
const update = { UpdateExpression: 'SET n = :n', ExpressionAttributeValues: { ':n': { N: '1' } } };
const queueUrl = (name: string) => cloud.queues.get(name)?.plan.url;
const connection = { ConnectionId: 'C=' };
const schedule = (Name: string, RoleArn = SCHEDULE_ROLE) => ({
  Name,
  GroupName: 'mini',
  ScheduleExpression: 'at(2099-01-01T00:00:00)',
  ScheduleExpressionTimezone: 'UTC',
  FlexibleTimeWindow: { Mode: 'OFF' as const },
  Target: { Arn: 'arn:aws:lambda:us-east-1:000000000000:function:mini-later', RoleArn },
});
const query = {
  KeyConditionExpression: 'pk = :p',
  ExpressionAttributeValues: { ':p': { S: 'a' } },
};

/** The name of the error, or null. */
const errorOf = (call: Promise<unknown>): Promise<string | null> =>
  call.then(
    () => null,
    (error: Error) => error.name,
  );

describe('a function may do what its role says', () => {
  test.each<[string, (of: Clients) => Promise<unknown>, string | null]>([
    ['read an item', ({ dynamo }) => dynamo.send(new GetItemCommand(games)), null],
    [
      'write one in a transaction, with the right of the single write',
      ({ dynamo }) =>
        dynamo.send(
          new TransactWriteItemsCommand({ TransactItems: [{ Update: { ...games, ...update } }] }),
        ),
      null,
    ],
    [
      'query an index, which this table does not have',
      ({ dynamo }) =>
        dynamo.send(new QueryCommand({ TableName: 'Games', IndexName: 'byPhase', ...query })),
      'ValidationException',
    ],
    [
      'send to a queue, in a batch, too',
      ({ sqs }) =>
        sqs.send(
          new SendMessageBatchCommand({
            QueueUrl: queueUrl('Clock'),
            Entries: [{ Id: 'a', MessageBody: 'a' }],
          }),
        ),
      null,
    ],
    [
      'call a function',
      ({ lambda }) => lambda.send(new InvokeCommand({ FunctionName: 'mini-later' })),
      null,
    ],
    [
      'post to a connection, even if it is gone',
      ({ posts }) => posts.send(new PostToConnectionCommand({ ...connection, Data: 'x' })),
      'GoneException',
    ],
    [
      'make a schedule',
      ({ scheduler }) => scheduler.send(new CreateScheduleCommand(schedule('arena-1'))),
      null,
    ],
  ])('%s', async (_what, call, expected) => {
    expect(await errorOf(call(clientsOf('mini-move')))).toBe(expected);
  });
});

describe('and nothing else', () => {
  const denied: readonly [string, string, (of: Clients) => Promise<unknown>][] = [
    [
      'read another table',
      'dynamodb:GetItem on arn:aws:dynamodb:us-east-1:000000000000:table/Players',
      ({ dynamo }) => dynamo.send(new GetItemCommand(players)),
    ],
    [
      'query a table whose index it may query',
      'dynamodb:Query on arn:aws:dynamodb:us-east-1:000000000000:table/Games',
      ({ dynamo }) => dynamo.send(new QueryCommand({ TableName: 'Games', ...query })),
    ],
    [
      'delete in a transaction that otherwise it may make',
      'dynamodb:DeleteItem on arn:aws:dynamodb:us-east-1:000000000000:table/Players',
      ({ dynamo }) =>
        dynamo.send(
          new TransactWriteItemsCommand({
            TransactItems: [{ Update: { ...games, ...update } }, { Delete: players }],
          }),
        ),
    ],
    [
      'read a batch with the right to read one',
      'dynamodb:BatchGetItem on arn:aws:dynamodb:us-east-1:000000000000:table/Games',
      ({ dynamo }) =>
        dynamo.send(new BatchGetItemCommand({ RequestItems: { Games: { Keys: [key] } } })),
    ],
    [
      'send to another queue',
      'sqs:SendMessage on arn:aws:sqs:us-east-1:000000000000:Failures',
      ({ sqs }) =>
        sqs.send(new SendMessageCommand({ QueueUrl: queueUrl('Failures'), MessageBody: 'a' })),
    ],
    [
      'call another function',
      'lambda:InvokeFunction on arn:aws:lambda:us-east-1:000000000000:function:mini-http',
      ({ lambda }) => lambda.send(new InvokeCommand({ FunctionName: 'mini-http' })),
    ],
    [
      'close a connection with the right to post to it',
      'execute-api:ManageConnections on ' +
        'arn:aws:execute-api:us-east-1:000000000000:Ws/mini/DELETE/@connections/C=',
      ({ posts }) => posts.send(new DeleteConnectionCommand(connection)),
    ],
    [
      'make a schedule of another name',
      'scheduler:CreateSchedule on arn:aws:scheduler:us-east-1:000000000000:schedule/mini/other',
      ({ scheduler }) => scheduler.send(new CreateScheduleCommand(schedule('other'))),
    ],
    [
      'hand a schedule another role',
      'iam:PassRole on arn:aws:iam::000000000000:role/Admin',
      ({ scheduler }) =>
        scheduler.send(
          new CreateScheduleCommand(schedule('arena-2', 'arn:aws:iam::000000000000:role/Admin')),
        ),
    ],
  ];

  test.each(denied)('not %s', async (_what, call, send) => {
    expect(await errorOf(send(clientsOf('mini-move')))).toBe('AccessDeniedException');

    const line = `bug: mini-move is not authorized to perform ${call}`;
    expect(cloud.log).toContainEqual({ source: 'cloud', line });
  });

  test.each(denied)('but who is no function may %s', async (_what, _call, send) => {
    expect(await errorOf(send(clientsOf('local')))).not.toBe('AccessDeniedException');
  });
});

test('a right under a condition that nobody plays is refused with its template', async () => {
  const Condition = { StringEquals: { 'aws:SourceAccount': '000000000000' } };
  const conditional = {
    Type: 'AWS::IAM::Policy',
    Properties: {
      PolicyName: 'conditional',
      Roles: [{ Ref: 'Role' }],
      PolicyDocument: document({ ...allow('sqs:SendMessage', arn('Clock')), Condition }),
    },
  };
  const refused = { ...template, Resources: { ...template.Resources, Conditional: conditional } };

  await expect(startMiniCloud({}, { template: refused })).rejects.toThrow('Conditional');
});

test('a stranger may do nothing, not even what every function may', async () => {
  const read = clientsOf('nobody').dynamo.send(new GetItemCommand(games));

  expect(await errorOf(read)).toBe('AccessDeniedException');
});

test('a function calls under its own name', async () => {
  const source = 'export const handler = async () => console.log(process.env.AWS_ACCESS_KEY_ID);';
  const own = await startMiniCloud({ later: source }, { template });
  const config = { endpoint: own.awsUrl, region: 'us-east-1' };
  const credentials = { accessKeyId: 'local', secretAccessKey: 's' };
  await new LambdaClient({ ...config, credentials }).send(
    new InvokeCommand({ FunctionName: 'mini-later' }),
  );
  await own.stop();

  expect(own.lines('later')).toEqual(['mini-later']);
});
