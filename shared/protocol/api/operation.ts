import type * as v from 'valibot';
import type { RefusalCode } from '../../core/refusal.ts';

/**
 * Who may ask. `open`: anybody; `player`: any account; `organiser`: the role; `steward`: who made
 * what the path names, those he has named beside him, and admins; `owner`: who made it, and
 * admins; `admin`: that role.
 */
export const ACCESS = ['open', 'player', 'organiser', 'steward', 'owner', 'admin'] as const;
export type Access = (typeof ACCESS)[number];

/** What a request that succeeds is answered with. */
export interface Success {
  readonly status: 200 | 201 | 202 | 204;
  readonly about: string;
  /** By media type; null: text. */
  readonly content?: Readonly<Record<string, v.GenericSchema | null>>;
  /** Names of headers beside the usual ones. */
  readonly headers?: readonly HeaderName[];
}

export const HEADERS = {
  etag: 'The version, for `if-match`.',
  link: 'The next page, as `<path>; rel="next"`; absent on the last one.',
  location: 'Where the new thing is.',
} as const;
export type HeaderName = keyof typeof HEADERS;

/** One thing that can be asked over HTTP; the documents and the handlers are made of it. */
export interface Operation<Query = unknown, Body = unknown> {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Parameters in braces: `/arenas/{id}`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly access: Access;
  /** Of texts, since that is what a query has; its output is what the handler gets. */
  readonly query?: v.GenericSchema<unknown, Query>;
  /** Of JSON. Of the types that `bodyTypes` names beside it the handler gets the text as it is. */
  readonly body?: v.GenericSchema<unknown, Body>;
  readonly bodyTypes?: readonly string[];
  /** Takes `if-match` with the version that was read. */
  readonly ifMatch?: true;
  /** Takes an `idempotency-key`; not where the answer holds a secret, which is not kept. */
  readonly once?: true;
  readonly success: Success;
  /** What it may refuse beside what follows from the rest: the access, the query, the body. */
  readonly refusals: readonly RefusalCode[];
}

export const operation = <Query, Body>(parts: Operation<Query, Body>): Operation<Query, Body> =>
  parts;

const JSON_TYPE = 'application/json';

/** An answer of JSON. */
export const answer = (
  schema: v.GenericSchema,
  about: string,
  more: Partial<Pick<Success, 'status' | 'headers'>> = {},
): Success => ({ status: 200, about, content: { [JSON_TYPE]: schema }, ...more });

/** The page of a list, with a link to the next one. */
export const page = (schema: v.GenericSchema, about: string): Success =>
  answer(schema, about, { headers: ['link'] });

/** As the gateway names it. */
export const routeKeyOf = ({ method, path }: Pick<Operation, 'method' | 'path'>): string =>
  `${method} ${path}`;

/** Every code with which this operation may be refused. */
export function refusalsOf(operation: Operation): readonly RefusalCode[] {
  const { access, query, body, ifMatch, once, refusals } = operation;
  const implied: readonly (readonly [boolean, readonly RefusalCode[]])[] = [
    [!['open', 'player'].includes(access), ['forbidden']],
    [query !== undefined, ['invalid']],
    [body !== undefined, ['malformed', 'invalid', 'tooLarge']],
    [ifMatch === true, ['invalid', 'versionConflict']],
    [once === true, ['invalid', 'keyInUse', 'keyReused', 'busy']],
  ];
  const all = implied.flatMap(([is, codes]) => (is ? codes : []));
  return [...new Set([...refusals, ...all])];
}
