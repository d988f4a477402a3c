import type { Arena } from '../../arena/arena.ts';
import { dueStart, editionId, isDue, planned } from '../../arena/planning.ts';
import type { Series } from '../../arena/series.ts';
import type { SeriesId } from '../../core/ids.ts';
import { ATTEMPTS_MAX } from '../change.ts';
import { lookAtArena } from '../look-at-arena.ts';
import type { Clocked, Ports, Write } from '../ports.ts';
import type { AuditEntry } from '../records.ts';
import { settleSchedules } from '../schedule-arena.ts';
import { editionArena } from './edition-arena.ts';

export type PlanPorts = Pick<Ports, 'store' | 'schedules' | 'now' | 'count'> & Clocked;

/** Arenas that one look at a series creates; what is left is due at the next one. */
export const EDITIONS_PER_LOOK = 20;
const SERIES_PER_PAGE = 25;
/** Series that one run looks at; who waits longest comes first. */
const SERIES_PER_RUN = 500;

/**
 * The planner: creates the arenas of all series that are due. It may run twice, late, concurrently
 * or die anywhere: every start gets one arena.
 */
export async function planSeries(ports: PlanPorts): Promise<void> {
  for (const what of ['EditionsPlanned', 'SeriesNotPlanned'] as const) ports.count(what, 0);
  const failures: unknown[] = [];
  for await (const { id } of dueSeries(ports)) {
    // One series that cannot be planned must not keep the others from their arenas.
    await planEditions(ports, id).catch((cause: unknown) => failures.push(cause));
  }
  ports.count('SeriesNotPlanned', failures.length);
  if (failures.length > 0) throw new AggregateError(failures, 'series could not be planned');
}

async function* dueSeries({ store, now }: PlanPorts): AsyncGenerator<Series> {
  let last: Series | null = null;
  for (let seen = 0; seen < SERIES_PER_RUN; seen += SERIES_PER_PAGE) {
    const page: Series[] = await store.seriesIn('active', last, SERIES_PER_PAGE);
    for (const series of page) {
      if (!isDue(series, now())) return;
      yield series;
    }
    last = page.at(-1) ?? null;
    if (last === null) return;
  }
}

/** Creates the arenas of a series that are due; the series as it then is (null: there is none). */
export async function planEditions(ports: PlanPorts, id: SeriesId): Promise<Series | null> {
  let series = await ports.store.series(id);
  let [made, lost] = [0, 0];
  while (series !== null && isDue(series, ports.now()) && made < EDITIONS_PER_LOOK) {
    const { after, arena } = await planOne(ports, series);
    if (after !== null) made++;
    else if (++lost === ATTEMPTS_MAX) throw new Error(`series ${id} is contended`);
    series = after ?? (await ports.store.series(id));
    // Somebody else may have created it meanwhile, by another template, and an organiser moved it
    // or called it off. Where the series does not have it yet, it is planned again.
    if (after === null && arena !== null) await settleSchedules(ports, arena);
  }
  return series;
}

/**
 * Creates what is due of a series that was just stored; the series as it then is. It is stored
 * whatever happens here: what could not be created is left to the planner.
 */
export async function planStored(ports: PlanPorts, series: Series): Promise<Series> {
  try {
    return (await planEditions(ports, series.id)) ?? series;
  } catch {
    ports.count('SeriesNotPlanned');
    return series;
  }
}

/** One step of the plan. */
interface Step {
  /** null: somebody else has changed the series meanwhile. */
  readonly after: Series | null;
  /** Whose schedules were planned; null: nothing was due. */
  readonly arena: Arena | null;
}

async function planOne(ports: PlanPorts, series: Series): Promise<Step> {
  const nowMs = ports.now();
  const startsAtMs = dueStart(series, nowMs);
  const after = planned(series, startsAtMs, nowMs);
  const update: Write = { op: 'update', before: series, after };
  if (startsAtMs === null) {
    const commit = await ports.store.commit([update]);
    return { after: commit.kind === 'stored' ? after : null, arena: null };
  }
  const id = await editionId(series.id, startsAtMs);
  const arena = editionArena(series, { id, startsAtMs, nowMs: ports.now() });
  return { after: (await addEdition(ports, series, arena, update)) ? after : null, arena };
}

/**
 * The arena, its place in the series and the progress of the plan are stored together, or none of
 * them. Its schedules come first: one without an arena does nothing, an arena without one would
 * start late.
 */
async function addEdition(
  ports: PlanPorts,
  series: Series,
  arena: Arena,
  update: Write,
): Promise<boolean> {
  await ports.schedules.plan(arena, arena.createdAtMs);
  const { id, startsAtMs } = arena;
  const commit = await ports.store.commit([
    update,
    { op: 'create', entity: arena },
    {
      op: 'create',
      entity: { type: 'edition', series: series.id, startsAtMs, version: 0, arena: id },
    },
    { op: 'create', entity: creationOf(arena, series) },
  ]);
  if (commit.kind !== 'stored') return false;
  ports.count('EditionsPlanned');
  // Schedules are a minute precise; what is near is also looked at to the second.
  await lookAtArena(ports, id, startsAtMs);
  await lookAtArena(ports, id, arena.endsAtMs);
  return true;
}

/** The audit of an edition begins as that of every arena; its owner has ordered it beforehand. */
const creationOf = ({ id, createdAtMs }: Arena, { id: series, owner }: Series): AuditEntry => ({
  ...{ type: 'audit', arena: id, id, version: 0, atMs: createdAtMs, actor: owner },
  ...{ action: 'create', player: null, reason: null, details: { series } },
});
