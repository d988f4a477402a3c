import type { Attendance } from '../../shared/app/entities.ts';
import type { ArenaPhase } from '../../shared/app/ports.ts';
import type { Arena, ArenaState, Cancellation } from '../../shared/arena/arena.ts';
import { type EntryRules, EVERYBODY } from '../../shared/arena/entry-rules.ts';
import { packEntry, unpackEntry } from '../../shared/arena/log.ts';
import type { Policy } from '../../shared/arena/policy.ts';
import type { Pool, Ticket } from '../../shared/arena/pool.ts';
import type { Removal, Row, RowReason, RowState } from '../../shared/arena/row.ts';
import type { GameKind } from '../../shared/rules/rules.ts';
import {
  type Codec,
  codec,
  constant,
  type Field,
  field,
  flag,
  json,
  number,
  orElse,
  orEmpty,
  orNull,
  orZero,
  packed,
  text,
  zipped,
} from './codec.ts';
import { glicko } from './glicko-field.ts';
import { ARENA_INDEXES, STREAM_WORDS } from './schema.ts';

/** States are stored in capitals, so that they stand out in the console and in filters. */
const state = <S extends string>(name: string): Field<S> =>
  field<S>(
    name,
    (value) => ({ S: value.toUpperCase() }),
    (stored) => stored.S?.toLowerCase() as S,
  );

const arenaFields = codec<Arena>({
  type: constant('arena'),
  id: text('id'),
  version: number('ver'),
  name: text('nm'),
  description: orEmpty('ds'),
  announcement: orEmpty('an'),
  owner: text(ARENA_INDEXES.byOwner.partitionKey),
  organisers: orElse('og', json<readonly string[]>('og'), []),
  series: orNull('sr', text('sr')),
  kind: text<GameKind>('k'),
  limitMs: number('lm'),
  incrementMs: number('in'),
  policy: json<Policy>('po'),
  rated: flag('rt'),
  rulesVersion: number('rv'),
  createdAtMs: number('ca'),
  startsAtMs: number(ARENA_INDEXES.byPhase.sortKey),
  endsAtMs: number('ea'),
  state: state<ArenaState>('st'),
  playersMax: number('pm'),
  entry: orElse('en', json<EntryRules>('en'), EVERYBODY),
  entriesClosed: flag('ec'),
  gameChanged: flag('gc'),
  shards: number('sh'),
  sealed: flag('sl'),
  finalVersion: number('fv'),
  publishedVersion: number('pv'),
  cancellation: orNull('cx', json<Cancellation>('cx')),
  settled: flag('se'),
});

/** States whose arenas somebody still has to look at. */
export const UNSETTLED_STATES = ['created', 'open', 'closing', 'frozen', 'cancelled'] as const;

/** Words of the phase index. */
export const PHASE: Readonly<Record<ArenaPhase, string>> = {
  created: 'CREATED',
  open: 'OPEN',
  closing: 'CLOSING',
  frozen: 'FROZEN',
  cancelled: 'CANCELLED',
  over: 'OVER',
};

/** An arena: in the phase index, with the word that wakes the pairing. */
export const arenaCodec: Codec<Arena> = {
  decode: arenaFields.decode,
  encode: (arena) => ({
    ...arenaFields.encode(arena),
    [ARENA_INDEXES.byPhase.partitionKey]: { S: PHASE[arena.settled ? 'over' : arena.state] },
    ...(arena.state === 'open' && { [STREAM_WORDS.why]: { S: STREAM_WORDS.opened } }),
  }),
};

/** Conditions of the pairing name these attributes of a row. */
export const ROW = {
  state: STREAM_WORDS.rowState,
  game: 'gm',
  why: STREAM_WORDS.why,
  version: 'ver',
  connection: 'cn',
  readySinceMs: 'rs',
  leaseUntilMs: 'le',
  seated: 'sd',
  ready: STREAM_WORDS.rowReady,
  playing: 'PLAY',
} as const;

export const rowCodec = codec<Row>({
  type: constant('row'),
  arena: text('ar'),
  shard: number('sh'),
  player: text('p'),
  version: number(ROW.version),
  why: text<RowReason>(ROW.why),
  name: text('n'),
  rating: number('r'),
  glicko: glicko('gl'),
  place: orZero('pl'),
  joinedRating: number('jr'),
  joinedAtMs: number('ja'),
  state: state<RowState>(ROW.state),
  game: orNull(ROW.game, text(ROW.game)),
  seated: flag(ROW.seated),
  readySinceMs: orNull(ROW.readySinceMs, number(ROW.readySinceMs)),
  leaseUntilMs: orNull(ROW.leaseUntilMs, number(ROW.leaseUntilMs)),
  wish: flag('wi'),
  paused: flag('pa'),
  removed: flag('re'),
  removal: orNull('rm', json<Removal>('rm')),
  connection: orNull(ROW.connection, text(ROW.connection)),
  connectedAtMs: number('ca'),
  paidOffAtMs: orZero('po'),
  log: packed('lg', packEntry, unpackEntry),
  scoredAtMs: orNull('sc', number('sc')),
});

export const attendanceCodec = codec<Attendance>({
  type: constant('attendance'),
  arena: text('ar'),
  part: number('pt'),
  version: number('ver'),
});

export const poolCodec = codec<Pool>({
  type: constant('pool'),
  arena: text('ar'),
  version: number('ver'),
  open: flag('op'),
  // A pool is written with every pairing: its size is what a pairing costs.
  tickets: zipped<readonly Ticket[]>('tk'),
  overflow: flag('ov'),
  firstWave: flag('fw'),
  lookAtMs: number('lo'),
});
