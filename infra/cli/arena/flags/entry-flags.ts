import { err, ok, type Result } from '../../../../shared/core/result.ts';
import type { ArenaDetails } from '../../../../shared/protocol/arena-details.ts';
import { PASSWORD } from '../api-command.ts';
import { PASSWORD_SOURCES } from '../client/password.ts';
import type { FlagLine } from '../usage.ts';
import { type Fields, said, wholeIn } from './arena-flags.ts';

/** Who may enter. */
export const ENTRY_OPTIONS = {
  access: { type: 'string' },
  ...PASSWORD,
  guests: { type: 'string' },
  'rating-min': { type: 'string' },
  'rating-max': { type: 'string' },
  'games-min': { type: 'string' },
} as const;

const OTHER_LINES: readonly FlagLine[] = [
  ['--password-file F', 'holds the one of --access password; without it ARENA_PASSWORD does'],
  ['--guests yes|no', 'whether players without an account may enter'],
  ['--rating-min N', 'the lowest rating at its game that may enter, or none'],
  ['--rating-max N', 'the highest one, or none'],
  ['--games-min N', 'rated games that a player must have'],
];

export const ENTRY_LINES: readonly FlagLine[] = [
  ['--access A', 'who may enter: open, password, or list (see allow-list)'],
  ...OTHER_LINES,
];

/** A list is of one arena. */
export const SERIES_ENTRY_LINES: readonly FlagLine[] = [
  ['--access A', 'who may enter: open, or password'],
  ...OTHER_LINES,
];

export interface EntryFlags {
  readonly access?: string | undefined;
  readonly 'password-file'?: string | undefined;
  readonly guests?: string | undefined;
  readonly 'rating-min'?: string | undefined;
  readonly 'rating-max'?: string | undefined;
  readonly 'games-min'?: string | undefined;
}

type Entry = Omit<ArenaDetails['entry'], 'closed'>;

/**
 * The field `entry` that these flags ask for; undefined: none of them is there. It is replaced as a
 * whole, so what they do not name stays as it is `now`; only the password is not known to anybody.
 * `password`: what the file or the environment says; of no effect where the arena has none.
 */
export function entryIn(
  flags: EntryFlags,
  password: string | undefined,
  now?: Entry,
): Result<Fields | undefined, string> {
  const named = entryFieldsIn(flags);
  if (!named.ok || Object.keys(named.value).length === 0) return named.ok ? ok(undefined) : named;
  const entry: Fields = { ...(now && keptOf(now)), ...named.value };
  if (entry.access !== 'password') return ok(entry);
  if (password !== undefined) return ok({ ...entry, password });
  return now?.access === 'password'
    ? err(`say the password again, which the server does not tell: ${PASSWORD_SOURCES}`)
    : err(`the password is missing: ${PASSWORD_SOURCES}`);
}

const keptOf = ({ guests, access, ratingMin, ratingMax, gamesMin }: Entry): Fields => ({
  ...{ guests, access, ratingMin, ratingMax, gamesMin },
});

function entryFieldsIn(flags: EntryFlags): Result<Fields, string> {
  const { 'password-file': file, access = file === undefined ? undefined : 'password' } = flags;
  if (file !== undefined && access !== 'password') {
    return err('--password-file goes with --access password');
  }
  const ratingMin = limitIn('rating-min', flags['rating-min']);
  const ratingMax = limitIn('rating-max', flags['rating-max']);
  const gamesMin = wholeIn('games-min', flags['games-min']);
  const guests = guestsIn(flags.guests);
  if (!ratingMin.ok) return ratingMin;
  if (!ratingMax.ok) return ratingMax;
  if (!gamesMin.ok) return gamesMin;
  if (!guests.ok) return guests;
  return ok(
    said({
      ...{ access, guests: guests.value, gamesMin: gamesMin.value },
      ...{ ratingMin: ratingMin.value, ratingMax: ratingMax.value },
    }),
  );
}

const limitIn = (flag: string, text: string | undefined) =>
  text === 'none' ? ok(null) : wholeIn(flag, text);

function guestsIn(text: string | undefined): Result<boolean | undefined, string> {
  if (text === undefined) return ok(undefined);
  return text === 'yes' || text === 'no' ? ok(text === 'yes') : err('--guests: expected yes or no');
}
