import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { ArenaPhase, ArenaPlace, Lists } from '../../shared/app/ports.ts';
import { arenaCodec, PHASE } from './arena-item.ts';
import type { Codec } from './codec.ts';
import { LISTED, PLACE, type Place } from './item.ts';
import { type Extent, type IndexPlace, pageBeside, pageOfIndex } from './pages.ts';
import { getDecoded } from './reads.ts';
import { ARENA_INDEXES } from './schema.ts';
import {
  allowListCodec,
  auditCodec,
  banCodec,
  deliveryCodec,
  editionCodec,
  erasureCodec,
  filedCodec,
  onceCodec,
  reportCodec,
  SERIES_PHASE,
  seriesAuditCodec,
  seriesCodec,
  webhookCodec,
} from './steering-item.ts';
import type { TableNames } from './write-item.ts';

/** What organisers and spectators read, from the three tables. */
export const dynamoLists = (client: DynamoDBClient, tables: TableNames): Lists => ({
  ...arenaLists(client, tables),
  ...arenaRecords(client, tables),
  ...playerRecords(client, tables),
});

/** What is over is looked for from today backwards. */
const LATEST_FIRST: ReadonlySet<ArenaPhase> = new Set(['frozen', 'cancelled', 'over']);

type ArenaLists = Pick<Lists, 'arenasIn' | 'arenasOf' | 'seriesIn'>;

function arenaLists(client: DynamoDBClient, { arenas }: TableNames): ArenaLists {
  const { byPhase, byOwner } = ARENA_INDEXES;
  const arenaAt = (place: ArenaPlace | null): IndexPlace | null =>
    place && { at: place.startsAtMs, key: PLACE.arena(place.id).key };
  return {
    arenasIn: (phase, after, limit) => {
      const extent = { forward: !LATEST_FIRST.has(phase), limit };
      const place = arenaAt(after);
      return pageOfIndex(client, arenas, byPhase, PHASE[phase], extent, arenaCodec, place);
    },
    arenasOf: (owner, after, limit) => {
      const extent = { forward: false, limit };
      return pageOfIndex(client, arenas, byOwner, owner, extent, arenaCodec, arenaAt(after));
    },
    seriesIn: (state, after, limit) => {
      const extent = { forward: true, limit };
      const place = after && { at: after.planAtMs, key: PLACE.series(after.id).key };
      return pageOfIndex(client, arenas, byPhase, SERIES_PHASE[state], extent, seriesCodec, place);
    },
  };
}

/** Single items are read consistently, lists eventually. */
const reader = (client: DynamoDBClient, tables: TableNames) => ({
  one: <T>(place: Place, codec: Pick<Codec<T>, 'decode'>) =>
    getDecoded(client, tables, place, codec, true),
  page: <T>(
    beside: Place,
    extent: Extent & { readonly prefix: string },
    codec: Pick<Codec<T>, 'decode'>,
    after: Place | null,
  ) => pageBeside(client, tables, beside, extent, codec, after),
});

const newest = (prefix: string, limit: number) => ({ prefix, forward: false, limit });

type ArenaRecords = Pick<
  Lists,
  'allowList' | 'audits' | 'seriesAudits' | 'reports' | 'series' | 'editions'
>;

function arenaRecords(client: DynamoDBClient, tables: TableNames): ArenaRecords {
  const { one, page } = reader(client, tables);
  return {
    allowList: (arena) => one(PLACE.allowList(arena), allowListCodec),
    audits: (arena, after, limit) => {
      const from = after && PLACE.audit(arena, after);
      return page(PLACE.arena(arena), newest(LISTED.audit, limit), auditCodec, from);
    },
    seriesAudits: (series, after, limit) => {
      const from = after && PLACE.seriesAudit(series, after);
      return page(PLACE.series(series), newest(LISTED.seriesAudit, limit), seriesAuditCodec, from);
    },
    reports: (arena, after, limit) => {
      const from = after && PLACE.report(arena, after);
      return page(PLACE.arena(arena), newest(LISTED.report, limit), reportCodec, from);
    },
    series: (id) => one(PLACE.series(id), seriesCodec),
    editions: (series, beforeMs, limit) => {
      // The first key that is too late: sort keys are epoch ms alone.
      const from = beforeMs === null ? null : PLACE.edition(series, beforeMs);
      return page(PLACE.series(series), newest(LISTED.edition, limit), editionCodec, from);
    },
  };
}

/** More than anybody may have. */
const WEBHOOKS_READ_MAX = 100;

type PlayerRecords = Omit<Lists, keyof ArenaLists | keyof ArenaRecords>;

function playerRecords(client: DynamoDBClient, tables: TableNames): PlayerRecords {
  const { one, page } = reader(client, tables);
  return {
    ban: (player) => one(PLACE.ban(player), banCodec),
    bans: (after, limit) => {
      const extent = { prefix: LISTED.ban, forward: true, limit };
      return page(PLACE.bans, extent, banCodec, after && PLACE.ban(after));
    },
    filed: (player, limit) => {
      const beside = PLACE.profile(player);
      return pageBeside(
        client,
        tables,
        beside,
        newest(LISTED.filed, limit),
        filedCodec,
        null,
        true,
      );
    },
    report: (filed) => one(PLACE.report(filed.arena, filed), reportCodec),
    erasure: (player) => one(PLACE.erasure(player), erasureCodec),
    erasures: (after, limit) => {
      const extent = { prefix: LISTED.erasure, forward: true, limit };
      return page(PLACE.erasures, extent, erasureCodec, after && PLACE.erasure(after));
    },
    once: (keyHash) => one(PLACE.once(keyHash), onceCodec),
    webhooks: (owner) => {
      const extent = { prefix: LISTED.webhook, forward: true, limit: WEBHOOKS_READ_MAX };
      return page(PLACE.webhook(owner, ''), extent, webhookCodec, null);
    },
    webhook: (owner, id) => one(PLACE.webhook(owner, id), webhookCodec),
    deliveries: (webhook, after, limit) => {
      const beside = PLACE.delivery(webhook, { atMs: 0, id: '' });
      const from = after && PLACE.delivery(webhook, after);
      return page(beside, newest(LISTED.delivery, limit), deliveryCodec, from);
    },
    delivery: (webhook, place) => one(PLACE.delivery(webhook, place), deliveryCodec),
  };
}
