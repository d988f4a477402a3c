import { err, ok, type Result } from '../../../../shared/core/result.ts';
import type { ArenaDetails } from '../../../../shared/protocol/arena-details.ts';
import type { FlagLine } from '../usage.ts';
import { type Fields, said, wholeIn } from './arena-flags.ts';

/** Who may enter. */
export const ENTRY_OPTIONS = {
  access: { type: 'string' },
  password: { type: 'string' },
  guests: { type: 'string' },
  'rating-min': { type: 'string' },
  'rating-max': { type: 'string' },
  'games-min': { type: 'string' },
} as const;

export const ENTRY_LINES: readonly FlagLine[] = [
  ['--access A', 'who may enter: open, password, or list (see allow-list)'],
  ['--password TEXT', 'of --access password'],
  ['--guests yes|no', 'whether players without an account may enter'],
  ['--rating-min N', 'the lowest rating at its game that may enter, or none'],
  ['--rating-max N', 'the highest one, or none'],
  ['--games-min N', 'rated games that a player must have'],
];

export interface EntryFlags {
  readonly access?: string | undefined;
  readonly password?: string | undefined;
  readonly guests?: string | undefined;
  readonly 'rating-min'?: string | undefined;
  readonly 'rating-max'?: string | undefined;
  readonly 'games-min'?: string | undefined;
}

type Entry = Omit<ArenaDetails['entry'], 'closed'>;

/**
 * The field `entry` that these flags ask for; undefined: none of them is there. It is replaced as a
 * whole, so what they do not name stays as it is `now`; only the password is not known to anybody.
 */
export function entryIn(flags: EntryFlags, now?: Entry): Result<Fields | undefined, string> {
  const named = entryFieldsIn(flags);
  if (!named.ok || Object.keys(named.value).length === 0) return named.ok ? ok(undefined) : named;
  if (now === undefined) return named;
  const { guests, access, ratingMin, ratingMax, gamesMin } = now;
  const entry: Fields = { guests, access, ratingMin, ratingMax, gamesMin, ...named.value };
  return entry.access === 'password' && entry.password === undefined
    ? err('--password: say it again, for the server does not tell it')
    : ok(entry);
}

function entryFieldsIn(flags: EntryFlags): Result<Fields, string> {
  const { password, access = password === undefined ? undefined : 'password' } = flags;
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
      ...{ access, password, guests: guests.value, gamesMin: gamesMin.value },
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
