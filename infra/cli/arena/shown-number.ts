import type { Mean } from '../../../shared/arena/performance.ts';

/** Plain decimals, the only form in which decimals can be counted. */
const PLAIN = /^-?\d+(?:\.(\d+))?$/;

/**
 * Whether the exact mean, rounded half up to the decimals that this literal shows, is the literal:
 * of 5369 / 2 both `2685` and `2684.5` and `2684.50` are right.
 */
export function showsMean(literal: string, { sum, count }: Mean): boolean {
  const plain = PLAIN.exec(literal);
  if (count === 0 || plain === null) return false;
  const scale = 10n ** BigInt(plain[1]?.length ?? 0);
  const [up, down] = [2n * BigInt(sum) * scale + BigInt(count), 2n * BigInt(count)];
  return BigInt(literal.replace('.', '')) === floorDivision(up, down);
}

/** Of integers above zero in the divisor; the language's own division rounds towards zero. */
function floorDivision(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor;
  return value < 0n && quotient * divisor !== value ? quotient - 1n : quotient;
}
