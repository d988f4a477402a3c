import { type Ending, PLIES_MAX } from '../../../shared/game/game.ts';
import type { ExportGame, LineOf } from '../../../shared/protocol/export.ts';
import { type Position, rulesOf } from '../../../shared/rules/registry.ts';
import { type Outcome, otherSide, type Side, sideAt } from '../../../shared/rules/rules.ts';
import type { Findings } from './findings.ts';

type Game = LineOf<'game'>;
type GameEnding = Game['ending'];

/** Endings that only the rules of a game give. */
const BY_RULES: readonly GameEnding[] = ['majority', 'noMove', 'repetition'] satisfies Ending[];
const WON: readonly GameEnding[] = ['majority', 'checkmate', 'resign', 'noShow'];
const DRAWN: readonly GameEnding[] = [
  ...(['agreement', 'tooLong', 'insufficient', 'threefold', 'fivefold', 'fiftyMoves'] as const),
  'voided',
];

/** The form of a whole game's moves, by which games of one kind cannot pass for another. */
const FORM: { readonly [G in ExportGame]: RegExp } = {
  oware: /^[A-Fa-f]*$/,
  chess: /^(?:[a-h][1-8][a-h][1-8][qrbn]?(?: |$))*$/,
  draughts: /^(?:\d{1,2}(?:[-x]\d{1,2})+(?: |$))*$/,
};

/** Looks at a game by itself: whether its moves are legal, and end it as the line says. */
export function replayGame(kind: ExportGame, game: Game, findings: Findings): void {
  const { ending, winner, moves } = game;
  const subject = `game ${game.id}`;
  if (WON.includes(ending) && winner === null) {
    findings.differ(subject, 'winner', winner, `somebody, by ${ending}`);
  }
  if (DRAWN.includes(ending) && winner !== null) {
    findings.differ(subject, 'winner', winner, `nobody, by ${ending}`);
  }
  for (const field of ['firstGlicko', 'secondGlicko'] as const) {
    if (game[field] !== undefined) findings.cannot('ratings are not computed yet', field);
  }
  if (moves === undefined) return;
  if (!FORM[kind].test(moves)) findings.differ(subject, 'moves', moves, `moves of ${kind}`);
  else if (kind === 'oware') replayOware(game, moves, findings);
  else findings.cannot(`${kind} is not replayed yet`, 'moves');
}

function replayOware(game: Game, moves: string, findings: Findings): void {
  const subject = `game ${game.id}`;
  const rules = rulesOf('oware');
  let position = rules.replay(new Uint8Array());
  for (const [ply, move] of [...moves].entries()) {
    const played = rules.move(position, move);
    if (played === null) {
      const stored = `${move} as ply ${ply + 1}`;
      findings.judge(false, subject, 'moves', stored, legalMoves(position));
      return;
    }
    position = played.position;
  }
  findings.judge(true, subject, 'moves', moves, moves);
  findings.compare(subject, 'plies', game.plies, moves.length);
  compareEnd(game, position, moves.length, findings);
}

function legalMoves(position: Position): string {
  const legal = rulesOf('oware').legal(position);
  return legal.length === 0 ? 'the game is over' : `one of ${legal.join(' ')}`;
}

/** How the line says that it ended must be possible in the last position. */
function compareEnd(game: Game, position: Position, plies: number, findings: Findings): void {
  const { ending, winner } = game;
  const subject = `game ${game.id}`;
  const outcome = rulesOf('oware').outcome(position);
  if (outcome !== null) {
    findings.compare(subject, 'winner', winner, outcome.winner);
    if (ending === 'unknown') findings.cannot('the ending is unknown', 'ending');
    else findings.compare(subject, 'ending', ending, outcome.ending);
    return;
  }
  if (BY_RULES.includes(ending)) {
    findings.judge(false, subject, 'ending', ending, 'the game is not over by its moves');
    return;
  }
  const expected = winnerOf(position, plies, ending);
  if (expected !== undefined) findings.compare(subject, 'winner', winner, expected.winner);
  if (ending === 'noShow' && plies > 1) findings.differ(subject, 'ending', ending, 'both moved');
  if (ending === 'tooLong' && plies < PLIES_MAX) {
    findings.differ(subject, 'ending', ending, `less than ${PLIES_MAX} plies`);
  }
}

/** Who wins when time runs out here: whoever is not to move, if he still can. */
function winnerOf(
  position: Position,
  plies: number,
  ending: GameEnding,
): Pick<Outcome, 'winner'> | undefined {
  const other: Side = otherSide(sideAt(plies));
  if (ending === 'noShow') return { winner: other };
  if (ending !== 'flag') return undefined;
  return { winner: rulesOf('oware').canWin(position, other) ? other : null };
}
