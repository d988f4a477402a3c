import { once } from 'node:events';
import { inject } from 'vitest';
import { WebSocket } from 'ws';
import { type Client, httpClient } from '../../infra/cli/client.ts';
import { openCloud } from '../../infra/cli/cloud.ts';
import type { LocalCloud } from '../../infra/local/local-cloud.ts';
import type { ArenaView } from '../../shared/protocol/arena-view.ts';
import type { NewArena } from '../../shared/protocol/http.ts';

/** The stack that deploys, on this machine, with what a test asks of it. */
export interface RunningCloud {
  readonly cloud: LocalCloud;
  readonly client: Client;
  /** Lines of functions and cloud that report an error. */
  readonly errors: string[];
  /** All lines of functions and cloud. */
  readonly lines: string[];
  readonly organiser: string;
  readonly createArena: (arena?: Partial<NewArena>) => Promise<ArenaView>;
  readonly tokenOf: (name: string) => Promise<string>;
}

export async function runCloud(dataDir: string | null = null): Promise<RunningCloud> {
  const errors: string[] = [];
  const lines: string[] = [];
  const onLog = (source: string, line: string) => {
    lines.push(line);
    if (line.includes('"level":"error"') || line.startsWith('bug:')) {
      errors.push(`${source}: ${line}`);
    }
  };
  const stack = inject('stack') ?? undefined;
  const cloud = await openCloud({ port: 0, dataDir, seed: 1, onLog }, stack);
  const client = httpClient(cloud.httpUrl);
  const organiser = await cloud.issuer.mintToken({ subject: 'o', roles: ['organiser'] });
  return {
    cloud,
    client,
    errors,
    lines,
    organiser,
    tokenOf: (name) => cloud.issuer.mintToken({ subject: name, name }),
    createArena: (arena) =>
      client.createArena(organiser, {
        name: 'Test arena',
        clock: { limitMs: 15_000, incrementMs: 0 },
        // The first request of all starts the function that answers it.
        startsAtMs: Date.now() + 4_000,
        durationMs: 20_000,
        ...arena,
      }),
  };
}

/** A raw connection: what is sent as it is, and every frame that comes back. */
export interface RawLine {
  /** Sends the text and resolves with the next frame. */
  readonly exchange: (text: string) => Promise<unknown>;
  readonly isOpen: () => boolean;
  readonly close: () => void;
}

export async function openRaw(url: string): Promise<RawLine> {
  const socket = new WebSocket(url);
  socket.on('error', () => {});
  await once(socket, 'open');
  return {
    exchange: async (text) => {
      const answered = once(socket, 'message');
      socket.send(text);
      const [frame] = await answered;
      return JSON.parse(String(frame)) as unknown;
    },
    isOpen: () => socket.readyState === WebSocket.OPEN,
    close: () => socket.close(),
  };
}

/** The status of a refused handshake. */
export async function refusedStatus(url: string): Promise<number | undefined> {
  const socket = new WebSocket(url);
  socket.on('error', () => {});
  const [, response] = await once(socket, 'unexpected-response');
  return (response as { statusCode?: number }).statusCode;
}
