import { zstdDecompressSync } from 'node:zlib';
import type { AttributeValue, Item } from '../../infra/local/dynamodb/item.ts';
import type { Wrote } from './fixture.ts';

/** What a release knew: of names that it has nowhere it would not miss any, nor heed any. */
export interface Vocabulary {
  /** Attributes, by the kind of their item. */
  readonly attributes: ReadonlyMap<string, ReadonlySet<string>>;
  /** Whatever else has a name, in all that it has stored and answered. */
  readonly names: ReadonlySet<string>;
}

/** Instants of one step differ by what its function took. */
const SAME_INSTANT_MS = 3_000;
/** Numbers from here on are instants, in seconds and in ms; all others are what they are. */
const SECONDS_FROM = 1e9;
const MS_FROM = 1e12;
const ZSTANDARD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

const ISO_INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;
const EPOCH_INSTANT = /\d{13,14}/g;
const MAYBE_RANDOM = /[\w+/=-]{11,}/g;
/** `scoredReady`: what the code itself says is never random. */
const WORD = /^[a-z]+([A-Z][a-z]+)*$/;

/** `arenas AUDIT`: all items of a kind begin their keys alike. */
export function kindOf({ table, ...write }: Wrote): string {
  const { sk } = 'put' in write ? write.put : write.remove;
  return [table, ...(sk?.S === undefined ? [] : [sk.S.split('#')[0]])].join(' ');
}

/** An attribute as it is read: packed texts are unpacked. */
export function readable({ S, N, B, BOOL, L, M }: AttributeValue): unknown {
  if (S !== undefined) return /^[[{]/.test(S) ? parsed(S) : S;
  if (N !== undefined) return Number(N);
  if (B !== undefined) {
    const bytes = Buffer.from(B, 'base64');
    return bytes.subarray(0, ZSTANDARD.length).equals(ZSTANDARD)
      ? JSON.parse(zstdDecompressSync(bytes).toString())
      : B;
  }
  if (L !== undefined) return L.map(readable);
  return M === undefined ? BOOL : readableItem(M);
}

export const readableItem = (item: Item): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, readable(value)]));

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Where two values differ, by the path to it; empty: they say the same. `known` is all that there
 * was before: a text that is new in both may be another one, as ids and secrets are.
 */
export function differences(
  recorded: unknown,
  today: unknown,
  known: string,
  { names }: Pick<Vocabulary, 'names'>,
  path = '',
): string[] {
  if (typeof recorded === 'number' && typeof today === 'number') {
    return isNear(recorded, today) ? [] : [`${path}: ${recorded} is ${today}`];
  }
  if (typeof recorded === 'string' && typeof today === 'string') {
    const same = masked(recorded, known) === masked(today, known);
    return same ? [] : [`${path}: ${recorded} is ${today}`];
  }
  if (!isObject(recorded) || !isObject(today)) {
    return recorded === today ? [] : [`${path}: ${inWords(recorded)} is ${inWords(today)}`];
  }
  const all = new Set([...Object.keys(recorded), ...Object.keys(today)]);
  return [...all].flatMap((name) => {
    if (!(name in recorded) && !names.has(name)) return [];
    return differences(recorded[name], today[name], known, { names }, `${path}.${name}`);
  });
}

function isNear(recorded: number, today: number): boolean {
  const unit = recorded > MS_FROM ? 1 : recorded > SECONDS_FROM ? 1_000 : Number.POSITIVE_INFINITY;
  return recorded === today || Math.abs(recorded - today) * unit < SAME_INSTANT_MS;
}

/** Without what is another one each time. */
export const masked = (text: string, known: string): string =>
  text
    .replace(ISO_INSTANT, '<instant>')
    .replace(MAYBE_RANDOM, (part) => (WORD.test(part) || known.includes(part) ? part : '<new>'))
    .replace(EPOCH_INSTANT, '<instant>');

/** All names inside of a value. */
export function namesIn(value: unknown, into: Set<string> = new Set()): Set<string> {
  if (!isObject(value)) return into;
  for (const [name, part] of Object.entries(value)) {
    into.add(name);
    namesIn(part, into);
  }
  return into;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const inWords = (value: unknown): string => JSON.stringify(value) ?? 'nothing';
