import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededRandom } from '../../shared/core/random.ts';
import { anyMessage } from '../protocol/any-message.ts';
import { EXAMPLES } from '../protocol/message-examples.ts';
import { openRaw, type RunningCloud, runCloud } from './running-cloud.ts';

const SEED = Number(process.env.SEED ?? 20_261_130);
const MESSAGES = Math.ceil(50_000 * Number(process.env.SEEDS ?? 1));
const CONNECTIONS = 25;

/** Why a text is not read, or not any more: nothing else is said of one. */
const UNREAD = ['malformed', 'unknownType', 'tooLarge', 'invalid', 'slowDown', 'upgrade'];
/** The answers to a message that was read: it names an arena or a game that is not there. */
const READ = ['noSuchArena', 'noSuchGame'];

let running: RunningCloud;
beforeAll(async () => {
  running = await runCloud();
});
afterAll(() => running.cloud.stop());

interface Answer {
  readonly t?: string;
  readonly code?: string;
}

it(`answers ${MESSAGES} messages, reads the valid ones, and stores nothing`, async () => {
  const { client, cloud, errors, tokenOf } = running;
  const examples = Object.values(EXAMPLES).flat();
  const counts = new Map<string, number>();
  const urls: string[] = [];
  for (let each = 0; each < CONNECTIONS; each++) {
    urls.push(await client.socketUrl(await tokenOf(`noise ${each}`)));
  }
  const lines = await Promise.all(urls.map(openRaw));
  const before = [...cloud.dynamodb.snapshot()];
  const send = async (line: (typeof lines)[number], seed: number): Promise<void> => {
    const random = seededRandom(seed);
    for (let sent = 0; sent < MESSAGES / CONNECTIONS; sent++) {
      const { text, isValid } = anyMessage(random, examples);
      const { t, code = 'none' } = (await line.exchange(text)) as Answer;
      // A version 0 in a hello is that of a client too old to be understood.
      expect(t, text).toBe(code === 'upgrade' ? 'bye' : 'refused');
      expect(isValid ? READ : [...READ, ...UNREAD], text).toContain(code);
      counts.set(code, (counts.get(code) ?? 0) + 1);
    }
  };
  await Promise.all(lines.map((line, index) => send(line, SEED + index)));
  for (const line of lines) line.close();

  console.log(`fuzz: SEED=${SEED}, ${[...counts].map(([what, n]) => `${n} ${what}`).join(', ')}`);
  expect([...cloud.dynamodb.snapshot()]).toEqual(before);
  expect(errors).toEqual([]);
  expect(Object.values(cloud.counters.functions).every((count) => count.errors === 0)).toBe(true);
}, 600_000);
