import type { Outcome } from './lambda-runtime.ts';

/**
 * The identifiers of a batch that failed: all of them if the function failed, or if its answer
 * names one that was not in the batch, as on AWS.
 */
export function failedIdentifiers<T>(
  outcome: Outcome,
  reportsFailures: boolean,
  batch: readonly T[],
  identify: (entry: T) => string,
): ReadonlySet<string> {
  const all = new Set(batch.map(identify));
  if (!outcome.ok) return all;
  if (!reportsFailures) return NONE;
  const named = namedFailures(outcome.value);
  return named?.every((id) => typeof id === 'string' && all.has(id))
    ? new Set(named as string[])
    : all;
}

const NONE: ReadonlySet<string> = new Set();

/** Null if the answer is not one that Lambda understands. */
function namedFailures(answer: unknown): readonly unknown[] | null {
  if (answer === null || answer === undefined) return [];
  if (typeof answer !== 'object') return null;
  const failures = 'batchItemFailures' in answer ? answer.batchItemFailures : [];
  if (failures === null) return [];
  if (!Array.isArray(failures)) return null;
  return failures.map((failure: unknown) =>
    typeof failure === 'object' && failure !== null && 'itemIdentifier' in failure
      ? failure.itemIdentifier
      : null,
  );
}
