import { type PlayerId, parseId } from '../core/ids.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { BanPage, BanView, NewBan } from '../protocol/fair-view.ts';
import { ATTEMPTS_MAX } from './change.ts';
import { nameOf, namesOf } from './names.ts';
import { cursorRefusal, cutPage } from './place-cursor.ts';
import type { Ports } from './ports.ts';
import type { Ban } from './records.ts';

type BanPorts = Pick<Ports, 'store' | 'now'>;

const BANS_MAX = 50;

/** A ban that is over counts as none. */
const isValid = ({ untilMs }: Ban, nowMs: number): boolean => untilMs === null || nowMs < untilMs;

/** Refusal: banned, until when (ISO 8601) or for good, and why. */
export async function refuseBanned(
  { store, now }: BanPorts,
  player: PlayerId,
): Promise<Result<null, Refusal>> {
  const ban = await store.ban(player);
  if (ban === null || !isValid(ban, now())) return ok(null);
  const until = ban.untilMs === null ? 'for good' : `until ${new Date(ban.untilMs).toISOString()}`;
  return err(refuse('banned', { expected: `${until}: ${ban.reason}` }));
}

/**
 * Gives this player no more tickets, from now on; connections that are open stay. An earlier ban
 * of his is replaced. Refusals: notFound (`id`), invalid (`untilMs`, which is over), busy.
 */
export async function banPlayer(
  { store, now }: BanPorts,
  player: PlayerId,
  { reason, untilMs, actor }: NewBan & { readonly actor: string },
): Promise<Result<BanView, Refusal>> {
  const atMs = now();
  if (untilMs !== null && untilMs <= atMs) {
    return err(refuse('invalid', { field: 'untilMs', expected: 'an instant that is to come' }));
  }
  const name = await nameOf(store, player);
  if (name === null) return err(refuse('notFound', { field: 'id', expected: 'a player' }));
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const before = await store.ban(player);
    const version = before === null ? 0 : before.version + 1;
    const after: Ban = { type: 'ban', player, version, reason, actor, atMs, untilMs };
    const commit = await store.commit([
      before === null ? { op: 'create', entity: after } : { op: 'update', before, after },
    ]);
    if (commit.kind === 'stored') return ok(viewBan(after, name));
  }
  return err(refuse('busy'));
}

/** Lets this player come again; nothing to do where he may. Refusal: busy. */
export async function liftBan(
  { store }: Pick<Ports, 'store'>,
  player: PlayerId,
): Promise<Result<null, Refusal>> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const ban = await store.ban(player);
    if (ban === null) return ok(null);
    const commit = await store.commit([{ op: 'delete', entity: ban }]);
    if (commit.kind === 'stored') return ok(null);
  }
  return err(refuse('busy'));
}

/** Bans by player, without those that are over: a page may be short. Refusal: invalid. */
export async function listBans(
  { store, now }: BanPorts,
  cursor: string | null,
): Promise<Result<BanPage, Refusal>> {
  const after = parseId<PlayerId>(cursor);
  if (cursor !== null && after === null) {
    return err(cursorRefusal());
  }
  // One more says whether there is another page.
  const found = await store.bans(after, BANS_MAX + 1);
  const { page, next } = cutPage(found, BANS_MAX, ({ player }) => player);
  const nowMs = now();
  const valid = page.filter((ban) => isValid(ban, nowMs));
  const names = await namesOf(
    store,
    valid.map(({ player }) => player),
  );
  return ok({ bans: valid.map((ban) => viewBan(ban, names(ban.player).name)), next });
}

const viewBan = ({ player, reason, actor, atMs, untilMs }: Ban, name: string): BanView => ({
  ...{ player, name, reason, actor, atMs, untilMs },
});
