import type { Field } from './field.ts';
import type { Policy } from './policy.ts';
import type { Ticket } from './pool.ts';

/** What one run of the pairing knows beside the tickets. */
export interface Sight {
  readonly policy: Policy;
  readonly field: Field;
  readonly nowMs: number;
}

/** A waiting player with his position, and how far he may look now. */
export interface Candidate {
  readonly ticket: Ticket;
  readonly position: number;
  /** So many rows nearest to him are in reach, or so many half points up and down. */
  readonly reach: number;
  /** The same towards somebody who is due the same side. */
  readonly reachInConflict: number;
  /** He has waited so long that by positions everybody would be in reach. */
  readonly reachesAll: boolean;
}

/** Up to here the first reach is a quarter of a player's share of √n; above, 1 % each way. */
const SMALL_FIELD_MAX = 1_000;
const LARGE_FIELD_SHARE = 0.01;
/** From here on pairs are close anyway: reach widens fast, and sides do not narrow it. */
const HUGE_FIELD_MIN = 5_000;

const WIDENS_HUGE_MS = 5_000;
const WIDENS_SOONEST_MS = 10_000;
const WIDENS_LATEST_MS = 30_000;
/** The larger the field, the sooner somebody close comes back: 120 s / n^0.6 (docs/pairing.md). */
const WIDENS_SHARED_MS = 120_000;
const WIDENS_EXPONENT = 0.6;

/** With points the tolerance widens by the clock, more slowly where few are around. */
const FEW_PLAYERS_BELOW = 20;
const WIDENS_POINTS_MS = 12_000;
const WIDENS_POINTS_FEW_MS = 20_000;

/** Whether reach is one of points: where those are kept close, and the organiser sets no share. */
export const reachesByPoints = ({ closeness, reach }: Policy): boolean =>
  closeness === 'points' && reach === 'auto';

/** How long a player waits until his reach has doubled (ms); it grows all the time. */
export function widensEveryMs(policy: Policy, { size }: Field): number {
  if (reachesByPoints(policy))
    return size < FEW_PLAYERS_BELOW ? WIDENS_POINTS_FEW_MS : WIDENS_POINTS_MS;
  if (size >= HUGE_FIELD_MIN) return WIDENS_HUGE_MS;
  const sharedMs = Math.ceil(WIDENS_SHARED_MS / size ** WIDENS_EXPONENT - ROUNDING_ERROR);
  return Math.min(WIDENS_LATEST_MS, Math.max(WIDENS_SOONEST_MS, sharedMs));
}

/** The waiting player as this run sees him. */
export function candidateOf({ policy, field, nowMs }: Sight, ticket: Ticket): Candidate {
  const waitedMs = Math.max(0, nowMs - ticket.readySinceMs);
  const periods = waitedMs / widensEveryMs(policy, field);
  const growth = 2 ** periods;
  const position = field.positionOf(ticket.player);
  const first = firstReach(policy, field.size);
  const reachesAll = wholeRows(first * growth) >= field.size - 1;
  if (reachesByPoints(policy)) {
    // Half a point is 1 here: the same points at once, half a point after one period, then 1½.
    const reach = growth - 1;
    const reachInConflict = field.size < HUGE_FIELD_MIN ? reach / 2 : reach;
    return { ticket, position, reach, reachInConflict, reachesAll };
  }
  const reach = wholeRows(first * growth);
  return {
    ticket,
    position,
    reach,
    reachInConflict: wholeRows(narrowed(first, growth, policy, field)),
    reachesAll,
  };
}

/** Towards somebody due the same side: from the nearest row on, or half of the organiser's. */
function narrowed(first: number, growth: number, { reach }: Policy, { size }: Field): number {
  if (size >= HUGE_FIELD_MIN) return first * growth;
  return reach === 'auto' ? first * (growth - 1) : (first * growth) / 2;
}

/** Rows nearest to a player that are in reach at once, 2·s·n of them: s = 1/(4√n), then 1 %. */
function firstReach({ reach }: Policy, size: number): number {
  if (reach !== 'auto') return 2 * reach * size;
  return size > SMALL_FIELD_MAX ? 2 * LARGE_FIELD_SHARE * size : Math.sqrt(size) / 2;
}

/** 7 % of 50 rows each way are 7 rows, and 7.000000000000001 in floating point. */
const ROUNDING_ERROR = 1e-9;

const wholeRows = (reach: number): number => Math.max(1, Math.ceil(reach - ROUNDING_ERROR));
