import { ID_BYTES, idFromBytes, type SeriesId } from '../../core/ids.ts';
import type { Ports } from '../ports.ts';
import type { SeriesAuditEntry } from '../records.ts';

/** What is remembered of a decision on a series beside its instant. */
export type SeriesDeed = Pick<SeriesAuditEntry, 'actor' | 'action'> &
  Partial<Pick<SeriesAuditEntry, 'details'>>;

/** The audit entry of what somebody does now with this series. */
export const seriesAuditOf = (
  { random, now }: Pick<Ports, 'random' | 'now'>,
  series: SeriesId,
  { actor, action, details = {} }: SeriesDeed,
): SeriesAuditEntry => ({
  type: 'seriesAudit',
  series,
  id: idFromBytes<SeriesId>(random.bytes(ID_BYTES)),
  version: 0,
  atMs: now(),
  ...{ actor, action, reason: null, details },
});
