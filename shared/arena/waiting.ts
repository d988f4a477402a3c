import { areClose, mayMeet, rematchAtMs } from './closeness.ts';
import type { Ticket, Wait } from './pool.ts';
import {
  type Candidate,
  candidateOf,
  reachesByPoints,
  type Sight,
  widensEveryMs,
} from './reach.ts';

/** Once pairing is over for this arena, nobody is paired any more. */
export const PAIRING_CLOSED: Wait = { reason: 'pairingClosed', widensAtMs: null };

/** Why this player still waits beside the others who were left as he was. */
export function waitOf(sight: Sight, left: readonly Ticket[], ticket: Ticket): Wait {
  const others = left.filter(({ player }) => player !== ticket.player);
  const own = candidateOf(sight, ticket);
  const widensAtMs = nextWideningMs(sight, own);
  const legal = others.filter((other) => mayMeet(sight, ticket, other));
  if (legal.length > 0) {
    const isOdd = legal.some((other) => areClose(sight, own, candidateOf(sight, other)));
    return { reason: isOdd ? 'odd' : 'noOneClose', widensAtMs };
  }
  if (others.length === 0) return { reason: 'odd', widensAtMs };
  const rematchMs = Math.min(...others.map((other) => rematchAtMs(sight.policy, ticket, other)));
  return {
    reason: 'onlyLastOpponent',
    widensAtMs: Number.isFinite(rematchMs) ? rematchMs : null,
  };
}

/** When his reach has next doubled (epoch ms); null: by positions everybody is in it. */
function nextWideningMs(
  { field, nowMs, policy }: Sight,
  { ticket, reachInConflict }: Candidate,
): number | null {
  if (!reachesByPoints(policy) && reachInConflict >= field.size - 1) return null;
  const everyMs = widensEveryMs(policy, field);
  const widened = Math.floor(Math.max(0, nowMs - ticket.readySinceMs) / everyMs);
  return Math.ceil(ticket.readySinceMs + (widened + 1) * everyMs);
}
