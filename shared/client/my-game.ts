import type { PlayerId } from '../core/ids.ts';
import type { GameView } from '../protocol/game-view.ts';
import type { GameMessageOut } from '../protocol/server-message.ts';

export type Side = keyof GameView['berserk'];

/** Whose turn it is after `ply` turns. */
export const sideAt = (ply: number): Side => (ply % 2 === 0 ? 'first' : 'second');

/** The side of a player, null where he does not play. */
export function sideOf(game: GameView, player: PlayerId): Side | null {
  if (game.first.id === player) return 'first';
  return game.second.id === player ? 'second' : null;
}

export const isPlaying = (game: GameView | null): game is GameView & { readonly end: null } =>
  game !== null && game.end === null;

/** A game as it is followed. */
export interface Followed {
  readonly game: GameView;
  /** Where an offer was declined: an offer of the same ply that arrives later is an old one. */
  readonly declinedAtPly: number | null;
}

/** What a piece of news does: a next game, nothing (it is known), or it has come too early. */
export type Step = { readonly kind: 'next'; readonly followed: Followed } | 'old' | 'early';

/** News of this very game: only the next ply is applied, and whatever belongs to the last one. */
export function follow(followed: Followed, news: GameMessageOut): Step {
  const { game } = followed;
  if (game.end !== null || news.ply < game.ply) return 'old';
  if (news.t === 'moved' && news.ply > game.ply) {
    // A move that was answered again carries the ply of now, which may be one of the opponent's.
    const isNext = news.ply === game.ply + 1 && news.by === sideAt(game.ply);
    return isNext ? { kind: 'next', followed: afterMove(game, news) } : 'early';
  }
  if (news.ply > game.ply) return 'early';
  return alongside(followed, news);
}

function afterMove(game: GameView, news: GameMessageOut & { readonly t: 'moved' }): Followed {
  const { ply, clock, end, by, move } = news;
  const moves = `${game.moves} ${move}`.trim();
  // Whoever moves declines the opponent's offer and answers the question whether he is there.
  const offer = end === null && game.offer === by ? by : null;
  return { game: { ...game, moves, ply, clock, end, offer, claimedBy: null }, declinedAtPly: null };
}

/** News of the ply that is known already. */
function alongside({ game, declinedAtPly }: Followed, news: GameMessageOut): Step {
  const { ply, clock, end } = news;
  const told = { ...game, clock, end };
  const next = (part: Partial<GameView>, declined = declinedAtPly): Step => ({
    kind: 'next',
    followed: { game: { ...told, ...part }, declinedAtPly: declined },
  });
  switch (news.t) {
    case 'moved':
      return end === null ? 'old' : next({});
    case 'berserked':
      return next({ berserk: { ...game.berserk, [news.by]: true } });
    case 'drawOffered':
      return declinedAtPly === ply ? 'old' : next({ offer: news.by });
    case 'drawDeclined':
      return next({ offer: null }, ply);
    case 'areYouThere':
      return next({ claimedBy: news.by });
    case 'stillHere':
      return next({ claimedBy: null });
    case 'ended':
      return next({ offer: null, claimedBy: null });
    default:
      // A newer server may tell of more than this client knows.
      return 'old';
  }
}

/** Of two views of games the later one. */
export function later(known: GameView | null, told: GameView): GameView {
  if (known === null) return told;
  if (known.id !== told.id) return told.startedAtMs >= known.startedAtMs ? told : known;
  if (known.end !== null) return known;
  return told.end !== null || told.ply >= known.ply ? told : known;
}

/** What a player's clocks show. */
export interface TimeLeft {
  readonly firstMs: number;
  readonly secondMs: number;
  /** Until the side to move loses; null when the game is over. */
  readonly deadlineInMs: number | null;
}

/**
 * Both clocks at an instant of the server: each side's first move costs no time. A lag allowance
 * makes the deadline later than the clock, a claim makes it earlier; neither is seen on the clock.
 */
export function timeLeft({ clock, ply, end }: GameView, serverNowMs: number): TimeLeft {
  const { remainingMs, lastAtMs, deadlineMs } = clock;
  const atMs = end === null ? serverNowMs : end.endedAtMs;
  const left = (side: Side): number => {
    const hadMs = remainingMs[side];
    if (ply < 2 || sideAt(ply) !== side) return hadMs;
    return Math.max(0, Math.min(hadMs, Math.max(hadMs - (atMs - lastAtMs), deadlineMs - atMs)));
  };
  return {
    firstMs: left('first'),
    secondMs: left('second'),
    deadlineInMs: end === null ? Math.max(0, deadlineMs - atMs) : null,
  };
}
