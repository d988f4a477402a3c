import * as v from 'valibot';
import { durationText } from '../flags/when.ts';
import { plain } from '../text.ts';

/** What a server has said. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** What could not be done; its message is one line for people. */
export class NotDone extends Error {}

const TEXT_CHARACTERS_MAX = 300;
const UNAUTHORIZED = 401;
const SECOND_MS = 1_000;

/** What we show of problem details; a server of another version may have other codes. */
const problem = v.object({
  code: v.string(),
  title: v.optional(v.string(), ''),
  field: v.optional(v.string()),
  expected: v.optional(v.string()),
  retryInMs: v.optional(v.number()),
});
const problemText = v.pipe(v.string(), v.parseJson(), problem);

/** The problem details of a refusal; null: it is none of our server's. */
export function problemIn(text: string): v.InferOutput<typeof problem> | null {
  const parsed = v.safeParse(problemText, text);
  return parsed.success ? parsed.output : null;
}

/** `400 invalid: durationMs: an integer from 10000 to …`. */
export function refusalLine({ status, text, headers }: Answer): string {
  const location = headers.get('location');
  if (location !== null && status < 400) {
    return plain(`${status} points to ${location}, which is not followed`);
  }
  const told = problemIn(text);
  if (told === null) return plain(`${status} ${foreign(status, text)}`).trimEnd();
  const { code, field, expected, title, retryInMs } = told;
  const details =
    expected === undefined ? [field, title.replace(/^HTTP only: /, '')] : [field, expected];
  const line = [
    `${status} ${code}`,
    ...details.filter((part) => part !== undefined && part !== ''),
  ];
  return plain(line.join(': ') + (retryInMs === undefined ? '' : later(retryInMs)));
}

const later = (ms: number): string =>
  ` (again in ${durationText(Math.ceil(ms / SECOND_MS) * SECOND_MS)})`;

/**
 * The JSON of an answer. The server has made it from the same schema as the type, so only what is
 * no JSON at all is noticed: another kind of server.
 */
export function jsonOf<T>({ text }: Answer): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new NotDone('this is no server of arenas: its answer is no JSON');
  }
}

/** Gateways answer with `{"message"}`, whatever stands before them with anything. */
function foreign(status: number, text: string): string {
  const message = /"message"\s*:\s*"([^"]*)"/.exec(text)?.[1] ?? text.trim();
  const said = message.slice(0, TEXT_CHARACTERS_MAX);
  return status === UNAUTHORIZED
    ? `${said || 'Unauthorized'}: the token is over, or of another server`
    : said;
}
