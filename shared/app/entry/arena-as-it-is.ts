import type { Arena } from '../../arena/arena.ts';
import type { Refusal, RefusalCode } from '../../core/refusal.ts';
import type { Result } from '../../core/result.ts';
import type { Ports } from '../ports.ts';

/** Refusals that depend on what the arena says. */
const OF_ARENA: ReadonlySet<RefusalCode> = new Set([
  'arenaOver',
  'arenaFull',
  'entriesClosed',
  'entryRefused',
]);

/**
 * Decides on the arena as it was read, which may be a little old; but nobody is refused for what
 * is not so any more: then on the arena as it is.
 */
export async function orOnArenaAsItIs<T>(
  { store }: Pick<Ports, 'store'>,
  arena: Arena,
  decide: (arena: Arena) => Promise<Result<T, Refusal>>,
): Promise<Result<T, Refusal>> {
  const first = await decide(arena);
  if (first.ok || !OF_ARENA.has(first.error.code)) return first;
  const now = await store.arena(arena.id, 'consistent');
  return now === null || now.version === arena.version ? first : decide(now);
}
