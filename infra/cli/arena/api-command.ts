import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Result } from '../../../shared/core/result.ts';
import { type Api, openApi } from './api.ts';
import { type Answer, NotDone } from './client/answer.ts';
import { endpointIn, mayCarryTokens, tokenIn } from './client/endpoint.ts';
import { PASSWORD_SOURCES, passwordIn } from './client/password.ts';
import type { OnlineCommand, Print, Surroundings } from './command.ts';
import { plain } from './text.ts';
import { type Explained, usageOf } from './usage.ts';

const COMMON = {
  endpoint: { type: 'string' },
  'token-file': { type: 'string' },
} as const;
const JSON_FLAG = { json: { type: 'boolean', default: false } } as const;

/** For commands that do something: the same request again does nothing twice. */
export const KEY = { key: { type: 'string' } } as const;
export const REASON = { reason: { type: 'string' } } as const;
export const PASSWORD = { 'password-file': { type: 'string' } } as const;
export const ZONE = { zone: { type: 'string', default: 'UTC' } } as const;

type Read<O extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ args: string[]; options: O; allowPositionals: true }>
>['values'];

/** What a command has to do its work. */
export interface Call<O extends ParseArgsOptionsConfig>
  extends Pick<Surroundings, 'interrupted' | 'warn'> {
  readonly flags: Read<O>;
  /** As many as the command has names for. */
  readonly operands: readonly string[];
  readonly api: Api;
  readonly nowMs: number;
  /** The answer as it is (`--json`), or lines for people. */
  readonly show: (answer: Answer, lines: () => readonly string[]) => Promise<void>;
  readonly print: Print;
  readonly json: boolean;
  /** Of the arena, where somebody has said one; see `PASSWORD`. */
  readonly password: () => Promise<string | undefined>;
}

interface Parts<O extends ParseArgsOptionsConfig> extends Explained {
  readonly options: O;
  readonly run: (call: Call<O>) => Promise<void>;
}

/** Arguments that do not fit; its message is one line that names the flag. */
class UsageError extends Error {}

/** The value, or the end of this command with its usage. */
export function given<T>(read: Result<T, string>): T {
  if (!read.ok) throw new UsageError(read.error);
  return read.value;
}

export function wrongUsage(line: string): never {
  throw new UsageError(line);
}

/** A flag that cannot be left out. */
export const needed = (name: string, value: string | undefined): string =>
  value ?? wrongUsage(`--${name} is missing`);

/** A command on top of the HTTP API. */
export function apiCommand<const O extends ParseArgsOptionsConfig>(parts: Parts<O>): OnlineCommand {
  return {
    summary: parts.summary,
    usage: usageOf(parts),
    run: async (args, print, surroundings) => {
      const { name } = parts;
      try {
        await parts.run(callOf(parts, args, print, surroundings));
        return 0;
      } catch (error) {
        if (error instanceof NotDone) {
          surroundings.warn(`${name}: ${error.message}`);
          return 1;
        }
        if (!(error instanceof UsageError)) throw error;
        surroundings.warn(`${name}: ${error.message}\n`);
        return 'usage';
      }
    },
  };
}

function callOf<const O extends ParseArgsOptionsConfig>(
  parts: Parts<O>,
  args: readonly string[],
  print: Print,
  surroundings: Surroundings,
): Call<O> {
  const { values, positionals } = read(
    { ...COMMON, ...(parts.raw !== true && JSON_FLAG), ...parts.options },
    args,
  );
  const flags = values as Read<O>;
  const { endpoint, 'token-file': file } = values as Read<typeof COMMON>;
  const { json = false } = values as Partial<Read<typeof JSON_FLAG>>;
  const operands = operandsOf(parts.operands, positionals);
  const where = given(endpointIn(endpoint, surroundings.env));
  const show: Call<O>['show'] = (answer, lines) =>
    print((json ? jsonLines(answer) : lines().map(plain)).map((line) => `${line}\n`).join(''));
  const token = () => tokenOf(where, file, surroundings);
  const api = openApi({ endpoint: where, token }, surroundings);
  const { 'password-file': passwordFile } = values as Partial<Read<typeof PASSWORD>>;
  const password = () => passwordOf(passwordFile, surroundings);
  const { interrupted, warn, nowMs } = surroundings;
  const rest = { print, json, password, interrupted, warn };
  return { flags, operands, api, nowMs: nowMs(), show, ...rest };
}

/** Not every answer says something. */
const jsonLines = ({ text }: Answer): string[] => (text === '' ? [] : [text]);

const SECRETS = [
  ['token', 'ARENA_TOKEN or --token-file FILE'],
  ['password', PASSWORD_SOURCES],
] as const;

function read(options: ParseArgsOptionsConfig, args: readonly string[]) {
  const secret = SECRETS.find(([name]) => args.some((arg) => arg.split('=')[0] === `--${name}`));
  if (secret !== undefined) {
    wrongUsage(`a ${secret[0]} is no flag, where others could read it: ${secret[1]}`);
  }
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    return wrongUsage((error as Error).message.split('\n')[0] ?? '');
  }
}

/** Operands with these names are part of a path. */
const IDS: ReadonlySet<string> = new Set(['ID', 'PLAYER', 'DELIVERY']);
const ID = /^[\w-]+$/;

function operandsOf(names: readonly string[], values: readonly string[]): readonly string[] {
  const missing = names.find((name, at) => values[at] === undefined && !name.startsWith('['));
  if (missing !== undefined) wrongUsage(`${missing} is missing`);
  const surplus = values[names.length];
  if (surplus !== undefined) wrongUsage(`too much: ${plain(surplus)}`);
  const wrong = names.find((name, at) => IDS.has(name) && !ID.test(values[at] ?? ''));
  return wrong === undefined ? values : wrongUsage(`${wrong}: expected an id`);
}

async function tokenOf(
  endpoint: string,
  file: string | undefined,
  { env }: Surroundings,
): Promise<string> {
  const token = await tokenIn(file, env).catch((error: Error) => {
    throw new NotDone(`--token-file: ${error.message}`);
  });
  if (!token.ok) throw new NotDone(token.error);
  if (mayCarryTokens(endpoint)) return token.value;
  throw new NotDone(`the token would go to ${endpoint} without encryption: use https`);
}

async function passwordOf(
  file: string | undefined,
  { env }: Surroundings,
): Promise<string | undefined> {
  const password = await passwordIn(file, env).catch((error: Error) => {
    throw new NotDone(`--password-file: ${error.message}`);
  });
  if (!password.ok) throw new NotDone(password.error);
  return password.value;
}
