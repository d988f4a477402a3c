import { describe, expect, it } from 'vitest';
import {
  ENTRY_CONDITIONS,
  mayLapse,
  type Newcomer,
  verdicts,
  wantedBy,
} from '../../shared/arena/entry.ts';
import { type EntryRules, EVERYBODY } from '../../shared/arena/entry-rules.ts';
import { newRating, PROVISIONAL_DEVIATION, type Rating } from '../../shared/game/glicko.ts';
import { anOpenArena } from '../support/builders.ts';

const NOW_MS = 1_000_000_000;
const YEAR_MS = 365 * 86_400_000;
const rated = (rating: number, part: Partial<Rating> = {}): Rating => ({
  ...{ ...newRating(rating), deviation: 60, volatility: 0.06, games: 40, ratedAtMs: NOW_MS },
  ...part,
});

const SOMEBODY: Newcomer = {
  ...{ guest: false, listed: false, password: null, hasRow: false, atMs: NOW_MS },
  glicko: rated(1_600.9),
};
const asks = (part: Partial<EntryRules>, entriesClosed = false) =>
  anOpenArena({ entry: { ...EVERYBODY, ...part }, entriesClosed });
const PASSWORD = { access: 'password', password: { salt: '', hash: '' } } as const;

interface Row {
  readonly entry: Partial<EntryRules>;
  readonly closed?: boolean;
  readonly who?: Partial<Newcomer>;
  readonly expected: string | number;
  readonly actual: string | number | null;
  readonly ok: boolean;
}

/** By condition: what is asked, of whom, and what comes of it. */
const TABLE: Readonly<Record<(typeof ENTRY_CONDITIONS)[number], readonly Row[]>> = {
  entries: [
    { entry: {}, closed: true, expected: 'entered before', actual: 'closed', ok: false },
    {
      ...{ entry: {}, closed: true, who: { hasRow: true } },
      ...{ expected: 'entered before', actual: 'closed', ok: true },
    },
  ],
  guests: [
    { entry: { guests: false }, expected: 'account', actual: 'account', ok: true },
    {
      ...{ entry: { guests: false }, who: { guest: true } },
      ...{ expected: 'account', actual: 'guest', ok: false },
    },
  ],
  list: [
    { entry: { access: 'list' }, expected: 'listed', actual: null, ok: false },
    {
      ...{ entry: { access: 'list' }, who: { listed: true } },
      ...{ expected: 'listed', actual: 'listed', ok: true },
    },
    // Whoever is in the arena already has to stay on the list.
    {
      ...{ entry: { access: 'list' }, who: { hasRow: true } },
      ...{ expected: 'listed', actual: null, ok: false },
    },
  ],
  // The rating as it is shown, which is cut off: 1600.9 is 1600.
  ratingMin: [
    { entry: { ratingMin: 1_600 }, expected: 1_600, actual: 1_600, ok: true },
    { entry: { ratingMin: 1_601 }, expected: 1_601, actual: 1_600, ok: false },
    // A provisional rating meets no limit, however far it is within.
    {
      ...{ entry: { ratingMin: 1_200 }, who: { glicko: newRating(1_900) } },
      ...{ expected: 1_200, actual: '1900?', ok: false },
    },
  ],
  ratingMax: [
    { entry: { ratingMax: 1_600 }, expected: 1_600, actual: 1_600, ok: true },
    { entry: { ratingMax: 1_599 }, expected: 1_599, actual: 1_600, ok: false },
    {
      ...{ entry: { ratingMax: 2_000 }, who: { glicko: newRating(1_500) } },
      ...{ expected: 2_000, actual: '1500?', ok: false },
    },
    {
      ...{ entry: { ratingMax: 2_000 }, who: { glicko: rated(1_500, { deviation: 109.9 }) } },
      ...{ expected: 2_000, actual: 1_500, ok: true },
    },
    {
      ...{ entry: { ratingMax: 2_000 } },
      who: { glicko: rated(1_500, { deviation: PROVISIONAL_DEVIATION }) },
      ...{ expected: 2_000, actual: '1500?', ok: false },
    },
    // Who has not played for a year is not known well any more (glicko: 60 becomes 110 in a year).
    {
      ...{ entry: { ratingMax: 2_000 }, who: { atMs: NOW_MS + 2 * YEAR_MS } },
      ...{ expected: 2_000, actual: '1600?', ok: false },
    },
  ],
  gamesMin: [
    { entry: { gamesMin: 40 }, expected: 40, actual: 40, ok: true },
    { entry: { gamesMin: 41 }, expected: 41, actual: 40, ok: false },
    {
      ...{ entry: { gamesMin: 1 }, who: { glicko: newRating(1_500) } },
      ...{ expected: 1, actual: 0, ok: false },
    },
  ],
  password: [
    { entry: PASSWORD, expected: 'right', actual: null, ok: false },
    { entry: PASSWORD, who: { password: 'wrong' }, expected: 'right', actual: 'wrong', ok: false },
    { entry: PASSWORD, who: { password: 'right' }, expected: 'right', actual: 'right', ok: true },
    {
      ...{ entry: PASSWORD, who: { hasRow: true } },
      ...{ expected: 'right', actual: 'entered before', ok: true },
    },
  ],
};

describe.each(ENTRY_CONDITIONS)('condition %s', (condition) => {
  it.each(TABLE[condition])('%o', ({ entry, closed, who, ...expected }) => {
    expect(verdicts(asks(entry, closed), { ...SOMEBODY, ...who })).toEqual([
      { condition, ...expected },
    ]);
  });

  it('says in words what it asks for', () => {
    const [row] = TABLE[condition];
    const [verdict] = verdicts(asks(row?.entry ?? {}, row?.closed), SOMEBODY);
    const words = verdict === undefined ? '' : wantedBy(verdict);
    expect(words).toMatch(/^(an?|at|to|the) /);
    if (typeof verdict?.expected === 'number') expect(words).toContain(String(verdict.expected));
    if (condition.startsWith('rating')) expect(words).toContain('not provisional');
  });
});

describe('the conditions of an arena', () => {
  const guest = { ...SOMEBODY, guest: true, glicko: newRating(1_500) };

  it('are none where it asks for nothing', () => {
    expect(verdicts(asks({}), guest)).toEqual([]);
  });

  it('are all looked at, not only up to the first that is not met', () => {
    const all = { guests: false, ...PASSWORD, ratingMin: 1_600, ratingMax: 1_700, gamesMin: 5 };
    const judged = verdicts(asks(all, true), guest);
    expect(judged.map(({ condition, ok }) => [condition, ok])).toEqual([
      ...(['entries', 'guests', 'ratingMin', 'ratingMax', 'gamesMin', 'password'] as const).map(
        (condition) => [condition, false],
      ),
    ]);
  });

  it.each<[Partial<EntryRules>, boolean]>([
    [{}, false],
    [PASSWORD, false],
    [{ guests: false }, true],
    [{ access: 'list' }, true],
    [{ ratingMin: 1_000 }, true],
    [{ ratingMax: 1_000 }, true],
    [{ gamesMin: 1 }, true],
  ])('%o may not be met any more by whoever was let in: %s', (entry, expected) => {
    expect(mayLapse(asks(entry))).toBe(expected);
  });
});
