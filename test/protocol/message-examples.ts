import type { ClientMessage } from '../../shared/protocol/client-message.ts';

export const ARENA = '2000000000A';
export const GAME = '3000000000B';

/** A valid message of every type; the compiler asks for one when a type is added. */
export const EXAMPLES: { readonly [T in ClientMessage['t']]: readonly object[] } = {
  hello: [
    { t: 'hello', v: 1, arena: ARENA },
    { t: 'hello', v: 1, arena: ARENA, game: null },
    { t: 'hello', v: 1, arena: ARENA, game: GAME, ply: 12, cid: 'h' },
  ],
  enter: [
    { t: 'enter', arena: ARENA },
    { t: 'enter', arena: ARENA, password: 'x'.repeat(72) },
  ],
  leave: [{ t: 'leave', arena: ARENA }],
  lobby: [
    { t: 'lobby', arena: ARENA, after: null },
    { t: 'lobby', arena: ARENA, after: GAME, cid: 'x' },
  ],
  pause: [{ t: 'pause', arena: ARENA }],
  resume: [{ t: 'resume', arena: ARENA, cid: 'x'.repeat(64) }],
  move: [
    { t: 'move', game: GAME, ply: 0, move: 'A' },
    { t: 'move', game: GAME, ply: 1_000, move: 'x'.repeat(64) },
  ],
  resign: [{ t: 'resign', game: GAME }],
  berserk: [{ t: 'berserk', game: GAME }],
  offerDraw: [{ t: 'offerDraw', game: GAME, ply: 2 }],
  acceptDraw: [{ t: 'acceptDraw', game: GAME }],
  declineDraw: [{ t: 'declineDraw', game: GAME }],
  claimDraw: [{ t: 'claimDraw', game: GAME }],
  claimFlag: [{ t: 'claimFlag', game: GAME }],
  claimAbandoned: [{ t: 'claimAbandoned', game: GAME }],
  here: [{ t: 'here', game: GAME }],
};
