import type { ServerMessage } from '../protocol/server-message.ts';
import { type Alarm, createAlarm } from './alarm.ts';
import type { Heard } from './memory.ts';
import type { Surroundings } from './surroundings.ts';

/** Two pushes that overtake each other are this close together. */
const HOLD_MS = 300;
/** An answer that did not know the running game is asked for once more. */
const DOUBT_MS = 1_000;

export interface EarlyParts {
  readonly after: Surroundings['after'];
  readonly hear: (message: ServerMessage) => Heard;
  /** Whether a game is known to run. */
  readonly isPlaying: () => boolean;
  readonly catchUp: () => void;
}

/** Takes messages in, and keeps one back for a moment that has overtaken another. */
export class Early {
  readonly #parts: EarlyParts;
  readonly #alarm: Alarm;
  #held: ServerMessage | null = null;

  constructor(parts: EarlyParts) {
    this.#parts = parts;
    this.#alarm = createAlarm(parts.after);
  }

  forget(): void {
    this.#held = null;
    this.#alarm();
  }

  hear(message: ServerMessage): void {
    const { after, hear, isPlaying, catchUp } = this.#parts;
    switch (hear(message)) {
      case 'known':
        if (this.#held !== null && hear(this.#held) === 'known') this.forget();
        return;
      case 'early':
        this.#hold(message);
        return;
      case 'endless':
        after(HOLD_MS, () => isPlaying() && catchUp());
        return;
      case 'doubtful':
        after(DOUBT_MS, () => isPlaying() && catchUp());
    }
  }

  #hold(message: ServerMessage): void {
    const { hear, catchUp } = this.#parts;
    if (this.#held !== null) {
      this.forget();
      catchUp();
      return;
    }
    this.#held = message;
    this.#alarm(HOLD_MS, () => {
      this.#held = null;
      if (hear(message) !== 'known') catchUp();
    });
  }
}
