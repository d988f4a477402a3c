import type { EntryRules } from '../../arena/entry-rules.ts';
import {
  changeSeries,
  type Series,
  type SeriesTemplate,
  settingsVersion,
} from '../../arena/series.ts';
import type { SeriesId } from '../../core/ids.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { SeriesChanges } from '../../protocol/api/series-body.ts';
import { closesInside } from '../../protocol/http.ts';
import { policyOf } from '../../protocol/policy.ts';
import { entryOf } from '../arenas.ts';
import { ATTEMPTS_MAX } from '../change.ts';
import type { NewSeriesPorts } from './new-series.ts';
import { planStored } from './plan-series.ts';
import { type SeriesDeed, seriesAuditOf } from './series-audit.ts';

/** The `settingsVersion` that the organiser has read; null: it does not matter to him. */
type Version = number | null;

/**
 * Changes what an organiser names of a series, for the editions that are not created yet. New
 * recurrences apply after the last start that is planned: what is due by them then is created now.
 * Refusals: notFound, versionConflict, invalid, busy.
 */
export async function changeSeriesSettings(
  ports: NewSeriesPorts,
  id: SeriesId,
  { actor, version }: { readonly actor: string; readonly version: Version },
  changes: SeriesChanges,
): Promise<Result<Series, Refusal>> {
  const entry = changes.entry === undefined ? null : await entryOf(ports.random, changes.entry);
  const details = { fields: Object.keys(changes) };
  const deed: SeriesDeed = { actor, action: 'change', details };
  return steerSeries(ports, id, version, deed, (series) => {
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
export const pauseSeries = (
  ports: NewSeriesPorts,
  id: SeriesId,
  actor: string,
): Promise<Result<Series, Refusal>> =>
  steerSeries(ports, id, null, { actor, action: 'pause' }, ({ state }) =>
    ok(state === 'paused' ? null : { state: 'paused' }),
  );

/** Goes on with the starts to come: what was missed is not made up for. As `pauseSeries`. */
export const resumeSeries = (
  ports: NewSeriesPorts,
  id: SeriesId,
  actor: string,
): Promise<Result<Series, Refusal>> =>
  steerSeries(ports, id, null, { actor, action: 'resume' }, ({ state }) =>
    ok(state === 'active' ? null : { state: 'active', planAtMs: ports.now() }),
  );

/** Who may steer the series, and its editions to come, beside its owner. As `pauseSeries`. */
export const setSeriesOrganisers = (
  ports: NewSeriesPorts,
  id: SeriesId,
  version: Version,
  { actor, organisers }: { readonly actor: string; readonly organisers: readonly string[] },
): Promise<Result<Series, Refusal>> => {
  const deed: SeriesDeed = { actor, action: 'organisers', details: { organisers } };
  return steerSeries(ports, id, version, deed, (series) =>
    ok(organisers.join('\n') === series.organisers.join('\n') ? null : { organisers }),
  );
};

type Steering = Partial<Omit<Series, 'version'>>;

/**
 * Stores what is decided on the version that was read (null: it is so already) and writes it down,
 * both or neither; then plans.
 */
async function steerSeries(
  ports: NewSeriesPorts,
  id: SeriesId,
  version: Version,
  deed: SeriesDeed,
  decide: (series: Series) => Result<Steering | null, Refusal>,
): Promise<Result<Series, Refusal>> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const before = await ports.store.series(id);
    if (before === null) return err(refuse('notFound', { field: 'id', expected: 'a series' }));
    const stored = await settingsVersion(before);
    if (version !== null && version !== stored) {
      const expected = `version ${stored}`;
      return err(refuse('versionConflict', { field: 'if-match', expected }));
    }
    const decided = decide(before);
    if (!decided.ok) return decided;
    if (decided.value === null) return ok(await planStored(ports, before));
    const after = changeSeries(before, decided.value);
    const commit = await ports.store.commit([
      { op: 'update', before, after },
      { op: 'create', entity: seriesAuditOf(ports, id, deed) },
    ]);
    if (commit.kind === 'stored') return ok(await planStored(ports, after));
  }
  return err(refuse('busy'));
}
