import type { LogEntry, Result } from '../../shared/arena/log.ts';
import type { Mean } from '../../shared/arena/performance.ts';
import { PRESETS } from '../../shared/arena/policy.ts';
import { buildSheet, type ScoringRules } from '../../shared/arena/sheet.ts';
import { type GameId, idFromBytes, type PlayerId } from '../../shared/core/ids.ts';
import type { Side } from '../../shared/rules/rules.ts';

/** The last instant of the arenas of these tests. */
export const ENDS_AT_MS = 1_000;

/** Rules of the Oware Shield Arena. */
export const SHIELD = { policy: PRESETS['oware-shield'], endsAtMs: ENDS_AT_MS };

/** A long game: nothing about it is quick or short. */
const LONG_PLIES = 80;

const NOBODY = idFromBytes<PlayerId>(new Uint8Array(8));
const NO_GAME = idFromBytes<GameId>(new Uint8Array(8));

export interface EntryParts {
  readonly side?: Side;
  readonly opponent?: PlayerId;
  readonly opponentRating?: number;
  readonly endedAtMs?: number;
}

/**
 * An entry from its short form: W, L or D, then plies (80 without), then b for an own berserk, then
 * n for a no-show of the loser: `W`, `D40`, `W13b`, `L0n`.
 */
export function entry(short: string, parts: EntryParts = {}): LogEntry {
  const match = /^([WLD])(\d*)(b?)(n?)$/.exec(short);
  if (match === null) throw new Error(`no entry: ${short}`);
  const [, letter, plies, berserk, noShow] = match;
  const results: Record<string, Result> = { W: 'win', L: 'loss', D: 'draw' };
  return {
    game: NO_GAME,
    opponent: parts.opponent ?? NOBODY,
    opponentRating: parts.opponentRating ?? 1_500,
    endedAtMs: parts.endedAtMs ?? 500,
    plies: plies === '' ? LONG_PLIES : Number(plies),
    side: parts.side ?? 'first',
    result: results[letter ?? ''] ?? 'loss',
    berserk: berserk === 'b',
    noShow: noShow === 'n',
  };
}

/** Entries of a sheet, separated by blanks. */
export const entries = (sheet: string): LogEntry[] =>
  sheet === '' ? [] : sheet.split(' ').map((short) => entry(short));

/** The performance of these games, where all of them count. */
export function performanceOf(log: readonly LogEntry[], rules: ScoringRules = SHIELD): Mean {
  const { performance, games } = buildSheet(rules, log).totals;
  return { sum: performance, count: games };
}
