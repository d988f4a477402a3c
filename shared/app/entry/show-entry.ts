import type { Arena } from '../../arena/arena.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { newRating } from '../../game/glicko.ts';
import type { EntryView } from '../../protocol/entry-view.ts';
import type { Account } from '../entities.ts';
import { idOfAccount, RATING_START } from '../players.ts';
import type { Ports } from '../ports.ts';
import { isOver, judgeEntry, refusalOf } from './judge-entry.ts';

/** What `enter` would be answered with, and every condition; nothing is stored for it. */
export async function showEntry(
  ports: Pick<Ports, 'store' | 'now'>,
  arena: Arena,
  account: Account,
): Promise<EntryView> {
  const { store } = ports;
  const atMs = ports.now();
  const player = await idOfAccount(account);
  const [row, profile, rated] = await Promise.all([
    store.row(arena, player, 'consistent'),
    store.profile(player),
    store.rating(player, arena.kind),
  ]);
  const rating = profile?.rating ?? account.rating ?? RATING_START;
  const verdicts = await judgeEntry(ports, arena, {
    ...{ player, guest: false, isRight: null, hasRow: row !== null, atMs },
    glicko: rated?.glicko ?? newRating(rating),
  });
  const places = row === null ? arena.playersMax - (await store.placesTaken(arena)) : null;
  const refusal =
    (isOver(arena, atMs) ? refuse('arenaOver') : null) ??
    (row?.removed ? refuse('removed') : null) ??
    (row?.seated ? null : (refusalOf(verdicts) ?? fullIf(places !== null && places <= 0)));
  return { accepted: refusal === null, refusal: refusal?.code ?? null, verdicts: [...verdicts] };
}

const fullIf = (isFull: boolean): Refusal | null => (isFull ? refuse('arenaFull') : null);
