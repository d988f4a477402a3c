import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isBerserkable,
  isPairing,
  pairingEndsAtMs,
  shardOf,
  shardsFor,
} from '../../shared/arena/arena.ts';
import { packEntry, unpackEntry } from '../../shared/arena/log.ts';
import { type GameId, idFromBytes, type PlayerId } from '../../shared/core/ids.ts';
import { anArena } from '../support/samples.ts';

const SEED = Number(process.env.SEED ?? 20_261_130);
const MINUTE_MS = 60_000;
const base = { ...anArena({ who: 0, version: 0, state: 'open' }), startsAtMs: 0 };

describe('pairing closes', () => {
  it.each([
    ['30 s before the end for short clocks', 1 * MINUTE_MS, 90 * MINUTE_MS, 30_000],
    ['half the initial time', 3 * MINUTE_MS, 90 * MINUTE_MS, 90_000],
    ['120 s at most', 10 * MINUTE_MS, 90 * MINUTE_MS, 120_000],
    ['a tenth of the duration at most', 10 * MINUTE_MS, MINUTE_MS, 6_000],
  ])('%s', (_, limitMs, endsAtMs, beforeMs) => {
    expect(pairingEndsAtMs({ ...base, limitMs, endsAtMs })).toBe(endsAtMs - beforeMs);
  });

  it('when the policy says so', () => {
    const never = { ...base, policy: { ...base.policy, pairingClosesMs: 0 } };

    expect(pairingEndsAtMs(never)).toBe(base.endsAtMs);
    expect(isPairing(never, base.endsAtMs - 1)).toBe(true);
    expect(isPairing(never, base.endsAtMs)).toBe(false);
    expect(isPairing({ ...never, state: 'created' }, 1)).toBe(false);
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
});

describe('a log entry', () => {
  it('comes out of its bytes as it went in', () => {
    const id = fc.uint8Array({ minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(
        fc.record({
          game: id.map((bytes) => idFromBytes<GameId>(bytes)),
          opponent: id.map((bytes) => idFromBytes<PlayerId>(bytes)),
          opponentRating: fc.integer({ min: 0, max: 4_000 }),
          endedAtMs: fc.integer({ min: 0, max: 2 ** 47 }),
          plies: fc.integer({ min: 0, max: 1_000 }),
          side: fc.constantFrom('first' as const, 'second' as const),
          result: fc.constantFrom('win' as const, 'draw' as const, 'loss' as const),
          berserk: fc.boolean(),
          noShow: fc.boolean(),
        }),
        (entry) => {
          expect(unpackEntry(packEntry(entry))).toEqual(entry);
          expect(packEntry(entry)).toHaveLength(27);
        },
      ),
      { seed: SEED, numRuns: 1_000 },
    );
  });
});
