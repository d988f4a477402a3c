/** Randomness as an argument: cryptographic in production, seeded in tests. */
export interface Random {
  readonly bytes: (length: number) => Uint8Array;
}

/** One bit, for coins. */
export const coin = (random: Random): boolean => ((random.bytes(1)[0] ?? 0) & 1) === 1;

/** A repeatable stream for tests, bots and simulations; not for secrets. `unit` is in [0, 1). */
export interface SeededRandom extends Random {
  readonly unit: () => number;
  readonly below: (limit: number) => number;
}

/** Marsaglia's 32-bit xorshift (Journal of Statistical Software 8/14, 2003), triple 13, 17, 5. */
export function seededRandom(seed: number): SeededRandom {
  // Consecutive seeds must not give similar streams: scramble (Knuth's multiplicative hash).
  let state = Math.imul(seed + 1, 2_654_435_761) | 0 || 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  for (let i = 0; i < 8; i++) next();
  const unit = (): number => next() / 2 ** 32;
  return {
    unit,
    below: (limit) => Math.floor(unit() * limit),
    bytes: (length) => Uint8Array.from({ length }, () => next() >>> 24),
  };
}
