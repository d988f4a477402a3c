import { type RefusalCode, refuse } from '../core/refusal.ts';
import type { Side } from '../rules/rules.ts';
import { deadlineOf } from './clock.ts';
import type { Decision } from './command.ts';
import { type LiveGame, turnOf } from './game.ts';

/**
 * The opponent of the side to move says that it has left: it is asked, and has lost when it does
 * not show up in time. Refusals: claimNotAllowed, yourTurn, tooEarly (`retryInMs`).
 */
export function claimAbandoned(game: LiveGame, side: Side, atMs: number): Decision {
  const { abandonClaimMs, claimableFromMs } = game;
  if (abandonClaimMs === null) return refused('claimNotAllowed');
  if (turnOf(game) === side) return refused('yourTurn');
  if (atMs < claimableFromMs) return refused('tooEarly', claimableFromMs - atMs);
  const claimed: LiveGame = {
    ...game,
    claim: { by: side, deadlineMs: atMs + abandonClaimMs },
    version: game.version + 1,
  };
  const event = { t: 'areYouThere', by: side } as const;
  return { kind: 'progress', game: { ...claimed, deadlineMs: deadlineOf(claimed) }, event };
}

/** The side to move is there after all. */
export function stillHere(game: LiveGame, side: Side, atMs: number): Decision {
  const answered = { ...withoutClaim(game, side, atMs), version: game.version + 1 };
  return { kind: 'progress', game: answered, event: { t: 'stillHere', by: side } };
}

/** Whether this side is asked whether it is there. */
export const isAsked = ({ claim }: Pick<LiveGame, 'claim'>, side: Side): boolean =>
  claim !== null && claim.by !== side;

/** Any sign of life of the side that is asked answers the claim; the next one has to wait. */
export function withoutClaim(game: LiveGame, side: Side, atMs: number): LiveGame {
  if (!isAsked(game, side)) return game;
  const claimableFromMs = atMs + (game.abandonClaimMs ?? 0);
  const answered = { ...game, claim: null, claimableFromMs };
  return { ...answered, deadlineMs: deadlineOf(answered) };
}

const refused = (code: RefusalCode, retryInMs?: number): Decision => ({
  kind: 'refused',
  refusal: refuse(code, retryInMs === undefined ? {} : { retryInMs }),
});
