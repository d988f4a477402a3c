import type { SeededRandom } from '../../shared/core/random.ts';

export interface Sent {
  readonly text: string;
  /** As a client sends it that keeps to the protocol. */
  readonly isValid: boolean;
}

const FIELDS = [
  ...['t', 'v', 'cid', 'arena', 'password', 'game', 'ply', 'move', 'after', '__proto__', 'x'],
];
const VALUES: readonly unknown[] = [
  ...[null, true, -1, 0.5, 1e308, '', 'A', '0123456789a', 'move', 'hello', '\u0000', '💥'],
  ...[[], {}, [[[]]], { t: 'move' }, 'x'.repeat(65), 2 ** 53],
];
const LETTERS = '{}[]",:\\u0aZé \n\u2028';

/** One message in ten is valid; the others are damaged, garbled or noise. */
export function anyMessage(random: SeededRandom, examples: readonly object[]): Sent {
  const message = pick(random, examples);
  const text = JSON.stringify(message);
  if (random.below(10) === 0) return { text, isValid: true };
  switch (random.below(4)) {
    case 0:
      return { text: damaged(random, message), isValid: false };
    case 1:
      return { text: garbled(random, text), isValid: false };
    case 2:
      return { text: text.slice(0, random.below(text.length)), isValid: false };
    default:
      return { text: noise(random), isValid: false };
  }
}

function damaged(random: SeededRandom, message: object): string {
  const fields: Record<string, unknown> = { ...message };
  for (let left = 1 + random.below(3); left > 0; left--) {
    const field = pick(random, FIELDS);
    if (random.below(4) === 0) delete fields[field];
    else fields[field] = pick(random, VALUES);
  }
  return JSON.stringify(fields);
}

function garbled(random: SeededRandom, text: string): string {
  const at = random.below(text.length);
  const letter = pick(random, [...LETTERS]);
  return text.slice(0, at) + letter + text.slice(at + random.below(3));
}

function noise(random: SeededRandom): string {
  const length = random.below(60);
  return Array.from({ length }, () => pick(random, [...LETTERS])).join('');
}

const pick = <T>(random: SeededRandom, some: readonly T[]): T =>
  some[random.below(some.length)] as T;
