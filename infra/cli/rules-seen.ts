import type { ListedGame } from '../../shared/app/list-games.ts';
import type { Policy } from '../../shared/arena/policy.ts';
import type { TableView } from '../../shared/protocol/table-view.ts';
import { type Shown, shownBy, shownIn } from './bots/shown.ts';

/** How often each rule of an arena was at work, in the order in which they are shown. */
export type RulesSeen = ReadonlyMap<Shown, number>;

const WORDS: Readonly<Record<Shown, string>> = {
  win: 'wins',
  draw: 'draws',
  loss: 'losses',
  winOnFire: 'wins on fire',
  berserk: 'berserk bonuses',
  quickDraw: 'quick draws',
  drawOnFire: 'draws on fire',
  drawStreak: 'draws that paid nothing (draw streak)',
  noShow: 'no-shows',
  reconnect: 'reconnects in a game',
  afterBell: 'games that ended after the bell',
  lateGame: 'games that ended after the bell and count',
};

/** By the reasons in the frozen table and the list of games. */
export function rulesSeen(
  policy: Policy,
  endsAtMs: number,
  table: TableView,
  games: readonly ListedGame[],
  reconnects: number,
): RulesSeen {
  const reasons = table.standings.flatMap((line) => line.reasons).flatMap(shownBy);
  const late = games.filter(({ end }) => end !== null && end.endedAtMs > endsAtMs).length;
  const timesOf = (what: Shown): number => {
    if (what === 'reconnect') return reconnects;
    if (what === 'afterBell' || what === 'lateGame') return late;
    return reasons.filter((reason) => reason === what).length;
  };
  return new Map(shownIn(policy).map((what) => [what, timesOf(what)]));
}

export const ruleLines = (seen: RulesSeen): string[] =>
  [...seen].map(([what, times]) => `${String(times).padStart(4)}  ${WORDS[what]}`);
