import type { LogEntry, Result } from '../../shared/arena/log.ts';
import type { Entrant } from '../../shared/arena/tally.ts';
import type { GameId, PlayerId } from '../../shared/core/ids.ts';
import { otherSide, SIDES, type Side } from '../../shared/rules/rules.ts';

/** Names of test players are ids as they are. */
export const id = (name: string): PlayerId => name as PlayerId;

export interface Contestant {
  readonly name: string;
  /** When he joined. */
  readonly rating: number;
  readonly removed?: boolean;
  readonly joinedAtMs?: number;
}

type BySide<T> = { readonly [S in Side]: T };

/** A game as a cross-table has it. */
export interface Played {
  readonly names: BySide<string>;
  /** null: a draw. */
  readonly winner: Side | null;
  /** At the start of the game. */
  readonly ratings: BySide<number>;
  readonly plies?: number;
  readonly berserk?: BySide<boolean>;
  readonly noShow?: boolean;
  readonly endedAtMs?: number;
}

/** Every contestant with his own log; the games are in the order in which they were started. */
export function entrantsOf(
  contestants: readonly Contestant[],
  games: readonly Played[],
): Entrant[] {
  const logs = new Map<string, LogEntry[]>(contestants.map(({ name }) => [name, []]));
  for (const [index, game] of games.entries()) {
    for (const side of SIDES) logs.get(game.names[side])?.push(entryOf(game, side, index));
  }
  return contestants.map(({ name, rating, removed, joinedAtMs }) => ({
    player: id(name),
    joinedRating: rating,
    joinedAtMs: joinedAtMs ?? 0,
    removed: removed ?? false,
    log: logs.get(name) ?? [],
  }));
}

function entryOf(game: Played, side: Side, index: number): LogEntry {
  const other = otherSide(side);
  return {
    game: `game ${index}` as GameId,
    opponent: id(game.names[other]),
    opponentRating: game.ratings[other],
    endedAtMs: game.endedAtMs ?? 0,
    plies: game.plies ?? 80,
    side,
    result: resultOf(game.winner, side),
    berserk: game.berserk?.[side] ?? false,
    noShow: game.noShow ?? false,
  };
}

const resultOf = (winner: Side | null, side: Side): Result =>
  winner === null ? 'draw' : winner === side ? 'win' : 'loss';

/** `1-0`, `0-1` and `1/2-1/2` as they are printed; undefined: no result. */
export const WINNERS: Readonly<Record<string, Side | null>> = {
  '1-0': 'first',
  '0-1': 'second',
  '1/2-1/2': null,
};

/** `A-B 1-0, C-A 1/2-1/2`: the first mover is named first; who is not rated has 1500. */
export const games = (text: string, ratings: Readonly<Record<string, number>> = {}): Played[] =>
  text.split(', ').map((one) => {
    const match = /^(\w+)-(\w+) (1-0|0-1|1\/2-1\/2)$/.exec(one);
    if (match === null) throw new Error(`no game: ${one}`);
    const [, first = '', second = '', result = ''] = match;
    const ratingOf = (name: string): number => ratings[name] ?? 1_500;
    return {
      names: { first, second },
      winner: WINNERS[result] ?? null,
      ratings: { first: ratingOf(first), second: ratingOf(second) },
    };
  });
