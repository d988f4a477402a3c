import type { ClientSocket, SocketEvent, Surroundings } from '../../shared/client/surroundings.ts';
import type { SeededRandom } from '../../shared/core/random.ts';
import type { ClientMessage } from '../../shared/protocol/client-message.ts';
import { type VirtualTime, virtualTime } from '../support/virtual-time.ts';

/** What a client has sent, when the server has it. */
export type Received = { readonly atMs: number } & (ClientMessage | { readonly t: 'ping' });

/** One connection as the server sees it. */
export interface FakeLine {
  readonly url: string;
  readonly openedAtMs: number;
  readonly received: readonly Received[];
  /** All but the pings. */
  readonly commands: () => readonly (ClientMessage & { readonly atMs: number })[];
  readonly isOpen: () => boolean;
  /** A frame that arrives after its way, or after the time that is said. */
  readonly push: (message: object, wayMs?: number) => void;
  readonly close: (code: number) => void;
  /** Takes nothing and brings nothing any more, and nobody hears of it. */
  readonly die: () => void;
}

export interface Network {
  readonly time: VirtualTime;
  readonly lines: readonly FakeLine[];
  readonly last: () => FakeLine;
  readonly surroundings: (clock?: { readonly aheadMs: number }) => Surroundings;
  readonly advance: (ms: number) => Promise<void>;
  /** What the server does; a test replaces it. */
  server: FakeServer;
}

export interface FakeServer {
  /** Whether a handshake is let through. */
  admits: () => boolean;
  hears: (line: FakeLine, message: Received) => void;
  /** How long a message is on its way. */
  wayMs: (direction: 'up' | 'down') => number;
}

const ABNORMAL = 1006;
export const START_MS = 1_764_000_000_000;

/** WebSockets in memory on virtual time; a message sent is parsed as the server would. */
export function createNetwork(random: SeededRandom): Network {
  const time = virtualTime(START_MS, () => false);
  const lines: FakeLine[] = [];
  const server: FakeServer = { admits: () => true, hears: () => {}, wayMs: () => 20 };

  return {
    time,
    lines,
    server,
    last: () => lines.at(-1) ?? expectLine(),
    surroundings: ({ aheadMs } = { aheadMs: 0 }) => ({
      now: () => time.now() + aheadMs,
      after: (delayMs, run) => {
        let isWanted = true;
        time.at(time.now() + delayMs, () => isWanted && run());
        return () => {
          isWanted = false;
        };
      },
      random: random.unit,
      // biome-ignore lint/complexity/useArrowFunction: an arrow is no constructor.
      WebSocket: function (url: string) {
        return openSocket(time, server, lines, url);
      } as unknown as Surroundings['WebSocket'],
    }),
    advance: async (ms) => {
      let isOver = false;
      time.at(time.now() + ms, () => {
        isOver = true;
      });
      await time.run(() => isOver, Number.POSITIVE_INFINITY);
    },
  };
}

/** The client's end of a connection that opens after its way, or is refused. */
function openSocket(
  time: VirtualTime,
  server: FakeServer,
  lines: FakeLine[],
  url: string,
): ClientSocket {
  const hear = new Map<string, (event: SocketEvent) => void>();
  let state: 'opening' | 'open' | 'dead' | 'closed' = 'opening';
  const received: Received[] = [];
  let line: FakeLine | undefined;
  const emit = (event: SocketEvent): void => hear.get(event.type)?.(event);
  const close = (code: number): void => {
    if (state === 'closed') return;
    state = 'closed';
    emit({ type: 'close', code });
  };
  const open = (): void => {
    if (state !== 'opening') return;
    if (!server.admits()) {
      emit({ type: 'error' });
      close(ABNORMAL);
      return;
    }
    state = 'open';
    line = {
      ...{ url, openedAtMs: time.now(), received, close },
      commands: () => received.filter((message) => message.t !== 'ping'),
      isOpen: () => state === 'open',
      push: (message, wayMs = server.wayMs('down')) =>
        time.at(time.now() + wayMs, () => {
          if (state === 'open') emit({ type: 'message', data: JSON.stringify(message) });
        }),
      die: () => {
        state = 'dead';
      },
    };
    lines.push(line);
    emit({ type: 'open' });
  };
  time.at(time.now() + server.wayMs('up'), open);
  return {
    send: (text) => {
      time.at(time.now() + server.wayMs('up'), () => {
        if (state !== 'open' || line === undefined) return;
        const message: Received = { ...JSON.parse(text), atMs: time.now() };
        received.push(message);
        server.hears(line, message);
      });
    },
    close: () => {
      state = 'closed';
    },
    addEventListener: (type, listener) => void hear.set(type, listener),
  };
}

function expectLine(): never {
  throw new Error('no line has been opened');
}
