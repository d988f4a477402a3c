import { WebSocket } from 'ws';
import type { Surroundings } from '../../../shared/client/surroundings.ts';

/** What a client runs on, here Node, and its line in hand. */
export interface Device {
  readonly surroundings: Surroundings;
  /** As a train does in a tunnel: the client comes back by itself. */
  readonly loseLine: () => void;
}

/** Looks on at everything that goes over the lines of a device. */
export interface LineWatch {
  /** A line stands, so long (ms) after it was asked for. */
  readonly opened: (tookMs: number) => void;
  readonly sent: (text: string) => void;
  readonly heard: (text: string) => void;
}

export function openDevice(watch?: LineWatch): Device {
  let socket: WebSocket | null = null;
  class Socket extends WebSocket {
    constructor(url: string) {
      super(url);
      socket = this;
      const askedAtMs = Date.now();
      this.on('open', () => watch?.opened(Date.now() - askedAtMs));
      this.on('message', (data) => watch?.heard(String(data)));
    }
    override send(text: string): void {
      watch?.sent(text);
      super.send(text);
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
