/** Sums and orders of numbers; of no numbers every one is 0. */
export const sumOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0);

export const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : sumOf(values) / values.length;

export const maxOf = (values: readonly number[]): number =>
  values.reduce((most, value) => Math.max(most, value), 0);

export const minOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((least, value) => Math.min(least, value));

/** The smallest value that is not below this share of all of them (nearest rank). */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

export const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
