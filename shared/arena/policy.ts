/**
 * An arena's rules as values: stored in the arena at its creation, so that a deploy never changes a
 * running arena. Points are integers of half points.
 */
export interface Policy {
  readonly preset: PresetName;
  readonly points: { readonly win: number; readonly draw: number; readonly loss: number };
  /** After this many wins in a row points are multiplied, until a game is not won. */
  readonly streak: { readonly afterWins: number; readonly factor: number } | null;
  readonly berserk: boolean;
  readonly berserkBonus: { readonly points: number; readonly minOwnMoves: number } | null;
  /** A draw of at most this many plies pays nothing. */
  readonly quickDrawMaxPlies: number | null;
  /** In a draw streak a draw pays only from this many plies on; null: draw streaks do not exist. */
  readonly drawStreakLongMinPlies: number | null;
  readonly lateGames: 'ignored' | 'counted';
  /** How long before the end pairing stops (ms). */
  readonly pairingClosesMs: 'auto' | number;
  /** The countdown for the first move (ms); auto: by the clock; null: none. */
  readonly firstMoveMs: 'auto' | number | null;
  readonly sideConflict: 'balance' | 'coin';
}

export const PRESET_NAMES = ['oware-shield'] as const;
export type PresetName = (typeof PRESET_NAMES)[number];

/** A *move* of the rule texts is one turn of each side, so the first 10 moves are 20 plies. */
export const PRESETS: { readonly [Name in PresetName]: Policy } = {
  'oware-shield': {
    preset: 'oware-shield',
    points: { win: 4, draw: 2, loss: 0 },
    streak: { afterWins: 2, factor: 2 },
    berserk: true,
    berserkBonus: { points: 2, minOwnMoves: 7 },
    quickDrawMaxPlies: 20,
    drawStreakLongMinPlies: 61,
    lateGames: 'ignored',
    pairingClosesMs: 'auto',
    firstMoveMs: 'auto',
    sideConflict: 'balance',
  },
};
