/** The two seats of a game; 'first' moves first. White/black, South/North are words for display. */
export const SIDES = ['first', 'second'] as const;
export type Side = (typeof SIDES)[number];

export const GAME_KINDS = ['oware', 'chess', 'draughts'] as const;
export type GameKind = (typeof GAME_KINDS)[number];

export const otherSide = (side: Side): Side => (side === 'first' ? 'second' : 'first');

/** Whose turn it is after `ply` turns. */
export const sideAt = (ply: number): Side => (ply % 2 === 0 ? 'first' : 'second');

/** How the rules of each game end it. */
export const RULE_ENDINGS = {
  oware: ['majority', 'noMove', 'repetition'],
  chess: ['checkmate', 'stalemate', 'insufficient', 'threefold', 'fivefold', 'fiftyMoves'],
  draughts: ['noMove', 'threefold', 'moves25', 'moves16', 'moves5'],
} as const satisfies Readonly<Record<GameKind, readonly string[]>>;
export type RuleEnding = (typeof RULE_ENDINGS)[GameKind][number];

/** All of them, each once: draughts shares two with others. */
export const EVERY_RULE_ENDING: readonly RuleEnding[] = [
  ...new Set(GAME_KINDS.flatMap((kind): readonly RuleEnding[] => RULE_ENDINGS[kind])),
];

/** `winner` null is a draw. */
export interface Outcome {
  readonly winner: Side | null;
  readonly ending: RuleEnding;
}

/**
 * What the rest of the system knows about a game kind. A position is derived by replaying the
 * packed moves, which are all that is stored; `P` stays opaque outside the kind's own file.
 */
export interface Rules<P> {
  /**
   * Replays stored moves from the initial position, the first `plies` of them or all; throws when
   * the store is corrupt.
   */
  readonly replay: (moves: Uint8Array, plies?: number) => P;
  /** The move with this text as packed bytes, with the position after it; null when illegal. */
  readonly move: (position: P, text: string) => { packed: Uint8Array; position: P } | null;
  /** Every legal move as text, in board order; empty when the game is over. */
  readonly legal: (position: P) => readonly string[];
  /**
   * The end of the game by its own rules, or null while it goes on; with `claim` also an end that
   * comes only when a player asks for it.
   */
  readonly outcome: (position: P, claim?: boolean) => Outcome | null;
  /** Whether `side` could still win if the other side's time ran out. */
  readonly canWin: (position: P, side: Side) => boolean;
  /** Stored moves as texts, in order. */
  readonly texts: (moves: Uint8Array) => readonly string[];
}
