import { expect, it } from 'vitest';
import { seededRandom } from '../../shared/core/random.ts';
import { parseClientMessage } from '../../shared/protocol/client-message.ts';
import { anyMessage } from './any-message.ts';
import { EXAMPLES } from './message-examples.ts';

const SEED = Number(process.env.SEED ?? 20_261_130);
const MESSAGES = Math.ceil(1_000_000 * Number(process.env.SEEDS ?? 1));
const OUTCOMES = ['read', 'outdated', 'malformed', 'unknownType', 'tooLarge', 'invalid'];

function outcomeOf(parsed: ReturnType<typeof parseClientMessage>): string {
  if (parsed.ok) return 'read';
  return parsed.error === 'outdated' ? parsed.error : parsed.error.code;
}

it(`of ${MESSAGES} messages the valid ones are read, and no other text throws`, () => {
  const random = seededRandom(SEED);
  const examples = Object.values(EXAMPLES).flat();
  const counts = new Map<string, number>();
  for (let sent = 0; sent < MESSAGES; sent++) {
    const { text, isValid } = anyMessage(random, examples);
    const parsed = parseClientMessage(text);
    const what = outcomeOf(parsed);
    if (isValid && what !== 'read') throw new Error(`${text}: ${what}`);
    if (!OUTCOMES.includes(what)) throw new Error(text);
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  console.log(`fuzz: SEED=${SEED}, ${[...counts].map(([what, n]) => `${n} ${what}`).join(', ')}`);
  expect(counts.get('read')).toBeGreaterThan(MESSAGES / 11);
  for (const code of ['malformed', 'unknownType', 'invalid']) {
    expect(counts.get(code)).toBeGreaterThan(MESSAGES / 100);
  }
}, 120_000);
