import type { GameView } from '../protocol/game-view.ts';
import { type Alarm, createAlarm } from './alarm.ts';
import type { Answer } from './asking.ts';
import { isPlaying, type Side, sideAt } from './my-game.ts';
import type { Surroundings } from './surroundings.ts';

/** The server decides a deadline only a second later: a move may have been on its way. */
const GRACE_MS = 1_000;
/**
 * A push may be lost for ever on a line that holds: after so long it is better to ask, and after
 * twice as long again.
 */
const QUIET_MS = 20_000;

/** Waits for the opponent's move: claims his flag, and asks when nothing is heard of him. */
export class Opponent {
  readonly #alarm: Alarm;
  readonly #serverNowMs: () => number;
  readonly #claim: (game: GameView) => Promise<Answer>;
  readonly #refresh: () => void;
  #game: GameView | null = null;

  /** `claim` asks for the end of the game, `refresh` for the whole state. */
  constructor(
    after: Surroundings['after'],
    serverNowMs: () => number,
    claim: (game: GameView) => Promise<Answer>,
    refresh: () => void,
  ) {
    this.#alarm = createAlarm(after);
    this.#serverNowMs = serverNowMs;
    this.#claim = claim;
    this.#refresh = refresh;
  }

  /** The game as it is known now. */
  look(game: GameView | null, side: Side | null): void {
    if (game === this.#game) return;
    this.rest();
    if (game === null || side === null || !isPlaying(game) || sideAt(game.ply) === side) return;
    this.#game = game;
    this.#waitFor(game, QUIET_MS);
  }

  rest(): void {
    this.#alarm();
    this.#game = null;
  }

  #waitFor(game: GameView, quietMs: number): void {
    const overInMs = game.clock.deadlineMs + GRACE_MS - this.#serverNowMs();
    if (overInMs <= quietMs) this.#claimIn(overInMs, game);
    else {
      this.#alarm(quietMs, () => {
        this.#waitFor(game, 2 * quietMs);
        this.#refresh();
      });
    }
  }

  #claimIn(delayMs: number, game: GameView): void {
    this.#alarm(Math.max(0, delayMs), async () => {
      const answer = await this.#claim(game);
      // Its clock is the one that counts; whatever else it says is news of the game.
      const retryInMs = answer?.t === 'refused' ? answer.retryInMs : undefined;
      if (retryInMs !== undefined && game === this.#game) this.#claimIn(retryInMs, game);
    });
  }
}
