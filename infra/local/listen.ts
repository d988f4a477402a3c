import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jsonAnswer, type WireAnswer, writeAnswer } from './wire.ts';

/** A server on loopback; it answers nothing before `serve`. */
export interface Listener {
  /** `127.0.0.1:<port>` */
  readonly host: string;
  readonly server: Server;
  serve(answer: (request: IncomingMessage) => Promise<WireAnswer>): void;
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';

/** Port 0 takes a free one; throws an error that names the port if it is taken. */
export async function listen(port: number, onBug: (error: unknown) => void): Promise<Listener> {
  // Clients keep their connections; a short limit would cut them off in the middle of a request.
  const server = createServer({ keepAliveTimeout: 60_000, noDelay: true });
  server.listen(port, LOOPBACK);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new Error(refusal(port, error), { cause: error });
  }
  return {
    host: `${LOOPBACK}:${(server.address() as AddressInfo).port}`,
    server,
    serve(answer) {
      server.on('request', (request, response) => {
        const send = (wireAnswer: WireAnswer) => writeAnswer(response, wireAnswer);
        answer(request).then(send, (error: unknown) => {
          // A client that left in the middle of its request is no bug.
          if (request.destroyed && !request.complete) return;
          onBug(error);
          send(jsonAnswer({ message: 'Internal Server Error' }, 500));
        });
      });
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function refusal(port: number, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `port ${port} is in use by another program`;
  if (code === 'EACCES') return `port ${port} may not be used by this user`;
  return `cannot listen on port ${port}: ${message}`;
}
