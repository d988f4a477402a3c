import type { Entity } from '../../shared/app/entities.ts';
import type { ArenaPhase, ArenaPlace, Lists } from '../../shared/app/ports.ts';
import type { RecordPlace } from '../../shared/app/records.ts';
import type { Arena } from '../../shared/arena/arena.ts';

type Of<T extends Entity['type']> = Extract<Entity, { readonly type: T }>;

/** The lists of the store port over everything that is stored. */
export function memoryLists(
  every: <T extends Entity['type']>(type: T) => Of<T>[],
  get: <E extends Entity>(key: string) => E | null,
): Lists {
  return {
    arenasIn: async (phase, after, limit) => {
      const latestFirst = ['frozen', 'cancelled', 'over'].includes(phase);
      const found = every('arena').filter((arena) => phaseOf(arena) === phase);
      return page(found, startOf, after && startOf(after), limit, latestFirst);
    },
    arenasOf: async (owner, after, limit) => {
      const found = every('arena').filter((arena) => arena.owner === owner);
      return page(found, startOf, after && startOf(after), limit, true);
    },
    allowList: async (arena) => get(`allowList ${arena}`),
    audits: async (arena, after, limit) =>
      page(of(every('audit'), { arena }), recordKey, after && recordKey(after), limit, true),
    seriesAudits: async (series, after, limit) =>
      page(of(every('seriesAudit'), { series }), recordKey, after && recordKey(after), limit, true),
    reports: async (arena, after, limit) =>
      page(of(every('report'), { arena }), recordKey, after && recordKey(after), limit, true),
    ban: async (player) => get(`ban ${player}`),
    bans: async (after, limit) => page(every('ban'), ({ player }) => player, after, limit, false),
    filed: async (player, limit) =>
      page(of(every('filed'), { player }), recordKey, null, limit, true),
    report: async ({ arena, atMs, id }) => get(`report ${arena} ${atMs} ${id}`),
    erasure: async (player) => get(`erasure ${player}`),
    erasures: async (after, limit) =>
      page(every('erasure'), ({ player }) => player, after, limit, false),
    once: async (keyHash) => get(`once ${keyHash}`),
    series: async (id) => get(`series ${id}`),
    seriesIn: async (state, after, limit) =>
      page(of(every('series'), { state }), planKey, after && planKey(after), limit, false),
    editions: async (series, beforeMs, limit) => {
      const key = (one: { readonly startsAtMs: number }) => epoch(one.startsAtMs);
      const before = beforeMs === null ? null : epoch(beforeMs);
      return page(of(every('edition'), { series }), key, before, limit, true);
    },
    webhooks: async (owner) =>
      of(every('webhook'), { owner }).sort((a, b) => (a.id < b.id ? -1 : 1)),
    webhook: async (owner, id) => get(`webhook ${owner} ${id}`),
    deliveries: async (webhook, after, limit) =>
      page(of(every('delivery'), { webhook }), eventKey, after && recordKey(after), limit, true),
    delivery: async (webhook, { atMs, id }) => get(`delivery ${webhook} ${atMs} ${id}`),
  };
}

const of = <E extends Entity>(entities: readonly E[], fields: Partial<E>): E[] =>
  entities.filter((entity) =>
    Object.entries(fields).every(([name, value]) => entity[name as keyof E] === value),
  );

/** Those behind this key, in order. */
function page<E>(
  entities: readonly E[],
  keyOf: (entity: E) => string,
  after: string | null,
  limit: number,
  latestFirst: boolean,
): E[] {
  const order = latestFirst ? -1 : 1;
  const isBehind = (entity: E) =>
    after === null || (latestFirst ? keyOf(entity) < after : keyOf(entity) > after);
  return entities
    .filter(isBehind)
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -order : order))
    .slice(0, limit);
}

const phaseOf = ({ state, settled }: Arena): ArenaPhase => (settled ? 'over' : state);

const epoch = (ms: number): string => String(ms).padStart(14, '0');
const startOf = ({ startsAtMs, id }: ArenaPlace): string => `${epoch(startsAtMs)}#${id}`;
const recordKey = ({ atMs, id }: RecordPlace): string => `${epoch(atMs)}#${id}`;
const eventKey = ({ happenedAtMs, id }: Of<'delivery'>): string =>
  recordKey({ atMs: happenedAtMs, id });
const planKey = ({ planAtMs, id }: Pick<Of<'series'>, 'planAtMs' | 'id'>): string =>
  `${epoch(planAtMs)}#${id}`;
