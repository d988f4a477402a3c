import { type Alarm, createAlarm } from './alarm.ts';
import { failuresAfter, pauseMs } from './backoff.ts';
import type { ClientSocket, Surroundings } from './surroundings.ts';

/**
 * `apart`: the next attempt is at `againAtMs` (local time). `closed` is for good: the app has said
 * so (`asked`), another device of the player is there (`superseded`), or the server will not have
 * this client (`upgrade`: too old; `invalid`: too new) or this arena (`noSuchArena`).
 */
export type LineState =
  | { readonly is: 'apart'; readonly againAtMs: number }
  | { readonly is: 'connecting' }
  | { readonly is: 'open' }
  | { readonly is: 'closed'; readonly why: string };

export interface LineEvents {
  readonly opened: (send: (text: string) => void) => void;
  readonly heard: (text: string) => void;
  readonly lost: () => void;
  readonly changed: (state: LineState) => void;
}

/** Asking for a ticket and the handshake together may take this long. */
const CONNECT_MS_MAX = 15_000;

/** One line after the other to the server. */
export class Lines {
  readonly #surroundings: Surroundings;
  readonly #address: () => Promise<string>;
  readonly #on: LineEvents;
  readonly #alarm: Alarm;
  #state: LineState;
  #socket: ClientSocket | null = null;
  #failures = 0;
  /** What older lines still have to say concerns nobody. */
  #generation = 0;

  /** `address` fetches a fresh address with a ticket in it, good for one connection. */
  constructor(surroundings: Surroundings, address: () => Promise<string>, on: LineEvents) {
    this.#surroundings = surroundings;
    this.#alarm = createAlarm(surroundings.after);
    this.#address = address;
    this.#on = on;
    this.#state = { is: 'apart', againAtMs: surroundings.now() };
  }

  isOpen(): boolean {
    return this.#state.is === 'open';
  }

  /** The first attempt, at a random moment within this time. */
  start(withinMs: number): void {
    if (this.#state.is === 'apart') this.#rest(this.#surroundings.random() * withinMs);
  }

  /** Gives the present line up; another one follows. */
  lose(code?: number): void {
    if (this.#state.is === 'closed' || this.#state.is === 'apart') return;
    this.#failures = failuresAfter(this.#failures, code);
    this.#end();
    this.#rest(pauseMs(this.#failures, this.#surroundings.random()));
  }

  /** The server has answered on this line: whatever failed before is over. */
  greeted(): void {
    // Losing such a line is no failure yet.
    this.#failures = -1;
  }

  /** Tries now what would be tried later. */
  hurry(): void {
    if (this.#state.is === 'apart') void this.#connect();
  }

  close(why: string): void {
    if (this.#state.is === 'closed') return;
    this.#end();
    this.#become({ is: 'closed', why });
  }

  #become(state: LineState): void {
    this.#state = state;
    this.#on.changed(state);
  }

  #rest(delayMs: number): void {
    this.#alarm(delayMs, () => void this.#connect());
    this.#become({ is: 'apart', againAtMs: this.#surroundings.now() + delayMs });
  }

  #end(): void {
    const wasOpen = this.isOpen();
    this.#generation += 1;
    this.#alarm();
    this.#socket?.close();
    this.#socket = null;
    if (wasOpen) this.#on.lost();
  }

  async #connect(): Promise<void> {
    this.#generation += 1;
    const generation = this.#generation;
    const isMine = (): boolean => generation === this.#generation;
    this.#alarm(CONNECT_MS_MAX, () => this.lose());
    this.#become({ is: 'connecting' });
    try {
      const url = await this.#address();
      if (isMine()) this.#listen(new this.#surroundings.WebSocket(url), isMine);
    } catch {
      // No ticket, or none that makes an address: as good as a line that does not open.
      if (isMine()) this.lose();
    }
  }

  #listen(socket: ClientSocket, isMine: () => boolean): void {
    this.#socket = socket;
    socket.addEventListener('open', () => {
      if (isMine()) this.#opened(socket);
    });
    socket.addEventListener('message', ({ data }) => {
      if (isMine()) this.#on.heard(String(data));
    });
    socket.addEventListener('close', ({ code }) => {
      if (isMine()) this.lose(code);
    });
    socket.addEventListener('error', () => {
      // A close follows and brings its code, but not everywhere.
      this.#surroundings.after(0, () => isMine() && this.lose());
    });
  }

  #opened(socket: ClientSocket): void {
    this.#alarm();
    this.#become({ is: 'open' });
    this.#on.opened((text) => socket.send(text));
  }
}
