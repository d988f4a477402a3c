import { sideAt } from '../../rules/rules.ts';

/** PGN standard, 8.2.1: fewer than 80 printing characters in a line. */
const LINE_CHARACTERS_MAX = 79;

/** Numbered moves and the result, broken between moves: a number stays with its move. */
export function moveLines(moves: readonly string[], result: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of [...moves.map(numbered), result]) {
    if (line.length + 1 + word.length > LINE_CHARACTERS_MAX) {
      lines.push(line);
      line = word;
    } else {
      line += line === '' ? word : ` ${word}`;
    }
  }
  return [...lines, line];
}

const numbered = (move: string, ply: number): string =>
  sideAt(ply) === 'first' ? `${ply / 2 + 1}. ${move}` : move;
