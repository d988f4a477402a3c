import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../shared/core/refusal.ts';
import type { Result } from '../../shared/core/result.ts';
import {
  type ClientMessage,
  isGameMessage,
  MESSAGE_BYTES_MAX,
  parseClientMessage,
} from '../../shared/protocol/client-message.ts';
import { ARENA, EXAMPLES, GAME } from './message-examples.ts';

const RUNS = 2_000 * Number(process.env.SEEDS ?? 1);
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
console.log(`client messages: SEED=${seed}, ${RUNS} texts each`);

const examples = Object.values(EXAMPLES).flat();
const example = (t: ClientMessage['t'], part: object): string =>
  JSON.stringify({ ...EXAMPLES[t][0], ...part });

const parse = (body: string | undefined): Result<ClientMessage, Refusal | 'outdated'> =>
  parseClientMessage(body);
const refusalOf = (body: string | undefined): Refusal | null => {
  const parsed = parse(body);
  return parsed.ok || parsed.error === 'outdated' ? null : parsed.error;
};

describe('a message', () => {
  it.each(examples.map((message) => JSON.stringify(message)))('is read: %s', (text) => {
    expect(parse(text)).toEqual({ ok: true, value: JSON.parse(text) });
  });

  it('belongs to a game or to an arena', () => {
    for (const message of examples as ClientMessage[]) {
      expect(isGameMessage(message), message.t).toBe(!('arena' in message));
    }
  });

  it('is stripped of what nobody asked for', () => {
    expect(parse(example('resign', { side: 'second', atMs: 1 }))).toEqual({
      ok: true,
      value: { t: 'resign', game: GAME },
    });
  });
});

describe('a client that is too old', () => {
  it('is known by its hello, whatever else was in it then', () => {
    const outdated = { ok: false, error: 'outdated' };

    expect(parse(example('hello', { v: 0 }))).toEqual(outdated);
    expect(parse('{"t":"hello","v":0,"room":7}')).toEqual(outdated);
    expect(parse(example('enter', { v: 0 })).ok).toBe(true);
  });
});

describe('a text is refused', () => {
  it.each(['[]', undefined, '', ' ', '{', 'null', '7', '"move"', 'true', '{"t":"enter",}'])(
    'as malformed: %j',
    (body) => {
      expect(refusalOf(body)).toEqual({ code: 'malformed', expected: 'a JSON object' });
    },
  );

  it.each(['{}', '{"t":1}', '{"t":"toString"}', '{"t":"__proto__"}', '{"t":"Move"}'])(
    'as of an unknown type, with the known ones: %s',
    (body) => {
      const refusal = refusalOf(body);

      expect(refusal).toMatchObject({ code: 'unknownType', field: 't' });
      for (const t of Object.keys(EXAMPLES)) expect(refusal?.expected).toContain(t);
    },
  );

  it('as too large, counted in bytes', () => {
    const padded = (letter: string, bytes: number): string => {
      const room = bytes - Buffer.byteLength(example('resign', { pad: '' }));
      return example('resign', { pad: letter.repeat(room / Buffer.byteLength(letter)) });
    };
    const [fits, letters] = [padded('a', MESSAGE_BYTES_MAX), padded('a', MESSAGE_BYTES_MAX + 1)];
    const accents = padded('é', MESSAGE_BYTES_MAX + 2);

    expect(parse(fits).ok).toBe(true);
    expect(accents.length).toBeLessThan(MESSAGE_BYTES_MAX);
    for (const body of [letters, accents, '['.repeat(MESSAGE_BYTES_MAX + 1)]) {
      expect(refusalOf(body)).toEqual({ code: 'tooLarge', expected: 'at most 20000 bytes' });
    }
  });

  it.each([
    ['hello', 'v', 2],
    ['hello', 'v', -1],
    ['hello', 'v', 0.5],
    ['hello', 'v', '1'],
    ['hello', 'v', undefined],
    ['hello', 'arena', 'x'],
    ['hello', 'game', 7],
    ['hello', 'ply', -1],
    ['enter', 'arena', 'zzzzzzzzzzz'],
    ['lobby', 'after', undefined],
    ['lobby', 'after', ''],
    ['pause', 'arena', undefined],
    ['resume', 'arena', null],
    ['resume', 'cid', 'x'.repeat(65)],
    ['resume', 'cid', null],
    ['move', 'game', undefined],
    ['move', 'ply', 0.5],
    ['move', 'ply', -1],
    ['move', 'ply', 1_001],
    ['move', 'ply', '3'],
    ['move', 'ply', null],
    ['move', 'move', ''],
    ['move', 'move', 'x'.repeat(65)],
    ['move', 'move', ['A']],
    ['offerDraw', 'ply', undefined],
    ['resign', 'game', ARENA.slice(1)],
    ['berserk', 'game', undefined],
    ['acceptDraw', 'game', {}],
    ['declineDraw', 'game', 3],
    ['claimFlag', 'game', null],
  ] as const)('as invalid, by its field: %s with %s %j', (t, field, value) => {
    const refusal = refusalOf(example(t, { [field]: value }));

    expect(refusal).toMatchObject({ code: 'invalid', field });
    expect(refusal?.expected).toMatch(/\w/);
  });
});

describe('whatever text arrives', () => {
  const CODES = ['malformed', 'unknownType', 'tooLarge', 'invalid'];
  const field = fc.constantFrom('t', 'v', 'cid', 'arena', 'game', 'ply', 'move', 'after', 'x');
  /** A valid message with some of its fields replaced or taken away. */
  const damaged = fc
    .tuple(fc.constantFrom(...examples), fc.dictionary(field, fc.jsonValue(), { maxKeys: 3 }))
    .map(([message, damage]) => JSON.stringify({ ...message, ...damage }));
  /** A valid text with one character replaced. */
  const garbled = fc
    .tuple(fc.constantFrom(...examples), fc.nat(99), fc.string({ maxLength: 2 }))
    .map(([message, at, letter]) => {
      const text = JSON.stringify(message);
      return text.slice(0, at % text.length) + letter + text.slice((at % text.length) + 1);
    });

  it.each([
    ['any characters', fc.string({ unit: 'binary' })],
    ['any JSON', fc.json()],
    ['a damaged message', damaged],
    ['a garbled message', garbled],
  ])('it is read or refused, and nothing is thrown: %s', (_, texts) => {
    const holds = (body: string): void => {
      const parsed = parse(body);
      if (parsed.ok) {
        expect(Object.hasOwn(EXAMPLES, parsed.value.t)).toBe(true);
        expect(parse(JSON.stringify(parsed.value))).toEqual(parsed);
      } else if (parsed.error === 'outdated') {
        expect(JSON.parse(body)).toMatchObject({ t: 'hello', v: 0 });
      } else {
        expect(CODES).toContain(parsed.error.code);
        expect(parsed.error.expected).toBeTypeOf('string');
      }
    };
    fc.assert(fc.property(texts, holds), { seed, numRuns: RUNS });
  });
});
