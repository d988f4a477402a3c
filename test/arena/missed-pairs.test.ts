import { describe, expect, it } from 'vitest';
import { fieldOf } from '../../shared/arena/field.ts';
import { pairClosest } from '../../shared/arena/pairing.ts';
import { type Policy, PRESETS } from '../../shared/arena/policy.ts';
import type { Ticket } from '../../shared/arena/pool.ts';
import type { Sight } from '../../shared/arena/reach.ts';
import { aTicket, playerId } from '../support/builders.ts';

const NOW_MS = 1_000_000;

/** What a run sees in a field of so many players around. */
function sightOf(size: number, tickets: readonly Ticket[], policy: Partial<Policy> = {}): Sight {
  const around = Array.from({ length: size }, (_, position) => playerId(position));
  const all = { ...PRESETS['oware-shield'], ...policy };
  return { policy: all, field: fieldOf(around, tickets), nowMs: NOW_MS };
}

/** He has had this side three times running. */
const at = (position: number, side: 'first' | 'second', waitedMs = 0): Ticket =>
  aTicket(position, {
    readySinceMs: NOW_MS - waitedMs,
    sides: { last: side, run: 3, balance: side === 'first' ? 3 : -3 },
  });

describe('pairs that the window cannot see', () => {
  it('are made of two who are close, whoever stands between them', () => {
    // He has waited for long, so he reaches far; those between have all had his side three times.
    const between = Array.from({ length: 20 }, (_, index) => at(425 + 5 * index, 'first'));
    const tickets = [at(300, 'first', 50_000), ...between, at(535, 'second')];
    const { pairs } = pairClosest(sightOf(900, tickets), tickets);

    expect(pairs).toHaveLength(1);
    expect(pairs[0]?.map(({ name }) => name).sort()).toEqual(['300', '535']);
  });

  it('are two in place of one, where each of its players takes one who is left', () => {
    // Ten have just met the first, who may meet the last alone.
    const tickets = Array.from({ length: 12 }, (_, who) =>
      aTicket(who, { lastOpponent: who > 0 && who < 11 ? playerId(0) : null }),
    );
    const { pairs, waiting } = pairClosest(sightOf(12, tickets, { reach: 1 }), tickets);

    expect(pairs).toHaveLength(6);
    expect(waiting).toEqual([]);
    expect(pairs.map(([a, b]) => `${a.name}-${b.name}`)).toContain('0-11');
  });

  it('are none where nobody may meet anybody: all wait, once', () => {
    const tickets = [at(0, 'first'), at(400, 'first'), at(800, 'first')];
    const { pairs, waiting } = pairClosest(sightOf(900, tickets), tickets);

    expect(pairs).toEqual([]);
    expect(waiting.map(({ name }) => name).sort()).toEqual(['0', '400', '800']);
  });
});
