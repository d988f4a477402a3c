import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { DynamoDb } from './dynamodb.ts';
import { answerWire } from './wire.ts';

export interface Listening {
  /** `http://127.0.0.1:<port>` */
  readonly endpoint: string;
  close(): Promise<void>;
}

/** Serves the database on loopback; port 0 takes a free one. */
export async function listenDynamoDb(db: DynamoDb, port: number): Promise<Listening> {
  const server = createServer((request, response) => {
    void respond(db, request, response);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function respond(db: DynamoDb, request: IncomingMessage, response: ServerResponse) {
  const target = String(request.headers['x-amz-target']);
  const { status, headers, body } = answerWire(db, target, await text(request));
  // With its length known, an answer is one write instead of three.
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
}
