import type { ArenaId, SeriesId } from '../core/ids.ts';
import type { Refusal } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { AuditPage, SeriesAuditPage } from '../protocol/audit-view.ts';
import { cursorRefusal, cutPage } from './place-cursor.ts';
import type { Ports } from './ports.ts';
import type { RecordPlace } from './records.ts';

const RECORDS_MAX = 50;

/** What organisers did in an arena, the latest first. Refusal: invalid (`cursor`). */
export async function listAudit(
  { store }: Pick<Ports, 'store'>,
  arena: ArenaId,
  cursor: string | null,
): Promise<Result<AuditPage, Refusal>> {
  const page = await pageOfRecords(
    cursor,
    (after, limit) => store.audits(arena, after, limit),
    (entry) => entry,
  );
  if (!page.ok) return page;
  const { records, next } = page.value;
  const entries = records.map(({ type: _, arena: __, version: ___, ...entry }) => entry);
  return ok({ entries, next });
}

/** The same of a series. */
export async function listSeriesAudit(
  { store }: Pick<Ports, 'store'>,
  series: SeriesId,
  cursor: string | null,
): Promise<Result<SeriesAuditPage, Refusal>> {
  const page = await pageOfRecords(
    cursor,
    (after, limit) => store.seriesAudits(series, after, limit),
    (entry) => entry,
  );
  if (!page.ok) return page;
  const { records, next } = page.value;
  const entries = records.map(({ type: _, series: __, version: ___, ...entry }) => entry);
  return ok({ entries, next });
}

export interface RecordPage<R> {
  readonly records: readonly R[];
  readonly next: string | null;
}

/** A page of records after the cursor, the newest first. Refusal: invalid (`cursor`). */
export async function pageOfRecords<R>(
  cursor: string | null,
  read: (after: RecordPlace | null, limit: number) => Promise<readonly R[]>,
  placeOf: (record: R) => RecordPlace,
): Promise<Result<RecordPage<R>, Refusal>> {
  const after = placeIn(cursor);
  if (!after.ok) return after;
  const found = await read(after.value, RECORDS_MAX + 1);
  const { page, next } = cutPage(found, RECORDS_MAX, (last) => encode(placeOf(last)));
  return ok({ records: page, next });
}

const encode = ({ atMs, id }: RecordPlace): string => `${atMs}.${id}`;

const SHAPE = /^(\d{1,14})\.([\w-]{1,60})$/;

function placeIn(cursor: string | null): Result<RecordPlace | null, Refusal> {
  if (cursor === null) return ok(null);
  const [, atMs, id] = SHAPE.exec(cursor) ?? [];
  return id === undefined ? err(cursorRefusal()) : ok({ atMs: Number(atMs), id });
}
