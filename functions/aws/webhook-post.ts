import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { HookAnswer, HookRequest, Hooks } from '../../shared/app/ports.ts';
import {
  isWithin,
  type Reach,
  type Target,
  targetOf,
} from '../../shared/protocol/webhook-address.ts';

/** For the whole attempt, so that one slow receiver holds nobody. */
const TIMEOUT_MS = 10_000;
/** Nobody reads what is answered; so much of it lets a receiver come to its end. */
const BODY_BYTES_MAX = 1_024;

export interface WebhookPostOptions {
  /** Allows this machine, with http and any port: the local cloud has no other receivers. */
  readonly loopback: boolean;
  readonly timeoutMs?: number;
  /** All addresses of a name. */
  readonly resolve?: (host: string) => Promise<readonly LookupAddress[]>;
}

const everyAddress = (host: string) => lookup(host, { all: true });

/** Posts to the servers of organisers, whose addresses are as good as typed in by a stranger. */
export function webhookPost({
  loopback,
  timeoutMs = TIMEOUT_MS,
  resolve = everyAddress,
}: WebhookPostOptions): Hooks {
  return {
    post: async (request) => {
      const target = targetOf(request.url, loopback);
      if (target === null) return { status: null, error: 'addressNotAllowed' };
      return posted(target, request, checkedLookup(resolve, target.reach), timeoutMs);
    },
  };
}

/**
 * Looks a name up, once a connection, and gives the very addresses that it has checked: the name
 * may lead elsewhere a moment later. One address that is not allowed makes the whole name so, since
 * nobody knows which of them will be taken.
 */
export const checkedLookup =
  (resolve: NonNullable<WebhookPostOptions['resolve']>, reach: Reach): LookupFunction =>
  (host, { all = false }, done) => {
    resolve(host).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined || !addresses.every(({ address }) => isWithin(address, reach))) {
          done(failure('addressNotAllowed'), []);
        } else if (all) done(null, [...addresses]);
        else done(null, first.address, first.family);
      },
      (cause: NodeJS.ErrnoException) => done(cause, []),
    );
  };

const failure = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code });

function posted(
  { url }: Target,
  { headers, body }: HookRequest,
  lookupOf: LookupFunction,
  timeoutMs: number,
): Promise<HookAnswer> {
  return new Promise((resolve) => {
    const send = url.protocol === 'https:' ? secureRequest : plainRequest;
    const length = { 'content-length': Buffer.byteLength(body) };
    // No agent: a connection that is kept would outlive the check of its address.
    const options = { method: 'POST', agent: false, lookup: lookupOf } as const;
    const request = send(url, { ...options, headers: { ...headers, ...length } });
    const stop = stopAfter(request, timeoutMs);
    const answer = (value: HookAnswer) => {
      stop();
      resolve(value);
    };
    let answered: IncomingMessage | null = null;
    request.on('error', ({ code = 'failed' }: NodeJS.ErrnoException) =>
      // What goes wrong after the headers changes nothing: the receiver has said what he thinks.
      answer(answered === null ? { status: null, error: code } : seen(answered)),
    );
    request.on('response', (response) => {
      answered = response;
      void drained(response).then(() => answer(seen(response)));
    });
    request.end(body);
  });
}

/** Whatever it waits for then: the name, the connection, the answer or the end of it. */
function stopAfter(request: ClientRequest, timeoutMs: number): () => void {
  const timer = setTimeout(() => request.destroy(failure('timeout')), timeoutMs);
  return () => clearTimeout(timer);
}

function drained(response: IncomingMessage): Promise<void> {
  let bytes = 0;
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) response.destroy();
  });
  return new Promise((resolve) => {
    response.on('error', () => {});
    response.on('close', resolve);
  });
}

/** A redirect is an answer like any other, and no success. */
const seen = ({ statusCode = 0, headers }: IncomingMessage): HookAnswer => ({
  status: statusCode,
  retryAfter: headers['retry-after'] ?? null,
});
