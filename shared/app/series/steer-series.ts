import type { EntryRules } from '../../arena/entry-rules.ts';
import { changeSeries, type Series, type SeriesTemplate } from '../../arena/series.ts';
import type { SeriesId } from '../../core/ids.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { SeriesChanges } from '../../protocol/api/series-body.ts';
import { closesInside } from '../../protocol/http.ts';
import { policyOf } from '../../protocol/policy.ts';
import { entryOf } from '../arenas.ts';
import { ATTEMPTS_MAX } from '../change.ts';
import type { NewSeriesPorts } from './new-series.ts';
import { type PlanPorts, planEditions } from './plan-series.ts';

/** The version that the organiser has read; null: it does not matter to him. */
type Version = number | null;

/**
 * Changes what an organiser names of a series, for the editions that are not created yet; what is
 * due by the new recurrences is created now. Refusals: notFound, versionConflict, invalid, busy.
 */
export async function changeSeriesSettings(
  ports: NewSeriesPorts,
  id: SeriesId,
  version: Version,
  changes: SeriesChanges,
): Promise<Result<Series, Refusal>> {
  const entry = changes.entry === undefined ? null : await entryOf(ports.random, changes.entry);
  return steerSeries(ports, id, version, (series) => {
    const template = templateOf(series.template, changes, entry);
    if (!closesInside(template.policy.pairingClosesMs, template.durationMs)) {
      const expected = 'less than the duration';
      return err(refuse('invalid', { field: 'policy.pairingClosesMs', expected }));
    }
    return ok({
      template,
      name: changes.name ?? series.name,
      recurrences: changes.recurrences ?? series.recurrences,
      zone: changes.zone ?? series.zone,
      aheadMs: changes.aheadMs ?? series.aheadMs,
      planAtMs: ports.now(),
    });
  });
}

function templateOf(
  template: SeriesTemplate,
  changes: SeriesChanges,
  entry: EntryRules | null,
): SeriesTemplate {
  const { preset, policy } = changes;
  const isSame = preset === undefined && policy === undefined;
  return {
    description: changes.description ?? template.description,
    kind: changes.game ?? template.kind,
    limitMs: changes.clock?.limitMs ?? template.limitMs,
    incrementMs: changes.clock?.incrementMs ?? template.incrementMs,
    policy: isSame ? template.policy : policyOf(preset ?? template.policy.preset, policy ?? {}),
    rated: changes.rated ?? template.rated,
    durationMs: changes.durationMs ?? template.durationMs,
    playersMax: changes.playersMax ?? template.playersMax,
    entry: entry ?? template.entry,
  };
}

/** Creates no arenas any more; those that there are take place. Refusals: notFound, busy. */
export const pauseSeries = (ports: PlanPorts, id: SeriesId): Promise<Result<Series, Refusal>> =>
  steerSeries(ports, id, null, ({ state }) => ok(state === 'paused' ? null : { state: 'paused' }));

/** Goes on with the starts to come: what was missed is not made up for. As `pauseSeries`. */
export const resumeSeries = (ports: PlanPorts, id: SeriesId): Promise<Result<Series, Refusal>> =>
  steerSeries(ports, id, null, ({ state }) =>
    ok(state === 'active' ? null : { state: 'active', planAtMs: ports.now() }),
  );

/** Who may steer the series, and its editions to come, beside its owner. As `pauseSeries`. */
export const setSeriesOrganisers = (
  ports: PlanPorts,
  id: SeriesId,
  version: Version,
  organisers: readonly string[],
): Promise<Result<Series, Refusal>> =>
  steerSeries(ports, id, version, (series) =>
    ok(organisers.join('\n') === series.organisers.join('\n') ? null : { organisers }),
  );

type Steering = Partial<Omit<Series, 'version'>>;

/** Stores what is decided on the version that was read (null: it is so already), and plans. */
async function steerSeries(
  ports: PlanPorts,
  id: SeriesId,
  version: Version,
  decide: (series: Series) => Result<Steering | null, Refusal>,
): Promise<Result<Series, Refusal>> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const before = await ports.store.series(id);
    if (before === null) return err(refuse('notFound', { field: 'id', expected: 'a series' }));
    if (version !== null && version !== before.version) {
      const expected = `version ${before.version}`;
      return err(refuse('versionConflict', { field: 'if-match', expected }));
    }
    const decided = decide(before);
    if (!decided.ok) return decided;
    const after = decided.value === null ? before : changeSeries(before, decided.value);
    if (decided.value !== null) {
      const commit = await ports.store.commit([{ op: 'update', before, after }]);
      if (commit.kind !== 'stored') continue;
    }
    return ok((await planEditions(ports, id)) ?? after);
  }
  return err(refuse('busy'));
}
