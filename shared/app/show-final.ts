import type { ArenaId, PlayerId } from '../core/ids.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import { type FinalLineView, viewFinalLine } from '../protocol/table-view.ts';
import { namesOf } from './names.ts';
import { idOfAccount } from './players.ts';
import type { Ports } from './ports.ts';
import type { FinalHead } from './tables.ts';

/** A page of one version of the final ranking, also of one that has been corrected since. */
export interface FinalView {
  readonly arena: ArenaId;
  readonly version: number;
  readonly hash: string;
  readonly frozenAtMs: number;
  readonly winners: readonly PlayerId[];
  readonly disqualified: readonly PlayerId[];
  /** Why this version was made and by whom (id of the account); null for the first. */
  readonly correction: FinalHead['correction'];
  readonly players: number;
  readonly page: number;
  readonly standings: readonly FinalLineView[];
}

/** Versions hold ids; names are those of today. Refusals: noSuchArena, notFound (`version`). */
export async function showFinal(
  { store, tables }: Pick<Ports, 'store' | 'tables'>,
  id: ArenaId,
  version: number,
  page: number,
): Promise<Result<FinalView, Refusal>> {
  // An older look at the arena would not know of a version that was just made.
  const arena = await store.arena(id, 'consistent');
  if (arena === null) return err(refuse('noSuchArena', { field: 'id' }));
  const head = version > arena.finalVersion ? null : await tables.finalHead(id, version);
  if (head === null) {
    const expected = `a version up to ${arena.finalVersion}`;
    return err(refuse('notFound', { field: 'version', expected }));
  }
  const lines = (await tables.finalPage(id, head, page)) ?? [];
  const players = lines.map(({ player }) => player);
  const names = await namesOf(store, players);
  const { pages: _, ...shown } = head;
  const correction = await publicCorrection(head);
  const standings = lines.map((line) => viewFinalLine(line, names(line.player).name));
  return ok({ arena: id, page, ...shown, correction, standings });
}

/** Subjects of issuers may be mail addresses: everybody sees the id that is made of this one. */
export async function publicCorrection({
  correction,
}: Pick<FinalHead, 'correction'>): Promise<FinalHead['correction']> {
  if (correction === null) return null;
  return { ...correction, actor: await idOfAccount({ subject: correction.actor }) };
}
