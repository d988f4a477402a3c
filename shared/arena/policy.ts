import type { GameKind } from '../rules/rules.ts';

/**
 * An arena's rules as values: stored in the arena at its creation, so that a deploy never changes a
 * running arena. Points are integers of half points, thresholds count plies of both sides.
 */
export interface Policy {
  readonly preset: PresetName;
  readonly points: PointsOfResult;
  /** After this many wins in a row points are multiplied, until a game is not won. */
  readonly streak: { readonly afterWins: number; readonly factor: number } | null;
  readonly berserk: boolean;
  readonly berserkBonus: BerserkBonus | null;
  /** A draw of at most this many plies pays nothing. */
  readonly quickDrawMaxPlies: number | null;
  /** In a draw streak a draw pays only from this many plies on; null: draw streaks do not exist. */
  readonly drawStreakLongMinPlies: number | null;
  /** Whether games that still run at the end count once they are over. */
  readonly lateGames: 'ignored' | 'counted';
  /**
   * How long before the end pairing stops (ms). `byClock`: half the initial time, from 30 s to two
   * minutes; `auto`: the same, but at most a tenth of the duration.
   */
  readonly pairingClosesMs: 'auto' | 'byClock' | number;
  /** What decides between equal points, in this order. */
  readonly tieBreaks: readonly TieBreak[];
  /**
   * Players without a counted game: after all others by rating, there with one shared rank, or
   * among those without points with their rating in place of a performance.
   */
  readonly withoutGames: 'last' | 'lastShared' | 'byRating';
  /** Equal on everything: the same rank (1, 2, 2, 4), or one after the other by rating, then id. */
  readonly tiedRanks: 'shared' | 'consecutive';
  /** Who has won: all of rank 1, or all with the most points whatever the tie-breaks say. */
  readonly winners: 'firstRank' | 'mostPoints';
  /** Both are due the same side: longer run and balance decide before a coin, or the coin alone. */
  readonly sideConflict: 'balance' | 'coin';
  /** Two who have just met may meet again after waiting this long (ms); null: never. */
  readonly rematchAfterMs: number | null;
  /** What pairing keeps close: positions in the table, or points. */
  readonly closeness: 'positions' | 'points';
  /**
   * How much of the field is near enough on each side, as a share of it, before anybody has waited;
   * auto: by the size of the field, or in points where those are kept close.
   */
  readonly reach: 'auto' | number;
  /** The countdown for the first move (ms); auto: by the clock; null: the clock itself. */
  readonly firstMoveMs: 'auto' | number | null;
  /** How long a leaver is asked whether he is there (ms); auto: by the clock; null: never. */
  readonly abandonClaimMs: 'auto' | number | null;
  /** At most this much of a message's way is given back to the mover (ms a move). */
  readonly lagAllowanceMs: number;
  /** Watchers see a game this many plies late. */
  readonly publicDelayPlies: number;
  /** Whether a game lost by not making the first move changes ratings. */
  readonly noShowRated: boolean;
}

export interface PointsOfResult {
  readonly win: number;
  readonly draw: number;
  readonly loss: number;
}

/** What a berserk win pays on top, from so many own moves or so many plies of both on. */
export type BerserkBonus =
  | { readonly points: number; readonly minOwnMoves: number }
  | { readonly points: number; readonly minPlies: number };

export const TIE_BREAKS = [
  'performance',
  'performanceRolling',
  'buchholzCut1',
  'buchholz',
  'sonnebornBerger',
  'wins',
  'winsAsSecond',
  'directEncounter',
  'aroc1',
] as const;
export type TieBreak = (typeof TIE_BREAKS)[number];

export const PRESET_NAMES = ['oware-shield', 'classic', 'dutch', 'lichess'] as const;
export type PresetName = (typeof PRESET_NAMES)[number];

type Rules = Omit<Policy, 'preset'>;

/** A *move* of the rule texts is one turn of each side, so the first 10 moves are 20 plies. */
const SHIELD: Rules = {
  points: { win: 4, draw: 2, loss: 0 },
  streak: { afterWins: 2, factor: 2 },
  berserk: true,
  berserkBonus: { points: 2, minOwnMoves: 7 },
  quickDrawMaxPlies: 20,
  drawStreakLongMinPlies: 61,
  lateGames: 'ignored',
  pairingClosesMs: 'auto',
  tieBreaks: ['performance'],
  withoutGames: 'last',
  tiedRanks: 'shared',
  winners: 'firstRank',
  sideConflict: 'balance',
  rematchAfterMs: null,
  closeness: 'positions',
  reach: 'auto',
  firstMoveMs: 'auto',
  abandonClaimMs: 'auto',
  lagAllowanceMs: 0,
  publicDelayPlies: 0,
  noShowRated: true,
};

/** 1, ½, 0 and seven tie-breaks; games that run at the end are played out and count. */
const CLASSIC: Rules = {
  ...SHIELD,
  points: { win: 2, draw: 1, loss: 0 },
  streak: null,
  berserk: false,
  berserkBonus: null,
  quickDrawMaxPlies: null,
  drawStreakLongMinPlies: null,
  lateGames: 'counted',
  pairingClosesMs: 0,
  tieBreaks: [
    'buchholzCut1',
    'buchholz',
    'sonnebornBerger',
    'wins',
    'winsAsSecond',
    'directEncounter',
    'aroc1',
  ],
  withoutGames: 'lastShared',
  sideConflict: 'coin',
  closeness: 'points',
};

/** Lichess' published arenas to the digit; its thresholds count plies (lila, ArenaSheet). */
const LICHESS: Rules = {
  ...SHIELD,
  berserkBonus: { points: 2, minPlies: 14 },
  quickDrawMaxPlies: 19,
  drawStreakLongMinPlies: 60,
  pairingClosesMs: 'byClock',
  tieBreaks: ['performanceRolling'],
  withoutGames: 'byRating',
  tiedRanks: 'consecutive',
};

export const PRESETS: { readonly [Name in PresetName]: Policy } = {
  'oware-shield': { preset: 'oware-shield', ...SHIELD },
  classic: { preset: 'classic', ...CLASSIC },
  dutch: { preset: 'dutch', ...SHIELD, winners: 'mostPoints' },
  lichess: { preset: 'lichess', ...LICHESS },
};

/** What an arena of a preset plays where nobody says otherwise. */
export const DEFAULT_GAME: { readonly [Name in PresetName]: GameKind } = {
  'oware-shield': 'oware',
  classic: 'chess',
  dutch: 'draughts',
  lichess: 'chess',
};
