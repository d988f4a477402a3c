import type { LogEntry, Result } from '../../shared/arena/log.ts';
import { PRESETS } from '../../shared/arena/policy.ts';
import { type GameId, idFromBytes, type PlayerId } from '../../shared/core/ids.ts';
import type { Side } from '../../shared/rules/rules.ts';

/** Rules of the Oware Shield Arena, ending at 1,000. */
export const SHIELD = { policy: PRESETS['oware-shield'], endsAtMs: 1_000 };

/** A long game: nothing about it is quick or short. */
const LONG_PLIES = 80;

export interface EntryParts {
  readonly side?: Side;
  readonly opponentRating?: number;
  readonly endedAtMs?: number;
  readonly noShow?: boolean;
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
    game: idFromBytes<GameId>(new Uint8Array(8)),
    opponent: idFromBytes<PlayerId>(new Uint8Array(8)),
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
