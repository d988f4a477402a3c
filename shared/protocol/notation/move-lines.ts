import { sideAt } from '../../rules/rules.ts';
import { clockText } from './clocks.ts';

/** PGN standard, 8.2.1: fewer than 80 printing characters in a line. */
const LINE_CHARACTERS_MAX = 79;

/** A move of a text, and what its player had left then (ms); null: nobody knows. */
interface Written {
  readonly move: string;
  readonly clockMs: number | null;
}

/**
 * Numbered moves and the result, broken between moves: a number stays with its move, and so does
 * a clock. That is a comment which readers of PGN and PDN know; after one the second mover's moves
 * have numbers, too (PGN standard, 8.2.2.2).
 */
export function moveLines(moves: readonly Written[], result: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of [...moves.map(written), result]) {
    if (line.length + 1 + word.length > LINE_CHARACTERS_MAX) {
      lines.push(line);
      line = word;
    } else {
      line += line === '' ? word : ` ${word}`;
    }
  }
  return [...lines, line];
}

function written({ move, clockMs }: Written, ply: number): string {
  const number = Math.floor(ply / 2) + 1;
  const isFirst = sideAt(ply) === 'first';
  if (clockMs === null) return isFirst ? `${number}. ${move}` : move;
  return `${number}${isFirst ? '.' : '...'} ${move} {[%clk ${clockText(clockMs)}]}`;
}
