import { ARENA_PHASES, type Store } from '../../shared/app/ports.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import { aSeries } from './steering-samples.ts';

/** Everything that the lists of a store say about the few keys that the samples have. */
export async function everyList(
  store: Store,
  arenas: readonly Arena[],
  players: readonly PlayerId[],
): Promise<unknown> {
  const ids = arenas.map(({ id }) => id);
  const series = [0, 1].map((of) => aSeries({ who: of, version: 0 }).id);
  const hooks = ['hook 0', 'hook 1'];
  return {
    phases: await Promise.all(ARENA_PHASES.map((phase) => store.arenasIn(phase, null, 10))),
    owned: await store.arenasOf('owner', null, 10),
    allowed: await Promise.all(ids.map((id) => store.allowList(id))),
    audits: await Promise.all(ids.map((id) => store.audits(id, null, 10))),
    seriesAudits: await Promise.all(series.map((id) => store.seriesAudits(id, null, 10))),
    reports: await Promise.all(ids.map((id) => store.reports(id, null, 10))),
    bans: await store.bans(null, 10),
    banned: await Promise.all(players.map((player) => store.ban(player))),
    filed: await Promise.all(players.map((player) => store.filed(player, 10))),
    report: await Promise.all(ids.map((arena) => store.report({ arena, atMs: 1_000, id: 'one' }))),
    erased: await Promise.all(players.map((player) => store.erasure(player))),
    erasures: await store.erasures(null, 10),
    once: await Promise.all([0, 1].map((of) => store.once(`key ${of}`))),
    series: await Promise.all(series.map((id) => store.series(id))),
    active: await store.seriesIn('active', null, 10),
    paused: await store.seriesIn('paused', null, 10),
    editions: await Promise.all(series.map((id) => store.editions(id, null, 10))),
    webhooks: await store.webhooks('owner'),
    deliveries: await Promise.all(hooks.map((hook) => store.deliveries(hook, null, 10))),
    delivery: await store.delivery('hook 0', { atMs: 1_000, id: 'msg' }),
  };
}
