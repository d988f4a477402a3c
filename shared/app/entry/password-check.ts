import type { Arena } from '../../arena/arena.ts';
import { isPassword } from '../password.ts';
import type { Caller, Store } from '../ports.ts';
import { createCounted, hourOf } from '../quota.ts';
import type { Applicant } from './judge-entry.ts';

/** Who guesses gets nowhere: so many tries of a player at one arena in an hour of the clock. */
export const PASSWORD_TRIES = 20;

/**
 * Whether this is the password of the arena; null: it has none, or he has said none. Looked at
 * once, however often the seat is planned: it takes some time. After too many tries any word is
 * wrong.
 */
export function passwordCheck(
  store: Store,
  { player, nowMs }: Caller,
  { id, entry }: Arena,
  password: string | undefined,
): Applicant['isRight'] {
  const stored = entry.password;
  if (stored === null || password === undefined) return null;
  const key = `password ${id} ${player} ${hourOf(nowMs)}`;
  const allowance = { key, max: PASSWORD_TRIES, expected: `${PASSWORD_TRIES} tries an hour` };
  const look = async (): Promise<boolean> => {
    const counted = await createCounted({ store, now: () => nowMs }, allowance);
    return counted.ok && isPassword(stored, password);
  };
  let right: Promise<boolean> | null = null;
  return () => {
    right ??= look();
    return right;
  };
}
