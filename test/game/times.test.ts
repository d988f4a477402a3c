import { describe, expect, it } from 'vitest';
import { type SeededRandom, seededRandom } from '../../shared/core/random.ts';
import { berserkLimitMs, initialTimeMs } from '../../shared/game/clock.ts';
import { type Game, type LiveGame, turnOf } from '../../shared/game/game.ts';
import { appendTime, clocksAfter, remainingAfter, timesOf } from '../../shared/game/times.ts';
import { SIDES, type Side, sideAt } from '../../shared/rules/rules.ts';
import { afterMoves, decide, moveIn, newGame, nextLive, START_MS } from './board.ts';

const GAMES = 120 * Number(process.env.SEEDS ?? 1);
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
console.log(`times: SEED=${SEED}, ${GAMES} games`);

const PLIES_MAX = 90;
const HOUR_MS = 3_600_000;

const oneOf = <T>(random: SeededRandom, values: readonly T[]): T =>
  values[random.below(values.length)] as T;

/** A game of any clock, just paired. */
const anyGame = (random: SeededRandom): LiveGame =>
  newGame({
    limitMs: oneOf(random, [0, 30_000, 61_001, 180_000, 3 * HOUR_MS]),
    incrementMs: oneOf(random, [0, 1_000, 2_500, 10_000]),
    lagAllowanceMs: oneOf(random, [0, 0, 137, 1_000]),
    firstMoveMs: oneOf(random, [11_000, 21_000, null]),
  });

/** How long the next turn takes (ms), below zero where the gateway is behind; never too long. */
function anyWaitMs(random: SeededRandom, game: LiveGame): number {
  const leftMs = game.deadlineMs - game.lastAtMs;
  const waitMs = oneOf(random, [
    () => random.below(150),
    () => random.below(9_000) - 1_000,
    () => random.below(60_000),
    () => Math.floor(leftMs * random.unit()),
    () => leftMs,
  ]);
  return Math.min(leftMs, random.unit() < 0.9 ? random.below(4_000) : waitMs());
}

/** Either side may go berserk before its first move, whoever's turn it is. */
function berserked(random: SeededRandom, game: LiveGame): LiveGame {
  const wanted = SIDES.filter((side) => game.ply <= SIDES.indexOf(side) && random.unit() < 0.2);
  return wanted.reduce((before, side) => {
    const decision = decide(before, side, { t: 'berserk' }, { atMs: START_MS, nowMs: START_MS });
    return decision.kind === 'progress' ? (decision.game as LiveGame) : before;
  }, game);
}

/** Plays on at random; every game that was stored with a move, and when that came (epoch ms). */
function* turnsOf(random: SeededRandom): Generator<readonly [Game, atMs: number]> {
  let game = anyGame(random);
  while (game.ply < PLIES_MAX) {
    game = berserked(random, game);
    const atMs = game.lastAtMs + anyWaitMs(random, game);
    const moment = { atMs, nowMs: Math.max(atMs, START_MS) };
    const decision = decide(game, turnOf(game), moveIn(game, random.below(6)), moment);
    if (decision.kind !== 'progress') throw new Error(JSON.stringify(decision));
    yield [decision.game, Math.max(atMs, game.lastAtMs)];
    if (decision.game.state === 'done') return;
    game = decision.game;
  }
}

/** What a side starts with. */
const startMs = ({ limitMs, incrementMs, berserk }: Game, side: Side): number =>
  berserk[side] ? berserkLimitMs(limitMs, incrementMs) : initialTimeMs(limitMs, incrementMs);

describe('the times of the turns', () => {
  it('are the instants of the moves, and give back the stored clocks at every ply', () => {
    const seen = { berserk: 0, halfMinute: 0, hour: 0, none: 0, plies: 0 };
    for (let index = 0; index < GAMES; index++) {
      const instants = [START_MS];
      const shown: number[] = [];
      for (const [game, atMs] of turnsOf(seededRandom(SEED + index))) {
        const label = `SEED=${SEED + index}, ply ${game.ply}`;
        const mover = sideAt(game.ply - 1);
        instants.push(atMs);
        shown.push(game.remainingMs[mover]);
        const took = instants.slice(1).map((at, ply) => at - (instants[ply] as number));
        const times = timesOf(game);
        expect(times, label).toEqual(took);
        expect(clocksAfter(game, took), label).toEqual(shown);
        expect(remainingAfter(game, took), label).toEqual(game.remainingMs);
        const last = took.at(-1) as number;
        seen.plies++;
        if (game.berserk[mover]) seen.berserk++;
        if (last >= 2 ** 15) seen.halfMinute++;
        if (last >= 2 ** 22) seen.hour++;
        if (last === 0) seen.none++;
      }
    }
    console.log(`times: ${JSON.stringify(seen)}`);
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
  });

  it('of nobody are none, and both clocks are those of the start', () => {
    const paired = newGame();
    const opened = nextLive(paired, 'second', { t: 'berserk' }, { atMs: START_MS, nowMs: 0 });

    expect(timesOf(paired)).toEqual([]);
    for (const game of [paired, opened]) {
      expect(remainingAfter(game, [])).toEqual(game.remainingMs);
      expect(SIDES.map((side) => startMs(game, side))).toEqual(Object.values(game.remainingMs));
    }
  });

  it('are known of every turn or of none: an older version stored moves without them', () => {
    const before = { ...afterMoves(newGame(), 'CaDb'), times: new Uint8Array() };
    const after = nextLive(before, 'first', moveIn(before), {
      atMs: START_MS + 9_000,
      nowMs: START_MS + 9_000,
    });

    expect([timesOf(before), timesOf(after)]).toEqual([null, null]);
    expect(after.times.length).toBeGreaterThan(0);
  });
});

describe('a packed time', () => {
  const read = (times: Uint8Array, ply: number) => timesOf({ times, ply });

  it.each([
    [0, 2],
    [127, 2],
    [32_767, 2],
    [32_768, 3],
    [2 ** 22 - 1, 3],
    [2 ** 22, 4],
    [2 ** 30 - 1, 4],
  ])('of %i ms has %i bytes, and is read between others', (ms, bytes) => {
    const times = [5_000, ms, 2 ** 20, ms].reduce<Uint8Array>(appendTime, new Uint8Array());

    expect(times.length).toBe(2 + bytes + 3 + bytes);
    expect(read(times, 4)).toEqual([5_000, ms, 2 ** 20, ms]);
  });

  it.each([-1, 0.5, 2 ** 30, Number.NaN])('is never one of %f ms', (ms) => {
    expect(() => appendTime(new Uint8Array(), ms)).toThrow('invariant broken');
  });

  it('is not read from half of its bytes', () => {
    const times = appendTime(new Uint8Array(), 40_000);

    expect(() => read(times.subarray(0, -1), 1)).toThrow('invariant broken');
  });
});
