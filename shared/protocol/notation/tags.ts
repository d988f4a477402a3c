import type { Arena } from '../../arena/arena.ts';
import type { DoneGame, Ending } from '../../game/game.ts';
import { SIDES, type Side } from '../../rules/rules.ts';
import { type RatingChange, viewEnd } from '../game-view.ts';
import { SIDE_WORDS } from '../words.ts';
import { clocksAtEnd, clockText, timeControlText } from './clocks.ts';

export type Tag = readonly [name: string, value: string];

const SITE = 'Shield Arena';

/** Words of the PGN standard (9.8.1); whatever is not named here ended normally. */
const TERMINATIONS: { readonly [E in Ending]?: string } = {
  flag: 'time forfeit',
  noShow: 'abandoned',
  abandoned: 'abandoned',
  tooLong: 'adjudication',
  removed: 'adjudication',
};

/**
 * What is to be known of a game besides its moves: the seven tags that come first in every file,
 * then the others by name (PGN standard, 8.1.1). Times are UTC, clocks those at the end.
 */
export function tagsOf(
  arena: Pick<Arena, 'name'>,
  game: DoneGame,
  result: string,
  more: readonly Tag[],
): readonly Tag[] {
  const [day = '', time = ''] = new Date(game.startedAtMs).toISOString().split(/[T.]/);
  const date = day.replaceAll('-', '.');
  const { first, second } = SIDE_WORDS.en[game.kind];
  const others: Tag[] = [
    ['ArenaId', game.arena],
    ['GameId', game.id],
    ['UTCDate', date],
    ['UTCTime', time],
    ['TimeControl', timeControlText(game.limitMs, game.incrementMs)],
    ['Termination', TERMINATIONS[game.ending] ?? 'normal'],
    ['Ending', game.ending],
    ...more,
    ...SIDES.flatMap((side) => sideTags(game, side)),
  ];
  return [
    ['Event', arena.name],
    ['Site', SITE],
    ['Date', date],
    ['Round', '-'],
    [first, game.seats.first.name],
    [second, game.seats.second.name],
    ['Result', result],
    ...others.sort(([a], [b]) => (a < b ? -1 : 1)),
  ];
}

function sideTags(game: DoneGame, side: Side): readonly Tag[] {
  const word = SIDE_WORDS.en[game.kind][side];
  const change = viewEnd(game)?.ratings?.[side] ?? null;
  return [
    [`${word}Elo`, `${game.seats[side].rating}`],
    ...(change === null ? [] : [[`${word}RatingDiff`, signed(change)] as const]),
    [`${word}Clock`, clockText(clocksAtEnd(game)[side])],
    [`${word}Berserk`, game.berserk[side] ? 'yes' : 'no'],
  ];
}

const signed = ({ before, after }: RatingChange): string =>
  after < before ? `${after - before}` : `+${after - before}`;

/** The tag on a line of its own: quotes and backslashes are escaped, and no value breaks a line. */
export const tagLine = ([name, value]: Tag): string =>
  `[${name} "${value.replace(/\p{Cc}+/gu, ' ').replace(/[\\"]/g, '\\$&')}"]`;
