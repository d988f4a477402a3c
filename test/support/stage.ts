import { createArena } from '../../shared/app/arenas.ts';
import type { Entity } from '../../shared/app/entities.ts';
import { visitLobby } from '../../shared/app/lobby.ts';
import type { MetricName } from '../../shared/app/metrics.ts';
import { pairArena } from '../../shared/app/pair-arena.ts';
import { play } from '../../shared/app/play.ts';
import type {
  AnnounceMessage,
  Caller,
  ClockMessage,
  HookMessage,
  Ports,
} from '../../shared/app/ports.ts';
import { runArena } from '../../shared/app/run-arena.ts';
import type { Tables } from '../../shared/app/tables.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import type { Row } from '../../shared/arena/row.ts';
import { present } from '../../shared/core/assert.ts';
import {
  type ConnectionId,
  connectionId,
  type GameId,
  ID_BYTES,
  idFromBytes,
  type PlayerId,
} from '../../shared/core/ids.ts';
import { seededRandom } from '../../shared/core/random.ts';
import type { Game, LiveGame } from '../../shared/game/game.ts';
import type { ServerMessage } from '../../shared/protocol/server-message.ts';
import { rulesOf } from '../../shared/rules/registry.ts';
import { sideAt } from '../../shared/rules/rules.ts';
import { PLAIN } from './builders.ts';
import { createLaws } from './laws.ts';
import { type Change, type MemoryStore, memoryStore } from './memory-store.ts';
import { memoryTables } from './memory-tables.ts';
import { checkTold } from './told.ts';

/** A small backend on fakes on which nothing goes wrong by itself, and time is set by hand. */
export interface Stage {
  readonly ports: Ports;
  readonly store: MemoryStore;
  readonly tables: Tables;
  readonly clock: { nowMs: number };
  readonly told: { readonly to: ConnectionId; readonly message: ServerMessage }[];
  readonly closed: ConnectionId[];
  /** What was sent to the clock queue, with its delay; nothing delivers it. */
  readonly queued: { readonly message: ClockMessage; readonly delayMs: number }[];
  readonly announced: AnnounceMessage[];
  /** The same for what webhooks are told. */
  readonly hooked: { readonly message: HookMessage; readonly delayMs: number }[];
  readonly woken: string[];
  readonly counts: Map<string, number>;
  /** Values of each distribution, in the order in which they came. */
  readonly measures: Map<MetricName, number[]>;
  readonly changes: Change[];
  /** Broken laws, first one first. */
  readonly bugs: unknown[];
}

export interface StageOptions {
  readonly entities?: readonly Entity[];
  /** What stale reads see of them. */
  readonly earlier?: readonly Entity[];
  readonly nowMs?: number;
  /** Connections whose posts bounce. */
  readonly gone?: readonly ConnectionId[];
  /** Whether this eventual read is one version old. */
  readonly stale?: () => boolean;
  /** Every look at the clock is a millisecond later than the one before. */
  readonly ticking?: boolean;
}

export const START_MS = 1_800_000_000_000;
const MINUTE_MS = 60_000;

export function createStage({
  entities = [],
  earlier = [],
  nowMs = START_MS,
  gone = [],
  stale = () => false,
  ticking = false,
}: StageOptions = {}): Stage {
  const laws = createLaws(entities);
  const clock = { nowMs };
  const bugs: unknown[] = [];
  const changes: Change[] = [];
  const guard = (check: () => unknown): void => {
    const checked = (async () => check())();
    void checked.catch((cause: unknown) => bugs.push(cause));
  };
  const no = (): boolean => false;
  const onChange = (some: readonly Change[]): void => {
    changes.push(...some);
    guard(() => laws.onCommit(some));
  };
  const store = memoryStore(onChange, { stale, busy: no, resent: no }, entities, earlier);
  const tables = memoryTables();
  const told: Stage['told'] = [];
  const heard = {
    queued: [] as Stage['queued'],
    announced: [] as AnnounceMessage[],
    hooked: [] as Stage['hooked'],
  };
  const closed: ConnectionId[] = [];
  const woken: string[] = [];
  const counts = new Map<string, number>();
  const measures = new Map<MetricName, number[]>();
  const ports: Ports = {
    store,
    tables,
    queues: {
      clock: async (message, delayMs) => void heard.queued.push({ message, delayMs }),
      announce: async (messages) => void heard.announced.push(...messages),
      hook: async (message, delayMs) => void heard.hooked.push({ message, delayMs }),
    },
    schedules: { plan: async () => {}, drop: async () => {} },
    lifecycle: { wake: async (arena) => void woken.push(arena) },
    push: {
      send: async (to, message) => {
        guard(() => checkTold(store, laws, message, to));
        if (gone.includes(to)) return 'gone';
        told.push({ to, message });
        return 'sent';
      },
      close: async (connection) => void closed.push(connection),
    },
    random: seededRandom(7),
    now: () => (ticking ? clock.nowMs++ : clock.nowMs),
    count: (what, times = 1) => void counts.set(what, (counts.get(what) ?? 0) + times),
    measure: (what, value) => void measures.set(what, [...(measures.get(what) ?? []), value]),
  };
  return {
    ports,
    store,
    tables,
    clock,
    told,
    closed,
    ...heard,
    woken,
    counts,
    measures,
    changes,
    bugs,
  };
}

/** The connection of a player of a stage, unless a test says otherwise. */
export const lineOf = (player: PlayerId, suffix = ''): ConnectionId =>
  connectionId(`line of ${player}${suffix}`);

/** A player speaking now; `connectedAtMs` later than the default makes the line a newer one. */
export const speaking = (
  { clock }: Pick<Stage, 'clock'>,
  player: PlayerId,
  more: Partial<Caller> = {},
): Caller => ({
  player,
  connection: lineOf(player),
  connectedAtMs: START_MS,
  atMs: clock.nowMs,
  nowMs: clock.nowMs,
  ...more,
});

export interface OpenArena {
  readonly stage: Stage;
  readonly arena: Arena;
  readonly players: readonly PlayerId[];
}

export const playersOf = (count: number, from = 1): PlayerId[] =>
  Array.from({ length: count }, (_, index) => {
    const bytes = new Uint8Array(ID_BYTES);
    bytes[ID_BYTES - 1] = from + index;
    return idFromBytes<PlayerId>(bytes);
  });

/** An arena of 3+2 and 60 minutes that has just opened, with these players ready in it. */
export async function openArena(
  players: readonly PlayerId[],
  stage: Stage = createStage(),
  durationMs = 60 * MINUTE_MS,
): Promise<OpenArena> {
  const { ports, store, clock } = stage;
  const created = await createArena(ports, 'organiser', {
    ...PLAIN,
    ...{ name: 'Sunday', game: 'oware', preset: 'oware-shield', policy: {}, playersMax: 1_000 },
    ...{ clock: { limitMs: 180_000, incrementMs: 2_000 }, durationMs, rated: true },
    startsAtMs: clock.nowMs + 1_000,
  });
  if (!created.ok) throw new Error(created.error.code);
  const { id, startsAtMs } = created.value;
  for (const [index, player] of players.entries()) {
    const profile = { name: `player ${index}`, rating: 1_500 + 10 * index, createdAtMs: START_MS };
    if ((await store.profile(player)) === null) {
      await store.commit([
        { op: 'create', entity: { type: 'profile', guest: false, player, version: 0, ...profile } },
      ]);
    }
    await visitLobby(ports, speaking(stage, player), { t: 'enter', arena: id });
    await visitLobby(ports, speaking(stage, player), { t: 'lobby', arena: id, after: null });
  }
  clock.nowMs = startsAtMs;
  await runArena(ports, id);
  return { stage, arena: await arenaOf(stage, id), players };
}

/** A copy of the stage on which the arena has so many places. */
export function withPlaces({ store, clock }: Stage, arena: Arena, playersMax: number): Stage {
  const entities = store
    .all()
    .map((one) => (one.type === 'arena' && one.id === arena.id ? { ...one, playersMax } : one));
  return createStage({ entities, nowMs: clock.nowMs });
}

/** The same with everybody paired. */
export async function pairedArena(
  players: readonly PlayerId[],
  durationMs?: number,
): Promise<OpenArena & { readonly games: readonly LiveGame[] }> {
  const open = await openArena(players, createStage(), durationMs);
  await pairArena(open.stage.ports, open.arena.id);
  const games = open.stage.store.all().filter((entity) => entity.type === 'game');
  return { ...open, games: games as LiveGame[] };
}

/** Plays legal moves, each first in board order, one a second, until so many plies are played. */
export async function playTo(stage: Stage, id: GameId, plies: number): Promise<Game> {
  for (let game = await gameOf(stage, id); ; game = await gameOf(stage, id)) {
    if (game.ply >= plies || game.state === 'done') return game;
    stage.clock.nowMs += 1_000;
    const rules = rulesOf(game.kind);
    const move = present(rules.legal(rules.replay(game.moves))[0], 'legal move');
    const { player } = game.seats[sideAt(game.ply)];
    await play(stage.ports, speaking(stage, player), { t: 'move', game: id, ply: game.ply, move });
  }
}

export const gameOf = async ({ store }: Stage, id: GameId): Promise<Game> =>
  present(await store.game(id, 'consistent'), 'game');

export const arenaOf = async ({ store }: Stage, id: Arena['id']): Promise<Arena> =>
  present(await store.arena(id, 'consistent'), 'arena');

export const rowOf = async ({ store }: Stage, arena: Arena, player: PlayerId): Promise<Row> =>
  present(await store.row(arena, player, 'consistent'), 'row');
