/** Cancels what was to run later; harmless afterwards. */
export type Cancel = () => void;

/** What the client hears of a socket: `data` of a message, `code` of a closing. */
export interface SocketEvent {
  readonly type: string;
  readonly data?: unknown;
  readonly code?: number;
}

/** As much of a browser's WebSocket as the client uses. */
export interface ClientSocket {
  send(text: string): void;
  close(): void;
  addEventListener(
    type: 'open' | 'message' | 'close' | 'error',
    listener: (event: SocketEvent) => void,
  ): void;
}

/** What the client takes from where it runs, so that a test can pass time and dice of its own. */
export interface Surroundings {
  /** Milliseconds of a clock that need not be right, only go on. */
  readonly now: () => number;
  readonly after: (delayMs: number, run: () => void) => Cancel;
  /** In [0, 1). */
  readonly random: () => number;
  readonly WebSocket: new (url: string) => ClientSocket;
}
