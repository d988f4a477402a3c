import type { Entity } from '../../shared/app/entities.ts';
import type { Delivery, Quota } from '../../shared/app/records.ts';
import { EVERYBODY } from '../../shared/arena/entry-rules.ts';
import { PRESETS } from '../../shared/arena/policy.ts';
import type { Series } from '../../shared/arena/series.ts';
import {
  type ArenaId,
  type GameId,
  type Id,
  idFromBytes,
  type PlayerId,
  type SeriesId,
} from '../../shared/core/ids.ts';

/** Samples of what organisers write, under few keys: `who` picks the key. */
interface Sample {
  readonly who: number;
  readonly version: number;
}

const id = <Of extends Id>(kind: number, who: number): Of =>
  idFromBytes<Of>(Uint8Array.of(kind, 0, 0, 0, 0, 0, who, who));
const player = (who: number): PlayerId => id<PlayerId>(1, who);
const arena = (who: number): ArenaId => id<ArenaId>(2, who);

export const aQuota = ({ who, version }: Sample): Quota => ({
  type: 'quota',
  key: `guests ${who}`,
  version,
  expiresAtMs: 5_000,
});

export const aSeries = ({ who, version }: Sample): Series => ({
  type: 'series',
  id: id<SeriesId>(5, who),
  version,
  name: `Series ${version}`,
  owner: 'owner',
  organisers: version === 1 ? ['other'] : [],
  template: {
    description: 'monthly',
    kind: 'oware',
    ...{ limitMs: 180_000, incrementMs: 2_000, durationMs: 5_400_000, playersMax: 1_000 },
    policy: PRESETS['oware-shield'],
    rated: true,
    entry: EVERYBODY,
  },
  recurrences: [{ every: 'month', day: 20, months: [2, 4, 6], at: '18:00' }],
  zone: 'UTC',
  state: version === 2 ? 'paused' : 'active',
  aheadMs: 604_800_000,
  createdAtMs: 1,
  plannedUntilMs: 2,
  planAtMs: 1_000 + who,
});

const aDelivery = ({ who, version }: Sample): Delivery => ({
  type: 'delivery',
  webhook: `hook ${who}`,
  id: 'msg',
  version,
  owner: 'owner',
  event: version === 2 ? 'webhook.test' : 'arena.frozen',
  arena: version === 2 ? null : arena(0),
  happenedAtMs: 1_000,
  body: '{"a":1}',
  state: version === 1 ? 'delivered' : 'pending',
  tries: version,
  attempts: [
    { atMs: 1, status: 500, error: null },
    { atMs: 2, status: null, error: 'timeout' },
  ].slice(0, version),
  nextAtMs: version === 1 ? null : 3_000,
  expiresAtMs: 9_000,
});

/** One of each kind, in turn. */
export const STEERING_SAMPLES: readonly ((sample: Sample) => Entity)[] = [
  aQuota,
  aSeries,
  aDelivery,
  ({ who, version }) => ({
    ...{ type: 'audit', arena: arena(who), id: 'one', version, atMs: 1_000, actor: 'owner' },
    action: version === 0 ? 'create' : 'remove',
    player: version === 0 ? null : player(0),
    reason: version === 0 ? null : 'rude',
    details: { games: version },
  }),
  ({ who, version }) => ({
    ...{ type: 'seriesAudit', series: id<SeriesId>(5, who), id: 'one', version, atMs: 1_000 },
    ...{ actor: 'owner', action: version === 0 ? 'create' : 'pause' },
    reason: version === 0 ? null : 'holidays',
    details: { fields: version },
  }),
  ({ who, version }) => ({
    ...{ type: 'report', arena: arena(who), id: 'one', version, atMs: 1_000, reason: 'engine' },
    reporter: player(1),
    player: version === 0 ? null : player(0),
    game: version === 0 ? id<GameId>(3, 0) : null,
  }),
  ({ who, version }) => ({
    ...{ type: 'filed', player: player(who), arena: arena(0), id: 'one', version, atMs: 1_000 },
  }),
  ({ who, version }) => ({
    ...{ type: 'erasure', player: player(who), version, askedAtMs: 5, dueAtMs: 6 + version },
    stage: version === 0 ? 'sources' : 'copies',
    after: version === 2 ? null : { startsAtMs: 1_000, arena: arena(0) },
  }),
  ({ who, version }) => ({
    ...{ type: 'allowList', arena: arena(who), version },
    players: [player(0), player(1)].slice(0, version),
  }),
  ({ who, version }) => ({
    ...{ type: 'ban', player: player(who), version, reason: 'two accounts', actor: 'admin' },
    atMs: 5,
    untilMs: version === 0 ? null : 9_000,
  }),
  ({ who, version }) => ({
    ...{ type: 'once', keyHash: `key ${who}`, version, fingerprint: 'print', seed: 'seed' },
    ...{ askedAtMs: 20, lockedUntilMs: 30, expiresAtMs: 5_000 },
    answer: version === 0 ? null : { status: 201, headers: { etag: '"1"' }, body: '{}' },
  }),
  ({ who, version }) => ({
    ...{ type: 'edition', series: id<SeriesId>(5, 0), startsAtMs: 1_000 + who, version },
    arena: arena(who),
  }),
  ({ who, version }) => ({
    ...{ type: 'webhook', id: `hook ${who}`, version, owner: 'owner' },
    ...{ url: 'https://example.org/', secret: 'whsec_c2VjcmV0', createdAtMs: 7 },
    events: version === 0 ? ['arena.frozen'] : ['arena.opened', 'arena.corrected'],
  }),
];
