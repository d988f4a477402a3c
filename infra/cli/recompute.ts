import type { GameView } from '../../shared/protocol/game-view.ts';

/** One player's line, in points. Performance is exact: `sum / count` rating points. */
export interface Line {
  readonly player: string;
  readonly rank: number;
  readonly points: number;
  readonly sheet: readonly number[];
  readonly performance: { readonly sum: number; readonly count: number };
}

type Unranked = Omit<Line, 'rank'>;
type Running = Unranked & { readonly wins: number; readonly drewLast: boolean };

/**
 * The table of an Oware Shield Arena from its games alone, for players with a counted game: written
 * from the rule text and sharing no code with the server, so that each can convict the other. Whom
 * an organiser has taken out has no rank; what others won against him stays theirs.
 */
export function recompute(
  games: readonly GameView[],
  endsAtMs: number,
  out: ReadonlySet<string> = new Set(),
): Line[] {
  const lines = new Map<string, Running>();
  for (const game of [...games].sort((a, b) => a.startedAtMs - b.startedAtMs)) {
    if (game.end === null || game.end.endedAtMs > endsAtMs) continue;
    for (const side of ['first', 'second'] as const) {
      const player = game[side].id;
      lines.set(player, afterGame(lines.get(player) ?? newcomer(player), game, side));
    }
  }
  const all = [...lines.values()]
    .filter(({ player }) => !out.has(player))
    .map(({ wins: _, drewLast: __, ...line }) => line);
  return all
    .map((line) => ({ ...line, rank: 1 + all.filter((other) => isAhead(other, line)).length }))
    .sort((a, b) => a.rank - b.rank);
}

const newcomer = (player: string): Running => {
  const performance = { sum: 0, count: 0 };
  return { player, points: 0, sheet: [], performance, wins: 0, drewLast: false };
};

function afterGame(line: Running, game: GameView, side: 'first' | 'second'): Running {
  const { player, sheet, performance, wins, drewLast } = line;
  const won = game.end?.winner === side;
  const drew = game.end?.winner === null;
  const fire = wins >= 2 ? 2 : 1;
  const ownMoves = side === 'first' ? Math.ceil(game.ply / 2) : Math.floor(game.ply / 2);
  const forWin = 2 * fire + (game.berserk[side] && ownMoves >= 7 ? 1 : 0);
  const short = game.ply <= 20 || (fire === 1 && drewLast && game.ply <= 60);
  const pay = won ? forWin : drew && !short ? fire : 0;
  const rival = game[side === 'first' ? 'second' : 'first'].rating;
  const sum = performance.sum + rival + (won ? 500 : drew ? 0 : -500);
  return {
    ...{ player, points: line.points + pay, sheet: [...sheet, pay] },
    ...{ performance: { sum, count: performance.count + 1 }, wins: won ? wins + 1 : 0 },
    drewLast: drew || (drewLast && !won),
  };
}

const isAhead = (a: Unranked, b: Unranked): boolean =>
  a.points > b.points ||
  (a.points === b.points &&
    a.performance.sum * b.performance.count > b.performance.sum * a.performance.count);
