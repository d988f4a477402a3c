import type { Arena } from '../../shared/arena/arena.ts';
import { EVERYBODY } from '../../shared/arena/entry-rules.ts';
import { PRESETS } from '../../shared/arena/policy.ts';
import type { Ticket } from '../../shared/arena/pool.ts';
import type { Row } from '../../shared/arena/row.ts';
import {
  type ArenaId,
  connectionId,
  type GameId,
  idFromBytes,
  type PlayerId,
} from '../../shared/core/ids.ts';
import { newRating } from '../../shared/game/glicko.ts';

/** Ids told apart by one small number; they sort like it. */
export const playerId = (who: number): PlayerId => idFromBytes<PlayerId>(bytesOf(1, who));
export const arenaId = (which: number): ArenaId => idFromBytes<ArenaId>(bytesOf(2, which));
export const gameId = (which: number): GameId => idFromBytes<GameId>(bytesOf(3, which));

const bytesOf = (kind: number, number: number): Uint8Array =>
  Uint8Array.of(kind, 0, 0, 0, 0, 0, number >> 8, number & 255);

/** Every arena here starts at 100 s; nothing in these layers knows the real date. */
export const STARTS_AT_MS = 100_000;

/** What most arenas are created with. */
export const PLAIN = {
  description: '',
  announcement: '',
  entry: { guests: true, access: 'open', ratingMin: null, ratingMax: null, gamesMin: 0 },
} as const;

/** An open Oware Shield of 90 minutes with 3+2. */
export const anOpenArena = (part: Partial<Arena> = {}): Arena => ({
  type: 'arena',
  id: arenaId(1),
  version: 1,
  name: 'Oware Shield',
  description: '',
  announcement: '',
  owner: 'owner',
  organisers: [],
  series: null,
  kind: 'oware',
  limitMs: 180_000,
  incrementMs: 2_000,
  policy: PRESETS['oware-shield'],
  rated: true,
  rulesVersion: 1,
  createdAtMs: 0,
  startsAtMs: STARTS_AT_MS,
  endsAtMs: STARTS_AT_MS + 5_400_000,
  state: 'open',
  playersMax: 100,
  entry: EVERYBODY,
  entriesClosed: false,
  gameChanged: false,
  shards: 1,
  sealed: false,
  finalVersion: 0,
  publishedVersion: 0,
  cancellation: null,
  settled: false,
  ...part,
});

/** A player who has entered, is on line and has not asked for a game. */
export const anIdleRow = (who: number, part: Partial<Row> = {}): Row => ({
  type: 'row',
  arena: arenaId(1),
  shard: 0,
  player: playerId(who),
  version: 3,
  why: 'entered',
  name: `${who}`,
  rating: 1_500,
  glicko: newRating(1_500),
  place: 0,
  joinedRating: 1_500,
  joinedAtMs: who,
  state: 'idle',
  game: null,
  seated: true,
  readySinceMs: null,
  leaseUntilMs: null,
  wish: false,
  paused: false,
  removed: false,
  removal: null,
  connection: connectionId(`c${who}`),
  connectedAtMs: 7,
  paidOffAtMs: 0,
  log: [],
  scoredAtMs: null,
  ...part,
});

/** A player who waits for a game since the start, with a lease that outlives these tests. */
export const aReadyRow = (who: number, part: Partial<Row> = {}): Row =>
  anIdleRow(who, {
    why: 'ready',
    state: 'ready',
    readySinceMs: STARTS_AT_MS,
    leaseUntilMs: STARTS_AT_MS + 1_000_000,
    ...part,
  });

/** What the pairing sees of a ready player. He joined, and became ready, in the order of `who`. */
export const aTicket = (who: number, part: Partial<Ticket> = {}): Ticket => ({
  player: playerId(who),
  shard: 0,
  name: `${who}`,
  rating: 1_500,
  glicko: newRating(1_500),
  points: 0,
  onFire: false,
  joinedAtMs: who,
  readySinceMs: who,
  leaseUntilMs: 1_000,
  connection: connectionId(`c${who}`),
  connectedAtMs: 0,
  lastOpponent: null,
  sides: { last: null, run: 0, balance: 0 },
  gameNumber: 1,
  told: null,
  ...part,
});
