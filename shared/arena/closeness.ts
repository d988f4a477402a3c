import { present } from '../core/assert.ts';
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
}

/** Up to here the first reach is a quarter of a player's share of √n; above, 1 % each way. */
const SMALL_FIELD_MAX = 1_000;
const LARGE_FIELD_SHARE = 0.01;
/** From here on pairs are close anyway: reach widens fast, and sides do not narrow it. */
const HUGE_FIELD_MIN = 5_000;

const WIDENS_HUGE_MS = 5_000;
const WIDENS_SOONEST_MS = 10_000;
const WIDENS_LATEST_MS = 30_000;
/** The larger the field, the sooner somebody close comes back: this much, shared among all. */
const WIDENS_SHARED_MS = 400_000;

/** With points the tolerance widens by the clock, more slowly where few are around. */
const FEW_PLAYERS_BELOW = 20;
const WIDENS_POINTS_MS = 12_000;
const WIDENS_POINTS_FEW_MS = 20_000;

/** Whether reach is one of points: where those are kept close, and the organiser sets no share. */
export const reachesByPoints = ({ closeness, reach }: Policy): boolean =>
  closeness === 'points' && reach === 'auto';

/** How long a player waits until his reach has doubled (ms); in points it grows all the time. */
export function widensEveryMs(policy: Policy, { size }: Field): number {
  if (reachesByPoints(policy))
    return size < FEW_PLAYERS_BELOW ? WIDENS_POINTS_FEW_MS : WIDENS_POINTS_MS;
  if (size >= HUGE_FIELD_MIN) return WIDENS_HUGE_MS;
  const sharedMs = Math.ceil(WIDENS_SHARED_MS / size);
  return Math.min(WIDENS_LATEST_MS, Math.max(WIDENS_SOONEST_MS, sharedMs));
}

/** The waiting player as this run sees him. */
export function candidateOf({ policy, field, nowMs }: Sight, ticket: Ticket): Candidate {
  const waitedMs = Math.max(0, nowMs - ticket.readySinceMs);
  const periods = waitedMs / widensEveryMs(policy, field);
  const position = field.positionOf(ticket.player);
  const inConflict = field.size < HUGE_FIELD_MIN ? 1 / 2 : 1;
  if (reachesByPoints(policy)) {
    // Half a point is 1 here: the same points at once, half a point after one period, then 1½.
    const reach = 2 ** periods - 1;
    return { ticket, position, reach, reachInConflict: reach * inConflict };
  }
  const reach = firstReach(policy, field.size) * 2 ** Math.floor(periods);
  const reachInConflict = wholeRows(reach * inConflict);
  return { ticket, position, reach: wholeRows(reach), reachInConflict };
}

/** Rows nearest to a player that are in reach at once, 2·s·n of them: s = 1/(4√n), then 1 %. */
function firstReach({ reach }: Policy, size: number): number {
  if (reach !== 'auto') return 2 * reach * size;
  return size > SMALL_FIELD_MAX ? 2 * LARGE_FIELD_SHARE * size : Math.sqrt(size) / 2;
}

/** 7 % of 50 rows each way are 7 rows, and 7.000000000000001 in floating point. */
const ROUNDING_ERROR = 1e-9;

const wholeRows = (reach: number): number => Math.max(1, Math.ceil(reach - ROUNDING_ERROR));

/** How far apart two waiting players are: half points, or positions. */
export const distanceBetween = ({ policy }: Sight, a: Candidate, b: Candidate): number =>
  policy.closeness === 'points' ? pointsBetween(a, b) : Math.abs(a.position - b.position);

const pointsBetween = (a: Candidate, b: Candidate): number =>
  Math.abs(a.ticket.points - b.ticket.points);

/** Whether these two may be paired now. */
export const mayBePaired = (sight: Sight, a: Candidate, b: Candidate): boolean =>
  mayMeet(sight, a.ticket, b.ticket) && areClose(sight, a, b);

/** Whether one of the two is in reach of the other; the last two around always are. */
export function areClose(sight: Sight, a: Candidate, b: Candidate): boolean {
  if (sight.field.isDuel) return true;
  const { last } = a.ticket.sides;
  const reach = last !== null && last === b.ticket.sides.last ? 'reachInConflict' : 'reach';
  if (reachesByPoints(sight.policy)) {
    return pointsBetween(a, b) <= Math.max(a[reach], b[reach]);
  }
  const gap = Math.abs(a.position - b.position);
  return (
    nearerRows(sight.field, a.position, gap) < a[reach] ||
    nearerRows(sight.field, b.position, gap) < b[reach]
  );
}

/** How many rows are nearer to this position than `gap`: an end of the table has one side only. */
const nearerRows = ({ size }: Field, position: number, gap: number): number =>
  Math.min(gap - 1, position) + Math.min(gap - 1, size - 1 - position);

/** Whether the rule about rematches lets these two meet now. */
export function mayMeet({ policy, field, nowMs }: Sight, a: Ticket, b: Ticket): boolean {
  // Either side's memory suffices: the other row may not be scored yet.
  const haveJustMet = a.lastOpponent === b.player || b.lastOpponent === a.player;
  return !haveJustMet || field.isDuel || nowMs >= rematchAtMs(policy, a, b);
}

/** When two who have just met may meet again; infinite: not before another game. */
export function rematchAtMs({ rematchAfterMs }: Policy, a: Ticket, b: Ticket): number {
  if (rematchAfterMs === null) return Number.POSITIVE_INFINITY;
  return Math.max(a.readySinceMs, b.readySinceMs) + rematchAfterMs;
}

/** The candidates of these tickets, the best first. */
export function candidatesOf(sight: Sight, tickets: readonly Ticket[]): Candidate[] {
  const candidates = tickets.map((ticket) => candidateOf(sight, ticket));
  // The table may be two seconds old: where points are kept close, those of today count.
  const byPoints = sight.policy.closeness === 'points';
  return candidates.sort(
    (a, b) => (byPoints ? b.ticket.points - a.ticket.points : 0) || a.position - b.position,
  );
}

/** The candidate at a place of their list. */
export const candidateAt = (candidates: readonly Candidate[], place: number): Candidate =>
  present(candidates[place], 'candidate at a place');
