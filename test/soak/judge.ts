import type { DoneGame, Ending, Game } from '../../shared/game/game.ts';
import type { Measured } from '../load/gauge.ts';
import { ENDINGS, OVER_THE_BOARD } from './scripts.ts';

/** One thing that must never happen, with the cases in which it did. */
export interface Law {
  readonly name: string;
  readonly broken: readonly string[];
}

/** How the games of a run have ended. */
export interface Ended {
  readonly byName: ReadonlyMap<Ending, number>;
  readonly games: number;
  /** In [0, 1]; of all games that have ended. */
  readonly overTheBoard: number;
}

export function endedGames(games: readonly Game[]): Ended {
  const done = games.filter((game): game is DoneGame => game.state === 'done');
  const byName = new Map(
    ENDINGS.map((name) => [name, done.filter(({ ending }) => ending === name).length]),
  );
  const board = OVER_THE_BOARD.reduce((sum, ending) => sum + (byName.get(ending) ?? 0), 0);
  return { byName, games: done.length, overTheBoard: board / Math.max(1, done.length) };
}

const OVER_THE_BOARD_MIN = 0.6;

/** What a run had to show and did not. */
export function missing({ byName, overTheBoard }: Ended): string[] {
  const unseen = [...byName].filter(([, count]) => count === 0);
  return [
    ...unseen.map(([name]) => `no game has ended by ${name}`),
    ...(overTheBoard >= OVER_THE_BOARD_MIN
      ? []
      : [`${(overTheBoard * 100).toFixed(0)} % over the board`]),
  ];
}

/** Beyond these the machine was starved, and clocks have run for no fault of a player's. */
const DELAY_P99_MS_MAX = 250;
const SHARE_MAX = 0.9;
const FULL_MAX = 0.2;

export function starvedBy({ delayP99Ms, ownShare, fullShare }: Measured): string[] {
  const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;
  return [
    ...(delayP99Ms > DELAY_P99_MS_MAX ? [`event-loop delay p99 ${delayP99Ms.toFixed(0)} ms`] : []),
    ...(ownShare > SHARE_MAX ? [`CPU ${percent(ownShare)} of all cores`] : []),
    ...(fullShare > FULL_MAX ? [`all cores busy in ${percent(fullShare)} of the seconds`] : []),
  ];
}

export type Colour = 'green' | 'red' | 'invalid';

/** A broken law is red on any machine; what else is wrong needs one that had time. */
export function colourOf(
  laws: readonly Law[],
  unseen: readonly string[],
  starved: readonly string[],
): Colour {
  if (laws.some(({ broken }) => broken.length > 0)) return 'red';
  if (unseen.length === 0) return 'green';
  return starved.length > 0 ? 'invalid' : 'red';
}
