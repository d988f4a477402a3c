import { readFile } from 'node:fs/promises';
import { err, ok, type Result } from '../../../../shared/core/result.ts';

export const DEFAULT_ENDPOINT = 'http://localhost:8787';

const EXPECTED_ENDPOINT = 'expected a URL like https://arena.example.org, without user and query';
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
/** What a header can hold; a text that is none would be quoted in an error, so it is looked at. */
const TOKEN = /^[\x21-\x7e]+$/;

const NO_TOKEN =
  'needs a token of an organiser, in ARENA_TOKEN or in a file (--token-file FILE); ' +
  'npm start prints one for its own server';

/** Where the HTTP API is, as a flag or the environment says, without a slash at its end. */
export function endpointIn(
  flag: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Result<string, string> {
  const [source, text] =
    flag === undefined && env.ARENA_ENDPOINT
      ? ['ARENA_ENDPOINT', env.ARENA_ENDPOINT]
      : ['--endpoint', flag ?? DEFAULT_ENDPOINT];
  const url = URL.parse(text);
  const isPlain =
    url !== null &&
    ['http:', 'https:'].includes(url.protocol) &&
    `${url.username}${url.password}${url.search}${url.hash}` === '';
  if (!isPlain) return err(`${source}: ${EXPECTED_ENDPOINT}`);
  return ok(`${url.origin}${url.pathname}`.replace(/\/+$/, ''));
}

/** The token of a file, or of the environment; one line that never quotes it says what is wrong. */
export async function tokenIn(
  file: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Result<string, string>> {
  const token = file === undefined ? (env.ARENA_TOKEN ?? '') : await readFile(file, 'utf8');
  if (token.trim() === '') {
    return err(file === undefined ? NO_TOKEN : '--token-file: there is no token in it');
  }
  if (TOKEN.test(token.trim())) return ok(token.trim());
  return err(`${file === undefined ? 'ARENA_TOKEN' : '--token-file'}: expected a token alone`);
}

/** Whether a token may be sent there: encrypted, or to this machine. */
export function mayCarryTokens(endpoint: string): boolean {
  const { protocol, hostname } = new URL(endpoint);
  return protocol === 'https:' || LOOPBACK.test(hostname);
}
