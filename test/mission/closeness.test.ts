import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pairClosest } from '../../shared/arena/pairing.ts';
import { PRESETS, type PresetName } from '../../shared/arena/policy.ts';
import type { Ticket } from '../../shared/arena/pool.ts';
import type { Side } from '../../shared/rules/rules.ts';
import { type AnyPool, anyPool } from '../arena/any-pool.ts';
import { entry } from '../arena/sheets.ts';
import { playerId } from '../support/builders.ts';
import {
  type FieldParts,
  logAt,
  pairFor,
  reasonOf,
  STRANGER,
  waitingField,
} from '../support/waiting-field.ts';

const SEED = Number(process.env.SEED ?? 20_270_103);
const RUNS = Math.ceil(300 * Number(process.env.SEEDS ?? 1));

describe.each<PresetName>(['oware-shield', 'dutch'])('the pairing of %s', (preset) => {
  const size = 100;
  const arena = { policy: PRESETS[preset] };
  const each = (place: number) => ({ log: logAt(place, size) });
  /** Each of them is due the other side than the next one. */
  const waitingAt = (...places: readonly number[]): FieldParts['ready'] =>
    Object.fromEntries(
      places.map((place, index) => [
        place,
        { log: logAt(place, size, STRANGER, index % 2 === 0 ? 'first' : 'second') },
      ]),
    );

  it('brings those together who are close in its ranking', async () => {
    // At first ½·√100 = 5 rows are near: up to 2 below and above, at the top 5 below.
    const ready = waitingAt(1, 6, 50, 52, 60, 64, 90);
    const field = await waitingField({ size, each, arena, ready });
    const paired = await pairFor(field, 0);

    expect(paired.map(({ places }) => places)).toEqual([
      [1, 6],
      [50, 52],
    ]);
    expect(await Promise.all([60, 64, 90].map((place) => reasonOf(field, place)))).toEqual(
      Array(3).fill('noOneClose'),
    );
  });

  it('lets nobody wait longer than until the other one is near enough', async () => {
    // 5 · 2^p rows in periods of 10 s, looked at each second: 8 are nearer at 6.8 s, 38 at 29.3 s.
    const top = await waitingField({ size, each, arena, ready: waitingAt(1, 10) });
    const middle = await waitingField({ size, each, arena, ready: waitingAt(41, 61) });

    expect(await pairFor(top, 90_000)).toEqual([{ places: [1, 10], afterMs: 7_000 }]);
    expect(await pairFor(middle, 90_000)).toEqual([{ places: [41, 61], afterMs: 30_000 }]);
  });
});

/** Of all ways to pair them: the most pairs, and with these the fewest half points between them. */
function bestOf([one, ...others]: readonly Ticket[], isDuel: boolean): readonly [number, number] {
  if (one === undefined) return [0, 0];
  let best = bestOf(others, isDuel);
  for (const other of others) {
    const haveMet = one.lastOpponent === other.player || other.lastOpponent === one.player;
    if (haveMet && !isDuel) continue;
    const [pairs, apart] = bestOf(
      others.filter((ticket) => ticket !== other),
      isDuel,
    );
    const own = [pairs + 1, apart + Math.abs(one.points - other.points)] as const;
    if (own[0] > best[0] || (own[0] === best[0] && own[1] < best[1])) best = own;
  }
  return best;
}

describe('the pairing of the classic arena', () => {
  const { classic } = PRESETS;
  const arena = { policy: classic };
  const size = 20;
  /** So many wins and draws, and the side of the last game. */
  const scored = (wins: number, draws: number, side: Side = 'first', last = STRANGER) => ({
    log: [
      ...Array.from({ length: wins }, () => entry('W')),
      ...Array.from({ length: draws }, () => entry('D')),
      entry('L', { opponent: playerId(last), side }),
    ],
  });

  it('goes by the ranking, whatever the ratings', async () => {
    // By rating 1 and 2, and 3 and 4, are neighbours.
    const ready = { 1: scored(0, 0), 2: scored(3, 0), 3: scored(0, 0), 4: scored(3, 0) };
    const paired = await pairFor(await waitingField({ size, arena, ready }), 0);

    expect(paired.map(({ places }) => places)).toEqual([
      [2, 4],
      [1, 3],
    ]);
  });

  it('brings scores together that are as close as can be', () => {
    console.log(`classic pairing: SEED=${SEED}, ${RUNS} pools`);
    const pools = anyPool({ minPlayers: 2, maxPlayers: 8, policy: classic });
    const holds = ({ sight, tickets, order }: AnyPool): void => {
      // So late that every difference is acceptable: who has not just met may meet.
      const { pairs } = pairClosest({ ...sight, nowMs: sight.nowMs + 600_000 }, tickets);
      const apart = pairs.reduce((sum, [a, b]) => sum + Math.abs(a.points - b.points), 0);

      expect([pairs.length, apart]).toEqual(bestOf(tickets, order.length <= 2));
    };

    fc.assert(fc.property(pools, holds), { seed: SEED, numRuns: RUNS });
  });

  it('looks for opponents who are due the other side', async () => {
    // Half a point apart: near after 12 s, or 20 s where both are due the same side.
    const other = { 1: scored(1, 0, 'first'), 2: scored(0, 1, 'second') };
    const same = { 1: scored(1, 0, 'first'), 2: scored(0, 1, 'first') };
    const either = {
      1: scored(1, 0, 'first'),
      2: scored(0, 1, 'first', 3),
      3: scored(0, 1, 'second', 2),
    };
    const pairs = async (ready: FieldParts['ready']) =>
      pairFor(await waitingField({ size, arena, ready }), 60_000);

    expect(await pairs(other)).toEqual([{ places: [1, 2], afterMs: 12_000 }]);
    expect(await pairs(same)).toEqual([{ places: [1, 2], afterMs: 20_000 }]);
    expect(await pairs(either)).toEqual([{ places: [1, 3], afterMs: 12_000 }]);
  });
});
