import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { ClientMessage } from '../../../shared/protocol/client-message.ts';
import type { ServerMessage } from '../../../shared/protocol/server-message.ts';

/** Leaves `cid` to the line. */
export type Asked = ClientMessage extends infer M
  ? M extends unknown
    ? Omit<M, 'cid'>
    : never
  : never;

/** One connection: one unanswered command at a time, pushes as they come. */
export interface Line {
  /** The answer, or null when the connection is lost or nobody answers. */
  readonly ask: (message: Asked) => Promise<ServerMessage | null>;
  readonly isOpen: () => boolean;
  readonly close: () => void;
}

const ANSWER_MS_MAX = 5_000;
const ATTEMPTS_MAX = 3;
/** After a frame in which the gateway speaks for itself (throttled, function failed). */
const SLOW_DOWN_MS = 300;

type Frame = (ServerMessage & { cid?: string }) | { readonly t?: undefined };

/** Opens a connection; throws when the gateway refuses it. */
export async function openLine(
  url: string,
  onPush: (message: ServerMessage) => void,
  onClose: () => void,
): Promise<Line> {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  let waiting: { cid: string; settle: (answer: ServerMessage | 'slowDown' | null) => void } | null;
  waiting = null;
  let asked = 0;
  socket.on('error', () => {});
  socket.on('close', () => {
    waiting?.settle(null);
    onClose();
  });
  socket.on('message', (text) => {
    const frame = JSON.parse(String(text)) as Frame;
    if (frame.t === undefined) waiting?.settle('slowDown');
    else if (frame.cid === undefined) onPush(frame);
    else if (frame.cid === waiting?.cid) waiting.settle(frame);
  });

  const askOnce = (message: Asked, cid: string) =>
    new Promise<ServerMessage | 'slowDown' | null>((resolve) => {
      const timer = setTimeout(() => resolve('slowDown'), ANSWER_MS_MAX);
      waiting = {
        cid,
        settle: (answer) => {
          clearTimeout(timer);
          waiting = null;
          resolve(answer);
        },
      };
      socket.send(JSON.stringify({ ...message, cid }));
    });

  return {
    isOpen: () => socket.readyState === WebSocket.OPEN,
    close: () => socket.close(),
    ask: async (message) => {
      asked += 1;
      // The same command may be sent again: repeats are answered, not punished.
      for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
        if (socket.readyState !== WebSocket.OPEN) return null;
        const answer = await askOnce(message, `${asked}.${attempt}`);
        if (answer !== 'slowDown') return answer;
        await sleep(SLOW_DOWN_MS);
      }
      return null;
    },
  };
}
