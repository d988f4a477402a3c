import type { LogEntry } from './log.ts';
import { performanceIn } from './performance.ts';
import type { PointsOfResult, Policy } from './policy.ts';
import {
  AFTER_END,
  type BerserkPart,
  letterOf,
  meaningOf,
  type Reason,
  SHEET_LETTERS,
} from './sheet-letters.ts';

export { type BerserkPart, REASONS, type Reason } from './sheet-letters.ts';

/** What one game paid one player, in half points. */
export interface Score {
  readonly entry: LogEntry;
  readonly points: number;
  readonly reason: Reason;
  readonly berserk: BerserkPart;
}

/** A player's scores in one arena, in the order in which his games were started. */
export interface Sheet {
  readonly log: readonly LogEntry[];
  /** One letter an entry that says why it paid what it paid (`sheet-letters.ts`). */
  readonly letters: string;
  /** Made of the two above when it is asked for: a table of 10,000 players needs none of them. */
  readonly scores: readonly Score[];
  readonly points: number;
  readonly totals: Totals;
  /** Up to the last counted game. */
  readonly winsInARow: number;
  /** The next game pays more. */
  readonly onFire: boolean;
}

/** Sums over the counted games, made in the one pass that scores them: tables are large. */
export interface Totals {
  readonly games: number;
  readonly wins: number;
  /** Games in which this player went berserk. */
  readonly berserks: number;
  /** Sum of the performance. */
  readonly performance: number;
  /** Of the games in which he moved first: each game is in two logs, and in one as such. */
  readonly asFirst: { readonly games: number; readonly plies: number } & PointsOfResult;
}

/** What decides which games count. */
export interface ScoringRules {
  readonly policy: Policy;
  readonly endsAtMs: number;
}

/** What the next game looks back at. */
interface Memory {
  winsInARow: number;
  /** The last result that was not a loss: a draw of any kind starts a draw streak. */
  lastNonLoss: 'win' | 'draw' | null;
}

/** The sheet of these entries, which are in the order in which the games were started. */
export function buildSheet(arena: ScoringRules, log: readonly LogEntry[]): Sheet {
  const { policy } = arena;
  const memory: Memory = { winsInARow: 0, lastNonLoss: null };
  const totals = newTotals();
  let points = 0;
  let letters = '';
  for (const entry of log) {
    const isCounted = counts(arena, entry);
    const reason = isCounted ? reasonOf(policy, memory, entry) : 'afterEnd';
    const berserk = isCounted ? berserkOf(policy, entry) : null;
    points += paidFor(policy, reason, berserk);
    letters += letterOf(reason, berserk);
    if (!isCounted) continue;
    remember(memory, entry);
    addTo(totals, entry);
  }
  const { winsInARow } = memory;
  const onFire = isOnFire(policy, memory);
  return {
    ...{ log, letters, points, totals, winsInARow, onFire },
    get scores() {
      return scoresOf(policy, log, letters);
    },
  };
}

const scoresOf = (policy: Policy, log: readonly LogEntry[], letters: string): readonly Score[] =>
  log.map((entry, index) => {
    const { reason, berserk } = meaningOf(letters[index] ?? '');
    return { entry, points: paidFor(policy, reason, berserk), reason, berserk };
  });

/** Whether a game counts for the table. Every game was paired before the end, by construction. */
export const counts = (arena: ScoringRules, game: { readonly endedAtMs: number }): boolean =>
  arena.policy.lateGames === 'counted' || game.endedAtMs <= arena.endsAtMs;

const isOnFire = ({ streak }: Policy, { winsInARow }: Memory): boolean =>
  streak !== null && winsInARow >= streak.afterWins;

function remember(memory: Memory, { result }: LogEntry): void {
  memory.winsInARow = result === 'win' ? memory.winsInARow + 1 : 0;
  if (result !== 'loss') memory.lastNonLoss = result;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends object ? Mutable<T[K]> : T[K] };

const newTotals = (): Mutable<Totals> => ({
  games: 0,
  wins: 0,
  berserks: 0,
  performance: 0,
  asFirst: { games: 0, plies: 0, win: 0, draw: 0, loss: 0 },
});

function addTo(totals: Mutable<Totals>, entry: LogEntry): void {
  const { result } = entry;
  totals.games += 1;
  totals.wins += result === 'win' ? 1 : 0;
  totals.berserks += entry.berserk ? 1 : 0;
  totals.performance += performanceIn(entry.opponentRating, result);
  if (entry.side === 'second') return;
  totals.asFirst.games += 1;
  totals.asFirst.plies += entry.plies;
  totals.asFirst[result] += 1;
}

/** The scores of the games that count for the table. */
export const countedScores = ({ scores }: Sheet): readonly Score[] =>
  scores.filter(({ reason }) => reason !== 'afterEnd');

/** The games that count for the table. */
export const countedGames = ({ log, letters, totals }: Sheet): readonly LogEntry[] =>
  totals.games === log.length ? log : log.filter((_, index) => letters[index] !== AFTER_END);

/** The letters of the games that count for the table. */
export const countedLetters = ({ log, letters, totals }: Sheet): string =>
  totals.games === log.length ? letters : letters.replaceAll(AFTER_END, '');

/** A reason code with its berserk part: `win+berserk`, `loss`, `winOnFire+berserkTooShort`. */
export function reasonText(score: Pick<Score, 'reason' | 'berserk'>): string {
  if (score.berserk === null) return score.reason;
  return `${score.reason}+${score.berserk === 'bonus' ? 'berserk' : 'berserkTooShort'}`;
}

function reasonOf(policy: Policy, before: Memory, entry: LogEntry): Reason {
  const onFire = isOnFire(policy, before);
  if (entry.result === 'win') return onFire ? 'winOnFire' : 'win';
  if (entry.result === 'loss') return entry.noShow ? 'noShow' : 'loss';
  // A quick draw pays nobody, on fire or not; it is a draw to everything that looks back.
  if (policy.quickDrawMaxPlies !== null && entry.plies <= policy.quickDrawMaxPlies) {
    return 'quickDraw';
  }
  if (onFire) return 'drawOnFire';
  // Only a win breaks a draw streak: losses are skipped when looking back.
  if (policy.drawStreakLongMinPlies === null || before.lastNonLoss !== 'draw') return 'draw';
  return entry.plies >= policy.drawStreakLongMinPlies ? 'longDraw' : 'drawStreak';
}

/** What an entry pays (half points) for its reason; the berserk bonus is never multiplied. */
export const paidFor = (policy: Policy, reason: Reason, berserk: BerserkPart): number =>
  basePoints(policy, reason) + (berserk === 'bonus' ? (policy.berserkBonus?.points ?? 0) : 0);

function basePoints({ points, streak }: Policy, reason: Reason): number {
  switch (reason) {
    case 'win':
      return points.win;
    case 'winOnFire':
      return points.win * (streak?.factor ?? 1);
    case 'draw':
    case 'longDraw':
      return points.draw;
    case 'drawOnFire':
      return points.draw * (streak?.factor ?? 1);
    case 'loss':
    case 'noShow':
      return points.loss;
    case 'quickDraw':
    case 'drawStreak':
    case 'afterEnd':
      return 0;
  }
}

/** Only the winner's own berserk matters, if the game was long enough. */
function berserkOf({ berserkBonus }: Policy, entry: LogEntry): BerserkPart {
  if (berserkBonus === null || !entry.berserk || entry.result !== 'win') return null;
  // A win against nobody is an ordinary one, whatever the policy's threshold.
  if (entry.noShow) return 'tooShort';
  const enough =
    'minPlies' in berserkBonus
      ? entry.plies >= berserkBonus.minPlies
      : ownMoves(entry) >= berserkBonus.minOwnMoves;
  return enough ? 'bonus' : 'tooShort';
}

/** Of n plies the first mover makes ⌈n/2⌉, the second ⌊n/2⌋. */
const ownMoves = ({ plies, side }: LogEntry): number =>
  side === 'first' ? Math.ceil(plies / 2) : Math.floor(plies / 2);

/** What each letter pays by this policy (half points): with it a word says all of a sheet. */
export const paysOf = (policy: Policy): Readonly<Record<string, number>> =>
  Object.fromEntries(
    SHEET_LETTERS.map((letter) => {
      const { reason, berserk } = meaningOf(letter);
      return [letter, paidFor(policy, reason, berserk)];
    }),
  );
