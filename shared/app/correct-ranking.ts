import type { Arena } from '../arena/arena.ts';
import { correctFinal, type FinalLine } from '../arena/final.ts';
import { present } from '../core/assert.ts';
import type { ArenaId, PlayerId } from '../core/ids.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import { ATTEMPTS_MAX } from './change.ts';
import { concludeArena } from './conclude-arena.ts';
import type { Ports } from './ports.ts';
import type { FinalHead, Tables } from './tables.ts';

export type CorrectPorts = Pick<Ports, 'store' | 'tables' | 'queues' | 'now'>;

/** What an organiser decides about a player after the end, and why. */
export interface Correction {
  readonly player: PlayerId;
  readonly kind: 'disqualify' | 'reinstate';
  readonly reason: string;
  readonly actor: string;
}

/**
 * Makes the next version of a frozen ranking, without the player or with him again, and shows it.
 * What is so already is answered with the version that says so, so a repeat changes nothing.
 * Refusals: noSuchArena, tooEarly (not frozen yet), notEntered (not in the first version), busy.
 */
export async function correctRanking(
  ports: CorrectPorts,
  id: ArenaId,
  wanted: Correction,
): Promise<Result<FinalHead, Refusal>> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const arena = await ports.store.arena(id, 'consistent');
    if (arena === null) return err(refuse('noSuchArena', { field: 'id' }));
    if (arena.state !== 'frozen') return err(refuse('tooEarly', { expected: 'a frozen arena' }));
    const last = present(
      await ports.tables.finalHead(id, arena.finalVersion),
      'head of a final version',
    );
    const first = await firstLines(ports.tables, id);
    if (first.every(({ player }) => player !== wanted.player)) {
      return err(refuse('notEntered', { field: 'player', expected: 'a player of the ranking' }));
    }
    const isOut = last.disqualified.includes(wanted.player);
    if (isOut !== (wanted.kind === 'disqualify')) {
      await addVersion(ports, arena, { first, last }, wanted);
    } else if (arena.publishedVersion === arena.finalVersion) {
      return ok(last);
    } else {
      await concludeArena(ports, arena);
    }
  }
  return err(refuse('busy'));
}

/** Somebody else may have made this version meanwhile: then his counts, and ours comes after it. */
async function addVersion(
  { store, tables, now }: CorrectPorts,
  arena: Arena,
  { first, last }: { readonly first: readonly FinalLine[]; readonly last: FinalHead },
  { player, kind, reason, actor }: Correction,
): Promise<void> {
  const others = last.disqualified.filter((one) => one !== player);
  const disqualified = kind === 'disqualify' ? [...others, player] : others;
  const correction = { atMs: now(), disqualified, reason, actor };
  const final = await correctFinal(arena.policy, first, last, correction);
  const { version: finalVersion } = await tables.freeze(arena.id, final);
  // The sweep looks at it again until it is published.
  const after: Arena = { ...arena, finalVersion, settled: false, version: arena.version + 1 };
  await store.commit([{ op: 'update', before: arena, after }]);
}

/** All lines of the first version: it has everybody, and every later one is made of it. */
async function firstLines(tables: Tables, arena: ArenaId): Promise<readonly FinalLine[]> {
  const head = present(await tables.finalHead(arena, 1), 'first final version');
  const pages = Array.from({ length: head.pages }, (_, page) =>
    tables.finalPage(arena, head, page),
  );
  return (await Promise.all(pages)).flatMap((lines) => present(lines, 'page of a final version'));
}
