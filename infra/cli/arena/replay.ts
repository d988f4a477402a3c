import { PLIES_MAX } from '../../../shared/game/game.ts';
import type { LineOf } from '../../../shared/protocol/export.ts';
import { type Position, rulesOf } from '../../../shared/rules/registry.ts';
import {
  EVERY_RULE_ENDING,
  type GameKind,
  type Outcome,
  otherSide,
  RULE_ENDINGS,
  type RuleEnding,
  type Side,
  sideAt,
} from '../../../shared/rules/rules.ts';
import type { Findings } from './findings.ts';

type Game = LineOf<'game'>;
type GameEnding = Game['ending'];

/** Endings that the rules of a kind give. */
const BY_RULES: { readonly [K in GameKind]: readonly RuleEnding[] } = RULE_ENDINGS;
/** Endings that somebody wins, and others that nobody does; `noMove` draws oware alone. */
const WON: readonly GameEnding[] = ['majority', 'checkmate', 'resign', 'noShow'];
const DRAWN: readonly GameEnding[] = [
  ...(['stalemate', 'insufficient', 'threefold', 'fivefold', 'fiftyMoves'] as const),
  ...(['moves25', 'moves16', 'moves5', 'agreement', 'tooLong', 'voided'] as const),
];

/** The form of a whole game's moves, by which games of one kind cannot pass for another. */
const FORM: { readonly [K in GameKind]: RegExp } = {
  oware: /^[A-Fa-f]*$/,
  chess: /^(?:[a-h][1-8][a-h][1-8][qrbn]?(?: |$))*$/,
  draughts: /^(?:\d{1,2}(?:[-x]\d{1,2})+(?: |$))*$/,
};

/** Looks at a game by itself: whether its moves are legal, and end it as the line says. */
export function replayGame(kind: GameKind, game: Game, findings: Findings): void {
  const { ending, winner, moves } = game;
  const subject = `game ${game.id}`;
  const mustBeWon = WON.includes(ending) || (ending === 'noMove' && kind !== 'oware');
  if (mustBeWon && winner === null) {
    findings.differ(subject, 'winner', winner, `somebody, by ${ending}`);
  }
  if (DRAWN.includes(ending) && winner !== null) {
    findings.differ(subject, 'winner', winner, `nobody, by ${ending}`);
  }
  if (isRuleEnding(ending) && !BY_RULES[kind].includes(ending)) {
    findings.differ(subject, 'ending', ending, `an ending of ${kind}`);
  }
  if (moves === undefined) return;
  if (!FORM[kind].test(moves)) findings.differ(subject, 'moves', moves, `moves of ${kind}`);
  else replayMoves(kind, game, textsIn(kind, moves), findings);
}

const isRuleEnding = (ending: GameEnding): ending is RuleEnding =>
  EVERY_RULE_ENDING.some((one) => one === ending);

const textsIn = (kind: GameKind, moves: string): readonly string[] =>
  kind === 'oware' ? [...moves] : moves.split(' ').filter((text) => text !== '');

function replayMoves(
  kind: GameKind,
  game: Game,
  texts: readonly string[],
  findings: Findings,
): void {
  const subject = `game ${game.id}`;
  const rules = rulesOf(kind);
  let position = rules.replay(new Uint8Array());
  for (const [ply, text] of texts.entries()) {
    const played = rules.move(position, text);
    if (played === null) {
      const stored = `${text} as ply ${ply + 1}`;
      findings.judge(false, subject, 'moves', stored, legalMoves(kind, position));
      return;
    }
    position = played.position;
  }
  findings.judge(true, subject, 'moves', game.moves, game.moves);
  findings.compare(subject, 'plies', game.plies, texts.length);
  compareEnd(kind, game, position, texts.length, findings);
}

function legalMoves(kind: GameKind, position: Position): string {
  const legal = rulesOf(kind).legal(position);
  return legal.length === 0 ? 'the game is over' : `one of ${legal.join(' ')}`;
}

/** How the line says that it ended must be possible in the last position. */
function compareEnd(
  kind: GameKind,
  game: Game,
  position: Position,
  plies: number,
  findings: Findings,
): void {
  const { ending, winner } = game;
  const subject = `game ${game.id}`;
  const outcome = outcomeBy(kind, ending, position);
  if (outcome !== null) {
    findings.compare(subject, 'winner', winner, outcome.winner);
    if (ending === 'unknown') findings.cannot('the ending is unknown', 'ending');
    else findings.compare(subject, 'ending', ending, outcome.ending);
    return;
  }
  if (isRuleEnding(ending)) {
    findings.judge(false, subject, 'ending', ending, 'the game is not over by its moves');
    return;
  }
  const expected = winnerOf(kind, position, plies, ending);
  if (expected !== undefined) findings.compare(subject, 'winner', winner, expected.winner);
  if (ending === 'noShow' && plies > 1) findings.differ(subject, 'ending', ending, 'both moved');
  if (ending === 'tooLong' && plies < PLIES_MAX) {
    findings.differ(subject, 'ending', ending, `less than ${PLIES_MAX} plies`);
  }
}

/** What the rules say; an end that has to be claimed is one only where the line says it was. */
function outcomeBy(kind: GameKind, ending: GameEnding, position: Position): Outcome | null {
  const rules = rulesOf(kind);
  const outcome = rules.outcome(position);
  if (outcome !== null || !isRuleEnding(ending)) return outcome;
  const claimed = rules.outcome(position, true);
  return claimed?.ending === ending ? claimed : null;
}

/** Who wins when time runs out here: whoever is not to move, if he still can. */
function winnerOf(
  kind: GameKind,
  position: Position,
  plies: number,
  ending: GameEnding,
): Pick<Outcome, 'winner'> | undefined {
  const other: Side = otherSide(sideAt(plies));
  if (ending === 'noShow') return { winner: other };
  if (ending !== 'flag') return undefined;
  return { winner: rulesOf(kind).canWin(position, other) ? other : null };
}
