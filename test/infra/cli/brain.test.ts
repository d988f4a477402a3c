import { describe, expect, it } from 'vitest';
import { type Board, createBoard, positionOf } from '../../../infra/cli/bots/board.ts';
import { type Brain, greedyBrain, randomBrain } from '../../../infra/cli/bots/brain.ts';
import { type SeededRandom, seededRandom } from '../../../shared/core/random.ts';
import {
  GAME_KINDS,
  type GameKind,
  otherSide,
  type Side,
  sideAt,
} from '../../../shared/rules/rules.ts';
import { gameId } from '../../support/builders.ts';

const SEED = Number(process.env.SEED ?? 1);
console.log(`brains: SEED=${SEED}`);

const FOOLS_MATE = 'f2f3 e7e5 g2g4';

const seen = (kind: GameKind, moves: string, id = 1) => ({ id: gameId(id), kind, moves });

/** Lists the moves of a game between two brains, until its end or so many plies. */
function play(kind: GameKind, brains: readonly Brain[], pliesMax: number, random: SeededRandom) {
  const boardOf = createBoard();
  const moves: string[] = [];
  for (;;) {
    const board = boardOf(seen(kind, moves.join(' ')));
    const outcome = board.rules.outcome(board.position);
    if (outcome !== null || moves.length === pliesMax) return { moves, outcome };
    moves.push(brains[moves.length % 2]?.(board, random) ?? '');
  }
}

const asText = ({ rules, position, turn }: Board): string =>
  JSON.stringify([turn, rules.legal(position), rules.outcome(position, true)]);

describe('the board of a bot', () => {
  it.each(GAME_KINDS)('shows what a replay of all moves shows: %s', (kind) => {
    const { moves } = play(kind, [randomBrain, randomBrain], 60, seededRandom(SEED));
    const follow = createBoard();

    for (let ply = 0; ply <= moves.length; ply += 1 + (ply % 3)) {
      const game = seen(kind, moves.slice(0, ply).join(' '));
      const board = follow(game);
      expect(asText(board)).toBe(asText(positionOf(game)));
      expect(board.turn).toBe(sideAt(ply));
    }
  });

  it('follows another game, and one that is told anew from an earlier ply', () => {
    const follow = createBoard();
    const game = seen('oware', 'A a B b', 1);
    const before = seen('oware', 'A a B', 1);
    const other = seen('oware', 'A a B b', 2);
    const others = [seen('chess', 'e2e4', 3), seen('draughts', '32-28 19-23', 4)];

    for (const one of [game, before, game, other, ...others, game]) {
      expect(asText(follow(one))).toBe(asText(positionOf(one)));
    }
  });
});

describe('a bot', () => {
  it.each(GAME_KINDS)('plays legal moves to the end of a game: %s', (kind) => {
    const { moves } = play(kind, [greedyBrain, randomBrain], 40, seededRandom(SEED));
    const { rules, position } = positionOf(seen(kind, moves.join(' ')));

    expect(moves.length === 40 || rules.outcome(position) !== null).toBe(true);
  });

  it.each(['oware', 'draughts'] as const)('that looks ahead beats one who does not: %s', (kind) => {
    const random = seededRandom(SEED);
    const greedy = (index: number): Side => (index % 2 === 0 ? 'first' : 'second');
    const winners = Array.from({ length: 20 }, (_, index) => {
      const brains = [greedyBrain, randomBrain];
      return play(kind, index % 2 === 0 ? brains : brains.reverse(), 300, random).outcome?.winner;
    });
    const won = winners.filter((winner, index) => winner === greedy(index)).length;
    const lost = winners.filter((winner, index) => winner === otherSide(greedy(index))).length;

    expect(won - lost).toBeGreaterThan(10);
  });

  it('mates when it sees it', () => {
    const board = positionOf(seen('chess', FOOLS_MATE));
    const choices = Array.from({ length: 40 }, (_, seed) =>
      greedyBrain(board, seededRandom(1_000 * SEED + seed)),
    );

    // One of 30 moves, of which it looks at six.
    expect(choices.filter((text) => text === 'd8h4').length).toBeGreaterThan(1);
  });
});
