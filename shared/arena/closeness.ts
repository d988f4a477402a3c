import { present } from '../core/assert.ts';
import type { Field } from './field.ts';
import type { Policy } from './policy.ts';
import type { Ticket } from './pool.ts';
import { type Candidate, candidateOf, reachesByPoints, type Sight } from './reach.ts';
import { type SideHistory, surplusOf, whoRepeats } from './sides.ts';

/** Two who have both had one side so often in a row are no pair, while others are in reach. */
const SAME_SIDE_RUN_MAX = 3;

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
  const meeting = meetingOf(sight.policy, a.ticket.sides, b.ticket.sides);
  if (meeting === 'barred' && !a.reachesAll && !b.reachesAll) return false;
  const reach = meeting === 'free' ? 'reach' : 'reachInConflict';
  if (reachesByPoints(sight.policy)) {
    return pointsBetween(a, b) <= Math.max(a[reach], b[reach]);
  }
  const gap = Math.abs(a.position - b.position);
  return (
    nearerRows(sight.field, a.position, gap) < a[reach] ||
    nearerRows(sight.field, b.position, gap) < b[reach]
  );
}

/** What sides say of a pair: it costs nobody anything, it should be nearer, or not be. */
type Meeting = 'free' | 'narrowed' | 'barred';

function meetingOf({ sideConflict }: Policy, a: SideHistory, b: SideHistory): Meeting {
  const repeats = whoRepeats(a, b);
  if (repeats === null) return 'free';
  if (sideConflict === 'coin') return 'narrowed';
  if (Math.min(a.run, b.run) >= SAME_SIDE_RUN_MAX) return 'barred';
  // Whoever has had less of this side comes nearer to his balance by having it again.
  return surplusOf(repeats) < 0 ? 'free' : 'narrowed';
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
