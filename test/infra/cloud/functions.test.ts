import { describe, expect, it, test } from 'vitest';
import { FREEZE_GRACE_MS } from '../../../shared/app/freeze-arena.ts';
import { COPIED_WITHIN_MS } from '../../../shared/app/privacy/erasing-times.ts';
import { WRITTEN_AFTER_MS } from '../../../shared/app/sweep.ts';
import { LATE_WRITE_MS } from '../../../shared/game/clock.ts';
import { exampleStack, only, type Properties, readable } from './example-stack.ts';

const stack = exampleStack();

const functions = new Map(
  stack
    .resources('AWS::Lambda::Function')
    .map(([, properties]) => [
      String(properties.FunctionName).replace('shield-arena-dev-', ''),
      properties,
    ]),
);

const propertiesOf = (name: string): Properties => only([...functions], ([n]) => n === name)[1];

const T = { games: 'GAMES_TABLE', arenas: 'ARENAS_TABLE', players: 'PLAYERS_TABLE' };
const CLOCK = 'CLOCK_QUEUE_URL';
const POST = 'CONNECTIONS_ENDPOINT';
const KEEP = 'KEEP_DAYS';
const tables = [T.games, T.arenas, T.players];

const EXPECTED = [
  { name: 'authorize', seconds: 3, memoryMb: 512, env: [T.players] },
  { name: 'presence', seconds: 3, memoryMb: 512, env: [T.arenas, T.players] },
  { name: 'move', seconds: 3, memoryMb: 1024, env: [T.games, POST] },
  { name: 'game', seconds: 3, memoryMb: 1024, env: [T.games, POST] },
  { name: 'lobby', seconds: 5, memoryMb: 512, env: [...tables, CLOCK, POST, KEEP] },
  {
    name: 'http',
    seconds: 10,
    memoryMb: 512,
    env: [
      ...tables,
      CLOCK,
      'ANNOUNCE_QUEUE_URL',
      POST,
      'SCHEDULE_GROUP',
      'SCHEDULE_ROLE_ARN',
      'LIFECYCLE_ARN',
      'SCHEDULE_DLQ_ARN',
      'WEBSOCKET_URL',
      'ROLES_CLAIM',
      'RATING_CLAIM',
      'GUESTS_PER_HOUR',
      'WEBHOOK_LOOPBACK',
      KEEP,
    ],
  },
  { name: 'score', seconds: 30, memoryMb: 512, env: [T.arenas, T.players, CLOCK, POST] },
  { name: 'arm', seconds: 10, memoryMb: 256, env: [CLOCK] },
  { name: 'pair', seconds: 30, memoryMb: 1024, env: [T.arenas, T.games, CLOCK, POST, KEEP] },
  { name: 'standings', seconds: 30, memoryMb: 512, env: [T.arenas, CLOCK, KEEP] },
  {
    name: 'lifecycle',
    seconds: 60,
    memoryMb: 1024,
    env: [...tables, CLOCK, 'ANNOUNCE_QUEUE_URL', POST, KEEP],
  },
  {
    name: 'clock',
    seconds: 30,
    memoryMb: 512,
    env: [...tables, CLOCK, POST, 'LIFECYCLE_NAME', KEEP],
  },
  {
    name: 'announce',
    seconds: 60,
    memoryMb: 512,
    env: [T.arenas, T.players, 'ANNOUNCE_QUEUE_URL', POST, 'WEBHOOK_LOOPBACK'],
  },
  { name: 'sweep', seconds: 60, memoryMb: 512, env: [...tables, CLOCK, 'LIFECYCLE_NAME'] },
  {
    name: 'series',
    seconds: 60,
    memoryMb: 512,
    env: [
      T.arenas,
      CLOCK,
      'SCHEDULE_GROUP',
      'SCHEDULE_ROLE_ARN',
      'LIFECYCLE_ARN',
      'SCHEDULE_DLQ_ARN',
      KEEP,
    ],
  },
];

describe('functions', () => {
  it('are these and no other', () => {
    expect([...functions.keys()].sort()).toEqual(EXPECTED.map(({ name }) => name).sort());
  });

  it.each(EXPECTED)('$name has its timeout, memory and environment', (expected) => {
    const found = propertiesOf(expected.name);
    expect(found.Timeout).toBe(expected.seconds);
    expect(found.MemorySize).toBe(expected.memoryMb);
    expect(Object.keys(variablesOf(found)).sort()).toEqual([...expected.env, 'STAGE'].sort());
  });

  it('run bundles of one file on Node 24 and arm64, and are traced', () => {
    for (const properties of functions.values()) {
      expect(properties.Handler).toBe('index.handler');
      expect(properties.Runtime).toBe('nodejs24.x');
      expect(properties.Architectures).toEqual(['arm64']);
      expect(properties.TracingConfig).toEqual({ Mode: 'Active' });
    }
  });

  it('have a log group each, by their name, that forgets', () => {
    const logs = new Map(stack.resources('AWS::Logs::LogGroup'));
    for (const [name, { LoggingConfig }] of functions) {
      const { LogGroup } = LoggingConfig as { readonly LogGroup: { readonly Ref: string } };
      expect(logs.get(LogGroup.Ref)).toMatchObject({
        LogGroupName: `/aws/lambda/shield-arena-dev-${name}`,
        RetentionInDays: 7,
      });
    }
  });

  it('have come to their end before anybody relies on what they have written', () => {
    const seconds = [...functions.values()].map(({ Timeout }) => Timeout as number);
    const longestMs = 1_000 * Math.max(...seconds);
    const skewMs = 2_000;

    expect(WRITTEN_AFTER_MS).toBeGreaterThanOrEqual(longestMs);
    // One has read what another has written, who had read the name before it was erased.
    expect(COPIED_WITHIN_MS).toBeGreaterThanOrEqual(2 * longestMs + skewMs);
  });

  it('have a role each', () => {
    const roles = [...functions.values()].map(({ Role }) => readable(Role));
    expect(new Set(roles).size).toBe(functions.size);
  });
});

describe('environment values', () => {
  const http = variablesOf(propertiesOf('http'));

  test.each([
    ['GAMES_TABLE', '{TablesGames}'],
    ['ARENAS_TABLE', '{TablesArenas}'],
    ['PLAYERS_TABLE', '{TablesPlayers}'],
    ['CLOCK_QUEUE_URL', '{QueuesClock}'],
    ['SCHEDULE_ROLE_ARN', '{SchedulesRole.Arn}'],
    ['SCHEDULE_DLQ_ARN', '{QueuesScheduleFailures.Arn}'],
    ['ROLES_CLAIM', 'cognito:groups'],
    ['RATING_CLAIM', ''],
    ['GUESTS_PER_HOUR', '60'],
    ['WEBHOOK_LOOPBACK', 'false'],
    ['WEBSOCKET_URL', 'wss://{SocketApi}.execute-api.{AWS::Region}.{AWS::URLSuffix}/dev'],
  ])('%s is %s', (name, expected) => {
    expect(readable(http[name])).toBe(expected);
  });

  it('name the connections endpoint by the stage the players are connected to', () => {
    const { CONNECTIONS_ENDPOINT } = variablesOf(propertiesOf('move'));
    expect(readable(CONNECTIONS_ENDPOINT)).toBe(
      'https://{SocketApi}.execute-api.{AWS::Region}.{AWS::URLSuffix}/dev',
    );
  });

  it('name lifecycle as it is deployed', () => {
    expect(readable(http.LIFECYCLE_ARN)).toMatch(/:function:shield-arena-dev-lifecycle$/);
    const { LIFECYCLE_NAME } = variablesOf(propertiesOf('clock'));
    expect(LIFECYCLE_NAME).toBe('shield-arena-dev-lifecycle');
  });
});

describe('the grace of a freeze', () => {
  const CLOCK_SKEW_MS = 2_000;

  it.each(['move', 'game'])('outlasts the last write of %s', (name) => {
    const timeoutMs = Number(propertiesOf(name).Timeout) * 1_000;
    expect(timeoutMs).toBe(3_000);
    expect(FREEZE_GRACE_MS).toBeGreaterThanOrEqual(LATE_WRITE_MS + timeoutMs + CLOCK_SKEW_MS);
  });
});

describe('asynchronous calls', () => {
  const configs = stack.resources('AWS::Lambda::EventInvokeConfig').map(([, config]) => config);
  const configOf = (name: string) =>
    only(configs, ({ FunctionName }) => readable(FunctionName) === `{Functions${name}}`);

  it('leave a failed start or end of an arena in a queue', () => {
    const { DestinationConfig, MaximumRetryAttempts } = configOf('lifecycle');
    expect(MaximumRetryAttempts).toBe(2);
    const { OnFailure } = DestinationConfig as { OnFailure: { Destination: unknown } };
    expect(readable(OnFailure.Destination)).toBe('{QueuesLifecycleFailures.Arn}');
  });

  it.each(['sweep', 'series'])('do not repeat a run of %s', (name) => {
    expect(configOf(name).MaximumRetryAttempts).toBe(0);
  });
});

function variablesOf({ Environment }: Properties): Properties {
  return (Environment as { readonly Variables: Properties }).Variables;
}
