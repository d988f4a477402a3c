import { present } from '../core/assert.ts';
import { rulesOf } from '../rules/registry.ts';
import { otherSide, type Side, sideAt } from '../rules/rules.ts';
import { isAsked } from './claim.ts';
import type { Command, GameEvent } from './command.ts';
import type { Game } from './game.ts';

/**
 * The event that this very command has already stored, or null. A command may arrive twice (a
 * client's resend, the SDK's own retry); its second arrival is answered like the first.
 */
export function repeatOf(game: Game, side: Side, command: Command): GameEvent | null {
  switch (command.t) {
    case 'move':
      return repeatedMove(game, side, command.ply, command.move);
    case 'berserk':
      return game.berserk[side] ? { t: 'berserked', by: side } : null;
    case 'resign':
      return endedBy(game, 'resign') && game.winner === otherSide(side) ? { t: 'ended' } : null;
    case 'offerDraw':
      if (game.offeredAtPly[side] === command.ply) return { t: 'drawOffered', by: side };
      // An offer that met the opponent's has agreed to it.
      return hasAgreed(game, side) ? { t: 'ended' } : null;
    case 'acceptDraw':
      return hasAgreed(game, side) ? { t: 'ended' } : null;
    case 'declineDraw':
      return wasDeclined(game, side) ? { t: 'drawDeclined', by: side } : null;
    case 'claimDraw':
      return endedBy(game, 'threefold') ? { t: 'ended' } : null;
    case 'claimFlag':
      return BY_DEADLINE.some((ending) => endedBy(game, ending)) ? { t: 'ended' } : null;
    case 'claimAbandoned':
      if (endedBy(game, 'abandoned') && game.winner === side) return { t: 'ended' };
      return game.state === 'live' && game.claim?.by === side
        ? { t: 'areYouThere', by: side }
        : null;
    case 'here':
      // Nobody asks him, or not any more.
      return game.state === 'live' && !isAsked(game, side) ? { t: 'stillHere', by: side } : null;
  }
}

function repeatedMove(game: Game, side: Side, ply: number, text: string): GameEvent | null {
  if (ply >= game.ply || sideAt(ply) !== side) return null;
  const rules = rulesOf(game.kind);
  const texts = rules.texts(game.moves);
  const stored = present(texts[ply], 'text of a stored move');
  const isStored = stored === text || saysTheSame(game, ply, text, stored);
  return isStored ? { t: 'moved', by: side, move: stored } : null;
}

/** Whether the text is another word for the move that is stored as this ply. */
function saysTheSame({ kind, moves }: Game, ply: number, text: string, stored: string): boolean {
  const rules = rulesOf(kind);
  const move = rules.move(rules.replay(moves, ply), text);
  return move !== null && rules.texts(move.packed)[0] === stored;
}

const BY_DEADLINE = ['flag', 'noShow', 'abandoned'];

const endedBy = (game: Game, ending: string): game is Game & { state: 'done' } =>
  game.state === 'done' && game.ending === ending;

const hasAgreed = (game: Game, side: Side): boolean =>
  endedBy(game, 'agreement') && game.offer === otherSide(side);

/** The opponent has offered once, and nothing stands any more: there is nothing to decline. */
const wasDeclined = (game: Game, side: Side): boolean =>
  game.state === 'live' && game.offer === null && game.offeredAtPly[otherSide(side)] !== null;
