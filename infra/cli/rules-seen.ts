import type { ListedGame } from '../../shared/app/list-games.ts';
import type { TableView } from '../../shared/protocol/table-view.ts';
import { SHOWN, type Shown, shownBy } from './bots/shown.ts';

export type RulesSeen = Readonly<Record<Shown, number>>;

const WORDS: Readonly<Record<Shown, string>> = {
  winOnFire: 'wins on fire',
  berserk: 'berserk bonuses',
  quickDraw: 'quick draws',
  drawOnFire: 'draws on fire',
  drawStreak: 'draws that paid nothing (draw streak)',
  noShow: 'no-shows',
  reconnect: 'reconnects in a game',
  afterBell: 'games that ended after the bell',
};

/** How often each rule was at work: by the reasons in the frozen table and the list of games. */
export function rulesSeen(
  table: TableView,
  games: readonly ListedGame[],
  reconnects: number,
): RulesSeen {
  const seen = Object.fromEntries(SHOWN.map((what) => [what, 0])) as Record<Shown, number>;
  for (const reason of table.standings.flatMap(({ reasons }) => reasons)) {
    for (const what of shownBy(reason)) seen[what] += 1;
  }
  seen.reconnect = reconnects;
  seen.afterBell = games.filter(({ end, counted }) => end !== null && !counted).length;
  return seen;
}

export const ruleLines = (seen: RulesSeen): string[] =>
  SHOWN.map((what) => `${String(seen[what]).padStart(4)}  ${WORDS[what]}`);
