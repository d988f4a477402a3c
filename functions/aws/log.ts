import type { MiddlewareObj } from '@middy/core';
import { forgetMetrics, takeMetrics } from './metrics.ts';

/** What this invocation is about, by field; an environment runs one invocation at a time. */
const fields = new Map<string, unknown>();
const ids = new Map<string, Set<string>>();

/** So many ids of one field: a batch may hold a hundred arenas, and a line is read by people. */
const IDS_MAX = 20;

/** What a line may say beside the ids of `IdField`; saved queries ask for these names. */
type Field =
  | 't'
  | 'route'
  | 'status'
  | 'refused'
  | 'cid'
  | 'ply'
  | 'connection'
  | 'records'
  | 'messages';

/** Adds a field to this invocation's log line. Codes and counts only: no names, no secrets. */
export function note(field: Field, value: string | number | undefined): void {
  fields.set(field, value);
}

type IdField = 'arena' | 'game' | 'player' | 'series' | 'webhook';

/** Adds an id to those that the line has under this field; a batch may be about several. */
export function noteId(field: IdField, id: string | null | undefined): void {
  if (id == null) return;
  const known = ids.get(field) ?? new Set();
  ids.set(field, known.size < IDS_MAX ? known.add(id) : known);
}

/** Errors of a batch that goes on without them. */
const failures: { readonly id: string; readonly error: string }[] = [];

/** So many are told in full: what fails in a batch mostly fails for one reason. */
const FULL_FAILURES_MAX = 5;
/** Characters of all failures in a line: CloudWatch cuts off what is longer than 256 kB. */
const FAILURES_CHARACTERS_MAX = 50_000;
let failuresCharacters = 0;

/** Adds a failure to this invocation's log line; whoever retries has its id. */
export function noteFailure(id: string, cause: unknown): void {
  const text = textOf(cause);
  const told = failures.length < FULL_FAILURES_MAX ? text : (text.split('\n', 1)[0] ?? '');
  const error = told.slice(0, Math.max(0, FAILURES_CHARACTERS_MAX - failuresCharacters));
  failuresCharacters += error.length;
  failures.push({ id, error });
}

/** Characters of an error in a line; a deep one says the same again and again. */
const ERROR_CHARACTERS_MAX = 6_000;

/** The error with those behind it. Their other properties stay out: they may hold whole items. */
function textOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const behind: unknown[] = cause instanceof AggregateError ? [...cause.errors] : [];
  if (cause.cause !== undefined) behind.push(cause.cause);
  const texts = [cause.stack ?? cause.message, ...behind.map(textOf)];
  return texts.join('\nbehind it: ').slice(0, ERROR_CHARACTERS_MAX);
}

let isCold = true;

/**
 * One structured line an invocation: what it was about, how long it took, its metrics (embedded
 * metric format) and its errors. Errors go on to whoever retries.
 */
export function logLine(): MiddlewareObj {
  let startedAtMs = 0;
  const write = (requestId: string, error?: string): void => {
    const [metrics, ...moreMetrics] = takeMetrics();
    const isError = error !== undefined || failures.length > 0;
    const line = {
      level: isError ? 'error' : 'info',
      requestId,
      ...traceField(),
      ...(isCold && { cold: true }),
      ms: Date.now() - startedAtMs,
      ...Object.fromEntries(fields),
      ...Object.fromEntries([...ids].map(([field, some]) => [field, [...some].join(' ')])),
      ...(failures.length > 0 && { failures }),
      ...(error !== undefined && { error }),
      ...metrics,
    };
    isCold = false;
    console.log(JSON.stringify(line));
    for (const more of moreMetrics) console.log(JSON.stringify({ requestId, ...more }));
  };
  return {
    before: () => {
      startedAtMs = Date.now();
      fields.clear();
      ids.clear();
      failures.length = 0;
      failuresCharacters = 0;
      forgetMetrics();
    },
    after: ({ context }) => write(context.awsRequestId),
    onError: ({ context, error }) => write(context.awsRequestId, textOf(error)),
  };
}

/** The trace of this invocation, where X-Ray keeps it: the id of any other leads nowhere. */
function traceField(): { readonly trace?: string } {
  const header = process.env._X_AMZN_TRACE_ID ?? '';
  const root = /Root=([^;]+)/.exec(header)?.[1];
  return root === undefined || !/(^|;)Sampled=1(;|$)/.test(header) ? {} : { trace: root };
}
