import type { LogEntry } from '../../shared/arena/log.ts';
import type { Policy } from '../../shared/arena/policy.ts';

/** What a sheet must say, game by game, as `half points reason`, and whether a fire burns. */
export interface OracleSheet {
  readonly paid: readonly string[];
  readonly points: number;
  readonly onFire: boolean;
  readonly winsInARow: number;
}

/** The scoring rules once more, as a machine that walks forward with two memories. */
export function oracle(policy: Policy, endsAtMs: number, log: readonly LogEntry[]): OracleSheet {
  let wins = 0;
  let drewSinceWin = false;
  let total = 0;
  const burns = () => (policy.streak ? wins >= policy.streak.afterWins : false);
  const paid: string[] = [];
  for (const game of log) {
    const [points, reason] = one(game);
    total += points;
    paid.push(`${points} ${reason}`);
  }
  return { paid, points: total, onFire: burns(), winsInARow: wins };

  function one(game: LogEntry): [number, string] {
    if (game.endedAtMs > endsAtMs && policy.lateGames === 'ignored') return [0, 'afterEnd'];
    const fire = burns();
    const times = fire && policy.streak ? policy.streak.factor : 1;
    const streak = drewSinceWin;
    if (game.result === 'win') {
      wins++;
      drewSinceWin = false;
      const [bonus, word] = berserk(game);
      return [policy.points.win * times + bonus, (fire ? 'winOnFire' : 'win') + word];
    }
    wins = 0;
    if (game.result === 'loss') return [policy.points.loss, game.noShow ? 'noShow' : 'loss'];
    drewSinceWin = true;
    if (game.plies <= (policy.quickDrawMaxPlies ?? -1)) return [0, 'quickDraw'];
    if (fire) return [policy.points.draw * times, 'drawOnFire'];
    if (!streak || policy.drawStreakLongMinPlies === null) return [policy.points.draw, 'draw'];
    if (game.plies < policy.drawStreakLongMinPlies) return [0, 'drawStreak'];
    return [policy.points.draw, 'longDraw'];
  }

  function berserk(game: LogEntry): [number, string] {
    const bonus = policy.berserkBonus;
    if (!bonus || !game.berserk) return [0, ''];
    const played = 'minPlies' in bonus ? game.plies : movesOf(game);
    const needed = 'minPlies' in bonus ? bonus.minPlies : bonus.minOwnMoves;
    if (game.noShow || played < needed) return [0, '+berserkTooShort'];
    return [bonus.points, '+berserk'];
  }
}

/** Turns 1, 3, 5… are the first mover's. */
const movesOf = ({ plies, side }: LogEntry): number =>
  Array.from({ length: plies }, (_, i) => i % 2).filter((odd) => odd === +(side === 'second'))
    .length;
