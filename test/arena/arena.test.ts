import { describe, expect, it } from 'vitest';
import {
  firstMoveMsOf,
  isBerserkable,
  isPairing,
  pairingEndsAtMs,
  shardOf,
  shardsFor,
} from '../../shared/arena/arena.ts';
import { idFromBytes, type PlayerId } from '../../shared/core/ids.ts';
import { anOpenArena } from '../support/builders.ts';

const MINUTE_MS = 60_000;
const base = anOpenArena({ startsAtMs: 0, endsAtMs: 90 * MINUTE_MS });

describe('pairing closes', () => {
  it.each([
    ['30 s before the end for short clocks', 1 * MINUTE_MS, 90 * MINUTE_MS, 30_000],
    ['half the initial time', 3 * MINUTE_MS, 90 * MINUTE_MS, 90_000],
    ['120 s at most', 10 * MINUTE_MS, 90 * MINUTE_MS, 120_000],
    ['still half of it at four minutes', 4 * MINUTE_MS, 90 * MINUTE_MS, 120_000],
    ['30 s before the end without an initial time', 0, 90 * MINUTE_MS, 30_000],
    ['a tenth of the duration at most', 10 * MINUTE_MS, MINUTE_MS, 6_000],
    ['a tenth of five minutes, which is 30 s', 1 * MINUTE_MS, 5 * MINUTE_MS, 30_000],
    ['a tenth of the shortest arena', 3 * MINUTE_MS, 10_000, 1_000],
  ])('%s', (_, limitMs, endsAtMs, beforeMs) => {
    expect(pairingEndsAtMs({ ...base, limitMs, endsAtMs })).toBe(endsAtMs - beforeMs);
  });

  it('when the policy says so', () => {
    const never = { ...base, policy: { ...base.policy, pairingClosesMs: 0 } };

    expect(pairingEndsAtMs(never)).toBe(base.endsAtMs);
    expect(isPairing(never, base.endsAtMs - 1)).toBe(true);
    expect(isPairing(never, base.endsAtMs)).toBe(false);
  });

  it.each(['created', 'closing', 'frozen', 'cancelled'] as const)('for a %s arena', (state) => {
    expect(isPairing(base, 1)).toBe(true);
    expect(isPairing({ ...base, state }, 1)).toBe(false);
  });
});

describe('an arena', () => {
  it('has one shard up to 1,000 players, 16 beyond, and every player in one of them', () => {
    const players = Array.from({ length: 4_096 }, (_, i) =>
      idFromBytes<PlayerId>(Uint8Array.of(1, 2, 3, 4, 5, 6, i >> 8, i & 255)),
    );
    const counts = Array.from(
      { length: 16 },
      (_, shard) => players.filter((player) => shardOf(player, 16) === shard).length,
    );

    expect([shardsFor(1_000), shardsFor(1_001)]).toEqual([1, 16]);
    expect(new Set(counts)).toEqual(new Set([256]));
  });

  it('has no berserk without an initial time to halve', () => {
    expect(isBerserkable({ ...base, limitMs: 0, incrementMs: 1_000 })).toBe(false);
    expect(isBerserkable(base)).toBe(true);
  });

  it.each([
    ['auto', 21_000],
    [5_000, 5_000],
    [null, null],
  ] as const)('has the first-move countdown of its policy: %s', (firstMoveMs, expectedMs) => {
    expect(firstMoveMsOf({ ...base, policy: { ...base.policy, firstMoveMs } })).toBe(expectedMs);
  });

  it('has no berserk where its policy has none', () => {
    expect(isBerserkable({ ...base, policy: { ...base.policy, berserk: false } })).toBe(false);
  });
});
