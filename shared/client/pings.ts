import { type Alarm, createAlarm } from './alarm.ts';
import type { ServerClock } from './server-clock.ts';
import type { Surroundings } from './surroundings.ts';

const PING = '{"t":"ping"}';
/** The gateway closes a line that is idle for 10 minutes; a dead one should be noticed earlier. */
const EVERY_MS = 20_000;
/** At first the clock is to be known soon, and better with each of a few echoes. */
const SOON_MS = 1_000;
const SOON_ECHOES = 4;
const SILENCE_MS_MAX = 5_000;

export interface PingEvents {
  readonly measured: () => void;
  readonly dead: () => void;
}

/** Measures the server's clock and finds out when a line is dead although nobody says so. */
export class Pings {
  readonly #now: Surroundings['now'];
  readonly #alarm: Alarm;
  readonly #clock: ServerClock;
  readonly #on: PingEvents;
  #send: ((text: string) => void) | null = null;
  #sentAtMs: number | null = null;
  #hasHeard = false;
  #echoes = 0;

  constructor(
    { now, after }: Pick<Surroundings, 'now' | 'after'>,
    clock: ServerClock,
    on: PingEvents,
  ) {
    this.#now = now;
    this.#alarm = createAlarm(after);
    this.#clock = clock;
    this.#on = on;
  }

  start(send: (text: string) => void): void {
    this.#send = send;
    this.#echoes = 0;
    this.#ping();
  }

  stop(): void {
    this.#send = null;
    this.#sentAtMs = null;
    this.#alarm();
  }

  /** Asks now, unless an answer is due anyway. */
  probe(): void {
    if (this.#sentAtMs === null) this.#ping();
  }

  /** Anything at all that came over the line. */
  heard(): void {
    this.#hasHeard = true;
  }

  pong(serverMs: number): void {
    // An echo of a ping that was given up would lie about the time that it took.
    if (this.#sentAtMs === null || !Number.isFinite(serverMs)) return;
    const heardAtMs = this.#now();
    this.#clock.learn({ sentAtMs: this.#sentAtMs, heardAtMs, serverMs });
    this.#echoes += 1;
    this.#giveUp(this.#echoes < SOON_ECHOES ? SOON_MS : EVERY_MS);
    this.#on.measured();
  }

  /** The gateway would not take messages: whatever was on its way will not be answered. */
  slowDown(): void {
    if (this.#sentAtMs !== null) this.#giveUp(EVERY_MS);
  }

  #giveUp(nextInMs: number): void {
    this.#sentAtMs = null;
    this.#alarm(nextInMs, () => this.#ping());
  }

  #ping(): void {
    if (this.#send === null) return;
    this.#sentAtMs = this.#now();
    this.#hasHeard = false;
    this.#alarm(SILENCE_MS_MAX, () => {
      if (this.#hasHeard) this.#giveUp(EVERY_MS);
      else this.#on.dead();
    });
    this.#send(PING);
  }
}
