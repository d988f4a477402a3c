import { unreachable } from '../core/assert.ts';
import { chess } from './chess.ts';
import { draughts } from './draughts.ts';
import { oware } from './oware.ts';
import type { GameKind, Rules } from './rules.ts';

/** The rules of a game kind: nobody else needs to know which one a game is of. */
export function rulesOf(kind: GameKind): Rules<Position> {
  switch (kind) {
    case 'oware':
      return sealed(oware);
    case 'chess':
      return sealed(chess);
    case 'draughts':
      return sealed(draughts);
    default:
      return unreachable(kind);
  }
}

declare const seal: unique symbol;

/** A position of some kind. Only the rules that made it can read it. */
export interface Position {
  readonly [seal]: never;
}

/** Hides what a position is made of, so that nobody outside comes to depend on it. */
const sealed = <P>(rules: Rules<P>) => rules as unknown as Rules<Position>;
