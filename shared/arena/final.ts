import { sha256Hex } from '../core/hash.ts';
import type { PlayerId } from '../core/ids.ts';
import type { Mean } from './performance.ts';
import type { Policy } from './policy.ts';
import { type Place, rankEntrants, winnersOf } from './ranking.ts';
import { countedScores, reasonText, type ScoringRules } from './sheet.ts';
import type { Entrant } from './tally.ts';
import type { TieBreakValues } from './tie-breaks.ts';

/** One line of a frozen ranking: ids and numbers only, so that a renamed player changes nothing. */
export interface FinalLine {
  readonly rank: number;
  readonly player: PlayerId;
  /** Half points, in all and per game in the order of the games. */
  readonly points: number;
  readonly sheet: readonly number[];
  readonly reasons: readonly string[];
  readonly performance: Mean;
  /** Where the policy ranks by it. */
  readonly rolling: number | null;
  /** Where the policy ranks by one of them. */
  readonly tieBreaks: TieBreakValues | null;
}

/** A frozen ranking. Versions are never edited. */
export interface Final {
  readonly version: number;
  readonly hash: string;
  readonly winners: readonly PlayerId[];
  readonly frozenAtMs: number;
  /** Taken out after the first version, in the order in which that was decided. */
  readonly disqualified: readonly PlayerId[];
  /** Why this version was made and by whom; null for the first. */
  readonly correction: Correction | null;
  readonly lines: readonly FinalLine[];
}

export interface Correction {
  readonly reason: string;
  readonly actor: string;
}

/**
 * The first final ranking of an arena: a function of what counts alone, so the same bytes come out
 * however often and however late it is asked. It is stamped with the arena's end for the same
 * reason.
 */
export async function buildFinal(
  arena: ScoringRules,
  entrants: readonly Entrant[],
): Promise<Final> {
  const lines = rankEntrants(arena, entrants).map(finalLine);
  return {
    version: 1,
    ...(await signed(arena.policy, lines)),
    frozenAtMs: arena.endsAtMs,
    disqualified: [],
    correction: null,
  };
}

/**
 * The next version after `last`, with exactly these players out of the first one: whoever stands
 * below moves up; points and tie-breaks stay as they are.
 */
export async function correctFinal(
  policy: Policy,
  first: readonly FinalLine[],
  last: Pick<Final, 'version'>,
  correction: Correction & { readonly atMs: number; readonly disqualified: readonly PlayerId[] },
): Promise<Final> {
  const { atMs, disqualified, reason, actor } = correction;
  return {
    version: last.version + 1,
    ...(await signed(policy, closeRanks(first, new Set(disqualified)))),
    frozenAtMs: atMs,
    disqualified,
    correction: { reason, actor },
  };
}

/** The lines without these players; a rank is one more than the lines that stay in better ones. */
export function closeRanks<L extends Pick<FinalLine, 'rank' | 'player'>>(
  lines: readonly L[],
  out: ReadonlySet<PlayerId>,
): readonly L[] {
  const stay: L[] = [];
  let [before, rank] = [0, 0];
  for (const line of lines) {
    if (out.has(line.player)) continue;
    if (line.rank !== before) rank = stay.length + 1;
    before = line.rank;
    stay.push({ ...line, rank });
  }
  return stay;
}

/**
 * The canonical content of a ranking and who has won it. The hash (SHA-256, hex) is taken of the
 * lines as JSON: ids, ranks, points, sheets, reasons and tie-break values, no names.
 */
async function signed(policy: Policy, lines: readonly FinalLine[]) {
  const ranked = lines.map((line) => ({ ...line, games: line.performance.count }));
  return {
    hash: await hashOf(lines),
    winners: winnersOf(policy, ranked),
    lines,
  };
}

export const hashOf = (lines: readonly FinalLine[]): Promise<string> =>
  sha256Hex(JSON.stringify(lines));

export function finalLine(place: Place): FinalLine {
  const counted = countedScores(place.sheet);
  return {
    rank: place.rank,
    player: place.player,
    points: place.sheet.points,
    sheet: counted.map(({ points }) => points),
    reasons: counted.map(reasonText),
    performance: place.performance,
    rolling: place.rolling,
    tieBreaks: place.tieBreaks,
  };
}
