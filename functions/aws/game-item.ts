import type {
  BySide,
  Claim,
  DoneGame,
  Ending,
  Game,
  LiveGame,
  Rated,
  Seat,
} from '../../shared/game/game.ts';
import type { GameKind, Side } from '../../shared/rules/rules.ts';
import {
  bytes,
  type Codec,
  codec,
  constant,
  type Field,
  field,
  flag,
  type Item,
  json,
  number,
  orNull,
  orZero,
  text,
} from './codec.ts';
import { glicko } from './glicko-field.ts';
import { STREAM_WORDS } from './schema.ts';

/** Both sides' values in one attribute each, named by the prefix and `f` or `s`. */
const bySide = <V>(prefix: string, one: (name: string) => Field<V>): Field<BySide<V>> => {
  const first = one(`${prefix}f`);
  const second = one(`${prefix}s`);
  return {
    write: (item, value) => {
      first.write(item, value.first);
      second.write(item, value.second);
    },
    read: (item) => ({ first: first.read(item), second: second.read(item) }),
  };
};

const seatCodec = codec<Seat>({
  player: text('p'),
  name: text('n'),
  rating: number('r'),
  glicko: glicko('gl'),
  rank: orNull('rk', number('rk')),
  points: orZero('po'),
  onFire: flag('fi'),
  gameNumber: number('g'),
  connection: orNull('c', text('c')),
  connectedAtMs: number('t'),
});

const seat = (name: string): Field<Seat> =>
  field(
    name,
    (value) => ({ M: seatCodec.encode(value) }),
    (stored) => seatCodec.decode(stored.M ?? {}),
  );

const nullableNumber = (name: string): Field<number | null> => orNull(name, number(name));

/** Absent where there is nothing in it, as in items that are older than it. */
const orEmpty = (name: string): Field<Uint8Array> => {
  const inner = bytes(name);
  return {
    write: (item, value) => {
      if (value.length > 0) inner.write(item, value);
    },
    read: (item) => (item[name] === undefined ? new Uint8Array() : inner.read(item)),
  };
};

const liveCodec = codec<LiveGame>({
  type: constant('game'),
  state: constant('live'),
  id: text('id'),
  version: number('ver'),
  arena: text('ar'),
  kind: text<GameKind>('k'),
  seats: bySide('p', seat),
  limitMs: number('lm'),
  incrementMs: number('in'),
  berserkable: flag('bz'),
  rated: text<Rated>('rt'),
  firstMoveMs: nullableNumber('fm'),
  abandonClaimMs: nullableNumber('ac'),
  lagAllowanceMs: orZero('lg'),
  startedAtMs: number('sa'),
  endsAtMs: number('ea'),
  moves: bytes('mv'),
  times: orEmpty('tm'),
  ply: number('pl'),
  remainingMs: bySide('r', number),
  berserk: bySide('b', flag),
  lastAtMs: number('la'),
  deadlineMs: number('dl'),
  offer: orNull('of', text<Side>('of')),
  offeredAtPly: bySide('op', nullableNumber),
  paidOffAtMs: bySide('po', orZero),
  claim: orNull('cl', json<Claim>('cl')),
  claimableFromMs: orZero('cf'),
  endedNotBeforeMs: nullableNumber('nb'),
});

const endCodec = codec<Pick<DoneGame, 'winner' | 'ending' | 'endedAtMs'>>({
  winner: orNull('wi', text<Side>('wi')),
  ending: text<Ending>('en'),
  endedAtMs: number('et'),
});

const { gameState, gameLive, gameDone } = STREAM_WORDS;

/** A game; the live part and, once it is over, how it ended. */
export const gameCodec: Codec<Game> = {
  encode: (game) => ({
    ...liveCodec.encode({ ...game, state: 'live' }),
    ...(game.state === 'done' ? endCodec.encode(game) : {}),
    [gameState]: { S: game.state === 'done' ? gameDone : gameLive },
  }),
  decode: (item: Item) => {
    const live = liveCodec.decode(item);
    return item[gameState]?.S === gameDone
      ? { ...live, ...endCodec.decode(item), state: 'done' }
      : live;
  },
};
