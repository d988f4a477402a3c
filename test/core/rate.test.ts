import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Rate, take } from '../../shared/core/rate.ts';

const RATE: Rate = { burst: 3, everyMs: 1_000 };

/** Whether each of these instants was let through. */
function through(rate: Rate, instants: readonly number[]): boolean[] {
  let paidOffAtMs = 0;
  return instants.map((nowMs) => {
    const taken = take(paidOffAtMs, nowMs, rate);
    if (taken.kind === 'taken') paidOffAtMs = taken.paidOffAtMs;
    return taken.kind === 'taken';
  });
}

describe('a bucket', () => {
  it('lets a burst through, and then one every so often', () => {
    expect(through(RATE, [0, 0, 0, 0, 999, 1_000, 1_001, 9_000, 9_000, 9_000, 9_000])).toEqual([
      ...[true, true, true, false, false, true, false],
      ...[true, true, true, false],
    ]);
  });

  it('says exactly how long to wait', () => {
    let paidOffAtMs = 0;
    for (let once = 0; once < 3; once++) {
      const taken = take(paidOffAtMs, 5_000, RATE);
      if (taken.kind === 'taken') paidOffAtMs = taken.paidOffAtMs;
    }
    expect(take(paidOffAtMs, 5_400, RATE)).toEqual({ kind: 'empty', retryInMs: 600 });
    expect(take(paidOffAtMs, 5_999, RATE).kind).toBe('empty');
    expect(take(paidOffAtMs, 6_000, RATE)).toEqual({ kind: 'taken', paidOffAtMs: 9_000 });
  });

  it('never lets more through in any span than its burst and its rate', () => {
    const gaps = fc.array(fc.nat(1_500), { minLength: 1, maxLength: 60 });
    const holds = (waits: readonly number[]): void => {
      let nowMs = 0;
      const instants = waits.map((wait) => (nowMs += wait));
      const passed = instants.filter((_, at) => through(RATE, instants)[at]);
      for (const [first, fromMs] of passed.entries()) {
        for (const [last, toMs] of passed.entries()) {
          if (last < first) continue;
          const allowed = RATE.burst + Math.floor((toMs - fromMs) / RATE.everyMs);
          expect(last - first + 1).toBeLessThanOrEqual(allowed);
        }
      }
    };
    fc.assert(fc.property(gaps, holds), { seed: 20_261_130, numRuns: 200 });
  });
});
