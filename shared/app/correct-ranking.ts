import { type Arena, changeArena } from '../arena/arena.ts';
import { correctFinal, type FinalLine } from '../arena/final.ts';
import { present } from '../core/assert.ts';
import type { ArenaId, PlayerId } from '../core/ids.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import { ATTEMPTS_MAX } from './change.ts';
import { concludeArena } from './conclude-arena.ts';
import type { Ports, Store } from './ports.ts';
import type { AuditEntry } from './records.ts';
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
  let first: readonly FinalLine[] | null = null;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const arena = await ports.store.arena(id, 'consistent');
    if (arena === null) return err(refuse('noSuchArena', { field: 'id' }));
    if (arena.state !== 'frozen') return err(refuse('tooEarly', { expected: 'a frozen arena' }));
    const last = present(
      await ports.tables.finalHead(id, arena.finalVersion),
      'head of a final version',
    );
    first ??= await firstLines(ports.tables, id);
    if (first.every(({ player }) => player !== wanted.player)) {
      return err(refuse('notEntered', { field: 'player', expected: 'a player of the ranking' }));
    }
    const isOut = last.disqualified.includes(wanted.player);
    // Winners are announced before anything is corrected.
    if (arena.publishedVersion === 0) await concludeArena(ports, arena);
    else if (await adoptVersion(ports, arena, last)) continue;
    else if (isOut !== (wanted.kind === 'disqualify')) {
      await addVersion(ports, arena, { first, last }, wanted);
    } else if (arena.publishedVersion < arena.finalVersion) await concludeArena(ports, arena);
    else return ok(last);
  }
  return err(refuse('busy'));
}

/**
 * Whoever made the next version and died before he could say so has decided all the same: what is
 * written as a version stays one, and the next decision comes after it. Whether there was one.
 */
async function adoptVersion(
  { store, tables }: CorrectPorts,
  arena: Arena,
  last: FinalHead,
): Promise<boolean> {
  const next = await tables.finalHead(arena.id, arena.finalVersion + 1);
  if (next === null) return false;
  await sayVersion(store, arena, last, next);
  return true;
}

/** The sweep looks at the arena again until this version of its ranking is published. */
async function sayVersion(
  store: Store,
  arena: Arena,
  last: FinalHead,
  next: FinalHead,
): Promise<void> {
  const after = changeArena(arena, { finalVersion: next.version, settled: false });
  await store.commit([
    { op: 'update', before: arena, after },
    { op: 'create', entity: auditOfVersion(arena.id, last, next) },
  ]);
}

/** A version is made once, so its number makes the entry, whoever writes it down. */
function auditOfVersion(arena: ArenaId, last: FinalHead, next: FinalHead): AuditEntry {
  const { actor, reason } = present(next.correction, 'why a version was made');
  const isOut = next.disqualified.length > last.disqualified.length;
  const [longer, shorter] = isOut ? [next, last] : [last, next];
  const player = longer.disqualified.find((one) => !shorter.disqualified.includes(one)) ?? null;
  return {
    type: 'audit',
    arena,
    id: `final-${next.version}`,
    version: 0,
    atMs: next.frozenAtMs,
    ...{ actor, action: isOut ? 'disqualify' : 'reinstate', player, reason },
    details: { version: next.version },
  };
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
  await sayVersion(store, arena, last, await tables.freeze(arena.id, final));
}

/** All lines of the first version: it has everybody, and every later one is made of it. */
async function firstLines(tables: Tables, arena: ArenaId): Promise<readonly FinalLine[]> {
  const head = present(await tables.finalHead(arena, 1), 'first final version');
  const pages = Array.from({ length: head.pages }, (_, page) =>
    tables.finalPage(arena, head, page),
  );
  return (await Promise.all(pages)).flatMap((lines) => present(lines, 'page of a final version'));
}
