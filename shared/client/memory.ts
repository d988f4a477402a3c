import type { ArenaId } from '../core/ids.ts';
import type { SeatView } from '../protocol/arena-view.ts';
import type { GameView } from '../protocol/game-view.ts';
import type { GameMessageOut, ServerMessage } from '../protocol/server-message.ts';
import type { ClientEvent, ClientState, Passed, Told } from './events.ts';
import { type Followed, follow, isPlaying, later, sideOf } from './my-game.ts';

/**
 * What a message has shown. `early`: it belongs after one that has not come; `endless`: the game
 * is scored, and its end has not come yet; `doubtful`: it does not know the running game.
 */
export type Heard = 'known' | 'early' | 'endless' | 'doubtful';

type News = Exclude<Passed, Told<'waiting'> | Told<'scored'>>;

/** What the client knows, kept up by answers and pushes alike, in whatever order they come. */
export class Memory {
  readonly #emit: (event: ClientEvent) => void;
  #state: ClientState;
  #declinedAtPly: number | null = null;
  /** A running game that one answer did not know: it may have been older than the game. */
  #doubted: string | null = null;

  constructor(initial: ClientState, emit: (event: ClientEvent) => void) {
    this.#state = initial;
    this.#emit = emit;
  }

  get state(): ClientState {
    return this.#state;
  }

  change(part: Partial<ClientState>): void {
    this.#state = { ...this.#state, ...part };
  }

  hear(message: ServerMessage): Heard {
    switch (message.t) {
      case 'state':
        return this.#hearState(message);
      case 'scored':
        return this.#hearScored(message);
      case 'paired':
        this.#learnGame(message.game);
        break;
      case 'waiting':
        // The pairing has overtaken it.
        if (isPlaying(this.#state.game)) break;
        this.#pass(message, { waiting: message });
        break;
      case 'voided':
      case 'left':
      case 'removed':
      case 'cancelled':
      case 'frozen':
      case 'note':
        this.#pass(message, changedBy(message, this.#state));
        break;
      default:
        return 'ply' in message ? this.#hearNews(message) : 'known';
    }
    return 'known';
  }

  /** What it changes, and as an event of its own. */
  #pass(message: Passed, part: Partial<ClientState>): void {
    this.change(part);
    this.#emit({ t: message.t, [message.t]: message } as ClientEvent);
  }

  /** The game as it is told from now on; says so when it has begun or ended. */
  #show({ game, declinedAtPly }: Followed, news: GameMessageOut | null): void {
    const { game: before, seat } = this.#state;
    const isNew = before?.id !== game.id;
    this.#declinedAtPly = declinedAtPly;
    this.#doubted = null;
    const side = seat && sideOf(game, seat.player);
    this.change({ game, side });
    if (isNew && game.end === null) {
      this.change({ waiting: null, seat: seatIn('play', seat) });
      this.#emit({ t: 'paired', game, side });
    }
    if (news !== null) this.#emit({ t: 'news', news, game });
    if (game.end !== null && (isNew || before?.end === null)) this.#emit({ t: 'over', game });
  }

  #learnGame(told: GameView): void {
    const game = later(this.#state.game, told);
    if (game === this.#state.game) return;
    const isSamePly = game.id === this.#state.game?.id && game.ply === this.#state.game.ply;
    this.#show({ game, declinedAtPly: isSamePly ? this.#declinedAtPly : null }, null);
  }

  #hearState({ arena, you, game, ended, table }: Told<'state'>): Heard {
    // The game first: what it changes in the seat is older than what is told of the seat.
    this.change({ arena, seat: this.#state.seat ?? you });
    if (ended !== null && ended.id === this.#state.game?.id) this.#learnGame(ended);
    if (game !== null) this.#learnGame(game);
    this.change({
      seat: you,
      ...(table !== null && { table }),
      ...(you.state !== 'ready' && { waiting: null }),
    });
    const heard = game === null ? this.#hearNoGame(you.lastGame) : 'known';
    this.#emit({ t: 'state', state: this.#state });
    return heard;
  }

  #hearNoGame(lastGame: string | null): Heard {
    const { game, scored } = this.#state;
    if (!isPlaying(game)) return 'known';
    const isScored = game.id === lastGame || game.id === scored?.game;
    if (!isScored && this.#doubted !== game.id) {
      this.#doubted = game.id;
      return 'doubtful';
    }
    // It was taken back, or this is not the answer to a `hello` that has named it.
    this.change(NO_GAME);
    return 'known';
  }

  #hearNews(news: GameMessageOut): Heard {
    const { game } = this.#state;
    if (game === null || game.id !== news.game) {
      // Its pairing may be on the way still; while another game runs it can only be an old one.
      return isPlaying(game) ? 'known' : 'early';
    }
    const step = follow({ game, declinedAtPly: this.#declinedAtPly }, news);
    if (step === 'early') return 'early';
    if (step !== 'old') this.#show(step.followed, news);
    return 'known';
  }

  #hearScored(scored: Told<'scored'>): Heard {
    const { seat, game, scored: before } = this.#state;
    if (before?.game === scored.game) return 'known';
    const { rank, players, leaders } = scored;
    const playsOn = isPlaying(game) && game.id !== scored.game;
    this.#pass(scored, {
      scored,
      table: { rank, players, leaders },
      seat: seat && seatAfter(seat, scored, playsOn),
    });
    return game?.id === scored.game && game.end === null ? 'endless' : 'known';
  }
}

const NO_GAME = { game: null, side: null };

function changedBy(message: News, { seat, arena, game }: ClientState): Partial<ClientState> {
  switch (message.t) {
    case 'voided':
      return {
        ...(game?.id === message.game && NO_GAME),
        seat: seatIn(seat?.paused ? 'idle' : 'ready', seat),
      };
    case 'left':
      return { seat: null, waiting: null };
    case 'removed':
      return { seat: seat && { ...seat, removed: true } };
    case 'cancelled':
      return {
        ...(isPlaying(game) && NO_GAME),
        seat: seatIn('idle', seat),
        waiting: null,
        arena: arena && { ...arena, state: message.t },
      };
    case 'frozen':
      return { arena: arena && { ...arena, state: message.t, finalVersion: message.version } };
    case 'note':
      return {};
  }
}

/** The seat in another state, without the wish for a game after the last one. */
const seatIn = (state: SeatView['state'], seat: SeatView | null): SeatView | null =>
  seat && { ...seat, state, wish: false };

/** The seat after the game that was just scored, of which an answer may have told already. */
function seatAfter(seat: SeatView, scored: Told<'scored'>, playsOn: boolean): SeatView {
  const { game: lastGame, paused, total: points, onFire } = scored;
  const isCounted = seat.lastGame === lastGame;
  const isReady = seat.state === 'ready' || (seat.wish && !paused);
  return {
    ...seat,
    ...{ lastGame, paused, points, onFire, games: seat.games + (isCounted ? 0 : 1) },
    ...(!playsOn && { wish: false, state: isReady ? 'ready' : 'idle' }),
  };
}

/** Before the first connection. */
export const nothingKnown = (nowMs: number): ClientState => ({
  line: { is: 'apart', againAtMs: nowMs },
  arena: null,
  seat: null,
  game: null,
  side: null,
  waiting: null,
  scored: null,
  table: null,
  wanted: false,
});

/** The arena that a message is about, where it says so. */
export function arenaOf(message: ServerMessage): ArenaId | null {
  if (message.t === 'state') return message.arena.id;
  if (message.t === 'paired') return message.game.arena;
  return 'arena' in message ? message.arena : null;
}
