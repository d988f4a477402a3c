import { positionOf } from '../../infra/cli/bots/board.ts';
import { greedyBrain } from '../../infra/cli/bots/brain.ts';
import { ArenaClient } from '../../shared/client/client.ts';
import { isPlaying, sideAt } from '../../shared/client/my-game.ts';
import { present } from '../../shared/core/assert.ts';
import { seededRandom } from '../../shared/core/random.ts';
import { ARENA, type WatchedCloud } from './watched-cloud.ts';

/** As much of a frame as the tests look at; those of the gateway have no `t`. */
export interface Frame {
  readonly t?: string;
  readonly cid?: string;
  readonly code?: string;
  readonly game?: string | null | { readonly id: string };
  readonly ply?: number;
  readonly move?: string;
  readonly message?: string;
  readonly connectionId?: string;
}

/** With the instant of its sending, on the clock of `performance`. */
export interface SentFrame extends Frame {
  readonly atMs: number;
}

/** One connection of a client, as it went over the wire. */
export interface WatchedLine {
  readonly url: string;
  readonly sent: readonly SentFrame[];
  readonly heard: readonly Frame[];
  /** Null as long as it is open. */
  readonly closedWith: () => number | null;
}

export interface WatchedClient {
  readonly client: ArenaClient;
  /** In the order of their opening. */
  readonly lines: readonly WatchedLine[];
  /** The next frame over any of its lines that fits, from now on. */
  readonly next: (fits: (frame: Frame) => boolean) => Promise<Frame>;
  /** The best capture of the running game where it is this player's turn, else null. */
  readonly bestMove: () => string | null;
}

/** A client that enters the arena and wants a game. It meets no crowd: it never waits at random. */
export function openWatchedClient(
  { addressOf }: Pick<WatchedCloud, 'addressOf'>,
  name: string,
  seed: number,
): WatchedClient {
  const lines: WatchedLine[] = [];
  const awaited = new Set<(frame: Frame) => void>();
  const client = new ArenaClient(
    {
      now: Date.now,
      after: (delayMs, run) => {
        const timer = setTimeout(run, delayMs);
        return () => clearTimeout(timer);
      },
      random: () => 0,
      WebSocket: watchedSocket(lines, (frame) => {
        for (const hear of awaited) hear(frame);
      }),
    },
    { arena: ARENA.id, address: () => addressOf(name), enters: true },
  );
  const random = seededRandom(seed);
  client.connect();
  client.want();
  return {
    client,
    lines,
    next: (fits) =>
      new Promise((resolve) => {
        const hear = (frame: Frame): void => {
          if (!fits(frame)) return;
          awaited.delete(hear);
          resolve(frame);
        };
        awaited.add(hear);
      }),
    bestMove: () => {
      const { game, side } = client.state;
      if (game === null || !isPlaying(game) || sideAt(game.ply) !== side) return null;
      return greedyBrain(positionOf(game), random);
    },
  };
}

function watchedSocket(lines: WatchedLine[], onFrame: (frame: Frame) => void) {
  return class extends WebSocket {
    readonly #sent: SentFrame[] = [];

    constructor(url: string) {
      super(url);
      const heard: Frame[] = [];
      let code: number | null = null;
      lines.push({ url, sent: this.#sent, heard, closedWith: () => code });
      this.addEventListener('message', ({ data }) => {
        const frame = JSON.parse(String(data)) as Frame;
        heard.push(frame);
        onFrame(frame);
      });
      this.addEventListener('close', (event) => {
        ({ code } = event);
      });
    }

    override send(text: string): void {
      this.#sent.push({ ...(JSON.parse(text) as Frame), atMs: performance.now() });
      super.send(text);
    }
  };
}

/** Both players of the game that has begun, who moves first in front. */
export async function inOrder(
  a: WatchedClient,
  b: WatchedClient,
): Promise<readonly [WatchedClient, WatchedClient]> {
  await Promise.all([a, b].map(paired));
  return present(a.client.state.side, 'side of a player') === 'first' ? [a, b] : [b, a];
}

const paired = ({ client }: WatchedClient): Promise<void> =>
  new Promise((resolve) => {
    if (isPlaying(client.state.game)) resolve();
    else client.on('paired', () => resolve());
  });
