import type { Ending } from '../../shared/game/game.ts';
import type { Side } from '../../shared/rules/rules.ts';

/** How a game is meant to go, beside being played to its natural end. */
export interface Script {
  readonly berserk?: Side;
  /** Offered once by each side from this ply on, and always answered. */
  readonly offer?: { readonly ply: number; readonly agrees: boolean };
  readonly resign?: Cue;
  /** Makes no first move. */
  readonly noShow?: Side;
  /** Stops moving and stays on line: his time runs out. */
  readonly stall?: Cue;
  /** Has no network any more, and his opponent says so to the server. */
  readonly leave?: Cue;
  /** The organiser takes this player out. */
  readonly remove?: Cue;
  /** These moves, from the first one. */
  readonly line?: readonly string[];
  /** Thinks no longer than the bucket of commands makes him wait. */
  readonly steady?: true;
}

/** From his turn at this ply on. */
export interface Cue {
  readonly side: Side;
  readonly ply: number;
}

/** The endings that need somebody to want them, or are rare; the slow ones first. */
export const STAGED = [
  ...(['noShow', 'flag', 'abandoned', 'removed', 'repetition', 'noMove'] as const),
  ...(['resign', 'agreement'] as const),
] satisfies readonly Ending[];
export type Staged = (typeof STAGED)[number];

/** The endings by the rules of the game alone. */
export const OVER_THE_BOARD = ['majority', 'noMove', 'repetition'] as const;

/** Everything that can end a game of Oware. */
export const ENDINGS: readonly Ending[] = [
  ...OVER_THE_BOARD,
  ...(['agreement', 'resign', 'flag', 'noShow', 'abandoned', 'removed', 'tooLong'] as const),
];

/** The shortest games with these ends among 240,000 random ones. */
export const LINES = {
  noMove: 'B f D c F d E a C b A c D a F e E f F'.split(' '),
  repetition: 'C f F d B e E c D b A a F f B e C f D a A b B c E d F e'.split(' '),
};

const PLIES_MIN = 4;

/** A script that brings this ending, to `side` where somebody has to lose. */
export function scriptFor(ending: Staged, side: Side, below: (limit: number) => number): Script {
  const cue = { side, ply: PLIES_MIN + below(6) };
  switch (ending) {
    case 'noShow':
      return { noShow: side };
    case 'flag':
      // Half the time and no increment: his flag falls soon.
      return { berserk: side, stall: cue };
    case 'abandoned':
      return { leave: cue };
    case 'removed':
      return { remove: cue };
    case 'noMove':
    case 'repetition':
      return { line: LINES[ending] };
    case 'resign':
      return { resign: cue };
    case 'agreement':
      return { offer: { ply: cue.ply, agrees: true } };
  }
}
