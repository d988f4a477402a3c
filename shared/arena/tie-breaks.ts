import type { PlayerId } from '../core/ids.ts';
import type { LogEntry } from './log.ts';
import type { Mean } from './performance.ts';
import type { Score, Sheet } from './sheet.ts';

/**
 * Tie-breaks that look at the opponents. Every game counts on its own: an opponent met three times
 * is in every sum three times, and the cut removes one entry. Nothing is corrected for unequal
 * numbers of games (FIDE C.07, articles 4.4, 8, 9, 10 and 14; no unplayed rounds exist here).
 */
export interface TieBreakValues {
  /** Half points. */
  readonly buchholzCut1: number;
  /** The opponents' final points (half points). */
  readonly buchholz: number;
  /** Points of the beaten and half of those of the drawn opponents (quarter points). */
  readonly sonnebornBerger: number;
  readonly wins: number;
  readonly winsAsSecond: number;
  /** Opponents' ratings at the start of the games without the lowest; below two games none. */
  readonly aroc1: Mean;
}

/** Points (half points) of every player, removed ones too: they stay opponents. */
export type FinalPoints = ReadonlyMap<PlayerId, number>;

export const finalPoints = (
  sheets: readonly { readonly player: PlayerId; readonly sheet: Sheet }[],
): FinalPoints => new Map(sheets.map(({ player, sheet }) => [player, sheet.points]));

/** Quarter points that a result takes of an opponent's half points. */
const TAKES = { win: 2, draw: 1, loss: 0 } as const;

/** The tie-break values of one player's counted games. */
export function tieBreaksOf(counted: readonly LogEntry[], points: FinalPoints): TieBreakValues {
  const games = counted.length;
  let [buchholz, lowest, sonnebornBerger] = [0, Number.POSITIVE_INFINITY, 0];
  let [wins, winsAsSecond, ratings, lowestRating] = [0, 0, 0, Number.POSITIVE_INFINITY];
  for (const { opponent, opponentRating, result, side } of counted) {
    const theirs = points.get(opponent) ?? 0;
    buchholz += theirs;
    lowest = Math.min(lowest, theirs);
    sonnebornBerger += TAKES[result] * theirs;
    wins += result === 'win' ? 1 : 0;
    winsAsSecond += result === 'win' && side === 'second' ? 1 : 0;
    ratings += opponentRating;
    lowestRating = Math.min(lowestRating, opponentRating);
  }
  return {
    buchholzCut1: games === 0 ? 0 : buchholz - lowest,
    buchholz,
    sonnebornBerger,
    wins,
    winsAsSecond,
    aroc1: games < 2 ? { sum: 0, count: 0 } : { sum: ratings - lowestRating, count: games - 1 },
  };
}

/** Which games the two cuts leave out (places in `scores`); null: there is nothing to cut. */
export function cutGames(
  scores: readonly Score[],
  points: FinalPoints,
): { readonly buchholz: number | null; readonly aroc1: number | null } {
  const counted = scores.flatMap(({ reason }, index) => (reason === 'afterEnd' ? [] : [index]));
  const lowestBy = (value: (score: Score) => number): number | null =>
    counted.reduce<number | null>((best, index) => {
      const [score, before] = [scores[index], best === null ? undefined : scores[best]];
      if (score === undefined) return best;
      return before === undefined || value(score) < value(before) ? index : best;
    }, null);
  return {
    buchholz: lowestBy(({ entry }) => points.get(entry.opponent) ?? 0),
    aroc1: counted.length < 2 ? null : lowestBy(({ entry }) => entry.opponentRating),
  };
}

/** A player in a group of tied players when direct encounter was asked. */
export interface Encounter {
  readonly players: number;
  /** His points (half points) in the games among them; null: not every two of them have met. */
  readonly points: number | null;
}

interface Tied {
  readonly player: PlayerId;
  readonly sheet: Sheet;
}

/**
 * Direct encounter of a whole group of tied players: the points (half points) each of them got in
 * games among them, or null when not every two of them have met: then the tie stands.
 */
export function directEncounter(group: readonly Tied[]): ReadonlyMap<PlayerId, number> | null {
  const rivals = group.length - 1;
  // Early in an arena thousands may be equal: never look at pairs before this.
  if (group.some(({ sheet }) => sheet.log.length < rivals)) return null;
  const members = new Set(group.map(({ player }) => player));
  const points = new Map<PlayerId, number>();
  for (const { player, sheet } of group) {
    const among = sheet.scores.filter(
      ({ entry, reason }) => reason !== 'afterEnd' && members.has(entry.opponent),
    );
    if (new Set(among.map(({ entry }) => entry.opponent)).size < rivals) return null;
    points.set(
      player,
      among.reduce((sum, score) => sum + score.points, 0),
    );
  }
  return points;
}
