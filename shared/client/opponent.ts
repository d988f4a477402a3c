import type { GameView } from '../protocol/game-view.ts';
import type { Answer } from './asking.ts';
import { isPlaying, type Side, sideAt } from './my-game.ts';
import type { Cancel, Surroundings } from './surroundings.ts';

/** The server decides a deadline only a second later: a move may have been on its way. */
const GRACE_MS = 1_000;

/** Asks for the end of the game when the opponent's time is over. */
export class Flags {
  readonly #after: Surroundings['after'];
  readonly #serverNowMs: () => number;
  readonly #claim: (game: GameView) => Promise<Answer>;
  #game: GameView | null = null;
  #cancel: Cancel = () => {};

  constructor(
    after: Surroundings['after'],
    serverNowMs: () => number,
    claim: (game: GameView) => Promise<Answer>,
  ) {
    this.#after = after;
    this.#serverNowMs = serverNowMs;
    this.#claim = claim;
  }

  /** The game as it is known now. */
  look(game: GameView | null, side: Side | null): void {
    if (game === this.#game) return;
    this.rest();
    if (game === null || side === null || !isPlaying(game) || sideAt(game.ply) === side) return;
    this.#game = game;
    this.#claimIn(game.clock.deadlineMs + GRACE_MS - this.#serverNowMs(), game);
  }

  rest(): void {
    this.#cancel();
    this.#game = null;
  }

  #claimIn(delayMs: number, game: GameView): void {
    this.#cancel = this.#after(Math.max(0, delayMs), async () => {
      const answer = await this.#claim(game);
      // Its clock is the one that counts; whatever else it says is news of the game.
      const retryInMs = answer?.t === 'refused' ? answer.retryInMs : undefined;
      if (retryInMs !== undefined && game === this.#game) this.#claimIn(retryInMs, game);
    });
  }
}
