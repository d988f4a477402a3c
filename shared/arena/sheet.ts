import type { Arena } from './arena.ts';
import type { LogEntry } from './log.ts';
import type { Policy } from './policy.ts';

/** Why an entry paid what it paid. */
export const REASONS = [
  'noShow',
  'loss',
  'quickDraw',
  'drawOnFire',
  'draw',
  'longDraw',
  'drawStreak',
  'win',
  'winOnFire',
  'afterEnd',
] as const;
export type Reason = (typeof REASONS)[number];

/** What one game paid one player, in half points. */
export interface Score {
  readonly entry: LogEntry;
  readonly points: number;
  readonly reason: Reason;
  /** Whether a berserk win earned its bonus; null: no berserk win. */
  readonly berserk: 'bonus' | 'tooShort' | null;
}

/** A player's scores in one arena, with what the next game will look back at. */
export interface Sheet {
  readonly scores: readonly Score[];
  readonly points: number;
  readonly winsInARow: number;
  readonly onFire: boolean;
  /** The last result that was not a loss: a draw of any kind starts a draw streak. */
  readonly lastNonLoss: 'win' | 'draw' | null;
}

type Rules = Pick<Arena, 'policy' | 'endsAtMs'>;

const EMPTY: Sheet = { scores: [], points: 0, winsInARow: 0, onFire: false, lastNonLoss: null };

/** The sheet of these entries, which are in the order in which the games were started. */
export const buildSheet = (arena: Rules, log: readonly LogEntry[]): Sheet =>
  log.reduce((sheet, entry) => addEntry(arena, sheet, entry), EMPTY);

/** Whether a game counts for the table. Every game was paired before the end, by construction. */
export const counts = (arena: Rules, game: { readonly endedAtMs: number }): boolean =>
  arena.policy.lateGames === 'counted' || game.endedAtMs <= arena.endsAtMs;

export function addEntry(arena: Rules, sheet: Sheet, entry: LogEntry): Sheet {
  if (!counts(arena, entry)) {
    const score: Score = { entry, points: 0, reason: 'afterEnd', berserk: null };
    return { ...sheet, scores: [...sheet.scores, score] };
  }
  const { policy } = arena;
  const reason = reasonOf(policy, sheet, entry);
  const berserk = berserkOf(policy, entry);
  const bonus = berserk === 'bonus' ? (policy.berserkBonus?.points ?? 0) : 0;
  const points = basePoints(policy, reason) + bonus;
  const winsInARow = entry.result === 'win' ? sheet.winsInARow + 1 : 0;
  return {
    scores: [...sheet.scores, { entry, points, reason, berserk }],
    points: sheet.points + points,
    winsInARow,
    onFire: policy.streak !== null && winsInARow >= policy.streak.afterWins,
    lastNonLoss: entry.result === 'loss' ? sheet.lastNonLoss : entry.result,
  };
}

/** The scores of the games that count for the table. */
export const countedScores = (sheet: Sheet): readonly Score[] =>
  sheet.scores.filter((score) => score.reason !== 'afterEnd');

/** A reason code with its berserk part: `win+berserk`, `loss`, `winOnFire+berserkTooShort`. */
export function reasonText(score: Pick<Score, 'reason' | 'berserk'>): string {
  if (score.berserk === null) return score.reason;
  return `${score.reason}+${score.berserk === 'bonus' ? 'berserk' : 'berserkTooShort'}`;
}

function reasonOf(policy: Policy, before: Sheet, entry: LogEntry): Reason {
  if (entry.result === 'win') return before.onFire ? 'winOnFire' : 'win';
  if (entry.result === 'loss') return entry.noShow ? 'noShow' : 'loss';
  // A quick draw pays nobody, on fire or not; it is a draw to everything that looks back.
  if (policy.quickDrawMaxPlies !== null && entry.plies <= policy.quickDrawMaxPlies) {
    return 'quickDraw';
  }
  if (before.onFire) return 'drawOnFire';
  // Only a win breaks a draw streak: losses are skipped when looking back.
  if (policy.drawStreakLongMinPlies === null || before.lastNonLoss !== 'draw') return 'draw';
  return entry.plies >= policy.drawStreakLongMinPlies ? 'longDraw' : 'drawStreak';
}

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

/** Only the winner's own berserk matters, and only his own moves: ⌈n/2⌉ or ⌊n/2⌋ of n plies. */
function berserkOf(policy: Policy, entry: LogEntry): Score['berserk'] {
  if (policy.berserkBonus === null || !entry.berserk || entry.result !== 'win') return null;
  // A win against nobody is an ordinary one, whatever the policy's threshold.
  if (entry.noShow) return 'tooShort';
  const ownMoves = Math.ceil((entry.plies - (entry.side === 'first' ? 0 : 1)) / 2);
  return ownMoves >= policy.berserkBonus.minOwnMoves ? 'bonus' : 'tooShort';
}
