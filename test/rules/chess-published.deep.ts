import { beforeAll, describe, expect, it } from 'vitest';
import { chess } from '../../shared/rules/chess.ts';
import { CHESS_START, type ChessPosition } from '../../shared/rules/chess-board.ts';
import { formatFen } from '../../shared/rules/chess-notation.ts';
import { type Outcome, otherSide, sideAt } from '../../shared/rules/rules.ts';
import { FOLDER } from '../support/published.ts';
import { comparePlies, type PublishedGame, playSan, publishedGames } from './chess-published.ts';

/** All of them are compared in the deep test. */
const COMPARED_EVERY = 50;
/** Five seconds of a quiet machine. */
const REPLAY_TIMEOUT_MS = 120_000;

if (FOLDER === null) console.log('published chess: SKIPPED (ARENA_VECTORS names no folder)');

interface Replayed extends PublishedGame {
  readonly position: ChessPosition;
  readonly outcome: Outcome | null;
}

/** A game that the rules have ended has no legal move: this throws if one ends too early. */
function replayed(game: PublishedGame): Replayed {
  const texts: string[] = [];
  const stored: number[] = [];
  let position = CHESS_START;
  for (const san of game.san) {
    const move = playSan(position, san);
    texts.push(move.text);
    stored.push(...move.packed);
    position = move.position;
  }
  const packed = Uint8Array.from(stored);
  expect(chess.texts(packed)).toEqual(texts);
  expect(formatFen(chess.replay(packed))).toBe(formatFen(position));
  return { ...game, position, outcome: chess.outcome(position) };
}

describe.skipIf(FOLDER === null)('the games of a published arena', () => {
  let games: readonly Replayed[];

  beforeAll(() => {
    games = publishedGames().map(replayed);
  }, REPLAY_TIMEOUT_MS);

  it('replay to their last ply, and end as published when the rules decide', () => {
    const decided = games.flatMap(({ outcome, ...game }) =>
      outcome === null ? [] : { ...game, ...outcome, published: game.winner },
    );
    const agreeing = decided.filter(
      ({ winner, published, termination }) => winner === published && termination === 'Normal',
    );
    const plies = games.reduce((sum, { san }) => sum + san.length, 0);
    const endings = Object.groupBy(decided, ({ ending }) => ending);
    const counts = Object.entries(endings).map(([ending, ended]) => `${ended?.length} ${ending}`);
    console.log(
      `published chess: ${games.length} games, ${plies} plies; the rules decide` +
        ` ${decided.length} results (${counts.join(', ')}), ${agreeing.length} as published`,
    );
    expect(agreeing).toHaveLength(decided.length);
    expect([games.length, plies, decided.length]).toEqual([1_463, 110_701, 420]);
  });

  it('are mates where a mate was written, and nowhere else', () => {
    const written = games.map(({ san }) => san.at(-1)?.endsWith('#') ?? false);
    expect(games.map(({ outcome }) => outcome?.ending === 'checkmate')).toEqual(written);
  });

  it('are lost on time exactly when the opponent could still win', () => {
    const flagged = games.filter(({ termination }) => termination === 'Time forfeit');
    const drawn = flagged.filter(({ winner }) => winner === null);
    console.log(`published chess: ${flagged.length} flags, ${drawn.length} of them draws`);
    for (const { position, winner } of flagged) {
      const opponent = otherSide(sideAt(position.ply));
      expect(chess.canWin(position, opponent) ? opponent : null).toBe(winner);
    }
    expect(drawn.length).toBeGreaterThan(0);
  });

  it('have the diagrams of chess.js at every ply', () => {
    const some = games.filter((_, index) => index % COMPARED_EVERY === 0);
    const plies = comparePlies(some);
    console.log(`published chess: ${some.length} games compared with chess.js, ${plies} plies`);
    expect(plies).toBe(some.reduce((sum, { san }) => sum + san.length, 0));
  });
});
