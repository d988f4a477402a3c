import type {
  AllowList,
  AuditEntry,
  Ban,
  Delivery,
  Edition,
  Erasure,
  Filed,
  OnceRecord,
  Quota,
  Report,
  SeriesAuditEntry,
  Webhook,
} from '../../shared/app/records.ts';
import type { Series } from '../../shared/arena/series.ts';
import { ID_BYTES, idFromBytes, idToBytes, type PlayerId } from '../../shared/core/ids.ts';
import {
  bytes,
  type Codec,
  codec,
  constant,
  type Field,
  json,
  number,
  orNull,
  text,
} from './codec.ts';
import { expiring } from './player-item.ts';
import { ARENA_INDEXES } from './schema.ts';

export const auditCodec = codec<AuditEntry>({
  type: constant('audit'),
  arena: text('ar'),
  id: text('id'),
  version: number('ver'),
  atMs: number('t'),
  actor: text('ac'),
  action: text('do'),
  player: orNull('p', text('p')),
  reason: orNull('re', text('re')),
  details: json('de'),
});

export const seriesAuditCodec = codec<SeriesAuditEntry>({
  type: constant('seriesAudit'),
  series: text('se'),
  id: text('id'),
  version: number('ver'),
  atMs: number('t'),
  actor: text('ac'),
  action: text('do'),
  reason: orNull('re', text('re')),
  details: json('de'),
});

export const reportCodec = codec<Report>({
  type: constant('report'),
  arena: text('ar'),
  id: text('id'),
  version: number('ver'),
  atMs: number('t'),
  reporter: text('by'),
  player: orNull('p', text('p')),
  game: orNull('gm', text('gm')),
  reason: text('re'),
});

/** Eight bytes a player: ten thousand are 80 KB, a fifth of what an item may weigh. */
const ids = (name: string): Field<readonly PlayerId[]> => {
  const packed = bytes(name);
  return {
    write: (item, players) => packed.write(item, Buffer.concat(players.map(idToBytes))),
    read: (item) => {
      const all = packed.read(item);
      return Array.from({ length: all.length / ID_BYTES }, (_, i) =>
        idFromBytes<PlayerId>(all.subarray(i * ID_BYTES, (i + 1) * ID_BYTES)),
      );
    },
  };
};

export const allowListCodec = codec<AllowList>({
  type: constant('allowList'),
  arena: text('ar'),
  version: number('ver'),
  players: ids('ps'),
});

export const filedCodec = codec<Filed>({
  type: constant('filed'),
  player: text('p'),
  arena: text('ar'),
  id: text('id'),
  version: number('ver'),
  atMs: number('t'),
});

export const erasureCodec = codec<Erasure>({
  type: constant('erasure'),
  player: text('p'),
  version: number('ver'),
  askedAtMs: number('t'),
  stage: text('st'),
  after: orNull('af', json('af')),
  dueAtMs: number('du'),
});

export const banCodec = codec<Ban>({
  type: constant('ban'),
  player: text('p'),
  version: number('ver'),
  reason: text('re'),
  actor: text('ac'),
  atMs: number('t'),
  untilMs: orNull('un', number('un')),
});

export const quotaCodec = expiring(
  codec<Quota>({
    type: constant('quota'),
    key: text('q'),
    version: number('ver'),
    expiresAtMs: number('ex'),
  }),
);

export const onceCodec = expiring(
  codec<OnceRecord>({
    type: constant('once'),
    keyHash: text('h'),
    version: number('ver'),
    fingerprint: text('fp'),
    seed: text('sd'),
    askedAtMs: number('at'),
    lockedUntilMs: number('lk'),
    answer: orNull('an', json('an')),
    expiresAtMs: number('ex'),
  }),
);

/** Words of the phase index that are not states of an arena. */
export const SERIES_PHASE: Readonly<Record<Series['state'], string>> = {
  active: 'SERIES',
  paused: 'PAUSED',
};

const seriesFields = codec<Series>({
  type: constant('series'),
  id: text('id'),
  version: number('ver'),
  name: text('nm'),
  owner: text('ow'),
  organisers: json('og'),
  template: json('tp'),
  recurrences: json('rc'),
  zone: text('zn'),
  state: text('st'),
  aheadMs: number('ah'),
  createdAtMs: number('ca'),
  plannedUntilMs: number('pu'),
  planAtMs: number(ARENA_INDEXES.byPhase.sortKey),
});

/** A series: in the phase index, by the instant at which the planner looks at it. */
export const seriesCodec: Codec<Series> = {
  decode: seriesFields.decode,
  encode: (series) => ({
    ...seriesFields.encode(series),
    [ARENA_INDEXES.byPhase.partitionKey]: { S: SERIES_PHASE[series.state] },
  }),
};

export const editionCodec = codec<Edition>({
  type: constant('edition'),
  series: text('se'),
  startsAtMs: number('sa'),
  version: number('ver'),
  arena: text('ar'),
});

export const webhookCodec = codec<Webhook>({
  type: constant('webhook'),
  id: text('id'),
  version: number('ver'),
  owner: text('ow'),
  url: text('url'),
  secret: text('sc'),
  events: json('ev'),
  createdAtMs: number('ca'),
});

export const deliveryCodec = expiring(
  codec<Delivery>({
    type: constant('delivery'),
    webhook: text('wh'),
    id: text('id'),
    version: number('ver'),
    owner: text('ow'),
    event: text('ev'),
    arena: orNull('ar', text('ar')),
    happenedAtMs: number('t'),
    body: text('bd'),
    state: text('st'),
    tries: number('tr'),
    attempts: json('at'),
    nextAtMs: orNull('nx', number('nx')),
    expiresAtMs: number('ex'),
  }),
);
