/**
 * Every function: how long it may run, how much memory it gets and which environment it reads.
 * Entry `functions/<name>.ts`, bundle `dist/functions/<name>/index.mjs`. Plain values, no CDK here.
 */
export const FUNCTIONS = {
  authorize: { timeoutSeconds: 3, memoryMb: 512, env: ['PLAYERS_TABLE'] },
  presence: { timeoutSeconds: 3, memoryMb: 512, env: ['ARENAS_TABLE', 'PLAYERS_TABLE'] },
  // move and game stamp the time of a command. A freeze waits for them to be over, so their timeout
  // is part of FREEZE_GRACE_MS (2 s late writes + 3 s timeout + 2 s skew): never raise it alone.
  move: { timeoutSeconds: 3, memoryMb: 1024, env: ['GAMES_TABLE', 'CONNECTIONS_ENDPOINT'] },
  game: { timeoutSeconds: 3, memoryMb: 1024, env: ['GAMES_TABLE', 'CONNECTIONS_ENDPOINT'] },
  lobby: {
    timeoutSeconds: 5,
    memoryMb: 512,
    env: [
      'GAMES_TABLE',
      'ARENAS_TABLE',
      'PLAYERS_TABLE',
      'CLOCK_QUEUE_URL',
      'CONNECTIONS_ENDPOINT',
      'KEEP_DAYS',
    ],
  },
  http: {
    timeoutSeconds: 10,
    memoryMb: 512,
    env: [
      'GAMES_TABLE',
      'ARENAS_TABLE',
      'PLAYERS_TABLE',
      'CLOCK_QUEUE_URL',
      'ANNOUNCE_QUEUE_URL',
      'CONNECTIONS_ENDPOINT',
      'SCHEDULE_GROUP',
      'SCHEDULE_ROLE_ARN',
      'LIFECYCLE_ARN',
      'SCHEDULE_DLQ_ARN',
      'WEBSOCKET_URL',
      'ROLES_CLAIM',
      'RATING_CLAIM',
      'GUESTS_PER_HOUR',
      'WEBHOOK_LOOPBACK',
      'KEEP_DAYS',
    ],
  },
  score: {
    timeoutSeconds: 30,
    memoryMb: 512,
    env: ['ARENAS_TABLE', 'PLAYERS_TABLE', 'CLOCK_QUEUE_URL', 'CONNECTIONS_ENDPOINT'],
  },
  arm: { timeoutSeconds: 10, memoryMb: 256, env: ['CLOCK_QUEUE_URL'] },
  pair: {
    timeoutSeconds: 30,
    memoryMb: 1024,
    env: ['ARENAS_TABLE', 'GAMES_TABLE', 'CLOCK_QUEUE_URL', 'CONNECTIONS_ENDPOINT', 'KEEP_DAYS'],
  },
  standings: {
    timeoutSeconds: 30,
    memoryMb: 512,
    env: ['ARENAS_TABLE', 'CLOCK_QUEUE_URL', 'KEEP_DAYS'],
  },
  lifecycle: {
    timeoutSeconds: 60,
    memoryMb: 1024,
    env: [
      'ARENAS_TABLE',
      'GAMES_TABLE',
      'PLAYERS_TABLE',
      'CLOCK_QUEUE_URL',
      'ANNOUNCE_QUEUE_URL',
      'CONNECTIONS_ENDPOINT',
      'KEEP_DAYS',
    ],
  },
  // clock repeats what score, pair and standings do, so it reads what they read.
  clock: {
    timeoutSeconds: 30,
    memoryMb: 512,
    env: [
      'GAMES_TABLE',
      'ARENAS_TABLE',
      'PLAYERS_TABLE',
      'CLOCK_QUEUE_URL',
      'CONNECTIONS_ENDPOINT',
      'LIFECYCLE_NAME',
      'KEEP_DAYS',
    ],
  },
  announce: {
    timeoutSeconds: 60,
    memoryMb: 512,
    env: [
      'ARENAS_TABLE',
      'PLAYERS_TABLE',
      'ANNOUNCE_QUEUE_URL',
      'CONNECTIONS_ENDPOINT',
      'WEBHOOK_LOOPBACK',
    ],
  },
  sweep: {
    timeoutSeconds: 60,
    memoryMb: 512,
    env: ['ARENAS_TABLE', 'GAMES_TABLE', 'CLOCK_QUEUE_URL', 'LIFECYCLE_NAME', 'PLAYERS_TABLE'],
  },
  series: {
    timeoutSeconds: 60,
    memoryMb: 512,
    env: [
      'ARENAS_TABLE',
      'CLOCK_QUEUE_URL',
      'SCHEDULE_GROUP',
      'SCHEDULE_ROLE_ARN',
      'LIFECYCLE_ARN',
      'SCHEDULE_DLQ_ARN',
      'KEEP_DAYS',
    ],
  },
} as const;

export type FunctionName = keyof typeof FUNCTIONS;

export type EnvName = (typeof FUNCTIONS)[FunctionName]['env'][number];

export const FUNCTION_NAMES = Object.keys(FUNCTIONS) as readonly FunctionName[];

/** The deployed name of a function; at most 64 characters, which `settings.ts` guards. */
export const deployedName = (stage: string, name: FunctionName) => `shield-arena-${stage}-${name}`;
