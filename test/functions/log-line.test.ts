import middy from '@middy/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queueHandler } from '../../functions/aws/batch-handler.ts';
import { httpHandler, json } from '../../functions/aws/http-handler.ts';
import { logLine, note, noteFailure, noteId } from '../../functions/aws/log.ts';
import { count, measure } from '../../functions/aws/metrics.ts';
import { type EmbeddedMetrics, metricsIn } from '../support/embedded-metrics.ts';

type Line = Readonly<Record<string, unknown>>;

let printed: string[] = [];
beforeEach(() => {
  printed = [];
  vi.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Invokes a function that does this; its answer or what it threw, and the lines it has printed. */
async function invoke(work: () => unknown, requestId = 'r-1') {
  printed = [];
  const handler = middy<unknown, unknown>()
    .use(logLine())
    .handler(async () => work());
  const context = { awsRequestId: requestId } as never;
  const outcome = await Promise.allSettled([handler({}, context)]);
  return { outcome: outcome[0], lines: printed.map((text) => JSON.parse(text) as Line) };
}

const lineOf = async (work: () => unknown): Promise<Line> => (await invoke(work)).lines[0] ?? {};

describe('the line of an invocation', () => {
  it('is one, with its request and what it was about', async () => {
    const { lines } = await invoke(() => {
      note('t', 'move');
      note('ply', 12);
      noteId('game', 'g1');
      noteId('arena', undefined);
    }, 'r-7');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ level: 'info', requestId: 'r-7', t: 'move', ply: 12 });
    expect(lines[0]?.game).toBe('g1');
    expect(lines[0]).not.toHaveProperty('arena');
    expect(lines[0]).not.toHaveProperty('_aws');
  });

  it('has each id once, and no more than can be read', async () => {
    const line = await lineOf(() => {
      for (let i = 0; i < 60; i++) noteId('arena', `a${i % 30}`);
    });
    const ids = String(line.arena).split(' ');
    expect(ids).toHaveLength(20);
    expect(new Set(ids).size).toBe(20);
  });

  it('knows nothing of the invocation before, not even of one that was stopped', async () => {
    await invoke(() => {
      note('refused', 'notYourTurn');
      noteId('game', 'g1');
      count('MoveRejected');
      measure('ScoreLagMs', 5);
    });
    // A timeout stops a function between its work and its line.
    note('refused', 'busy');
    count('MoveRejected');
    measure('ScoreLagMs', 6);
    const line = await lineOf(() => {});
    expect(Object.keys(line).sort()).toEqual(['level', 'ms', 'requestId']);
  });

  it('names the trace where there is one', async () => {
    vi.stubEnv('_X_AMZN_TRACE_ID', 'Root=1-67-abc;Parent=53;Sampled=1');
    expect((await lineOf(() => {})).trace).toBe('1-67-abc');
    vi.stubEnv('_X_AMZN_TRACE_ID', 'Root=1-67-abc;Parent=53;Sampled=0');
    expect(await lineOf(() => {})).not.toHaveProperty('trace');
    vi.stubEnv('_X_AMZN_TRACE_ID', 'Root=1-67-abc');
    expect(await lineOf(() => {})).not.toHaveProperty('trace');
    vi.stubEnv('_X_AMZN_TRACE_ID', '');
    expect(await lineOf(() => {})).not.toHaveProperty('trace');
  });

  it('holds an error with those behind it, which goes on to whoever retries', async () => {
    const item = { pk: { S: 'somebody' } };
    const cause = Object.assign(new Error('the database is away'), { item });
    const all = new AggregateError([new Error('first arena', { cause })], 'arenas');
    const { outcome, lines } = await invoke(() => {
      throw all;
    });
    expect(outcome).toMatchObject({ status: 'rejected', reason: all });
    expect(lines).toHaveLength(1);
    expect(lines[0]?.level).toBe('error');
    const error = String(lines[0]?.error);
    for (const text of ['arenas', 'first arena', 'the database is away']) {
      expect(error).toContain(text);
    }
    expect(error).not.toContain('somebody');
  });

  it('holds what failed in a batch that goes on', async () => {
    const work = async ({ arena }: { readonly arena: string }) => {
      if (arena === 'a2') throw new Error('too bad');
    };
    const body = (arena: string) => JSON.stringify({ arena });
    const Records = [
      { messageId: 'm1', body: body('a1') },
      { messageId: 'm2', body: body('a2') },
      { messageId: 'm3', body: '{' },
    ];
    const answer = await queueHandler(work)({ Records } as never, { awsRequestId: 'r' } as never);
    expect(answer).toEqual({
      batchItemFailures: [{ itemIdentifier: 'm2' }, { itemIdentifier: 'm3' }],
    });
    expect(printed).toHaveLength(1);
    const line = JSON.parse(printed[0] ?? '') as Line;
    expect(line).toMatchObject({ level: 'error', messages: 3, arena: 'a1 a2' });
    expect(line.failures).toMatchObject([{ id: 'm2' }, { id: 'm3' }]);
    expect(JSON.stringify(line.failures)).toContain('too bad');
  });
});

describe('failures of a batch', () => {
  async function failed(texts: readonly string[]) {
    const line = await lineOf(() => {
      for (const [index, text] of texts.entries()) noteFailure(`m${index}`, new Error(text));
    });
    return line.failures as readonly { readonly id: string; readonly error: string }[];
  }

  it('are told in full as far as five, the others by their first line', async () => {
    const failures = await failed(Array.from({ length: 8 }, (_, index) => `no ${index}`));
    const isFull = failures.map(({ error }) => error.includes('\n'));

    expect(isFull).toEqual([true, true, true, true, true, false, false, false]);
    expect(failures[7]).toEqual({ id: 'm7', error: 'Error: no 7' });
  });

  it('have so many characters at most, and an id each', async () => {
    const failures = await failed(Array.from({ length: 100 }, () => 'x'.repeat(10_000)));
    const characters = failures.reduce((sum, { error }) => sum + error.length, 0);

    expect(characters).toBe(50_000);
    expect(failures).toHaveLength(100);
    expect((await failed(['again']))[0]?.error).toContain('again');
  });
});

describe('the path of a request', () => {
  const noted = async (routeKey: string, pathParameters: Readonly<Record<string, string>>) => {
    const handler = httpHandler(new Map([[routeKey, async () => json(200, {})]]));
    const http = { method: 'GET', sourceIp: '203.0.113.7' };
    const event = { routeKey, pathParameters, rawPath: '/', headers: {}, requestContext: { http } };
    await handler(event as never, { awsRequestId: 'r' } as never);
    return JSON.parse(printed.at(-1) ?? '') as Line;
  };
  const [ID, OTHER] = ['00000000001', '00000000002'];

  it.each([
    ['GET /arenas/{id}/players/{player}', { id: ID, player: OTHER }, { arena: ID, player: OTHER }],
    ['GET /series/{id}', { id: ID }, { series: ID }],
    ['GET /webhooks/{id}', { id: ID }, { webhook: ID }],
  ])('%s is told by its ids', async (routeKey, path, ids) => {
    expect(await noted(routeKey, path)).toMatchObject(ids);
  });

  it.each(['arenas', 'games', 'players', 'guests', 'series', 'webhooks'])(
    '/%s is not told where it holds anything else',
    async (first) => {
      const mail = 'esi@example.org';
      const line = await noted(`GET /${first}/{id}/x/{player}`, { id: mail, player: mail });
      expect(JSON.stringify(line)).not.toContain('example.org');
      expect(line).toMatchObject({ status: 200 });
    },
  );
});

describe('metrics of an invocation', () => {
  const all = (line: Line): readonly EmbeddedMetrics[] => metricsIn(line);

  it('are members of its line: sums as one value, distributions with each', async () => {
    const line = await lineOf(() => {
      count('Paired');
      count('Paired', 2);
      count('PoolRaces', 0);
      for (const ms of [10, 30, 20]) measure('PairWaitMs', ms);
    });
    expect(all(line)).toEqual([
      {
        namespace: 'ShieldArena',
        dimensions: { service: 'shield-arena', stage: 'none' },
        values: { Paired: [3], PoolRaces: [0], PairWaitMs: [10, 30, 20] },
        units: { Paired: 'Count', PoolRaces: 'Count', PairWaitMs: 'Milliseconds' },
      },
    ]);
  });

  it('are all there where one has more values than a line may hold', async () => {
    const { lines } = await invoke(() => {
      for (let ms = 0; ms < 250; ms++) measure('PairLagMs', ms);
    });
    const values = lines.flatMap((line) => all(line).flatMap((one) => one.values.PairLagMs ?? []));
    expect(values.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 250 }, (_, ms) => ms));
    expect(lines.map(({ requestId, ms }) => [requestId, typeof ms])).toEqual([
      ['r-1', 'number'],
      ['r-1', 'undefined'],
      ['r-1', 'undefined'],
    ]);
  });

  it('are written also where the invocation fails', async () => {
    const line = await lineOf(() => {
      count('ScoresPostponed');
      throw new Error('no');
    });
    expect(all(line)[0]?.values).toEqual({ ScoresPostponed: [1] });
  });
});
