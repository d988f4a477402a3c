import type { Series } from '../../arena/series.ts';
import { ID_BYTES, idFromBytes, type SeriesId } from '../../core/ids.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { NewSeries } from '../../protocol/api/series-body.ts';
import { CALENDAR_ENDS_MS } from '../../protocol/fields.ts';
import { policyOf } from '../../protocol/policy.ts';
import { entryOf } from '../arenas.ts';
import { ATTEMPTS_MAX, commitAgain } from '../change.ts';
import type { Ports, Write } from '../ports.ts';
import type { Quota } from '../records.ts';
import { type PlanPorts, planStored } from './plan-series.ts';
import { seriesAuditOf } from './series-audit.ts';

export type NewSeriesPorts = PlanPorts & Pick<Ports, 'random'>;

/** A series is never deleted, so this counts the paused ones, too. */
export const SERIES_PER_OWNER_MAX = 100;

/**
 * Creates a series, and the arenas that are due by then. An id that was made before names what an
 * earlier attempt at the same request has stored. Refusals: limitReached,
 * busy.
 */
export async function createSeries(
  ports: NewSeriesPorts,
  owner: string,
  wanted: NewSeries,
): Promise<Result<Series, Refusal>> {
  const { store } = ports;
  const series = await newSeries(ports, owner, wanted);
  const writes: readonly Write[] = [
    { op: 'create', entity: series },
    {
      op: 'create',
      entity: seriesAuditOf(ports, series.id, { actor: owner, action: 'create' }),
    },
    { op: 'take', counter: countOf(owner), max: SERIES_PER_OWNER_MAX },
  ];
  const commit = await commitAgain(store, writes, ATTEMPTS_MAX);
  if (commit.kind === 'busy') return err(refuse('busy'));
  const stored = commit.kind === 'stored' ? series : await store.series(series.id);
  if (stored === null) {
    return err(refuse('limitReached', { expected: `at most ${SERIES_PER_OWNER_MAX} series` }));
  }
  return ok(await planStored(ports, stored));
}

async function newSeries(
  { random, now }: NewSeriesPorts,
  owner: string,
  wanted: NewSeries,
): Promise<Series> {
  const { name, zone, recurrences, aheadMs, clock, game, preset, policy, entry } = wanted;
  const { description, rated, durationMs, playersMax } = wanted;
  const nowMs = now();
  return {
    type: 'series',
    id: idFromBytes<SeriesId>(random.bytes(ID_BYTES)),
    version: 0,
    ...{ name, owner, organisers: [], zone, recurrences, state: 'active', aheadMs },
    template: {
      ...{ description, kind: game, ...clock, rated, durationMs, playersMax },
      policy: policyOf(preset, policy),
      entry: await entryOf(random, entry),
    },
    ...{ createdAtMs: nowMs, plannedUntilMs: nowMs, planAtMs: nowMs },
  };
}

const countOf = (owner: string): Quota => ({
  type: 'quota',
  key: `series ${owner}`,
  version: 0,
  expiresAtMs: CALENDAR_ENDS_MS,
});
