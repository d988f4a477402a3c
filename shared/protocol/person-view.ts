import type { ArenaState } from '../arena/arena.ts';
import type { PresetName } from '../arena/policy.ts';
import type { ArenaId, PlayerId, SeriesId } from '../core/ids.ts';
import { deviationAt, displayed, isProvisional, type Rating } from '../game/glicko.ts';
import type { GameKind } from '../rules/rules.ts';

/** How strong a player is at one kind of game; deviation and `provisional` as of now. */
export interface RatingView {
  readonly rating: number;
  /** In points, rounded; it grows while he plays no rated game. */
  readonly deviation: number;
  /** Rated ones of this kind. */
  readonly games: number;
  /** Too little is known: the rating is shown with a question mark. */
  readonly provisional: boolean;
  /** When the last of these games ended (epoch ms). */
  readonly ratedAtMs: number | null;
}

export const viewRating = (rating: Rating, nowMs: number): RatingView => ({
  rating: displayed(rating),
  deviation: Math.round(deviationAt(rating, nowMs)),
  games: rating.games,
  provisional: isProvisional(rating, nowMs),
  ratedAtMs: rating.ratedAtMs,
});

/** One arena that a player is, or was, in. */
export interface VisitView {
  readonly arena: ArenaId;
  readonly name: string;
  /** The series that it is an edition of. */
  readonly series: SeriesId | null;
  readonly game: GameKind;
  readonly preset: PresetName;
  readonly rated: boolean;
  readonly state: ArenaState;
  readonly startsAtMs: number;
  readonly endsAtMs: number;
  /** In the last published table; null: not in it. */
  readonly rank: number | null;
  /** In that table. */
  readonly players: number;
  readonly points: number;
  /** Counted ones. */
  readonly games: number;
  /** He has won it, alone or with others, by the ranking that is published now. */
  readonly winner: boolean;
  /** Displayed, when he joined. */
  readonly ratingBefore: number;
  /**
   * Displayed, after his last rated game there, or when he last took his seat again: then with the
   * games that he had played elsewhere.
   */
  readonly rating: number;
  /** Taken out by the organiser before the end, or after it. */
  readonly removed: boolean;
  readonly disqualified: boolean;
}

/** A player across arenas: `GET /players/{id}`. */
export interface PersonView {
  readonly player: PlayerId;
  readonly name: string;
  /** null: no rated game of this kind. */
  readonly ratings: Readonly<Record<GameKind, RatingView | null>>;
  /** The latest start first. */
  readonly arenas: readonly VisitView[];
  /** The cursor of the next page; null: this was the last one. */
  readonly next: string | null;
}

/** One of the best. */
export interface BestView {
  readonly player: PlayerId;
  readonly name: string;
  readonly rating: number;
  readonly games: number;
}

/** The best at one kind of game: `GET /ratings/{kind}`. */
export interface BestPage {
  readonly game: GameKind;
  /** By the exact rating, of which the whole points are shown. */
  readonly ratings: readonly BestView[];
  /** The cursor of the next page; null: this was the last one. */
  readonly next: string | null;
}
