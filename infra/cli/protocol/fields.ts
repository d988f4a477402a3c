import type { BySide } from '../../../shared/game/game.ts';
import { SIDES, type Side } from '../../../shared/rules/rules.ts';
import { ID, type JsonSchema } from './json-schema.ts';

/**
 * What a field of type `T` means, for readers (`kind`: type and unit; `about`) and for programs.
 * Invariant in `T`: a field that may be null has to say so.
 */
export interface Field<T> {
  readonly kind: string;
  readonly about: string;
  readonly schema: JsonSchema;
  readonly optional?: true;
  readonly is?: (value: T) => T;
}

/** A field for every key of `T` but those of its frame: the compiler asks for one that is new. */
export type FieldsOf<T> = {
  readonly [F in Exclude<keyof T, 't'>]: Field<Exclude<T[F], undefined>>;
};

/** An object that several messages hold. */
export interface Shape<T> {
  readonly name: string;
  readonly about: string;
  readonly fields: FieldsOf<T>;
}

const field =
  (kind: string, schema: JsonSchema) =>
  <T>(about: string): Field<T> => ({ kind, about, schema });

export const id = field('id', ID) as <T extends string>(about: string) => Field<T>;
export const text = field('text', { type: 'string' }) as (about: string) => Field<string>;
export const flag = field('true or false', { type: 'boolean' }) as (
  about: string,
) => Field<boolean>;
type Numbers = (about: string) => Field<number>;
export const count = field('integer', { type: 'integer', minimum: 0 }) as Numbers;
export const rating = field('integer', { type: 'integer' }) as Numbers;
export const points = field('number, points', { type: 'number' }) as Numbers;
export const plies = field('integer, plies', { type: 'integer', minimum: 0 }) as Numbers;
export const ms = field('integer, ms', { type: 'integer' }) as Numbers;
export const epochMs = field('integer, epoch ms', { type: 'integer', minimum: 0 }) as Numbers;
/** An object that is described elsewhere. */
export const open = field('object', { type: 'object' }) as (
  about: string,
) => Field<Readonly<Record<string, unknown>>>;

/** One word of a closed list. */
export const oneOf = <T extends string>(words: readonly T[], about: string): Field<T> => ({
  kind: words.map((word) => `\`${word}\``).join(', '),
  about,
  schema: { type: 'string', enum: words },
});

/** One word of a list that says of each what it means. */
export const wordOf = <T extends string>(
  meanings: Readonly<Record<T, string>>,
  about: string,
): Field<T> => {
  const words = Object.keys(meanings) as T[];
  const told = words.map((word) => `\`${word}\`: ${meanings[word]}`).join('; ');
  return { kind: 'word', about: `${about} ${told}`, schema: { type: 'string', enum: words } };
};

export const side = (about: string): Field<Side> => oneOf(SIDES, about);

export const bySide = <T>({ kind, about, schema }: Field<T>): Field<BySide<T>> => ({
  kind: `\`{first, second}\` of ${kind}`,
  about,
  schema: { type: 'object', required: [...SIDES], properties: { first: schema, second: schema } },
});

export const nullable = <T>({ kind, about, schema }: Field<T>): Field<T | null> => ({
  kind: `${kind} or null`,
  about,
  schema: { anyOf: [schema, { type: 'null' }] },
});

export const optional = <T>({ kind, about, schema }: Field<T>): Field<T> => ({
  ...{ kind: `${kind}, optional`, about, schema },
  optional: true,
});

export const listOf = <T>({ kind, about, schema }: Field<T>): Field<readonly T[]> => ({
  kind: `list of ${kind}`,
  about,
  schema: { type: 'array', items: schema },
});

export const refTo = (name: string): string => `#/components/schemas/${name}`;

export const shaped = <T>({ name }: Shape<T>, about: string): Field<T> => ({
  kind: `[${name}](#${name.toLowerCase()})`,
  about,
  schema: { $ref: refTo(name) },
});

/** Fields as they are listed, whatever they are of. */
export const listed = (fields: object): readonly (readonly [string, Field<unknown>])[] =>
  Object.entries(fields as Readonly<Record<string, Field<unknown>>>);

/** An object with these fields, in this order. */
export function objectSchema(fields: object): JsonSchema {
  const all = listed(fields);
  return {
    type: 'object',
    required: all.filter(([, { optional }]) => optional !== true).map(([name]) => name),
    properties: Object.fromEntries(
      all.map(([name, { about, schema }]) => [name, described(schema, about)]),
    ),
  };
}

/** Beside a reference nothing else is read. */
const described = (schema: JsonSchema, description: string): JsonSchema =>
  schema.$ref === undefined ? { description, ...schema } : schema;
