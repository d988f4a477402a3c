import { describe, expect, test } from 'vitest';
import { functionNameOf } from '../../../infra/local/template/identity.ts';
import { createResolve } from '../../../infra/local/template/intrinsics.ts';
import { readTemplate } from '../../../infra/local/template/read-template.ts';
import type { Resource } from '../../../infra/local/template/resources.ts';
import { FUNCTION_NAMES } from './mini-cloud.ts';
import { miniTemplate } from './mini-template.ts';

const PLACE = {
  awsUrl: 'http://127.0.0.1:2',
  httpUrl: 'http://127.0.0.1:1',
  socketUrl: 'ws://127.0.0.1:1',
};
const BUNDLES = Object.fromEntries(FUNCTION_NAMES.map((name) => [`mini-${name}`, `/b/${name}`]));

const read = (changes: Readonly<Record<string, Resource>> = {}) =>
  readTemplate(miniTemplate(changes), BUNDLES, PLACE);

/** The mini template with other properties of one resource. */
const withProperties = (id: string, properties: object): Record<string, Resource> => {
  const resource = miniTemplate().Resources[id];
  if (resource === undefined) throw new Error(`no ${id}`);
  return { [id]: { ...resource, Properties: { ...resource.Properties, ...properties } } };
};

const DENY = { Action: 'dynamodb:GetItem', Resource: '*' };

describe('what is read', () => {
  test('a function has its bundle, its limits and an environment with local addresses', () => {
    const [, , move, http] = read().functions;

    expect(move).toMatchObject({
      name: 'mini-move',
      arn: 'arn:aws:lambda:us-east-1:000000000000:function:mini-move',
      entryFile: '/b/move/index.mjs',
      exportName: 'handler',
      timeoutMs: 1000,
      environment: { GAMES_TABLE: 'Games', CONNECTIONS_ENDPOINT: 'http://127.0.0.1:2/mini' },
    });
    expect(http?.environment).toEqual({
      CLOCK_QUEUE_URL: 'http://127.0.0.1:2/000000000000/Clock',
      WEBSOCKET_URL: 'ws://127.0.0.1:1/mini',
    });
  });

  test('an asynchronous function has its retries and its on-failure queue', () => {
    const later = read().functions.find(({ name }) => name === 'mini-later');

    expect(later).toMatchObject({ retriesMax: 2, onFailureQueue: 'Failures' });
  });

  test('WebSocket routes know who answers and whether the answer goes back', () => {
    const { routes, stage, selectionField, authorizer } = read().socketApi;

    expect({ stage, selectionField }).toEqual({ stage: 'mini', selectionField: 't' });
    expect(routes.get('move')).toEqual({
      kind: 'lambda',
      functionName: 'mini-move',
      responds: true,
    });
    expect(routes.get('quiet')).toMatchObject({ responds: false });
    expect(routes.get('ping')).toMatchObject({ kind: 'mock', responds: true });
    expect(authorizer).toEqual({
      functionName: 'mini-authorize',
      identity: [{ from: 'querystring', name: 'ticket' }],
    });
  });

  test('HTTP routes know their authorizer, the API its CORS', () => {
    const { routes, cors } = read().httpApi;

    expect(routes.find(({ routeKey }) => routeKey === 'GET /arenas')?.jwt).toBeNull();
    expect(routes.find(({ routeKey }) => routeKey === 'POST /arenas')?.jwt).toEqual({
      audience: ['mini'],
      scopes: [],
    });
    expect(cors).toMatchObject({ origins: ['*'], methods: ['GET'], maxAgeS: 60 });
  });

  test('mappings, queues, rules and schedule groups have their numbers', () => {
    const plan = read();

    expect(plan.streamMappings).toMatchObject([
      { table: 'Games', batchSize: 100, retriesMax: 2, recordAgeMaxMs: 3_600_000, bisects: true },
    ]);
    expect(plan.queueMappings).toMatchObject([{ queue: 'Clock', functionName: 'mini-clock' }]);
    expect(plan.queues[1]).toMatchObject({
      visibilityMs: 1000,
      redrive: { queue: 'Failures', receivesMax: 2 },
    });
    expect(plan.rules).toMatchObject([
      { periodMs: 60_000, targets: [{ functionName: 'mini-later' }] },
    ]);
    expect(plan.scheduleGroups).toEqual(['mini']);
  });
});

const ALIAS = { FunctionName: { Ref: 'Move' }, FunctionVersion: '1', Name: 'live' };
const alias = (changes: object = {}): Readonly<Record<string, Resource>> => ({
  Live: { Type: 'AWS::Lambda::Alias', Properties: { ...ALIAS, ...changes } },
});

describe('a function behind an alias', () => {
  const version = {
    Version: { Type: 'AWS::Lambda::Version', Properties: { FunctionName: { Ref: 'Move' } } },
    ...alias({ FunctionVersion: { 'Fn::GetAtt': ['Version', 'Version'] } }),
  };
  const template = miniTemplate(version);
  const resolve = createResolve(template, PLACE);

  test('is called by the ARN of the alias', () => {
    const uri = ['arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/', '/invocations'];
    const called = { 'Fn::Join': [{ Ref: 'Live' }, uri] };
    const { routes } = read({
      ...version,
      ...withProperties('MoveRouteTarget', { IntegrationUri: called }),
    }).socketApi;

    expect(resolve({ Ref: 'Live' })).toBe(
      'arn:aws:lambda:us-east-1:000000000000:function:mini-move:live',
    );
    expect(routes.get('move')).toMatchObject({ kind: 'lambda', functionName: 'mini-move' });
  });

  test.each(['mini-move', 'mini-move:live', 'mini-move:7', 'mini-move:$LATEST'])('%s', (name) => {
    const arn = `arn:aws:lambda:us-east-1:000000000000:function:${name}`;
    const names = [name, arn, `arn:aws:apigateway:us-east-1:lambda:path/x/${arn}/invocations`];

    expect(names.map(functionNameOf)).toEqual(['mini-move', 'mini-move', 'mini-move']);
  });
});

test('an index is made without the throughput that limits it on AWS', () => {
  const index = { IndexName: 'byPhase', KeySchema: [], Projection: { ProjectionType: 'ALL' } };
  const OnDemandThroughput = { MaxReadRequestUnits: 1, MaxWriteRequestUnits: 1 };
  const limited = [{ ...index, OnDemandThroughput }];
  const { tables } = read(
    withProperties('Games', { GlobalSecondaryIndexes: limited, OnDemandThroughput }),
  );

  expect(tables[0]?.request.GlobalSecondaryIndexes).toEqual([index]);
  expect(tables[0]?.request).not.toHaveProperty('OnDemandThroughput');
});

describe('what is refused, by name', () => {
  const stream = { Type: 'AWS::Kinesis::Stream', Properties: {} };
  test.each<[string, Readonly<Record<string, Resource>>, RegExp]>([
    ['a resource type', { Pipe: stream }, /Pipe: .*AWS::Kinesis::Stream/],
    [
      'a condition',
      { Clock: { ...stream, Type: 'AWS::SQS::Queue', Condition: 'IsProd' } },
      /Clock/,
    ],
    ['an intrinsic', withProperties('Group', { Name: { 'Fn::If': ['A', 'b', 'c'] } }), /Fn::If/],
    ['a Ref to nothing', withProperties('Group', { Name: { Ref: 'Nobody' } }), /Nobody/],
    [
      'an attribute',
      withProperties('Group', { Name: { 'Fn::GetAtt': ['Games', 'Color'] } }),
      /Color/,
    ],
    ['a property', withProperties('ScoreMapping', { TumblingWindowInSeconds: 5 }), /Tumbling/],
    ['a FIFO queue', withProperties('Clock', { FifoQueue: true }), /Clock .*FifoQueue/],
    ['parallel shards', withProperties('ScoreMapping', { ParallelizationFactor: 2 }), /Parallel/],
    ['a cron rule', withProperties('Sweep', { ScheduleExpression: 'cron(0 8 * * ? *)' }), /cron/],
    [
      'a template language',
      withProperties('Pong', { ResponseTemplates: { a: '#set($a=1)' } }),
      /#set/,
    ],
    [
      'a target that is not there',
      withProperties('List', { Target: 'integrations/Nowhere' }),
      /GET \/arenas/,
    ],
    ['two versions behind an alias', alias({ RoutingConfig: {} }), /Live .*RoutingConfig/],
    ['an alias of nothing', alias({ FunctionName: 'nobody' }), /alias Live: no function nobody/],
    [
      'a right that is taken away',
      withProperties('Role', {
        Policies: [{ PolicyDocument: { Statement: [{ ...DENY, Effect: 'Deny' }] } }],
      }),
      /Role .*Effect/,
    ],
  ])('%s that is not known here', (_what, changes, message) => {
    expect(() => read(changes)).toThrow(message);
  });

  test('a function without a bundle', () => {
    expect(() => readTemplate(miniTemplate(), {}, PLACE)).toThrow(/bundle .* mini-authorize/);
  });
});

describe('intrinsics', () => {
  const resolve = createResolve(miniTemplate(), PLACE);
  // Placeholders of Fn::Sub look like those of JavaScript.
  const sub = (text: string) => text.replaceAll('<', '$'.concat('{')).replaceAll('>', '}');
  test.each<[unknown, unknown]>([
    [{ Ref: 'AWS::Region' }, 'us-east-1'],
    [{ a: [{ Ref: 'AWS::NoValue' }, 1], b: { Ref: 'AWS::NoValue' } }, { a: [1] }],
    [{ 'Fn::GetAtt': 'Clock.QueueName' }, 'Clock'],
    [
      { 'Fn::Sub': [sub('<a>-<Games>-<!b>-<Clock.Arn>'), { a: { Ref: 'Group' } }] },
      sub('mini-Games-<b>-arn:aws:sqs:us-east-1:000000000000:Clock'),
    ],
    [{ 'Fn::Select': [1, { 'Fn::Split': [',', 'a,b'] }] }, 'b'],
    [
      { 'Fn::Join': ['', ['https://', { Ref: 'HttpApi' }, '.execute-api.eu.amazonaws.com/x']] },
      'http://127.0.0.1:1/x',
    ],
    [
      'https://unknown.execute-api.eu.amazonaws.com',
      'https://unknown.execute-api.eu.amazonaws.com',
    ],
  ])('%j', (value, expected) => {
    expect(resolve(value)).toEqual(expected);
  });
});
