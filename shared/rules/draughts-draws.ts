import { BOARD_SQUARES, EMPTY, FIRST, KING, SECOND, type Squares } from './draughts-board.ts';
import type { RuleEnding } from './rules.ts';

/** The rule that draws a game once so many plies have counted towards it. */
export interface DrawRule {
  readonly plies: number;
  readonly ending: RuleEnding;
}

const MOVES_25: DrawRule = { plies: 50, ending: 'moves25' };
const MOVES_16: DrawRule = { plies: 32, ending: 'moves16' };
const MOVES_5: DrawRule = { plies: 10, ending: 'moves5' };
const FEW_PIECES = 4;

/**
 * The rule for this material, as played on lidraughts: a lone king against three pieces with a king
 * among them has 16 moves of each side, against one or two such pieces 5, and all else 25.
 */
export function drawRuleFor(squares: Squares): DrawRule {
  let first = 0;
  let second = 0;
  let firstKings = 0;
  let secondKings = 0;
  for (let square = 0; square < BOARD_SQUARES; square++) {
    const piece = squares[square] ?? EMPTY;
    if (piece === EMPTY) continue;
    if ((piece & FIRST) !== 0) first++;
    if ((piece & SECOND) !== 0) second++;
    if (piece === (FIRST | KING)) firstKings++;
    if (piece === (SECOND | KING)) secondKings++;
    if (first + second > FEW_PIECES) return MOVES_25;
  }
  const hasLoneSide = first === 1 || second === 1;
  if (!hasLoneSide || firstKings === 0 || secondKings === 0) return MOVES_25;
  return first + second === FEW_PIECES ? MOVES_16 : MOVES_5;
}

/**
 * Plies that count after one more, of which `counted` did before it. The ply that brings another
 * rule starts at 0. Under the rule of 25 so does whatever cannot be undone, a capture or a move of
 * a man; under the others, with so few pieces, nothing does.
 */
export function countedPlies(
  counted: number,
  before: Squares,
  after: Squares,
  isIrreversible: boolean,
): number {
  const rule = drawRuleFor(after);
  if (rule !== drawRuleFor(before)) return 0;
  return rule === MOVES_25 && isIrreversible ? 0 : counted + 1;
}
