import type { Engine } from './engine.ts';
import { type CancellationReason, transactionCanceled, validationError } from './error.ts';

export const HOLDS: CancellationReason = { Code: 'None' };

const CONFLICTS: CancellationReason = {
  Code: 'TransactionConflict',
  Message: 'Transaction is ongoing for the item',
};

/** An injected fault: another transaction holds one of the items, so nothing is done. */
export function refuseConflict({ faults }: Engine, steps: readonly unknown[]): void {
  if (!faults.strikes('transactionConflict')) return;
  const held = faults.below(steps.length);
  throw transactionCanceled(steps.map((_, i) => (i === held ? CONFLICTS : HOLDS)));
}

/** A transaction names an item at most once. */
export function refuseTwice(seen: Set<string>, item: string): void {
  if (seen.has(item))
    throw validationError('Transaction request cannot include multiple operations on one item');
  seen.add(item);
}
