import type { MiddlewareObj } from '@middy/core';
import { forgetMetrics, takeMetrics } from './metrics.ts';

/** What this invocation is about, by field; an environment runs one invocation at a time. */
const fields = new Map<string, unknown>();
const ids = new Map<string, Set<string>>();

/** So many ids of one field: a batch may hold a hundred arenas, and a line is read by people. */
const IDS_MAX = 20;

/** Adds a field to this invocation's log line. Ids and codes only: no names, no secrets. */
export function note(field: string, value: unknown): void {
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
const failures: object[] = [];

/** Adds a failure to this invocation's log line; whoever retries has its id. */
export function noteFailure(id: string, cause: unknown): void {
  failures.push({ id, error: textOf(cause) });
}

const textOf = (cause: unknown): string =>
  cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);

let isCold = true;

/**
 * One structured line an invocation: what it was about, how long it took, its metrics (embedded
 * metric format) and its errors. Errors go on to whoever retries.
 */
export function logLine(): MiddlewareObj {
  let startedAtMs = 0;
  const write = (requestId: string, error?: string): void => {
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
      ...takeMetrics(),
    };
    isCold = false;
    console.log(JSON.stringify(line));
  };
  return {
    before: () => {
      startedAtMs = Date.now();
      fields.clear();
      ids.clear();
      failures.length = 0;
      forgetMetrics();
    },
    after: ({ context }) => write(context.awsRequestId),
    onError: ({ context, error }) => write(context.awsRequestId, textOf(error)),
  };
}

/** The trace that Lambda has begun, where it samples this invocation. */
function traceField(): { readonly trace?: string } {
  const header = process.env._X_AMZN_TRACE_ID ?? '';
  const root = /Root=([^;]+)/.exec(header)?.[1];
  return root === undefined ? {} : { trace: root };
}
