import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleFunctions } from '../../../infra/bundle.ts';
import {
  FUNCTION_NAMES,
  FUNCTIONS,
  type FunctionName,
} from '../../../infra/cloud/function-table.ts';
import { exampleStack, type Properties, readable } from './example-stack.ts';

/**
 * What a command of the SDK needs: any of these, on the resource that it is sent for. Which table,
 * queue or connection that is shows at run time: there the local cloud holds every call of every
 * function against its role (`infra/local/iam`), so each test that plays an arena proves it.
 */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  'dynamodb:GetItem': ['dynamodb:GetItem'],
  'dynamodb:BatchGetItem': ['dynamodb:BatchGetItem'],
  'dynamodb:Query': ['dynamodb:Query'],
  'dynamodb:PutItem': ['dynamodb:PutItem'],
  'dynamodb:UpdateItem': ['dynamodb:UpdateItem'],
  'dynamodb:DeleteItem': ['dynamodb:DeleteItem'],
  'dynamodb:TransactWriteItems': [
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
    'dynamodb:DeleteItem',
    'dynamodb:ConditionCheckItem',
  ],
  'apigatewaymanagementapi:PostToConnection': ['execute-api:ManageConnections POST'],
  'apigatewaymanagementapi:DeleteConnection': ['execute-api:ManageConnections DELETE'],
  'sqs:SendMessage': ['sqs:SendMessage'],
  'sqs:SendMessageBatch': ['sqs:SendMessage'],
  'lambda:Invoke': ['lambda:InvokeFunction'],
  'scheduler:CreateSchedule': ['scheduler:CreateSchedule', 'iam:PassRole'],
  'scheduler:UpdateSchedule': ['scheduler:UpdateSchedule', 'iam:PassRole'],
  'scheduler:DeleteSchedule': ['scheduler:DeleteSchedule'],
};

/** In a bundle, and never sent: the client has it for endpoints that it would look up. */
const NEVER_SENT = ['dynamodb:DescribeEndpoints'];

/** An adapter is one object: who can read a table has its writes in the bundle, too. */
const COME_TOGETHER = ['dynamodb', 'apigatewaymanagementapi'];

/** Lambda itself does this in the name of a function. */
const BY_LAMBDA = new RegExp(
  [
    '^(logs|xray):',
    '^dynamodb:(DescribeStream|GetShardIterator|GetRecords|ListStreams)$',
    '^sqs:(ReceiveMessage|DeleteMessage|GetQueueAttributes)$',
  ].join('|'),
);

interface Grant {
  readonly action: string;
  readonly resource: string;
}

const stack = exampleStack();
const outDir = mkdtempSync(join(tmpdir(), 'shield-arena-calls-'));
afterAll(() => rmSync(outDir, { recursive: true }));

let commands: Readonly<Record<FunctionName, readonly string[]>>;
beforeAll(async () => {
  const { inputs } = await bundleFunctions({ outDir });
  const found = FUNCTION_NAMES.map((name) => [name, inputs[name].flatMap(commandOf)]);
  commands = Object.fromEntries(found) as typeof commands;
});

describe.each(FUNCTION_NAMES)('%s', (name) => {
  it('can make a call for everything that it is granted', () => {
    const possible = new Set(commands[name].flatMap((command) => NEEDS[command] ?? []));
    const idle = grantsOf(name).filter((grant) => !possible.has(wordOf(grant)));

    expect(idle).toEqual([]);
    expect(grantsOf(name).length).toBeGreaterThan(0);
  });

  it('is granted every call that it can make', () => {
    const granted = new Set(grantsOf(name).map(wordOf));
    const isGranted = (command: string) => NEEDS[command]?.some((word) => granted.has(word));
    const refused = commands[name].filter((command) => !isGranted(command));
    const clients = new Set(commands[name].filter(isGranted).map(clientOf));
    const comesAlong = (command: string) =>
      COME_TOGETHER.includes(clientOf(command)) && clients.has(clientOf(command));

    expect(refused.filter((command) => !comesAlong(command))).toEqual([]);
    expect(commands[name].length).toBeGreaterThan(0);
  });

  it('knows the names of the tables and queues that it is granted, and of no others', () => {
    const named = FUNCTIONS[name].env.filter((key) => key in NAMED_BY_ENV);
    const granted = grantsOf(name).flatMap(({ resource }) =>
      Object.entries(NAMED_BY_ENV).flatMap(([key, is]) => (is.test(resource) ? [key] : [])),
    );

    expect([...new Set(granted)].sort()).toEqual([...named].sort());
  });
});

it('knows what every command that can be sent needs', () => {
  const all = new Set(FUNCTION_NAMES.flatMap((name) => commands[name]));
  expect([...all].sort()).toEqual(Object.keys(NEEDS).sort());
});

/** Environment variables that name a resource, and its ARN. */
const NAMED_BY_ENV: Readonly<Record<string, RegExp>> = {
  GAMES_TABLE: /^\{TablesGames\.Arn\}/,
  ARENAS_TABLE: /^\{TablesArenas\.Arn\}/,
  PLAYERS_TABLE: /^\{TablesPlayers\.Arn\}/,
  CLOCK_QUEUE_URL: /^\{QueuesClock\.Arn\}/,
  ANNOUNCE_QUEUE_URL: /^\{QueuesAnnounce\.Arn\}/,
  CONNECTIONS_ENDPOINT: /@connections/,
  LIFECYCLE_NAME: /:function:shield-arena-dev-lifecycle$/,
  SCHEDULE_GROUP: /:schedule\/shield-arena-dev\//,
  SCHEDULE_ROLE_ARN: /^\{SchedulesRole\.Arn\}$/,
};

function commandOf(path: string): string[] {
  const [, client, command] =
    /@aws-sdk\/client-([\w-]+)\/.*\/commands\/(\w+)Command\.js$/.exec(path) ?? [];
  const found = `${client}:${command}`;
  return client === undefined || NEVER_SENT.includes(found) ? [] : [found];
}

const clientOf = (command: string): string => command.split(':')[0] ?? '';

/** Of posting and closing the method is part of the resource. */
function wordOf({ action, resource }: Grant): string {
  const method = /\/(POST|DELETE)\/@connections\//.exec(resource)?.[1];
  return method === undefined ? action : `${action} ${method}`;
}

/** What the function itself may do; failures of a batch are sent by Lambda. */
function grantsOf(name: FunctionName): readonly Grant[] {
  const role = stack.resources('AWS::IAM::Role').filter(([id]) => isRoleOf(id, name));
  const policies = role.flatMap(([, { Policies }]) => Policies as readonly Properties[]);
  return policies
    .flatMap(({ PolicyDocument }) => (PolicyDocument as Properties).Statement as Properties[])
    .flatMap(({ Action, Resource }) =>
      [Action].flat().flatMap((action) =>
        [Resource].flat().map((resource) => ({
          action: String(action),
          resource: readable(resource),
        })),
      ),
    )
    .filter(({ action, resource }) => !BY_LAMBDA.test(action) && !resource.includes('Failures'));
}

const isRoleOf = (id: string, name: FunctionName): boolean =>
  readable({ Ref: id }) === `{Functions${name}Role}`;
