import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { cliOn, type Ran } from './organiser-cli.ts';

/** What the server does with the next request; `lost`: it hangs up; `gone`: it closes, too. */
export type Reply =
  | 'lost'
  | 'gone'
  | {
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    };

interface Asked {
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export const TOKEN = 'eyJhbGciOiJSUzI1NiJ9.secret.signature';

/** A server that replies as planned, and a command line that asks it. */
export interface Played {
  readonly endpoint: string;
  /** What it was asked by the last command. */
  readonly asked: () => readonly Asked[];
  /** Every command so far. */
  readonly all: readonly Ran[];
  readonly run: (
    line: string,
    replies?: readonly Reply[],
    env?: Readonly<Record<string, string>>,
  ) => Promise<Ran>;
  /** Again, after it was gone. */
  readonly open: () => Promise<void>;
  readonly close: () => void;
}

export async function playServer(): Promise<Played> {
  let replies: Reply[] = [];
  let asked: Asked[] = [];
  let keys = 0;
  const all: Ran[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    asked.push({ line: `${method} ${url}`, headers, body: await text(request) });
    const reply = replies.shift() ?? { status: 500, body: 'no reply was planned' };
    if (reply === 'gone') server.close();
    if (reply === 'lost' || reply === 'gone') {
      response.destroy();
      return;
    }
    const body = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {});
    response.writeHead(reply.status, { ...reply.headers }).end(body);
  });
  const open = (at: number): Promise<void> =>
    new Promise((resolve) => server.listen(at, '127.0.0.1', resolve));
  await open(0);
  const { port } = server.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    endpoint,
    asked: () => asked,
    all,
    run: (line, planned = [], env = {}) => {
      [replies, asked] = [[...planned], []];
      const variables = { ARENA_ENDPOINT: endpoint, ARENA_TOKEN: TOKEN, ...env };
      return cliOn({ env: variables, newKey: () => `key-${++keys}` }, all)(line);
    },
    open: () => open(port),
    close: () => server.close(),
  };
}
