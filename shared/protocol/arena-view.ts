import type { Arena, ArenaState } from '../arena/arena.ts';
import { lastGameOf, type Row, type RowState } from '../arena/row.ts';
import { buildSheet, reasonText } from '../arena/sheet.ts';
import type { Activity, Standing } from '../arena/standings.ts';
import type { ArenaId, GameId, PlayerId } from '../core/ids.ts';
import type { GameKind } from '../rules/rules.ts';

/** An arena as everybody may see it. */
export interface ArenaView {
  readonly id: ArenaId;
  readonly name: string;
  readonly game: GameKind;
  readonly preset: string;
  readonly clock: { readonly limitMs: number; readonly incrementMs: number };
  readonly rated: boolean;
  readonly state: ArenaState;
  readonly startsAtMs: number;
  readonly endsAtMs: number;
  readonly finalVersion: number;
}

/** Where a player stands in his arena: what `hello` and every lobby message are answered with. */
export interface SeatView {
  readonly player: PlayerId;
  readonly state: RowState;
  readonly seated: boolean;
  readonly paused: boolean;
  readonly removed: boolean;
  /** He will be ready again when his running game is over. */
  readonly wish: boolean;
  /** The last scored game: what `lobby` expects as `after`. */
  readonly lastGame: GameId | null;
  readonly games: number;
  readonly points: number;
  readonly onFire: boolean;
}

/** One line of a table; points as printed (2.5). */
export interface StandingView {
  readonly rank: number;
  readonly player: PlayerId;
  readonly name: string;
  readonly rating: number | null;
  readonly points: number;
  readonly sheet: readonly number[];
  readonly reasons: readonly string[];
  readonly games: number;
  readonly onFire: boolean;
  /** Exact: `sum / count`; null before the first game. */
  readonly performance: { readonly sum: number; readonly count: number } | null;
  readonly activity: Activity | null;
}

/** Stored half points as points. */
export const pointsOf = (halfPoints: number): number => halfPoints / 2;

export function viewArena(arena: Arena): ArenaView {
  return {
    id: arena.id,
    name: arena.name,
    game: arena.kind,
    preset: arena.policy.preset,
    clock: { limitMs: arena.limitMs, incrementMs: arena.incrementMs },
    rated: false,
    state: arena.state,
    startsAtMs: arena.startsAtMs,
    endsAtMs: arena.endsAtMs,
    finalVersion: arena.finalVersion,
  };
}

export function viewSeat(arena: Arena, row: Row): SeatView {
  const sheet = buildSheet(arena, row.log);
  return {
    player: row.player,
    state: row.state,
    seated: row.seated,
    paused: row.paused,
    removed: row.removed,
    wish: row.wish,
    lastGame: lastGameOf(row),
    games: row.log.length,
    points: pointsOf(sheet.points),
    onFire: sheet.onFire,
  };
}

export function viewStanding(line: Standing): StandingView {
  const { sheet, performance } = line;
  return {
    rank: line.rank,
    player: line.player,
    name: line.name,
    rating: line.rating,
    points: pointsOf(sheet.points),
    sheet: sheet.scores.map((score) => pointsOf(score.points)),
    reasons: sheet.scores.map(reasonText),
    games: performance.count,
    onFire: sheet.onFire,
    performance: performance.count === 0 ? null : performance,
    activity: line.activity,
  };
}
