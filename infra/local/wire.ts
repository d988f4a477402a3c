import type { IncomingMessage, ServerResponse } from 'node:http';

/** An answer on the wire; the body is text or nothing. */
export interface WireAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Buffer;
}

/** An AWS API refuses a request with the name of an error. */
export class WireError extends Error {
  readonly status: number;

  constructor(name: string, message: string, status = 400) {
    super(message);
    this.name = name;
    this.status = status;
  }
}

/** Path and query of a request. Any text is accepted: the `URL` class throws at some of them. */
export function readTarget({ url = '/' }: IncomingMessage): {
  readonly path: string;
  readonly rawQuery: string;
  readonly query: URLSearchParams;
} {
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  const rawQuery = mark === -1 ? '' : url.slice(mark + 1);
  return { path, rawQuery, query: new URLSearchParams(rawQuery) };
}

/** The whole body, or null if it is larger than `maxBytes`. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) chunks.push(chunk);
    });
    request.on('end', () => resolve(bytes <= maxBytes ? Buffer.concat(chunks, bytes) : null));
    request.on('error', reject);
  });
}

export function writeAnswer(response: ServerResponse, { status, headers, body }: WireAnswer): void {
  const content = body ?? '';
  response.writeHead(status, { 'content-length': Buffer.byteLength(content), ...headers });
  response.end(content);
}

/** JSON with the content type that the caller expects. */
export const jsonAnswer = (
  body: unknown,
  status = 200,
  contentType = 'application/json',
): WireAnswer => ({
  status,
  headers: { 'content-type': contentType },
  body: JSON.stringify(body),
});
