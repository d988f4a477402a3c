import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Chess } from 'chess.js';
import { present } from '../../shared/core/assert.ts';
import { chess } from '../../shared/rules/chess.ts';
import { CHESS_START, type ChessPosition, play } from '../../shared/rules/chess-board.ts';
import { formatFen, moveNamed } from '../../shared/rules/chess-notation.ts';
import { type Side, sideAt } from '../../shared/rules/rules.ts';
import { WINNERS } from '../arena/tournaments.ts';
import { FOLDER } from '../support/published.ts';

export interface PublishedGame {
  /** SAN, one a ply; empty when nobody moved. */
  readonly san: readonly string[];
  readonly winner: Side | null;
  /** 'Normal': by the rules, by resignation or agreement; 'Time forfeit'; 'Abandoned': no show. */
  readonly termination: string;
}

interface MovesFile {
  readonly moves: readonly { readonly n: number; readonly san: string }[];
}
interface ArenaFile {
  readonly games: readonly {
    readonly n: number;
    readonly result: string;
    readonly termination: string;
  }[];
}

const read = <T>(file: string): T =>
  JSON.parse(readFileSync(join(present(FOLDER, 'ARENA_VECTORS'), file), 'utf8'));

/** The games of the published arena, with their results. */
export function publishedGames(): PublishedGame[] {
  const { moves } = read<MovesFile>('arena_lichess_A.moves.json');
  const { games } = read<ArenaFile>('arena_lichess_A.json');
  const byNumber = new Map(games.map((game) => [game.n, game]));
  return moves.map(({ n, san }) => {
    const { result, termination } = present(byNumber.get(n), `game ${n}`);
    const winner = WINNERS[result];
    if (winner === undefined) throw new Error(`no result: ${result}`);
    return { san: san === '' ? [] : san.split(' '), winner, termination };
  });
}

const SAN = /^([NBRQK]?)([a-h]?)([1-8]?)x?([a-h][1-8])(?:=([NBRQ]))?[+#]?$/;

/**
 * The move that a SAN means: the pieces that it may speak of are tried on the rules, and one alone
 * must be able to go there. (chess.js takes ten times as long to read a game of SAN.)
 */
export function playSan(position: ChessPosition, san: string) {
  const moves = textsOf(position, san).flatMap((text) => {
    const move = chess.move(position, text);
    return move === null ? [] : { text, ...move };
  });
  const [only] = moves;
  if (only === undefined || moves.length > 1) {
    throw new Error(`${san} at ply ${position.ply} may be any of [${moves.map((it) => it.text)}]`);
  }
  return only;
}

function textsOf(position: ChessPosition, san: string): string[] {
  const isFirst = sideAt(position.ply) === 'first';
  const home = isFirst ? '1' : '8';
  if (san.startsWith('O-O-O')) return [`e${home}c${home}`];
  if (san.startsWith('O-O')) return [`e${home}g${home}`];
  const [, letter, file, rank, to, promotion = ''] = present(SAN.exec(san), `SAN in ${san}`);
  const piece = isFirst ? letter || 'P' : (letter || 'p').toLowerCase();
  return position.squares.flatMap((one, square) => {
    const from = `${'abcdefgh'[square % 8]}${8 - Math.trunc(square / 8)}`;
    const isMeant = one === piece && from.includes(file ?? '') && from.includes(rank ?? '');
    return isMeant ? `${from}${to}${promotion.toLowerCase()}` : [];
  });
}

/**
 * Plays the games in chess.js and on our board; returns how many plies they had. Throws at the
 * first ply after which the diagrams differ.
 */
export function comparePlies(games: readonly PublishedGame[]): number {
  let plies = 0;
  for (const { san } of games) {
    const judge = new Chess();
    let position = CHESS_START;
    for (const one of san) {
      const { from, to, promotion = '' } = judge.move(one, { strict: true });
      const move = present(moveNamed(from + to + promotion), `move in ${one}`);
      position = play(position, move);
      const [ours, theirs] = [formatFen(position), judge.fen({ forceEnpassantSquare: true })];
      if (ours !== theirs) throw new Error(`${ours} after ${one} is ${theirs} in chess.js`);
      plies++;
    }
  }
  return plies;
}
