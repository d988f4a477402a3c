import type { Arena, ArenaState } from '../arena/arena.ts';
import type { PresetName } from '../arena/policy.ts';
import { lastGameOf, type Row, type RowState } from '../arena/row.ts';
import { buildSheet } from '../arena/sheet.ts';
import type { ArenaId, GameId, PlayerId } from '../core/ids.ts';
import type { GameKind } from '../rules/rules.ts';
import { viewPolicy } from './policy.ts';

/** An arena as everybody may see it. */
export interface ArenaView {
  readonly id: ArenaId;
  readonly name: string;
  readonly game: GameKind;
  readonly preset: PresetName;
  /** What this arena changes of its preset; points as printed. */
  readonly policy: Readonly<Record<string, unknown>>;
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

/** Stored half points as points. */
export const pointsOf = (halfPoints: number): number => halfPoints / 2;

export function viewArena(arena: Arena): ArenaView {
  const { preset, ...policy } = viewPolicy(arena.policy);
  return {
    id: arena.id,
    name: arena.name,
    game: arena.kind,
    preset,
    policy,
    clock: { limitMs: arena.limitMs, incrementMs: arena.incrementMs },
    rated: arena.rated,
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
