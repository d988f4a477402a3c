import { PRESET_NAMES } from '../../../../shared/arena/policy.ts';
import { err, ok, type Result } from '../../../../shared/core/result.ts';
import { GAME_KINDS } from '../../../../shared/rules/rules.ts';
import { clockIn, numberIn } from '../../read-flags.ts';
import type { FlagLine } from '../usage.ts';

/** What an arena is like, for `schedule`, `change` and `series create`. */
export const ARENA_OPTIONS = {
  name: { type: 'string' },
  minutes: { type: 'string' },
  clock: { type: 'string' },
  preset: { type: 'string' },
  game: { type: 'string' },
  rated: { type: 'boolean' },
  casual: { type: 'boolean' },
  policy: { type: 'string' },
  'players-max': { type: 'string' },
  description: { type: 'string' },
} as const;

export const ARENA_LINES: readonly FlagLine[] = [
  ['--name NAME', 'what it is called'],
  ['--minutes M', 'how long it lasts'],
  ['--clock L+I', 'minutes and increment in seconds of each side, like 3+2 or 0.5+0'],
  ['--preset R', `the rules: ${PRESET_NAMES.join(', ')}`],
  ['--game G', `${GAME_KINDS.join(', ')} (the game of the preset)`],
  ['--casual', 'changes no ratings (--rated)'],
  ['--policy JSON', `single rules of the preset, like '{"berserk":true}'`],
  ['--players-max N', 'places'],
  ['--description T', 'Markdown; "$(cat FILE)" takes it from a file'],
];

export interface ArenaFlags {
  readonly name?: string | undefined;
  readonly minutes?: string | undefined;
  readonly clock?: string | undefined;
  readonly preset?: string | undefined;
  readonly game?: string | undefined;
  readonly rated?: boolean | undefined;
  readonly casual?: boolean | undefined;
  readonly policy?: string | undefined;
  readonly 'players-max'?: string | undefined;
  readonly description?: string | undefined;
}

/** Fields of a body as HTTP takes them; the server says what it does not like about them. */
export type Fields = Readonly<Record<string, unknown>>;

const MINUTE_MS = 60_000;

/** The fields that these flags name, or one line that says which of them is none. */
export function arenaFieldsIn(flags: ArenaFlags): Result<Fields, string> {
  const { name, description, preset, game, rated, casual } = flags;
  if (rated && casual) return err('either --rated or --casual');
  const minutes = durationMsIn(flags.minutes);
  const clock = clockOf(flags.clock);
  const policy = policyIn(flags.policy);
  const playersMax = wholeIn('players-max', flags['players-max']);
  const wrong = [minutes, clock, policy, playersMax].find((one) => !one.ok);
  if (wrong !== undefined && !wrong.ok) return wrong;
  const all = { name, description, preset, game, rated: casual ? false : rated };
  return ok(
    said({
      ...all,
      durationMs: saidIn(minutes),
      clock: saidIn(clock),
      policy: saidIn(policy),
      playersMax: saidIn(playersMax),
    }),
  );
}

const saidIn = (read: Result<unknown, string>): unknown => (read.ok ? read.value : undefined);

/** Only what was said. */
export const said = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

function durationMsIn(text: string | undefined): Result<number | undefined, string> {
  if (text === undefined) return ok(undefined);
  const minutes = numberIn(text);
  return minutes > 0 && Number.isFinite(minutes)
    ? ok(Math.round(minutes * MINUTE_MS))
    : err('--minutes: expected a number of minutes, like 90 or 0.5');
}

function clockOf(text: string | undefined): Result<object | undefined, string> {
  if (text === undefined) return ok(undefined);
  const clock = clockIn(text);
  return clock === null ? err('--clock: expected minutes+seconds, like 3+2 or 0.25+0') : ok(clock);
}

function policyIn(text: string | undefined): Result<object | undefined, string> {
  if (text === undefined) return ok(undefined);
  const expected = `--policy: expected a JSON object, like '{"berserk":true}'`;
  try {
    const policy: unknown = JSON.parse(text);
    return typeof policy === 'object' && policy !== null ? ok(policy) : err(expected);
  } catch {
    return err(expected);
  }
}

/** A number in a flag, or none. */
export function wholeIn(
  flag: string,
  text: string | undefined,
): Result<number | undefined, string> {
  if (text === undefined) return ok(undefined);
  const value = numberIn(text);
  return Number.isInteger(value) ? ok(value) : err(`--${flag}: expected a whole number`);
}
