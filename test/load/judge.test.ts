import { beforeEach, describe, expect, it } from 'vitest';
import { encodeEntity, placeOf } from '../../functions/aws/item.ts';
import type { Item } from '../../infra/local/dynamodb/item.ts';
import type { Entity } from '../../shared/app/entities.ts';
import { openPool } from '../../shared/arena/pool.ts';
import type { Row } from '../../shared/arena/row.ts';
import { finish } from '../../shared/game/finish.ts';
import type { LiveGame, Seat } from '../../shared/game/game.ts';
import { newRating } from '../../shared/game/glicko.ts';
import { startGame } from '../../shared/game/start.ts';
import {
  anIdleRow,
  anOpenArena,
  aReadyRow,
  arenaId,
  gameId,
  playerId,
  STARTS_AT_MS,
} from '../support/builders.ts';
import { judge, SILENCE_MS_MAX } from './judge.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { measureWaits } from './waits.ts';

const ARENA = anOpenArena();
const OTHER = arenaId(2);
const NOBODY = new Map();

let nowMs = STARTS_AT_MS;
let recorder: Recorder;
beforeEach(() => {
  nowMs = STARTS_AT_MS;
  recorder = createRecorder(() => nowMs);
});

/** One commit of the embedded database at this instant. */
function commit(atMs: number, ...entities: readonly Entity[]): void {
  nowMs = atMs;
  const items = entities.map((entity) => ({ ...placeOf(entity).key, ...encodeEntity(entity) }));
  const writes = items.map((put) => ({ table: 'any', put: put as unknown as Item }));
  recorder.onCommit({ t: 'dynamodb', writes, records: [], sequence: 0, tokens: [] });
}

function gameOf(which: number, first: number, second: number): LiveGame {
  const seat = (who: number): Seat => ({
    ...{
      player: playerId(who),
      name: `${who}`,
      rating: 1_500,
      glicko: newRating(1_500),
      gameNumber: 1,
      rank: null,
      points: 0,
      onFire: false,
    },
    ...{ connection: null, connectedAtMs: 7 },
  });
  return startGame({
    ...{ id: gameId(which), arena: ARENA.id, kind: 'oware', limitMs: 60_000, incrementMs: 0 },
    ...{ seats: { first: seat(first), second: seat(second) }, berserkable: true, rated: 'never' },
    ...{ firstMoveMs: 16_000, abandonClaimMs: null, lagAllowanceMs: 0 },
    ...{ startedAtMs: nowMs, endsAtMs: ARENA.endsAtMs },
  });
}

const playing = (who: number, game: LiveGame, part: Partial<Row> = {}): Row =>
  anIdleRow(who, { state: 'play', why: 'paired', game: game.id, ...part });

const ended = (game: LiveGame) =>
  finish(game, { winner: 'first', ending: 'resign', endedAtMs: nowMs });

/** A game from its pairing to its scoring, two seconds later. */
function played(atMs: number, game: LiveGame, [a, b]: readonly [number, number]): void {
  commit(atMs, playing(a, game), playing(b, game), game);
  commit(atMs + 2_000, ended(game));
  commit(atMs + 2_100, anIdleRow(a), anIdleRow(b));
}

const verdict = (silent: Parameters<typeof judge>[1] = NOBODY) => judge(recorder.changes, silent);

describe('the judge of a load', () => {
  beforeEach(() => commit(STARTS_AT_MS, aReadyRow(1), aReadyRow(2), aReadyRow(3)));

  it('finds nothing in a game that begins, ends and is scored', () => {
    played(STARTS_AT_MS + 100, gameOf(1, 1, 2), [1, 2]);

    expect(verdict()).toMatchObject({
      ...{ games: 1, doubleGames: [], pairedAfterSilence: [], otherOffences: [] },
    });
  });

  it('counts moves by the second in which they were stored', () => {
    const game = gameOf(1, 1, 2);
    commit(nowMs, playing(1, game), playing(2, game), game);
    commit(STARTS_AT_MS + 900, { ...game, ply: 1 });
    commit(STARTS_AT_MS + 1_100, { ...game, ply: 2 });
    commit(STARTS_AT_MS + 1_200, { ...game, ply: 2, offer: 'first' });

    const second = STARTS_AT_MS / 1_000;
    expect([...recorder.movesBySecond]).toEqual([
      [second, 1],
      [second + 1, 1],
    ]);
  });

  it('sees a player in two games', () => {
    const [one, two] = [gameOf(1, 1, 2), gameOf(2, 1, 3)];
    commit(nowMs, playing(1, one), playing(2, one), one);
    commit(nowMs, playing(1, two), playing(3, two), two);

    expect(verdict().doubleGames).toHaveLength(1);
    expect(verdict().otherOffences.join()).toContain('was paired and was not ready');
  });

  it('sees a player in two arenas', () => {
    commit(nowMs, anIdleRow(1, { arena: OTHER }));

    expect(verdict().otherOffences).toEqual([`${playerId(1)} sits in two arenas at once`]);
  });

  it('sees a game that his row does not know, and one that never ends', () => {
    const game = gameOf(1, 1, 2);
    commit(nowMs, playing(1, game), game);

    expect(verdict().otherOffences).toEqual([
      `the row of ${playerId(2)} does not know the new game ${game.id}`,
      `game ${game.id} never ended`,
      `${playerId(1)} plays for ever`,
    ]);
  });

  it.each([
    [SILENCE_MS_MAX, 0],
    [SILENCE_MS_MAX + 1, 1],
  ])('paired after %i ms of silence, it complains %i times', (silentForMs, complaints) => {
    const atMs = STARTS_AT_MS + 50_000;
    played(atMs, gameOf(1, 1, 2), [1, 2]);

    const seen = verdict(new Map([[playerId(2), atMs - silentForMs]]));
    expect(seen.pairedAfterSilence).toHaveLength(complaints);
    expect(seen.pairedWhileSilent).toBe(1);
    expect([...seen.lostInSilence]).toEqual([['lost by resign', 1]]);
  });
});

describe('waits of acceptable pairs', () => {
  const waits = () => measureWaits(ARENA, recorder.changes);
  const ready = (who: number, sinceMs: number, leaseMs = 25_000) =>
    aReadyRow(who, { readySinceMs: sinceMs, leaseUntilMs: sinceMs + leaseMs });
  const pairUp = (atMs: number, a: number, b: number) => {
    const game = gameOf(a, a, b);
    commit(atMs, playing(a, game), playing(b, game), game);
  };

  it('count from the second of the two, by seat and by pair', () => {
    commit(STARTS_AT_MS, openPool(ARENA.id));
    commit(STARTS_AT_MS + 1_000, ready(1, STARTS_AT_MS + 1_000));
    commit(STARTS_AT_MS + 5_000, ready(2, STARTS_AT_MS + 5_000));
    pairUp(STARTS_AT_MS + 5_300, 1, 2);

    expect(waits()).toMatchObject({ seats: [300, 300], pairs: [300], lobby: [4_300, 300] });
  });

  it('begin at the opening in the first wave, which is told apart', () => {
    commit(STARTS_AT_MS - 500, ready(1, STARTS_AT_MS), ready(2, STARTS_AT_MS));
    commit(STARTS_AT_MS, openPool(ARENA.id));
    pairUp(STARTS_AT_MS + 700, 1, 2);

    expect(waits()).toMatchObject({ seats: [], pairs: [], firstWave: [700, 700] });
  });

  it('begin anew for whoever is left alone, and do not count without a lease', () => {
    commit(STARTS_AT_MS, openPool(ARENA.id));
    const sinceMs = STARTS_AT_MS + 1_000;
    commit(sinceMs, ready(1, sinceMs), ready(2, sinceMs), ready(3, sinceMs, 4_000));
    pairUp(sinceMs + 200, 1, 2);
    commit(sinceMs + 6_000, ready(4, sinceMs + 6_000));
    commit(sinceMs + 6_500, ready(3, sinceMs + 6_500));
    pairUp(sinceMs + 6_600, 3, 4);

    expect(waits().seats).toEqual([200, 200, 100, 100]);
  });

  it('count until pairing closes where nobody is paired', () => {
    const sinceMs = ARENA.endsAtMs - 95_000;
    commit(sinceMs - 1_000, openPool(ARENA.id));
    commit(sinceMs, ready(1, sinceMs), ready(2, sinceMs));
    commit(ARENA.endsAtMs, anIdleRow(5));

    expect(waits()).toMatchObject({ seats: [5_000, 5_000], pairs: [5_000] });
  });
});
