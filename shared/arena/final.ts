import { sha256Hex } from '../core/hash.ts';
import type { PlayerId } from '../core/ids.ts';
import type { Arena } from './arena.ts';
import type { Performance } from './performance.ts';
import type { Row } from './row.ts';
import { countedScores, reasonText } from './sheet.ts';
import { rankRows, type Standing, winnersOf } from './standings.ts';

/** One line of a frozen ranking: ids and numbers only, so that a renamed player changes nothing. */
export interface FinalLine {
  readonly rank: number;
  readonly player: PlayerId;
  /** Half points, in all and per game in the order of the games. */
  readonly points: number;
  readonly sheet: readonly number[];
  readonly reasons: readonly string[];
  readonly performance: Performance;
}

/** A frozen ranking. Versions are never edited. */
export interface Final {
  readonly version: number;
  readonly hash: string;
  readonly winners: readonly PlayerId[];
  readonly frozenAtMs: number;
  readonly lines: readonly FinalLine[];
}

/**
 * The ranking of these rows: a function of what counts alone, so the same bytes come out however
 * often and however late it is asked. It is stamped with the arena's end for the same reason.
 */
export async function buildFinal(arena: Arena, rows: readonly Row[], version = 1): Promise<Final> {
  const standings = rankRows(arena, rows, arena.endsAtMs);
  const lines = standings.map(lineOf);
  return {
    version,
    hash: await sha256Hex(JSON.stringify(lines)),
    winners: winnersOf(standings),
    frozenAtMs: arena.endsAtMs,
    lines,
  };
}

function lineOf({ rank, player, sheet, performance }: Standing): FinalLine {
  const counted = countedScores(sheet);
  return {
    rank,
    player,
    points: sheet.points,
    sheet: counted.map((score) => score.points),
    reasons: counted.map(reasonText),
    performance,
  };
}
