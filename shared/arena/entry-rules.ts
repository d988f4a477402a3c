/** Who may enter an arena. Whoever has been let in once may come back, but is checked again. */
export interface EntryRules {
  /** Players without an account. */
  readonly guests: boolean;
  readonly access: 'open' | 'password' | 'list';
  /** Set exactly where `access` is `password`. */
  readonly password: PasswordHash | null;
  /** Displayed ratings at this arena's game; null: no limit. */
  readonly ratingMin: number | null;
  readonly ratingMax: number | null;
  /** Rated games of this kind that a player must have finished. */
  readonly gamesMin: number;
}

/** Both in lower-case hexadecimal. */
export interface PasswordHash {
  readonly salt: string;
  readonly hash: string;
}

export const EVERYBODY: EntryRules = {
  guests: true,
  access: 'open',
  password: null,
  ratingMin: null,
  ratingMax: null,
  gamesMin: 0,
};
