import fc from 'fast-check';
import { fieldOf } from '../../shared/arena/field.ts';
import { type Policy, PRESETS } from '../../shared/arena/policy.ts';
import type { Ticket } from '../../shared/arena/pool.ts';
import type { Sight } from '../../shared/arena/reach.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import { aTicket, playerId } from '../support/builders.ts';

export const NOW_MS = 1_000_000;

/** Players who wait, among others who play. */
export interface AnyPool {
  readonly sight: Sight;
  readonly tickets: readonly Ticket[];
  /** Everybody around, the best first. */
  readonly order: readonly PlayerId[];
}

export interface PoolKind {
  readonly minPlayers: number;
  readonly maxPlayers: number;
  readonly policy: Partial<Policy>;
}

interface Parts {
  /** So many who play stand above him in the table, in tenths of the crowd. */
  readonly above: number;
  readonly isNew: boolean;
  readonly waitedMs: number;
  readonly last: 'first' | 'second' | null;
  /** Half points below the one above him. */
  readonly behind: number;
  /** Half points since the table was made. */
  readonly gained: number;
}

/** Never an instant at which a reach widens: 120 s shared among n are not always whole. */
const waitedMs = fc.nat(450).map((steps) => steps * 200 + 100);

const anyParts: fc.Arbitrary<Parts> = fc.record({
  above: fc.nat(10),
  isNew: fc.nat(9).map((chance) => chance === 9),
  waitedMs,
  last: fc.constantFrom('first', 'second', null),
  behind: fc.constantFrom(0, 0, 1, 2, 4),
  gained: fc.constantFrom(0, 0, 0, 2, 4),
});

/** Two who have just played each other: one of them, and how far below him the other one is. */
const anyGame = fc.tuple(fc.nat(), fc.integer({ min: 1, max: 6 }));

/** Pools of random players in fields from their own size to some thousands. */
export const anyPool = (kind: PoolKind): fc.Arbitrary<AnyPool> =>
  fc
    .integer({ min: kind.minPlayers, max: kind.maxPlayers })
    .chain((length) =>
      fc
        .tuple(
          fc.array(anyParts, { minLength: length, maxLength: length }),
          fc.array(anyGame, { maxLength: 2 * length, size: 'max' }),
          fc.constantFrom(0, 0, 1, 2, 10, 50, 200),
        )
        .map(([parts, games, crowd]) => poolOf(kind, parts, lastOpponents(length, games), crowd)),
    );

/** After these games, each later one in place of what its two players remembered. */
function lastOpponents(length: number, games: readonly (readonly [number, number])[]) {
  const last = new Map<number, PlayerId>();
  for (const [pick, step] of games) {
    const [above, below] = [pick % length, (pick % length) + step];
    if (below >= length) continue;
    last.set(above, playerId(below));
    last.set(below, playerId(above));
  }
  return last;
}

/** Ids of those who play begin here. */
const PLAYING_FROM = 1_000;

function poolOf(
  { policy }: PoolKind,
  parts: readonly Parts[],
  last: ReadonlyMap<number, PlayerId>,
  crowd: number,
): AnyPool {
  let points = parts.reduce((sum, { behind }) => sum + behind, 0);
  const around: PlayerId[] = [];
  const tickets = parts.map((part, who) => {
    const playing = Math.floor((part.above * crowd) / 10);
    for (let n = 0; n < playing; n++) around.push(playerId(PLAYING_FROM + around.length));
    if (!part.isNew) around.push(playerId(who));
    points -= part.behind;
    return aTicket(who, {
      points: part.gained + (part.isNew ? 0 : points),
      rating: 1_500 + ((who * 37) % 100),
      readySinceMs: NOW_MS - part.waitedMs,
      lastOpponent: last.get(who) ?? null,
      sides: { last: part.last, run: 1, balance: 0 },
    });
  });
  const newcomers = tickets
    .filter(({ player }) => !around.includes(player))
    .sort((a, b) => b.points - a.points || b.rating - a.rating || a.joinedAtMs - b.joinedAtMs);
  return {
    sight: {
      policy: { ...PRESETS['oware-shield'], ...policy },
      field: fieldOf(around, tickets),
      nowMs: NOW_MS,
    },
    tickets,
    order: [...around, ...newcomers.map(({ player }) => player)],
  };
}
