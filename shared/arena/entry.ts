import { displayed, isProvisional, type Rating } from '../game/glicko.ts';
import type { Arena } from './arena.ts';

/** What an arena may ask of whoever enters, in the order in which it is looked at. */
export const ENTRY_CONDITIONS = [
  'entries',
  'guests',
  'list',
  'ratingMin',
  'ratingMax',
  'gamesMin',
  'password',
] as const;
export type EntryCondition = (typeof ENTRY_CONDITIONS)[number];

/** What is known of somebody who wants in. */
export interface Newcomer {
  /** He has no account. */
  readonly guest: boolean;
  /** At the arena's game, where he has any. */
  readonly glicko: Rating;
  /** Whether the list names him; of no account where there is none. */
  readonly listed: boolean;
  /** null: he has said none. */
  readonly password: 'right' | 'wrong' | null;
  /** He has been let in before. */
  readonly hasRow: boolean;
  /** Epoch ms: what is known of a rating grows old. */
  readonly atMs: number;
}

/** One condition, what it asks for and what there is; null: nothing. */
export interface Verdict {
  readonly condition: EntryCondition;
  readonly expected: string | number;
  readonly actual: string | number | null;
  readonly ok: boolean;
}

type Judge = (arena: Arena, newcomer: Newcomer) => Omit<Verdict, 'condition'> | null;

/** null: this arena does not ask. */
const JUDGES: Readonly<Record<EntryCondition, Judge>> = {
  entries: ({ entriesClosed }, { hasRow }) =>
    entriesClosed ? { expected: 'entered before', actual: 'closed', ok: hasRow } : null,
  guests: ({ entry }, { guest }) =>
    entry.guests ? null : { expected: 'account', actual: guest ? 'guest' : 'account', ok: !guest },
  list: ({ entry }, { listed }) =>
    entry.access === 'list'
      ? { expected: 'listed', actual: listed ? 'listed' : null, ok: listed }
      : null,
  ratingMin: ({ entry: { ratingMin } }, newcomer) =>
    ratingMin === null ? null : ratingVerdict(newcomer, ratingMin, (own) => own >= ratingMin),
  ratingMax: ({ entry: { ratingMax } }, newcomer) =>
    ratingMax === null ? null : ratingVerdict(newcomer, ratingMax, (own) => own <= ratingMax),
  gamesMin: ({ entry: { gamesMin } }, { glicko }) =>
    gamesMin === 0
      ? null
      : { expected: gamesMin, actual: glicko.games, ok: glicko.games >= gamesMin },
  password: ({ entry }, { password, hasRow }) =>
    entry.access === 'password'
      ? {
          expected: 'right',
          actual: hasRow ? 'entered before' : password,
          ok: hasRow || password === 'right',
        }
      : null,
};

/** Nobody knows yet how strong a provisional one is (shown with `?`): it meets no limit. */
function ratingVerdict(
  { glicko, atMs }: Newcomer,
  expected: number,
  isWithin: (own: number) => boolean,
): Omit<Verdict, 'condition'> {
  const own = displayed(glicko);
  return isProvisional(glicko, atMs)
    ? { expected, actual: `${own}?`, ok: false }
    : { expected, actual: own, ok: isWithin(own) };
}

/** Each condition of this arena, whether he meets it and why not. */
export const verdicts = (arena: Arena, newcomer: Newcomer): readonly Verdict[] =>
  ENTRY_CONDITIONS.flatMap((condition) => {
    const verdict = JUDGES[condition](arena, newcomer);
    return verdict === null ? [] : [{ condition, ...verdict }];
  });

/** What a verdict asks for, in words. */
export function wantedBy({ condition, expected }: Verdict): string {
  switch (condition) {
    case 'entries':
      return 'to have entered before';
    case 'guests':
      return 'an account';
    case 'list':
      return 'to be on the list of this arena';
    case 'ratingMin':
      return `a rating of at least ${expected} that is not provisional`;
    case 'ratingMax':
      return `a rating of at most ${expected} that is not provisional`;
    case 'gamesMin':
      return `at least ${expected} rated games`;
    case 'password':
      return 'the password of this arena';
  }
}

/** Whether somebody who was let in may not fulfil the conditions any more. */
export const mayLapse = ({ entry }: Pick<Arena, 'entry'>): boolean =>
  !entry.guests || entry.access === 'list' || asksForStrength({ entry });

/** Whether it takes a rating to judge. */
export const asksForStrength = ({ entry }: Pick<Arena, 'entry'>): boolean =>
  entry.ratingMin !== null || entry.ratingMax !== null || entry.gamesMin > 0;
