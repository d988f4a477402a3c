import type { Entity } from '../../shared/app/entities.ts';
import type { Write } from '../../shared/app/ports.ts';
import type { Item } from './codec.ts';
import { TABLES } from './schema.ts';

/** Days by kind, 0 for ever; see `docs/privacy.md`. */
export type Retention = Readonly<
  Record<'games' | 'rows' | 'history' | 'audits' | 'reports', number>
>;

export const FOR_EVER: Retention = { games: 0, rows: 0, history: 0, audits: 0, reports: 0 };

/** Reads what the stack says; nothing said: for ever. */
export const retentionIn = (text: string | undefined): Retention =>
  text === undefined ? FOR_EVER : { ...FOR_EVER, ...(JSON.parse(text) as Partial<Retention>) };

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
  retention: Retention,
): Item {
  const kept = KEPT[entity.type];
  return kept === undefined ? {} : ttlAfter(keptFromMs ?? sinceOf(entity), retention[kept]);
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

/** The instant in an entity from which it is kept. */
function sinceOf(entity: Entity): number | null {
  if ('endsAtMs' in entity) return entity.endsAtMs;
  return 'atMs' in entity ? entity.atMs : null;
}
