import assert from 'node:assert/strict';
import { describe, expect, it } from 'vitest';
import { BEHAVIOUR } from '../../../../infra/cli/simulation/crowd.ts';
import type { History } from '../../../../infra/cli/simulation/history.ts';
import {
  PAIRING_NAMES,
  PAIRING_RULES,
  type PairingName,
} from '../../../../infra/cli/simulation/rules.ts';
import { type Step, sequencesOf } from '../../../../infra/cli/simulation/sequences.ts';
import { simulate } from '../../../../infra/cli/simulation/simulate.ts';
import { PRESETS } from '../../../../shared/arena/policy.ts';
import { present } from '../../../../shared/core/assert.ts';
import { SEED, seedsFrom, setupOf, withoutCpu } from './arenas.ts';
import { checkSides } from './sides-given.ts';

console.log(`simulated arenas: SEED=${SEED}`);

/** Handfuls meet every corner: duels, odd ones out, a lobby with one alone. */
const SIZES: readonly (readonly [players: number, minutes: number])[] = [
  [2, 90],
  [3, 90],
  [4, 90],
  [9, 90],
  [60, 40],
  [250, 20],
];

const ARENAS = PAIRING_NAMES.flatMap((name) =>
  SIZES.map(([players, minutes]) => ({ name, players, minutes })),
);

const run = (name: PairingName, seed: number, players: number, minutes = 90): History =>
  simulate(setupOf(seed, { players, durationMs: minutes * 60_000 }), PAIRING_RULES[name]);

describe('a simulated arena', () => {
  it.each(ARENAS)('keeps the laws with $name and $players players', (arena) => {
    for (const seed of seedsFrom(2)) {
      checkLaws(run(arena.name, seed, arena.players, arena.minutes), arena.name);
    }
  });

  it('keeps the laws where points are kept close and pairing never closes', () => {
    const history = simulate(setupOf(SEED, { policy: PRESETS.classic }), PAIRING_RULES.ours);

    checkLaws(history, 'tossed');
    expect(history.closesAtMs).toBe(history.endsAtMs);
  });

  it.each(PAIRING_NAMES)('is the same for the same seed, and another for another: %s', (name) => {
    const one = withoutCpu(run(name, SEED, 30));

    expect(withoutCpu(run(name, SEED, 30))).toEqual(one);
    expect(withoutCpu(run(name, SEED + 1, 30))).not.toEqual(one);
  });

  it('has the same crowd under every pairing', () => {
    const own = run('ours', SEED, 100);
    const other = run('lichess', SEED, 100);
    const arrivals = ({ players }: History) => players.map(({ arrivesAtMs }) => arrivesAtMs);

    expect(own.games).not.toEqual(other.games);
    expect(arrivals(own)).toEqual(arrivals(other));
    const [breaks, otherBreaks] = [breaksOf(own), breaksOf(other)];
    expect(breaks.flat().filter(Boolean).length).toBeGreaterThan(20);
    for (const [index, afterGames] of breaks.entries()) {
      const others = otherBreaks[index] ?? [];
      const common = Math.min(afterGames.length, others.length);
      expect(afterGames.slice(0, common)).toEqual(others.slice(0, common));
    }
  });
});

/** Of every player, which of his finished games he took a pause after. */
const breaksOf = (history: History): boolean[][] =>
  sequencesOf(history).map((sequence, index) => {
    const starts = new Set(history.players[index]?.pauses.map(({ fromMs }) => fromMs));
    return sequence
      .filter(({ game }) => game.endedAtMs < history.closesAtMs)
      .map(({ game }) => starts.has(game.endedAtMs));
  });

function checkLaws(history: History, name: PairingName | 'tossed'): void {
  assert.ok(history.games.length > 1, 'an arena has games');
  const sequences = sequencesOf(history);
  for (const [index, sequence] of sequences.entries()) {
    for (const step of sequence) {
      checkSeat(history, index, step);
      // The waves look back at so many games and no further.
      if (name === 'ours' || name === 'tossed') checkRematch(step);
    }
  }
  checkSides(sequences, name);
  for (const { fromMs, untilMs } of history.players.flatMap(({ pauses }) => pauses)) {
    assert.ok(untilMs - fromMs >= BEHAVIOUR.pauseLeastMs, 'a pause is longer than a return');
    assert.ok(untilMs - fromMs <= BEHAVIOUR.pauseMostMs, 'a pause comes to its end');
  }
  for (const { player, readyAtMs } of history.unpaired) {
    const freeAtMs = sequences[player]?.at(-1)?.game.endedAtMs ?? 0;
    assert.ok(readyAtMs >= freeAtMs && readyAtMs < history.closesAtMs, 'who is left has waited');
  }
}

/** One seat of one game against all that its player did before. */
function checkSeat(history: History, index: number, { game, seat, opponent, before }: Step): void {
  const { arrivesAtMs, pauses } = present(history.players[index], 'player of a seat');
  const { readyAtMs, avoidableMs } = seat;
  const { startedAtMs, rows } = game;
  assert.ok(seat.player === index && opponent !== index, 'two players have the two seats');
  assert.ok(startedAtMs < history.closesAtMs, 'nobody is paired once pairing is closed');
  assert.ok(readyAtMs >= Math.max(0, arrivesAtMs), 'nobody is ready before he comes');
  assert.ok(startedAtMs >= readyAtMs, 'nobody is paired before he is ready');
  assert.ok(avoidableMs >= 0 && avoidableMs <= startedAtMs - readyAtMs, 'a part of the wait');
  assert.ok(seat.position < rows, 'everybody in a game is in the table');
  const isAway = pauses.some(({ fromMs, untilMs }) => fromMs < startedAtMs && readyAtMs < untilMs);
  assert.ok(!isAway, 'nobody waits or is paired while he pauses');
  assert.ok(before === null || readyAtMs > before.game.endedAtMs, 'one game at a time');
}

const checkRematch = ({ before, opponent, game }: Step): void =>
  assert.ok(before?.opponent !== opponent || game.isDuel, 'nobody meets the same opponent twice');
