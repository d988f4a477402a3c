import type { Arena } from '../../arena/arena.ts';
import { type Newcomer, type Verdict, verdicts, wantedBy } from '../../arena/entry.ts';
import type { PlayerId } from '../../core/ids.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import type { Ports } from '../ports.ts';

/** Whoever wants in, and whether a password that he has said is the right one. */
export interface Applicant extends Omit<Newcomer, 'listed' | 'password'> {
  readonly player: PlayerId;
  /** null: he has said none. */
  readonly isRight: (() => Promise<boolean>) | null;
}

/** Reads what this arena asks for and nothing else, so an open one costs nothing. */
export async function judgeEntry(
  { store }: Pick<Ports, 'store'>,
  arena: Arena,
  { player, isRight, ...known }: Applicant,
): Promise<readonly Verdict[]> {
  const { access } = arena.entry;
  const list = access === 'list' ? await store.allowList(arena.id) : null;
  const listed = list?.players.includes(player) ?? false;
  const asks = access === 'password' && !known.hasRow && isRight !== null;
  const password = asks ? ((await isRight()) ? 'right' : 'wrong') : null;
  return verdicts(arena, { ...known, listed, password });
}

/** What whoever does not meet these is told; null: he does. */
export function refusalOf(judged: readonly Verdict[]): Refusal | null {
  const failed = judged.find(({ ok }) => !ok);
  if (failed === undefined) return null;
  return failed.condition === 'entries'
    ? refuse('entriesClosed', { field: 'arena' })
    : refuse('entryRefused', { field: failed.condition, expected: wantedBy(failed) });
}

/** Whether nobody comes in, or goes, any more. */
export const isOver = ({ state, endsAtMs }: Arena, nowMs: number): boolean =>
  nowMs >= endsAtMs || state === 'frozen' || state === 'cancelled';
