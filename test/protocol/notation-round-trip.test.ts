import { Chess } from 'chess.js';
import { describe, expect, it } from 'vitest';
import { present } from '../../shared/core/assert.ts';
import { seededRandom } from '../../shared/core/random.ts';
import type { DoneGame } from '../../shared/game/game.ts';
import { timesOf } from '../../shared/game/times.ts';
import { gameText } from '../../shared/protocol/notation/notation.ts';
import { sanTexts } from '../../shared/protocol/notation/san.ts';
import { chess } from '../../shared/rules/chess.ts';
import { CHESS_START } from '../../shared/rules/chess-board.ts';
import { rulesOf } from '../../shared/rules/registry.ts';
import type { GameKind } from '../../shared/rules/rules.ts';
import { packed } from '../rules/chess-vectors.ts';
import { ARENA, played, randomGame, readGames } from './notation-games.ts';

const SEEDS = Number(process.env.SEEDS ?? 1);
const GAMES = 12 * SEEDS;
const PLIES_MAX = 240;
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
console.log(`notation round trips: SEED=${seed}, ${GAMES} games of each kind`);

const random = seededRandom(seed);
/** Of one in four nobody knows the times. */
const gamesOf = (kind: GameKind): readonly DoneGame[] =>
  Array.from({ length: GAMES }, (_, index) => {
    const game = randomGame(kind, random, PLIES_MAX);
    return index % 4 === 0 ? { ...game, times: new Uint8Array() } : game;
  });
const RANDOM_GAMES = {
  oware: gamesOf('oware'),
  chess: gamesOf('chess'),
  draughts: gamesOf('draughts'),
};

const LINE_CHARACTERS_MAX = 79;

/** The moves of the text, played one after the other by the rules, as they would be stored. */
function replayed(kind: GameKind, moves: readonly string[]): number[] {
  const rules = rulesOf(kind);
  let position = rules.replay(new Uint8Array());
  return moves.flatMap((text) => {
    const move = present(rules.move(position, text), `legal move ${text}`);
    position = move.position;
    return [...move.packed];
  });
}

const twoDigits = (number: number): string => `${Math.trunc(number)}`.padStart(2, '0');

/** The clocks of a game of three minutes and two seconds, by its times; none where unknown. */
function clocksOf(game: DoneGame): string[] {
  const left = [180_000, 180_000];
  return (timesOf(game) ?? []).map((ms, ply) => {
    const before = left[ply % 2] ?? 0;
    const now = ply < 2 ? before : before - ms + 2_000;
    left[ply % 2] = now;
    return `0:${twoDigits(now / 60_000)}:${twoDigits((now / 1_000) % 60)}`;
  });
}

describe.each(['oware', 'draughts'] as const)('games of %s as text', (kind) => {
  it('replay to the stored moves', () => {
    for (const game of RANDOM_GAMES[kind]) {
      const [read] = readGames(gameText(ARENA, game));
      expect(replayed(kind, read?.moves ?? [])).toEqual([...game.moves]);
      expect(read?.clocks).toEqual(clocksOf(game));
    }
  });
});

const FAR = 'e2e4 e7e5 g1f3 b8c6 f1c4 d7d6 e1g1 c8g4 h2h3 d8d7 a2a3 e8c8';
const CHECK = 'f2f4 e7e5 f4e5 f7f6 e5f6 d7d6 f6g7 e8f7 g1h3 a7a6 g2g3 a6a5 f1g2 a5a4 e1g1';
const ROOKS = 'a2a4 a7a6 a1a3 a6a5 h2h4 b7b6 h4h5 b6b5 a3h3 b5b4 h1h2';
const PINNED = 'd2d4 e7e6 b1c3 f8b4 e2e4 a7a6 g1e2';

/** Three queens, two of them beside the third: one on its rank, one on its file. */
const QUEENS = [
  'h2h3 b8c6 g2g4 h7h6 a2a3 a8b8 b1c3 a7a6 f2f4 b7b5 g4g5 d7d6 g1f3 e8d7 a3a4 h6g5 f4g5 d8e8',
  'e2e4 b5a4 b2b4 h8h6 b4b5 f7f6 b5b6 e8f7 d2d3 e7e6 b6c7 g8e7 c7b8q c6d4 g5f6 d6d5 f6e7 f7g6',
  'e7f8q d4f3 d1f3 g6g5 f8f4',
].join(' ');

describe('games of chess as text', () => {
  it('are read by chess.js, with every move as it would write it', () => {
    const seen = new Set<string>();
    for (const game of RANDOM_GAMES.chess) {
      const text = gameText(ARENA, game);
      const judge = new Chess();
      judge.loadPgn(text, { strict: true });
      const history = judge.history({ verbose: true });

      expect(history.map(({ lan }) => lan)).toEqual(chess.texts(game.moves));
      expect(sanTexts(game.moves)).toEqual(history.map(({ san }) => san));
      const comments = judge.getComments().map(({ comment }) => comment);
      expect(comments).toEqual(clocksOf(game).map((clock) => `[%clk ${clock}]`));
      expect(judge.getHeaders()).toMatchObject(Object.fromEntries(readGames(text)[0]?.tags ?? []));
      for (const { san } of history) seen.add(san.replace(/[a-h](?=[x\d]|[a-h])|\d/g, '.'));
    }
    // Otherwise these games were too tame to prove anything.
    expect(seen.size).toBeGreaterThan(20);
  });

  it.each([
    ['castling to the far side', FAR, 'O-O-O'],
    ['castling with check', CHECK, 'O-O+'],
    ['a pawn that takes one that passes by', 'e2e4 a7a6 e4e5 d7d5 e5d6', 'exd6'],
    ['a capture that makes a knight', 'h2h4 g7g5 h4g5 h7h6 g5h6 a7a6 h6h7 a6a5 h7g8n', 'hxg8=N'],
    ['two knights of one rank', 'g1f3 a7a6 d2d3 b7b6 b1d2', 'Nbd2'],
    ['two rooks of one file', ROOKS, 'R1h2'],
    ['a queen that neither file nor rank tells from the others', QUEENS, 'Qf8f4'],
    ['a pinned knight that cannot go there', PINNED, 'Ne2'],
    ['the shortest mate', 'f2f3 e7e5 g2g4 d8h4', 'Qh4#'],
  ])('name %s', (_, moves, last) => {
    expect(sanTexts(packed(CHESS_START, moves.split(' '))).at(-1)).toBe(last);
  });
});

describe('the lines of a text', () => {
  it.each(['chess', 'draughts', 'oware'] as const)('fit the screen: %s', (kind) => {
    for (const game of RANDOM_GAMES[kind]) {
      const text = gameText(ARENA, game);
      const [, body = ''] = text.split('\n\n');
      const lines = body.split('\n');

      expect(text.endsWith(`\n\n${body}\n\n`)).toBe(true);
      for (const [index, line] of lines.entries()) {
        expect(line).toBe(line.trim());
        expect(line.length).toBeLessThanOrEqual(LINE_CHARACTERS_MAX);
        // Number, move and clock stay together, and no line ends before it has to.
        expect(line).not.toMatch(/\.$|\{[^}]*$/);
        const next = /^(\d+\.(\.\.)? )?\S+( \{[^}]*\})?/.exec(lines[index + 1] ?? '');
        const [following] = next ?? [];
        const joined = `${line} ${following ?? ''}`.length;
        if (following !== undefined) expect(joined).toBeGreaterThan(LINE_CHARACTERS_MAX);
      }
    }
  });

  it('have no empty one within a game, however many there are', () => {
    const games = ['', 'A', 'A a B'].map((moves) => played('oware', moves));
    const done = games.map((game): DoneGame => {
      const end = { winner: null, ending: 'agreement', endedAtMs: game.lastAtMs } as const;
      return { ...game, ...end, state: 'done' };
    });
    const text = done.map((game) => gameText(ARENA, game)).join('');

    expect(text).not.toContain('\n\n\n');
    expect(readGames(text).map(({ moves }) => moves.join(' '))).toEqual(['', 'A', 'A a B']);
  });
});
