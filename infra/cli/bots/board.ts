import { present } from '../../../shared/core/assert.ts';
import type { GameView } from '../../../shared/protocol/game-view.ts';
import { type Position, rulesOf } from '../../../shared/rules/registry.ts';
import { otherSide, type Rules, type Side, sideAt } from '../../../shared/rules/rules.ts';

/** What a player has before him: a position, the rules that can read it, and whose turn it is. */
export interface Board {
  readonly rules: Rules<Position>;
  readonly position: Position;
  readonly turn: Side;
}

type Seen = Pick<GameView, 'id' | 'kind' | 'moves'>;

/**
 * A board that follows the games of one player: of a game that it knows already it plays the new
 * moves alone, because replaying a chess game for every move of it would take longer than playing.
 */
export function createBoard(): (game: Seen) => Board {
  let last: Seen | null = null;
  let board: Board | null = null;
  return (game) => {
    const isOn = last?.id === game.id && game.moves.startsWith(last.moves);
    const known = isOn ? board : null;
    const played = isOn ? (last?.moves.length ?? 0) : 0;
    const start = known ?? boardAtStart(game);
    const texts = game.moves.slice(played).split(' ').filter(Boolean);
    board = texts.reduce(afterMove, start);
    last = game;
    return board;
  };
}

/** The board of a game, replayed from its list of moves. */
export const positionOf = (game: Seen): Board => createBoard()(game);

function boardAtStart({ kind }: Seen): Board {
  const rules = rulesOf(kind);
  return { rules, position: rules.replay(new Uint8Array()), turn: sideAt(0) };
}

const afterMove = ({ rules, position, turn }: Board, text: string): Board => ({
  rules,
  position: present(rules.move(position, text), `legal move ${text}`).position,
  turn: otherSide(turn),
});
