import { WebSocket } from 'ws';
import type { Surroundings } from '../../../shared/client/surroundings.ts';

/** What a client runs on, here Node, and its line in hand. */
export interface Device {
  readonly surroundings: Surroundings;
  /** As a train does in a tunnel: the client comes back by itself. */
  readonly loseLine: () => void;
}

export function openDevice(): Device {
  let socket: WebSocket | null = null;
  class Socket extends WebSocket {
    constructor(url: string) {
      super(url);
      socket = this;
    }
  }
  return {
    surroundings: {
      now: Date.now,
      after: (delayMs, run) => {
        const timer = setTimeout(run, delayMs);
        return () => clearTimeout(timer);
      },
      random: Math.random,
      WebSocket: Socket,
    },
    loseLine: () => socket?.close(),
  };
}
