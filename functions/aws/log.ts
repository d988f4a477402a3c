import type { MiddlewareObj } from '@middy/core';

/** Counted since the invocation began; an environment runs one invocation at a time. */
const counts = new Map<string, number>();

/** Counts one occurrence for this invocation's log line. */
export function count(what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

const fields = new Map<string, unknown>();

/** Adds a field to this invocation's log line. Ids only: no names, no secrets. */
export function note(field: string, value: unknown): void {
  fields.set(field, value);
}

/** One structured line an invocation, with its errors. Errors go on to whoever retries. */
export function logLine(): MiddlewareObj {
  let startedAtMs = 0;
  const write = (level: 'info' | 'error', more: object, requestId: string) => {
    const ms = Date.now() - startedAtMs;
    const line = { level, requestId, ms, ...Object.fromEntries(fields), ...more };
    const counted = counts.size === 0 ? {} : { counts: Object.fromEntries(counts) };
    console.log(JSON.stringify({ ...line, ...counted }));
  };
  return {
    before: () => {
      startedAtMs = Date.now();
      counts.clear();
      fields.clear();
    },
    after: ({ context }) => write('info', {}, context.awsRequestId),
    onError: ({ context, error }) => {
      const stack = error instanceof Error ? error.stack : String(error);
      write('error', { error: stack }, context.awsRequestId);
    },
  };
}
