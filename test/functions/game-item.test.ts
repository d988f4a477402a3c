import { describe, expect, it } from 'vitest';
import type { Item } from '../../functions/aws/codec.ts';
import { gameCodec } from '../../functions/aws/game-item.ts';
import { encodeEntity, placeOf } from '../../functions/aws/item.ts';
import { itemBytes } from '../../infra/local/dynamodb/item-size.ts';
import { seededRandom } from '../../shared/core/random.ts';
import { finish } from '../../shared/game/finish.ts';
import type { DoneGame, Game, LiveGame } from '../../shared/game/game.ts';
import { appendTime, timesOf } from '../../shared/game/times.ts';
import type { GameKind } from '../../shared/rules/rules.ts';
import { afterMoves, newGame, START_MS, seat } from '../game/board.ts';

const GAMES = 200 * Number(process.env.SEEDS ?? 1);
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
console.log(`game items: SEED=${SEED}, ${GAMES} games`);

/** An item as a stream record brings it: binary values are base64 in JSON. */
const asJson = (item: Item): Item =>
  JSON.parse(JSON.stringify(item), (_, value) => {
    const isBytes = typeof value === 'object' && value !== null && value.B !== undefined;
    return isBytes
      ? { B: Buffer.from(Object.values(value.B) as number[]).toString('base64') }
      : value;
  }) as Item;

describe('a stored game', () => {
  it('has the times of its turns, whatever they are', () => {
    const game = afterMoves(newGame(), 'Ca');
    for (let index = 0; index < GAMES; index++) {
      const random = seededRandom(SEED + index);
      const times = Array.from({ length: random.below(40) }, () => {
        return random.below(2 ** (1 + random.below(30)));
      });
      const packed = times.reduce<Uint8Array>(appendTime, new Uint8Array());
      const live: LiveGame = { ...game, times: packed, ply: times.length };
      const done = finish(live, { winner: null, ending: 'agreement', endedAtMs: START_MS });
      for (const one of [live, done]) {
        const item = gameCodec.encode(one);
        expect(gameCodec.decode(item), `SEED=${SEED + index}`).toEqual(one);
        expect(timesOf(gameCodec.decode(asJson(item))), `SEED=${SEED + index}`).toEqual(times);
      }
    }
  });

  it('that is older than they are is read without them', () => {
    const { tm, ...older } = gameCodec.encode(afterMoves(newGame(), 'CaDb'));
    const game = gameCodec.decode(older);

    expect(tm).toBeDefined();
    expect(game.times).toEqual(new Uint8Array());
    expect(timesOf(game)).toBeNull();
    expect(gameCodec.encode(game)).not.toHaveProperty('tm');
  });
});

const WRITE_UNIT_BYTES = 1_024;
const sizeOf = (game: Game): number =>
  itemBytes(asJson({ ...placeOf(game).key, ...encodeEntity(game) }) as never);

/** Both have played for long: every digit of a rating, and connection ids as the gateway makes. */
const seatOf = (who: number, name: string) => ({
  ...seat(who),
  ...{ name, rank: 1_234, points: 87, onFire: true, gameNumber: 42 },
  glicko: {
    ...{ rating: 1_801.123456789012 + who, deviation: 61.12345678901234 },
    ...{ volatility: 0.05999123456789012, games: 12_345, ratedAtMs: START_MS - 1_234_567 },
  },
  connection: 'Zm9vYmFyMTIzNDU=' as ReturnType<typeof seat>['connection'],
  connectedAtMs: START_MS - 12_345,
});

/** A finished game of so many plies, at six seconds each. */
function longGame(kind: GameKind, name: string, plies: number, bytesPerPly: number): DoneGame {
  const seats = { first: seatOf(1, name), second: seatOf(2, name) };
  const times = Array.from({ length: plies }, () => 6_000);
  const game: LiveGame = {
    ...newGame({ kind, seats, rated: 'always' }),
    ...{ ply: plies, moves: new Uint8Array(plies * bytesPerPly) },
    times: times.reduce<Uint8Array>(appendTime, new Uint8Array()),
    ...{
      remainingMs: { first: 123_456, second: 123_456 },
      offeredAtPly: { first: 33, second: 34 },
    },
    ...{ version: plies + 3, berserk: { first: true, second: true } },
    ...{
      lastAtMs: START_MS + 6_123 * plies,
      paidOffAtMs: { first: START_MS + 1, second: START_MS + 2 },
    },
  };
  return finish(game, { winner: 'second', ending: 'resign', endedAtMs: START_MS + 6_123 * plies });
}

/** Names of usual length, and the longest ones in the Latin script. */
const NAMES = ['Kofi Annor', 'Ö'.repeat(30)];

describe('the item of a game', () => {
  // Draughts: a capture of several pieces takes more than two bytes.
  it.each<[GameKind, number, number]>([
    ['oware', 70, 1],
    ['chess', 80, 2],
    ['draughts', 100, 2.1],
  ])('of %s is one write unit at %i plies, and for a while yet', (kind, plies, bytesPerPly) => {
    for (const name of NAMES) {
      const sizeAt = (at: number) => sizeOf(longGame(kind, name, at, bytesPerPly));
      let last = plies;
      while (sizeAt(last + 1) <= WRITE_UNIT_BYTES) last++;
      console.log(`${kind}, ${name}: ${sizeAt(plies)} bytes at ${plies}, one unit up to ${last}`);

      expect(sizeAt(last)).toBeLessThanOrEqual(WRITE_UNIT_BYTES);
      if (name === NAMES[0]) expect(last).toBeGreaterThanOrEqual(1.25 * plies);
    }
  });
});
