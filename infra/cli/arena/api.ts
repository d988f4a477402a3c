import type { Operation } from '../../../shared/protocol/api/operation.ts';
import { type Answer, NotDone, refusalLine } from './client/answer.ts';
import { send } from './client/attempts.ts';
import type { Surroundings } from './command.ts';

/** What fills an operation in. */
export interface Asking {
  /** For the names in braces of its path. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** JSON, or a text of `contentType`. */
  readonly body?: object | string;
  readonly contentType?: string;
  readonly accept?: string;
  /** Of a request that was made before; a new one otherwise. */
  readonly key?: string | undefined;
  /** The version that is changed. */
  readonly etag?: string | undefined;
}

type Ask = (operation: Operation, asking?: Asking) => Promise<Answer>;

/** The HTTP API; everything throws a `NotDone` where it is not done. */
export interface Api {
  readonly ask: Ask;
  /** One page after the other, as their `link` headers say. */
  readonly pages: (operation: Operation, asking?: Asking) => AsyncGenerator<Answer>;
}

interface Server {
  /** Without a slash at its end. */
  readonly endpoint: string;
  /** Of an organiser; asked for only by what not everybody may see. Throws a `NotDone`. */
  readonly token: () => Promise<string>;
}

export function openApi(
  { endpoint, token }: Server,
  { sleep, newKey }: Pick<Surroundings, 'sleep' | 'newKey'>,
): Api {
  const exchange = async (path: string, operation: Operation, asking: Asking): Promise<Answer> => {
    const { method, once, access } = operation;
    const key = once === true ? (asking.key ?? newKey()) : null;
    const outcome = await send(
      {
        ...{ url: `${endpoint}${path}`, method, body: bodyText(asking.body) },
        headers: headersOf(asking, access === 'open' ? null : await token(), key),
        repeatable: method === 'GET' || key !== null,
      },
      sleep,
    );
    if (outcome.kind !== 'answer') {
      const line = `${endpoint} does not answer (${outcome.why})`;
      throw new NotDone(outcome.kind === 'lost' && key !== null ? orAgain(line, key) : line);
    }
    const { answer } = outcome;
    if (answer.status >= 300) throw new NotDone(refusalLine(answer));
    return answer;
  };
  return {
    ask: (operation, asking = {}) => exchange(pathOf(operation, asking), operation, asking),
    pages: async function* (operation, asking = {}) {
      let path: string | undefined = pathOf(operation, asking);
      while (path !== undefined) {
        const page: Answer = await exchange(path, operation, asking);
        yield page;
        path = nextIn(page);
      }
    },
  };
}

/** What was sent may have been done. */
const orAgain = (line: string, key: string): string =>
  `${line}; to be sure, say the same again with --key ${key}`;

function pathOf({ path }: Operation, { path: names = {}, query = {} }: Asking): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(names[name] ?? ''),
  );
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) asked.set(name, value);
  }
  return asked.size === 0 ? filled : `${filled}?${asked}`;
}

const bodyText = (body: Asking['body']): string | undefined =>
  typeof body === 'object' ? JSON.stringify(body) : body;

function headersOf(
  { body, contentType = 'application/json', accept = 'application/json', etag }: Asking,
  token: string | null,
  key: string | null,
): Record<string, string> {
  return {
    accept,
    ...(body !== undefined && { 'content-type': contentType }),
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(key !== null && { 'idempotency-key': key }),
    ...(etag !== undefined && { 'if-match': etag }),
  };
}

const nextIn = ({ headers }: Answer): string | undefined =>
  /<(\/[^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
