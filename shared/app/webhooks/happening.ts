import type { Arena } from '../../arena/arena.ts';
import { present } from '../../core/assert.ts';
import { viewArena } from '../../protocol/arena-view.ts';
import type { WebhookEvent } from '../../protocol/webhook.ts';
import type { Ports } from '../ports.ts';

/** An event as it is stored: when it happened, and what is told of it. */
export interface Happening {
  readonly atMs: number;
  readonly data: object;
}

/** A message stays small however many share the first rank. */
export const WINNERS_TOLD_MAX = 100;

type LookPorts = Pick<Ports, 'store' | 'tables'>;

/**
 * What has happened of this event, by what is stored now; null: nothing yet. The instant is of the
 * arena, not of whoever looks, so that everybody who looks makes the same message.
 */
export async function happeningOf(
  ports: LookPorts,
  arena: Arena,
  event: WebhookEvent,
  version: number,
): Promise<Happening | null> {
  switch (event) {
    case 'arena.opened':
      return (await wasOpened(ports, arena))
        ? { atMs: arena.startsAtMs, data: { arena: viewArena(arena) } }
        : null;
    case 'arena.cancelled': {
      const { cancellation } = arena;
      if (cancellation === null) return null;
      const { atMs, reason } = cancellation;
      return { atMs, data: { arena: viewArena(arena), reason } };
    }
    case 'arena.frozen':
    case 'arena.corrected':
      return arena.finalVersion < version ? null : rankingOf(ports, arena, version);
  }
}

/** The pool is made together with the opening, and never deleted. */
async function wasOpened({ store }: LookPorts, { id, state }: Arena): Promise<boolean> {
  if (state === 'created') return false;
  return state !== 'cancelled' || (await store.pool(id)) !== null;
}

async function rankingOf({ tables }: LookPorts, arena: Arena, version: number) {
  const head = present(await tables.finalHead(arena.id, version), 'head of a final version');
  const { frozenAtMs, winners, players, correction } = head;
  const data = {
    arena: viewArena(arena),
    ...{ version, players },
    winners: winners.slice(0, WINNERS_TOLD_MAX),
    winnersCount: winners.length,
    reason: correction?.reason ?? null,
    links: {
      standings: `/arenas/${arena.id}/standings?version=${version}`,
      export: `/arenas/${arena.id}/export`,
    },
  };
  return { atMs: frozenAtMs, data };
}
