import { afterEach, describe, expect, test } from 'vitest';
import { createAlarms } from '../../../infra/local/alarms.ts';
import {
  createLambdaRuntime,
  type LambdaRuntime,
} from '../../../infra/local/lambda/lambda-runtime.ts';
import { readTemplate } from '../../../infra/local/template/read-template.ts';
import { type Sources, writeBundles } from './mini-cloud.ts';
import { miniTemplate } from './mini-template.ts';

const PLACE = {
  awsUrl: 'http://127.0.0.1:2',
  httpUrl: 'http://127.0.0.1:1',
  socketUrl: 'ws://127.0.0.1:1',
};
let running: LambdaRuntime | null = null;

/** The functions of the mini template; they have one second. */
function start(sources: Sources, poolSize = 1) {
  const lines: string[] = [];
  running = createLambdaRuntime({
    functions: readTemplate(miniTemplate(), writeBundles(sources), PLACE).functions,
    awsUrl: PLACE.awsUrl,
    alarms: createAlarms(),
    poolSize: () => poolSize,
    onLine: (name, line) => lines.push(`${name}: ${line}`),
    onOutcome: () => {},
  });
  return { lambdas: running, lines };
}

afterEach(async () => {
  await running?.stop();
});

const COUNT = `let calls = 0; export const handler = async () => (calls += 1);`;

describe('a function', () => {
  test('gets its event as JSON and answers with JSON', async () => {
    const { lambdas } = start({
      move: `export const handler = async (event) =>
        ({ event, gone: undefined, at: new Date(0) });`,
    });

    const outcome = await lambdas.invoke('mini-move', { a: [1, null], b: undefined });

    expect(outcome).toEqual({
      ok: true,
      value: { event: { a: [1, null] }, at: '1970-01-01T00:00:00.000Z' },
    });
  });

  test('has an environment of its own and nothing of this process', async () => {
    const { lambdas } = start({
      move: 'export const handler = async () => { process.env.SEEN = "yes"; return process.env; };',
      http: 'export const handler = async () => process.env;',
    });

    const move = await lambdas.invoke('mini-move', {});
    const http = await lambdas.invoke('mini-http', {});

    expect(move).toMatchObject({
      value: {
        AWS_ENDPOINT_URL: 'http://127.0.0.1:2',
        AWS_LAMBDA_FUNCTION_NAME: 'mini-move',
        AWS_REGION: 'us-east-1',
        GAMES_TABLE: 'Games',
      },
    });
    expect(move).not.toHaveProperty('value.PATH');
    expect(http).not.toHaveProperty('value.SEEN');
    expect(process.env.SEEN).toBeUndefined();
  });

  test('gets a context with its identity and its remaining time', async () => {
    const { lambdas } = start({
      move: `export const handler = async (_event, context) =>
        ({ ...context, leftMs: context.getRemainingTimeInMillis() });`,
    });

    const outcome = await lambdas.invoke('mini-move', {});

    expect(outcome).toMatchObject({
      value: {
        functionName: 'mini-move',
        invokedFunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:mini-move',
        awsRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        leftMs: expect.any(Number),
      },
    });
    const { leftMs } = (outcome as { value: { leftMs: number } }).value;
    expect(leftMs).toBeGreaterThan(500);
    expect(leftMs).toBeLessThanOrEqual(1000);
  });

  test('stays warm between invocations', async () => {
    const { lambdas } = start({ move: COUNT });

    await lambdas.invoke('mini-move', {});

    expect(await lambdas.invoke('mini-move', {})).toEqual({ ok: true, value: 2 });
  });

  test('has its lines forwarded', async () => {
    const { lambdas, lines } = start({
      move: `export const handler = async () => {
        console.log('one\\ntwo');
        console.error('three');
      };`,
    });

    await lambdas.invoke('mini-move', {});

    await expect
      .poll(() => [...lines].sort())
      .toEqual(['mini-move: one', 'mini-move: three', 'mini-move: two']);
  });
});

describe('an invocation that goes wrong is an error, and the next one works', () => {
  const broken = (body: string) =>
    `${COUNT.replace('export const handler', 'const count')}
     export const handler = async (event) => { if (event.bad) { ${body} } return count(); };`;

  test.each<[string, string, object]>([
    ['throws', 'throw new TypeError("no");', { errorType: 'TypeError', errorMessage: 'no' }],
    ['throws a text', 'throw "no";', { errorMessage: 'no' }],
    [
      'rejects in the background',
      'Promise.reject(new Error("lost")); await new Promise(() => {});',
      { errorMessage: 'lost' },
    ],
    ['exits', 'process.exit(1);', { errorType: 'Runtime.ExitError' }],
    [
      'never ends',
      'await new Promise(() => {});',
      { errorMessage: 'Task timed out after 1.00 seconds' },
    ],
    ['loops', 'for (;;) {}', { errorMessage: 'Task timed out after 1.00 seconds' }],
    ['answers what is no JSON', 'return 1n;', { errorType: 'TypeError' }],
    [
      'answers too much',
      'return "x".repeat(6_291_556);',
      { errorType: 'Function.ResponseSizeTooLarge' },
    ],
  ])('%s', async (_what, body, error) => {
    const { lambdas } = start({ move: broken(body) });

    const outcome = await lambdas.invoke('mini-move', { bad: true });
    const next = await lambdas.invoke('mini-move', {});

    expect(outcome).toMatchObject({ ok: false, error });
    expect(next).toMatchObject({ ok: true });
  });

  test.each<[string, string, RegExp]>([
    ['does not load', 'throw new Error("bad start");', /bad start/],
    ['exports no handler', 'export const other = 1;', /handler is undefined or not exported/],
  ])('a bundle that %s', async (_what, source, message) => {
    const { lambdas } = start({ move: source });

    const outcome = await lambdas.invoke('mini-move', {});

    expect(outcome).toMatchObject({
      ok: false,
      error: { errorMessage: expect.stringMatching(message) },
    });
  });
});

describe('a pool', () => {
  const OVERLAP = `let running = 0;
    export const handler = async () => {
      running += 1;
      const seen = running;
      await new Promise((resolve) => setTimeout(resolve, 20));
      running -= 1;
      return { seen, thread: process.env.AWS_LAMBDA_FUNCTION_NAME };
    };`;

  test('runs one event at a time in a thread, and lets the others wait', async () => {
    const { lambdas } = start({ move: OVERLAP }, 2);

    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => lambdas.invoke('mini-move', {})),
    );

    expect(outcomes.map((o) => o.ok && (o.value as { seen: number }).seen)).toEqual(
      Array(6).fill(1),
    );
  });

  test('serves those who wait even when a thread dies', async () => {
    const { lambdas } = start({
      move: `export const handler = async ({ bad }) => {
        if (bad) process.exit(1);
        return 'fine';
      };`,
    });

    const outcomes = await Promise.all([
      lambdas.invoke('mini-move', { bad: true }),
      lambdas.invoke('mini-move', { bad: true }),
      lambdas.invoke('mini-move', {}),
    ]);

    expect(outcomes.map(({ ok }) => ok)).toEqual([false, false, true]);
  });
});
