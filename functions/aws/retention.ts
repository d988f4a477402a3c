import type { Entity } from '../../shared/app/entities.ts';
import type { Write } from '../../shared/app/ports.ts';
import type { Item } from './codec.ts';
import { type Retention, TABLES } from './schema.ts';

/** What a function was told: one that makes nothing of a kind need not know its days. */
export type ToldRetention = Partial<Retention>;

/** Reads what the stack says; nothing said: nothing that is kept for so long can be made. */
export const retentionIn = (text: string | undefined): ToldRetention =>
  JSON.parse(text ?? '{}') as ToldRetention;

/** To keep for ever by mistake what should go would show years later: so it fails at once. */
export function daysOf(retention: ToldRetention, kind: keyof Retention): number {
  const days = retention[kind];
  if (days === undefined) throw new Error(`KEEP_DAYS does not say how long ${kind} are kept`);
  return days;
}

const DAY_MS = 86_400_000;

/** The attribute after which DynamoDB deletes an item; none where it is kept for ever. */
export function ttlAfter(fromMs: number | null, days: number): Item {
  if (fromMs === null || days === 0) return {};
  return { [TABLES.arenas.ttl]: { N: String(Math.ceil((fromMs + days * DAY_MS) / 1_000)) } };
}

/**
 * The same for an entity that is made now. It is no part of what the entity says: no update names
 * it, so it stays what it was whatever a later release is told to keep.
 */
export function ttlOf(
  { entity, keptFromMs }: Extract<Write, { readonly op: 'create' }>,
  retention: ToldRetention,
): Item {
  const kept = keptAs(entity);
  if (kept === undefined) return {};
  return ttlAfter(keptFromMs ?? sinceOf(entity), daysOf(retention, kept));
}

/** Which days count for which kind; all others are kept for ever, or say themselves until when. */
export const KEPT: Partial<Readonly<Record<Entity['type'], keyof Retention>>> = {
  game: 'games',
  row: 'rows',
  participation: 'history',
  audit: 'audits',
  seriesAudit: 'audits',
  report: 'reports',
  filed: 'reports',
};

/** The profile of a guest goes with his secret: nobody else could ask for it. */
const keptAs = (entity: Entity): keyof Retention | undefined =>
  entity.type === 'profile' && entity.guest ? 'guests' : KEPT[entity.type];

/** The instant in an entity from which it is kept. */
function sinceOf(entity: Entity): number | null {
  if ('endsAtMs' in entity) return entity.endsAtMs;
  if ('createdAtMs' in entity) return entity.createdAtMs;
  return 'atMs' in entity ? entity.atMs : null;
}
