import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { dynamoStore } from '../../../functions/aws/dynamo-store.ts';
import { bundleFunctions } from '../../../infra/bundle.ts';
import type { Store, Write } from '../../../shared/app/ports.ts';
import { assert, present } from '../../../shared/core/assert.ts';
import { inGroups } from '../../../shared/core/groups.ts';
import { FOR_EVER } from '../../support/for-ever.ts';
import { BILL_PATH, type Bill, sameBill } from './bill.ts';
import { ARENA, COMMANDS, type Command, GAME_PLIES, type Kind, type Prepared } from './commands.ts';

export const ROUNDS = 5;
/** Of a kind in one round; of moves as many as a game has. */
const A_ROUND = 40;
const MOVES_A_ROUND = GAME_PLIES;
/** Until the compiler has seen enough of a handler; its first commands are the slowest by far. */
const WARM_UP = 200;
const WRITES_A_COMMIT = 50;
const NAMES = { games: 'games', arenas: 'arenas', players: 'players' };

type Handler = (event: object, context: object) => Promise<{ readonly body?: string }>;

interface Stage {
  readonly handlers: Readonly<Record<Command['functionName'], Handler>>;
  readonly store: Store;
  readonly takeBill: () => Promise<Bill>;
  readonly close: () => Promise<void>;
}

/** What a kind of command costs its handler, without the database and the gateway. */
export interface Measured {
  readonly kind: Kind;
  /** Of the best round (ms). */
  readonly medianMs: number;
  readonly p99Ms: number;
  /** Of one command; all were alike. */
  readonly bill: Bill;
}

/** Measures every kind of command in the bundles that deploy, on this thread. */
export async function measureHandlers(say: (line: Measured) => void): Promise<void> {
  const stage = await openStage();
  try {
    await store(stage, [{ op: 'create', entity: ARENA }]);
    for (const kind of Object.keys(COMMANDS) as Kind[]) say(await measure(stage, kind));
  } finally {
    await stage.close();
  }
}

async function openStage(): Promise<Stage> {
  const backend = new Worker(new URL('./backend-thread.ts', import.meta.url));
  const [endpoint] = (await once(backend, 'message')) as [string];
  const root = mkdtempSync(join(tmpdir(), 'shield-arena-bench-'));
  await bundleFunctions({ outDir: root });
  Object.assign(process.env, {
    ...{ AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' },
    ...{ DYNAMODB_ENDPOINT: endpoint, CONNECTIONS_ENDPOINT: `${endpoint}/local` },
    ...{ GAMES_TABLE: NAMES.games, ARENAS_TABLE: NAMES.arenas, PLAYERS_TABLE: NAMES.players },
    KEEP_DAYS: JSON.stringify(FOR_EVER),
  });
  const load = async (name: string): Promise<Handler> =>
    ((await import(join(root, name, 'index.mjs'))) as { readonly handler: Handler }).handler;
  const client = new DynamoDBClient({ endpoint });
  return {
    handlers: { move: await load('move'), game: await load('game'), lobby: await load('lobby') },
    store: dynamoStore(client, NAMES, FOR_EVER),
    takeBill: async () => (await (await fetch(`${endpoint}${BILL_PATH}`)).json()) as Bill,
    close: async () => {
      client.destroy();
      rmSync(root, { recursive: true });
      await backend.terminate();
    },
  };
}

async function store({ store }: Stage, writes: readonly Write[]): Promise<void> {
  for (const group of inGroups(writes, WRITES_A_COMMIT)) {
    const commit = await store.commit(group);
    assert(commit.kind === 'stored', 'what a command needs is stored');
  }
}

async function measure(stage: Stage, kind: Kind): Promise<Measured> {
  const count = kind === 'move' ? MOVES_A_ROUND : A_ROUND;
  await runAll(stage, kind, WARM_UP);
  const rounds: (readonly number[])[] = [];
  let bill: Bill | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    const { cpuMs, bill: one } = await runAll(stage, kind, count);
    assert(bill === null || sameBill(bill, one), `${kind}: every round has the same bill`);
    bill = one;
    rounds.push(cpuMs.toSorted((a, b) => a - b));
  }
  const best = rounds.reduce((a, b) => (valueAt(a, 0.5) <= valueAt(b, 0.5) ? a : b));
  return {
    kind,
    medianMs: valueAt(best, 0.5),
    p99Ms: valueAt(best, 0.99),
    bill: present(bill, 'bill'),
  };
}

/** The value below which this share of them lies. */
export const valueAt = (sorted: readonly number[], share: number): number =>
  present(sorted[Math.floor(sorted.length * share)], 'measurement');

/** So many commands one after the other: CPU of each, and what one of them was billed. */
async function runAll(stage: Stage, kind: Kind, count: number) {
  const { functionName, answer, prepare }: Command = COMMANDS[kind];
  const commands = Array.from({ length: count }, (_, n) => prepare(n));
  await store(
    stage,
    commands.flatMap(({ stored }) => stored),
  );
  await stage.takeBill();
  const cpuMs: number[] = [];
  for (const command of commands) {
    const { told, ms } = await run(stage.handlers[functionName], command);
    assert(told.t === answer, `${kind} is answered with ${JSON.stringify(told)}`);
    cpuMs.push(ms);
  }
  const total = await stage.takeBill();
  const entries = Object.entries(total).map(([what, sum]) => [what, sum / count]);
  return { cpuMs, bill: Object.fromEntries(entries) as Bill };
}

async function run(handler: Handler, { player, connection, message }: Prepared) {
  const event = {
    body: JSON.stringify({ ...message, cid: '1.0' }),
    requestContext: {
      ...{ routeKey: message.t, eventType: 'MESSAGE', connectionId: connection },
      ...{ connectedAt: Date.now(), requestTimeEpoch: Date.now(), authorizer: { player } },
    },
  };
  const context = { awsRequestId: 'bench' };
  const startedMs = threadCpuMs();
  const { body } = await unprinted(() => handler(event, context));
  const ms = threadCpuMs() - startedMs;
  return { told: JSON.parse(body ?? '{}') as { readonly t?: string }, ms };
}

/** A handler writes its log line; here it goes nowhere. */
async function unprinted<T>(work: () => Promise<T>): Promise<T> {
  const { write } = process.stdout;
  process.stdout.write = () => true;
  try {
    return await work();
  } finally {
    process.stdout.write = write;
  }
}

/** CPU of this thread. The kernel counts what runs right now only when the process is looked at. */
function threadCpuMs(): number {
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
