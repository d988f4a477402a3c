import { describe, expect, it } from 'vitest';
import { WILDCARDS } from '../../../infra/cloud/permissions.ts';
import { exampleStack, only, type Properties, readable } from './example-stack.ts';

interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: Properties;
}

const stack = exampleStack();

/** Every statement that lets somebody of ours do something. */
const grants = [
  ...stack.resources('AWS::IAM::Role').flatMap(([id, role]) => {
    const policies = (role.Policies ?? []) as readonly { PolicyDocument: unknown }[];
    return policies.flatMap((policy) => statementsOf(roleName(id), policy.PolicyDocument));
  }),
  ...stack.resources('AWS::IAM::Policy').flatMap(([, policy]) => {
    const [role] = policy.Roles as readonly { Ref: string }[];
    return statementsOf(roleName(role?.Ref ?? ''), policy.PolicyDocument);
  }),
];

/** What one function may do, as `action resource` lines without its log and traces. */
const rightsOf = (name: string) =>
  grants
    .filter(({ who, action }) => who === name && !/^(logs|xray):/.test(action))
    .map(({ action, resource }) => `${action} ${resource}`);

const may = (on: string, ...actions: readonly string[]) =>
  actions.map((action) => `${action} ${on}`);
const table = (name: string, ...actions: readonly string[]) =>
  may(`{Tables${name}.Arn}`, ...actions.map((action) => `dynamodb:${action}Item`));
const query = '{TablesArenas.Arn}';
const arenaQuery = may(query, 'dynamodb:Query');
const phaseQuery = may(`${query}/index/byPhase`, 'dynamodb:Query');
const indexQuery = ['byPhase', 'byOwner'].flatMap((i) =>
  may(`${query}/index/${i}`, 'dynamodb:Query'),
);
const send = (queue: string) => may(`{Queues${queue}.Arn}`, 'sqs:SendMessage');
const stream = (name: string, failures: string) => [
  ...may(
    `{Tables${name}.StreamArn}`,
    'dynamodb:DescribeStream',
    'dynamodb:GetShardIterator',
    'dynamodb:GetRecords',
  ),
  'dynamodb:ListStreams *',
  ...send(`${failures}Failures`),
];
const receive = (queue: string) =>
  may(`{Queues${queue}.Arn}`, 'sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes');
const REGION = '{AWS::Region}:{AWS::AccountId}';
const connections = (method: string) =>
  `execute-api:ManageConnections arn:{AWS::Partition}:execute-api:${REGION}:` +
  `{SocketApi}/dev/${method}/@connections/*`;
const post = connections('POST');
const invoke =
  `lambda:InvokeFunction arn:{AWS::Partition}:lambda:${REGION}` +
  ':function:shield-arena-dev-lifecycle';
const schedules = `arn:{AWS::Partition}:scheduler:${REGION}:schedule/shield-arena-dev/arena-*`;

const ratings = table('Players', 'Put', 'Update');
const score = [...ratings, ...table('Arenas', 'Get', 'Update'), ...send('Clock'), post];
const pair = [
  ...table('Arenas', 'Get', 'Update'),
  ...arenaQuery,
  ...table('Games', 'Put', 'Delete'),
  ...send('Clock'),
  post,
];
const standings = [...table('Arenas', 'Get', 'Put', 'Update'), ...arenaQuery, ...send('Clock')];

const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  authorize: table('Players', 'Delete'),
  presence: [...table('Players', 'Get'), ...table('Arenas', 'Get', 'Update')],
  move: [...table('Games', 'Get', 'Update'), post],
  game: [...table('Games', 'Get', 'Update'), post],
  lobby: [
    ...table('Players', 'Get', 'Put', 'Update', 'Delete'),
    ...may('{TablesPlayers.Arn}', 'dynamodb:Query'),
    ...table('Arenas', 'Get', 'Put', 'Update', 'Delete'),
    ...send('Clock'),
    ...table('Games', 'Get', 'Update'),
    post,
    connections('DELETE'),
  ],
  http: [
    ...table('Players', 'Get', 'BatchGet', 'Put', 'Update', 'Delete'),
    ...may('{TablesPlayers.Arn}', 'dynamodb:Query'),
    ...may('{TablesPlayers.Arn}/index/byRating', 'dynamodb:Query'),
    ...table('Arenas', 'Get', 'BatchGet', 'Put', 'Update'),
    ...arenaQuery,
    ...indexQuery,
    ...table('Games', 'Get', 'BatchGet', 'Update'),
    post,
    ...send('Announce'),
    ...may(
      schedules,
      'scheduler:CreateSchedule',
      'scheduler:UpdateSchedule',
      'scheduler:DeleteSchedule',
    ),
    'iam:PassRole {SchedulesRole.Arn}',
    ...send('Clock'),
  ],
  score: [...stream('Games', 'Score'), ...score],
  arm: [...stream('Games', 'Arm'), ...send('Clock')],
  pair: [...stream('Arenas', 'Pair'), ...pair],
  standings: [...stream('Arenas', 'Standings'), ...standings],
  lifecycle: [
    ...ratings,
    ...table('Players', 'Get', 'BatchGet', 'Delete'),
    ...may('{TablesPlayers.Arn}', 'dynamodb:Query'),
    ...table('Arenas', 'Get', 'Put', 'Update', 'Delete'),
    ...arenaQuery,
    ...table('Games', 'Get', 'BatchGet', 'Update', 'Delete'),
    ...send('Clock'),
    ...send('Announce'),
    ...send('LifecycleFailures'),
    post,
  ],
  clock: [
    ...receive('Clock'),
    ...score,
    ...pair,
    ...standings,
    ...table('Games', 'Get', 'BatchGet', 'Update'),
    ...table('Players', 'Get', 'Delete'),
    ...may('{TablesPlayers.Arn}', 'dynamodb:Query'),
    ...table('Arenas', 'Delete'),
    invoke,
  ],
  announce: [
    ...receive('Announce'),
    post,
    ...table('Arenas', 'Get'),
    ...table('Players', 'Get', 'Put', 'Update'),
    ...may('{TablesPlayers.Arn}', 'dynamodb:Query'),
    ...send('Announce'),
  ],
  sweep: [
    ...table('Arenas', 'Get', 'Update'),
    ...arenaQuery,
    ...phaseQuery,
    ...table('Games', 'BatchGet'),
    ...may('{TablesPlayers.Arn}', 'dynamodb:Query', 'dynamodb:UpdateItem'),
    ...send('Clock'),
    invoke,
  ],
  series: [
    ...table('Arenas', 'Get', 'Put', 'Update'),
    ...phaseQuery,
    ...may(
      schedules,
      'scheduler:CreateSchedule',
      'scheduler:UpdateSchedule',
      'scheduler:DeleteSchedule',
    ),
    'iam:PassRole {SchedulesRole.Arn}',
    ...send('Clock'),
  ],
};

describe('a function may do what it must, and nothing else', () => {
  it.each(Object.entries(EXPECTED))('%s', (name, expected) => {
    expect(unique(rightsOf(name))).toEqual(unique(expected));
  });

  it('write its own log', () => {
    for (const name of Object.keys(EXPECTED)) {
      const logs = grants.filter(({ who, action }) => who === name && action.startsWith('logs:'));
      expect(logs.map(({ action }) => action).sort()).toEqual([
        'logs:CreateLogStream',
        'logs:PutLogEvents',
      ]);
      expect(new Set(logs.map(({ resource }) => resource))).toEqual(
        new Set([`{Functions${name}Log.Arn}`]),
      );
    }
  });
});

describe('grants', () => {
  it('name every action exactly', () => {
    expect(grants.filter(({ action }) => action.includes('*'))).toEqual([]);
  });

  it('use a wildcard in a resource only where the list gives a reason', () => {
    const listed = new Set(Object.values(WILDCARDS).flatMap(({ may: actions }) => actions));
    const open = grants.filter(({ resource }) => resource.includes('*'));
    expect(open.filter(({ action }) => !listed.has(action))).toEqual([]);
    expect(new Set(open.map(({ action }) => action))).toEqual(listed);
  });

  it('pass the role of the schedules to the scheduler only', () => {
    const passing = grants.filter(({ action }) => action === 'iam:PassRole');
    const scheduler = { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } };
    expect(passing.map(({ who, condition }) => [who, condition])).toEqual([
      ['http', scheduler],
      ['series', scheduler],
    ]);
  });

  it('come from no managed policy', () => {
    const managed = stack.resources('AWS::IAM::Role').filter(([, role]) => role.ManagedPolicyArns);
    expect(managed).toEqual([]);
  });
});

describe('the role of the schedules', () => {
  it('may call lifecycle and leave failures, no more', () => {
    const rights = grants.filter(({ who }) => who === 'SchedulesRole');
    expect(rights.map(({ action, resource }) => `${action} ${resource}`)).toEqual([
      invoke,
      ...send('ScheduleFailures'),
    ]);
  });

  it('is for schedules of our group', () => {
    const [, role] = only(
      stack.resources('AWS::IAM::Role'),
      ([id]) => roleName(id) === 'SchedulesRole',
    );
    const [group] = only(stack.resources('AWS::Scheduler::ScheduleGroup'));
    expect(role.AssumeRolePolicyDocument).toMatchObject({
      Statement: [
        {
          Principal: { Service: 'scheduler.amazonaws.com' },
          Condition: {
            StringEquals: {
              'aws:SourceAccount': { Ref: 'AWS::AccountId' },
              'aws:SourceArn': { 'Fn::GetAtt': [group, 'Arn'] },
            },
          },
        },
      ],
    });
  });
});

describe('the role of the deployments', () => {
  it('is for CodeDeploy in this account', () => {
    const [, role] = only(
      stack.resources('AWS::IAM::Role'),
      ([id]) => roleName(id) === 'DeploymentRole',
    );
    const { Statement } = role.AssumeRolePolicyDocument as { readonly Statement: unknown };
    expect(Statement).toEqual([
      {
        Effect: 'Allow',
        Action: 'sts:AssumeRole',
        Principal: { Service: 'codedeploy.amazonaws.com' },
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      },
    ]);
  });
});

/** `FunctionsmoveRole…` is the role of `move`. */
function roleName(id: string): string {
  const name = readable({ Ref: id }).slice(1, -1);
  return /^Functions(.+)Role$/.exec(name)?.[1] ?? name;
}

function statementsOf(who: string, document: unknown) {
  const { Statement } = document as { readonly Statement: readonly Statement[] };
  return Statement.flatMap((statement) =>
    [statement.Action].flat().flatMap((action) =>
      [statement.Resource].flat().map((resource) => ({
        who,
        action,
        resource: readable(resource),
        condition: statement.Condition,
      })),
    ),
  );
}

const unique = (lines: readonly string[]) => [...new Set(lines)].sort();
