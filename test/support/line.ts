import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Asked } from '../../shared/client/asking.ts';
import type { ServerMessage } from '../../shared/protocol/server-message.ts';

/** One connection and nothing around it, for one command after the other. */
export interface Line {
  /** The answer; null when the connection is lost first. */
  readonly ask: (message: Asked) => Promise<ServerMessage | null>;
  readonly isOpen: () => boolean;
  readonly close: () => void;
}

type Frame = (ServerMessage & { readonly cid?: string }) | { readonly t?: undefined };

/** Opens a connection; throws when the gateway refuses it. */
export async function openLine(
  url: string,
  onPush: (message: ServerMessage) => void,
): Promise<Line> {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  let awaited = { cid: '', text: '', settle: (_: ServerMessage | null): void => {} };
  let asked = 0;
  socket.on('error', () => {});
  socket.on('close', () => awaited.settle(null));
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as Frame;
    // The gateway speaks for itself when a function takes too long to start.
    if (frame.t === undefined) socket.send(awaited.text);
    else if (frame.cid === undefined) onPush(frame);
    else if (frame.cid === awaited.cid) awaited.settle(frame);
  });
  return {
    isOpen: () => socket.readyState === WebSocket.OPEN,
    close: () => socket.close(),
    ask: (message) => {
      const cid = String(asked++);
      const text = JSON.stringify({ ...message, cid });
      return new Promise((settle) => {
        awaited = { cid, text, settle };
        socket.send(text);
      });
    },
  };
}
