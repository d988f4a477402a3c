import type { Entity, PlayerRating } from '../../shared/app/entities.ts';
import { entityKey } from '../../shared/app/entities.ts';
import type {
  Commit,
  FailedWrite,
  ParticipationPlace,
  RatingPlace,
  Read,
  RowPlace,
  Store,
  Write,
} from '../../shared/app/ports.ts';
import type { Row } from '../../shared/arena/row.ts';
import { seatRow } from '../../shared/arena/score.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import { isSettled } from '../../shared/game/glicko.ts';
import { memoryLists } from './memory-lists.ts';

/** A change of one item, as the stream tells it; `after` null: deleted. */
export interface Change {
  readonly before: Entity | null;
  readonly after: Entity | null;
}

/** What may go wrong; each answers whether it does so now. */
export interface StoreFaults {
  /** An eventual read returns the version before. */
  readonly stale: () => boolean;
  /** A commit meets another transaction. */
  readonly busy: () => boolean;
  /** The answer to a stored single write is lost and the SDK sends the write again. */
  readonly resent: () => boolean;
}

const never = () => false;
const NO_FAULTS: StoreFaults = { stale: never, busy: never, resent: never };

export type MemoryStore = Store & {
  /** Everything stored, as it is. */
  readonly all: () => Entity[];
  /** What stale reads still see of it, where there was something. */
  readonly earlier: () => Entity[];
};

/** The store port in memory, under the same conditions as the real one. */
export function memoryStore(
  onChange: (changes: readonly Change[]) => void = () => {},
  faults: StoreFaults = NO_FAULTS,
  initial: readonly Entity[] = [],
  earlier: readonly Entity[] = [],
): MemoryStore {
  const now = new Map(initial.map((entity) => [entityKey(entity), frozen(entity)]));
  const previous = new Map<string, Entity | null>(
    earlier.map((entity) => [entityKey(entity), frozen(entity)]),
  );

  const get = <E extends Entity>(key: string, read: Read = 'consistent'): E | null => {
    const stale = read === 'eventual' && previous.has(key) && faults.stale();
    const entity = stale ? previous.get(key) : now.get(key);
    return (entity ?? null) as E | null;
  };

  const set = ({ before, after }: Change): void => {
    const key = entityKey(after ?? (before as Entity));
    previous.set(key, before);
    if (after === null) now.delete(key);
    else now.set(key, frozen(after));
  };

  const write = (writes: readonly Write[]): Commit => {
    const outcomes = writes.map((write) => outcomeOf(write, now.get(keyOf(write)) ?? null));
    const failed = outcomes.flatMap((outcome, index): FailedWrite[] =>
      'failed' in outcome ? [{ index, current: outcome.failed }] : [],
    );
    if (failed.length > 0) return { kind: 'failed', failed };
    const changes = outcomes.flatMap((outcome) => ('failed' in outcome ? [] : [outcome]));
    for (const change of changes) set(change);
    onChange(changes);
    return { kind: 'stored' };
  };

  const commit = async (writes: readonly Write[]): Promise<Commit> => {
    if (faults.busy()) return { kind: 'busy' };
    const answer = write(writes);
    // A transaction carries a token that makes its repeat harmless; a single write does not.
    return answer.kind === 'stored' && writes.length === 1 && faults.resent()
      ? write(writes)
      : answer;
  };

  const every = <T extends Entity['type']>(type: T): Extract<Entity, { readonly type: T }>[] =>
    [...now.values()].filter((entity) => entity.type === type) as Extract<
      Entity,
      { readonly type: T }
    >[];

  return {
    ...memoryLists(every, get),
    commit,
    all: () => [...now.values()],
    earlier: () => [...previous.values()].filter((entity) => entity !== null),
    game: async (id, read) => get(`game ${id}`, read),
    games: async (ids) => ids.flatMap((id) => get<Entity & { type: 'game' }>(`game ${id}`) ?? []),
    arena: async (id, read) => get(`arena ${id}`, read),
    unsettledArenas: async () =>
      every('arena')
        .filter((arena) => !arena.settled)
        .sort((a, b) => a.startsAtMs - b.startsAtMs),
    row: async (arena, player, read) => get(rowKey(arena.id, player), read),
    rowAt: async (seat, read) => get(rowKey(seat.arena, seat.player), read),
    rows: async (arena, read) =>
      every('row')
        .filter((row) => row.arena === arena.id)
        .flatMap((row) => get<Row>(rowKey(row.arena, row.player), read) ?? []),
    rowsOf: async (arena, players) =>
      players.flatMap((player) => get<Row>(rowKey(arena.id, player)) ?? []),
    rowsAfter: async (arena, after, limit) => {
      const rows = every('row')
        .filter((row) => row.arena === arena.id && (after === null || isLater(row, after)))
        .sort((a, b) => (isLater(a, b) ? 1 : -1));
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const more = last !== undefined && rows.length > limit;
      return { rows: page, next: more ? { shard: last.shard, player: last.player } : null };
    },
    pool: async (arena) => get(`pool ${arena}`),
    placesTaken: async ({ id }) =>
      every('attendance')
        .filter(({ arena }) => arena === id)
        .reduce((sum, { version }) => sum + version, 0),
    seat: async (player) => get(`seat ${player}`),
    rating: async (player, kind) => get(`rating ${player} ${kind}`),
    bestRatings: async (kind, after, limit) =>
      every('rating')
        .filter((rating) => rating.kind === kind && isSettled(rating.glicko))
        .filter((rating) => after === null || isBehind(placeOf(rating), after))
        .sort((a, b) => (isBehind(placeOf(a), placeOf(b)) ? 1 : -1))
        .slice(0, limit),
    participations: async (player, after, limit) =>
      every('participation')
        .filter((one) => one.player === player)
        .filter((one) => after === null || keyIn(one) < keyIn(after))
        .sort((a, b) => (keyIn(a) < keyIn(b) ? 1 : -1))
        .slice(0, limit),
    profile: async (player) => get(`profile ${player}`),
    profiles: async (players) =>
      players.flatMap((id) => get<Entity & { type: 'profile' }>(`profile ${id}`) ?? []),
    guest: async (player) => get(`guest ${player}`),
    takeAdmission: async (ticketHash) => {
      const admission = get<Entity & { type: 'admission' }>(`admission ${ticketHash}`);
      if (admission !== null) set({ before: admission, after: null });
      return admission;
    },
  };
}

/** Readers share what is stored, so nobody may change it; sharing is faster than copying. */
function frozen<T>(value: T): T {
  const plain = typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
  if (!plain || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}

const isLater = (row: RowPlace, other: RowPlace): boolean =>
  row.shard === other.shard ? row.player > other.player : row.shard > other.shard;

const placeOf = ({ player, glicko }: PlayerRating): RatingPlace => ({
  player,
  rating: glicko.rating,
});

/** The index keeps equal ratings in no order that is promised; here it is that of the ids. */
const isBehind = (a: RatingPlace, b: RatingPlace): boolean =>
  a.rating === b.rating ? a.player < b.player : a.rating < b.rating;

const keyIn = ({ startsAtMs, arena }: ParticipationPlace): string =>
  `${String(startsAtMs).padStart(14, '0')}#${arena}`;

const rowKey = (arena: string, player: PlayerId): string => `row ${arena} ${player}`;

function keyOf(write: Write): string {
  switch (write.op) {
    case 'create':
    case 'delete':
      return entityKey(write.entity);
    case 'update':
      return entityKey(write.before);
    case 'take':
    case 'giveBack':
      return entityKey(write.counter);
    case 'seat':
      return rowKey(write.game.arena, write.ticket.player);
  }
}

function outcomeOf(write: Write, stored: Entity | null): Change | { failed: Entity | null } {
  switch (write.op) {
    case 'create':
      return stored === null ? { before: null, after: write.entity } : { failed: stored };
    case 'update':
      return stored?.version === write.before.version
        ? { before: stored, after: write.after }
        : { failed: stored };
    case 'delete':
      return stored?.version === write.entity.version
        ? { before: stored, after: null }
        : { failed: stored };
    case 'take': {
      const taken = stored?.version ?? 0;
      return taken < write.max
        ? { before: stored, after: { ...write.counter, version: taken + 1 } }
        : { failed: stored };
    }
    case 'giveBack':
      return stored !== null && stored.version > 0
        ? { before: stored, after: { ...stored, version: stored.version - 1 } }
        : { failed: stored };
    case 'seat': {
      const row = stored?.type === 'row' ? stored : null;
      const after = row === null ? null : seatRow(row, write.ticket, write.game.id, write.nowMs);
      return row === null || after === null ? { failed: stored } : { before: row, after };
    }
  }
}
