import type {
  Admission,
  Attendance,
  Guest,
  Participation,
  PlayerRating,
  Profile,
} from '../../shared/app/entities.ts';
import type { Arena, ArenaState } from '../../shared/arena/arena.ts';
import { EVERYBODY } from '../../shared/arena/entry-rules.ts';
import type { LogEntry } from '../../shared/arena/log.ts';
import { PRESETS } from '../../shared/arena/policy.ts';
import { openPool, type Pool, type Ticket, ticketOf } from '../../shared/arena/pool.ts';
import type { Row, RowState } from '../../shared/arena/row.ts';
import {
  type ArenaId,
  connectionId,
  type GameId,
  idFromBytes,
  type PlayerId,
  type SeriesId,
} from '../../shared/core/ids.ts';
import { finish } from '../../shared/game/finish.ts';
import type { Game, Seat } from '../../shared/game/game.ts';
import { newRating, type Rating } from '../../shared/game/glicko.ts';
import { startGame } from '../../shared/game/start.ts';

/** Samples of every entity under few keys: `who` picks the key. */
interface Sample {
  readonly who: number;
  readonly version: number;
}

const id = <Id extends ArenaId | GameId | PlayerId>(kind: number, who: number): Id =>
  idFromBytes<Id>(Uint8Array.of(kind, 0, 0, 0, 0, 0, who, who));

const player = (who: number): PlayerId => id<PlayerId>(1, who);
const ARENA: ArenaId = id<ArenaId>(2, 0);

export const anArena = ({ who, version, state }: Sample & { state: string }): Arena => ({
  type: 'arena',
  id: id<ArenaId>(2, who),
  version,
  name: `Arena ${version}`,
  description: version === 1 ? '**bold**' : '',
  announcement: version === 2 ? 'soon' : '',
  owner: 'owner',
  organisers: ['other', 'third'].slice(0, version),
  series: version === 1 ? idFromBytes<SeriesId>(Uint8Array.of(5, 0, 0, 0, 0, 0, 0, 1)) : null,
  kind: 'oware',
  limitMs: 180_000,
  incrementMs: 2_000,
  policy: PRESETS['oware-shield'],
  rated: version > 0,
  rulesVersion: 1,
  createdAtMs: 1,
  startsAtMs: 1_000 + who,
  endsAtMs: 1_000_000,
  state: state as ArenaState,
  playersMax: 100,
  entry: { ...EVERYBODY, ratingMin: version === 1 ? 1_500 : null },
  entriesClosed: version === 2,
  gameChanged: version === 1,
  shards: 1,
  sealed: state === 'frozen',
  finalVersion: state === 'frozen' ? 1 : 0,
  publishedVersion: state === 'frozen' ? version : 0,
  cancellation: state === 'cancelled' ? { reason: 'rain', actor: 'owner', atMs: 9 } : null,
  settled: state === 'frozen' && version === 2,
});

export function aGame(sample: Sample & { ply: number; done: boolean }): Game {
  const seat = (who: number): Seat => ({
    player: player(who),
    name: `Player ${who}`,
    rating: 1_500 + who,
    glicko: newRating(1_500 + who),
    gameNumber: 1,
    rank: sample.who === 0 ? null : sample.who,
    ...{ points: 3 * sample.who, onFire: sample.who === 1 },
    connection: who === 0 ? connectionId('connection=') : null,
    connectedAtMs: 7,
  });
  const start = startGame({
    id: id<GameId>(3, sample.who),
    arena: ARENA,
    kind: 'oware',
    seats: { first: seat(0), second: seat(1) },
    limitMs: 180_000,
    incrementMs: 0,
    berserkable: true,
    rated: sample.who === 0 ? 'always' : 'never',
    firstMoveMs: sample.who === 0 ? 16_000 : null,
    abandonClaimMs: sample.who === 0 ? 30_000 : null,
    lagAllowanceMs: sample.who === 0 ? 0 : 200,
    startedAtMs: 1_000,
    endsAtMs: 1_000_000,
  });
  const { ply, version } = sample;
  const moves = Uint8Array.from({ length: ply }, (_, i) => i);
  const times = Uint8Array.from({ length: 2 * ply }, (_, i) => i);
  const live = { ...start, ply, moves, times, version, ...(ply === 3 && eventful) };
  if (!sample.done) return live;
  const winner = version === 0 ? null : 'second';
  return { ...finish(live, { winner, ending: 'agreement', endedAtMs: 5_000 }), version };
}

/** Every field of a running game with a value of its own, so that no two can share an attribute. */
const eventful = {
  offer: 'first',
  offeredAtPly: { first: 31, second: 32 },
  remainingMs: { first: 41, second: 42 },
  berserk: { first: false, second: true },
  endedNotBeforeMs: 51,
} as const;

export interface RowSample extends Sample {
  readonly state: string;
  readonly seated: boolean;
  readonly since: number;
  readonly games: number;
  readonly connected: boolean;
}

export const aRow = (sample: RowSample): Row => ({
  type: 'row',
  arena: ARENA,
  shard: 0,
  player: player(sample.who),
  version: sample.version,
  why: sample.state === 'ready' ? 'ready' : 'scored',
  name: `Player ${sample.who}`,
  rating: 1_500,
  glicko: aRating(sample),
  place: sample.who,
  joinedRating: 1_450,
  joinedAtMs: 10,
  state: sample.state as RowState,
  game: sample.state === 'play' ? id<GameId>(3, 0) : null,
  seated: sample.seated,
  readySinceMs: sample.since,
  leaseUntilMs: 1_000_000,
  wish: false,
  paused: sample.state === 'idle',
  removed: sample.state === 'idle',
  removal: sample.state === 'idle' ? { reason: 'why', actor: 'who', atMs: 9 } : null,
  connection: sample.connected ? connectionId('connection=') : null,
  connectedAtMs: 7,
  paidOffAtMs: sample.who === 0 ? 0 : 1_700_000_000_000,
  log: Array.from({ length: sample.games }, (_, i) => anEntry(i)),
  scoredAtMs: sample.games === 0 ? null : 99,
});

const anEntry = (i: number): LogEntry => ({
  game: id<GameId>(3, i),
  opponent: player(1),
  opponentRating: 1_600 + i,
  endedAtMs: 1_764_000_000_000 + i,
  plies: 30 + i,
  side: i % 2 === 0 ? 'first' : 'second',
  result: 'draw',
  berserk: i === 1,
  noShow: false,
});

/** Digits to the last one, so that none can get lost. */
export const aRating = ({ who, version }: Sample): Rating => ({
  rating: 1_500 + who / 3,
  deviation: 60 + 50 * who + version / 7,
  volatility: 0.06 + version / 700,
  games: version,
  ratedAtMs: version === 0 ? null : 1_764_000_000_000 + version,
});

export const aPlayerRating = (sample: Sample): PlayerRating => ({
  type: 'rating',
  player: player(sample.who),
  kind: 'oware',
  version: sample.version,
  glicko: aRating(sample),
});

export const aParticipation = ({ who, version }: Sample): Participation => ({
  type: 'participation',
  player: player(0),
  arena: id<ArenaId>(2, who),
  version,
  startsAtMs: 1_000 + who,
});

export const anAttendance = ({ who, version }: Sample): Attendance => ({
  type: 'attendance',
  arena: id<ArenaId>(2, who),
  part: who,
  version,
});

export function aPool(sample: { version: number; open: boolean; tickets: number }): Pool {
  const arena = anArena({ who: 0, version: 0, state: 'open' });
  const tickets = Array.from({ length: sample.tickets }, (_, who) => {
    const ready = { version: 0, state: 'ready', seated: true, since: 1, games: 1, connected: true };
    return ticketOf(arena, aRow({ who, ...ready })) as Ticket;
  });
  return { ...openPool(ARENA), version: sample.version, open: sample.open, tickets };
}

export const aProfile = ({ who, version }: Sample): Profile => ({
  type: 'profile',
  player: player(who),
  version,
  name: `Player ${who} v${version}`,
  rating: 1_500,
  guest: version === 1,
  createdAtMs: 3,
});

export const aGuest = ({ who, version }: Sample): Guest => ({
  type: 'guest',
  player: player(who),
  version,
  secretHash: `hash ${version}`,
  expiresAtMs: 5_000,
});

export const anAdmission = ({ who, version }: Sample): Admission => ({
  type: 'admission',
  ticketHash: `ticket ${who}`,
  version,
  player: player(who),
  expiresAtMs: 5_000,
});
