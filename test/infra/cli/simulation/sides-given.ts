import assert from 'node:assert/strict';
import type { PastSeat } from '../../../../infra/cli/simulation/history.ts';
import type { PairingName } from '../../../../infra/cli/simulation/rules.ts';
import type { Step } from '../../../../infra/cli/simulation/sequences.ts';
import { present } from '../../../../shared/core/assert.ts';
import type { Side } from '../../../../shared/rules/rules.ts';

/** A player's sides before a game, the latest last. */
type Past = readonly Side[];

/**
 * Every game's sides against those before it. Ours: who are due different sides get them, and of
 * two who are due the same the longer run gets it, unless a coin decides (`tossed`). The waves:
 * whoever has been first less often in a row, then in all, is first.
 */
export function checkSides(
  sequences: readonly (readonly Step[])[],
  name: PairingName | 'tossed',
): void {
  const pasts = pastsOf(sequences);
  for (const { game, side } of sequences.flat()) {
    if (side === 'second' || game.isFirstWave) continue;
    const first = present(pasts.get(game.seats.first), 'sequence of a seat');
    const second = present(pasts.get(game.seats.second), 'sequence of a seat');
    if (name === 'ours' || name === 'tossed') checkOurs(first, second, name);
    else assert.ok(firstsOf(first) <= firstsOf(second), 'whoever was first less often is first');
  }
}

const pastsOf = (sequences: readonly (readonly Step[])[]): ReadonlyMap<PastSeat, Past> =>
  new Map(
    sequences.flatMap((sequence) => {
      const sides = sequence.map(({ side }) => side);
      return sequence.map(({ seat }, index) => [seat, sides.slice(0, index)] as const);
    }),
  );

function checkOurs(first: Past, second: Past, name: 'ours' | 'tossed'): void {
  const [last, lastOfSecond] = [first.at(-1), second.at(-1)];
  if (last === undefined && lastOfSecond === undefined) return;
  if (last !== lastOfSecond) {
    assert.ok(last !== 'first' && lastOfSecond !== 'second', 'sides alternate where they can');
  } else if (name === 'ours') {
    const longer = runOf(first) - runOf(second);
    assert.ok(longer === 0 || last === (longer > 0 ? 'second' : 'first'), 'the longer run ends');
  }
}

function runOf(past: Past): number {
  const change = past.findLastIndex((side) => side !== past.at(-1));
  return past.length - 1 - change;
}

/** Games as first in a row (as second: below zero), and far behind them the balance. */
function firstsOf(past: Past): number {
  const strike = past.at(-1) === 'second' ? -runOf(past) : runOf(past);
  const balance = 2 * past.filter((side) => side === 'first').length - past.length;
  return 1_000 * strike + balance;
}
