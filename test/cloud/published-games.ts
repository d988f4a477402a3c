import type { LogEntry } from '../../shared/arena/log.ts';
import { present } from '../../shared/core/assert.ts';
import type { GameId, PlayerId } from '../../shared/core/ids.ts';
import type { BySide, Ending } from '../../shared/game/game.ts';
import type { Side } from '../../shared/rules/rules.ts';
import { gameId, playerId } from '../support/builders.ts';
import type { PublishedArena } from '../support/published.ts';

/** A game of a published arena, with ids as they are stored; times count from its start (ms). */
export interface PublishedGame {
  readonly id: GameId;
  readonly players: BySide<PlayerId>;
  /** At the start of the game. */
  readonly ratings: BySide<number>;
  /** Counts the games of each of the two from 1. */
  readonly numbers: BySide<number>;
  readonly berserk: BySide<boolean>;
  readonly winner: Side | null;
  readonly ending: Ending;
  readonly plies: number;
  readonly startedMs: number;
  readonly endedMs: number;
}

/** `P12` as a stored id. */
export const publishedId = (name: string): PlayerId => playerId(Number(name.slice(1)));

/** Two clocks of three minutes without increment: no game can have been longer. */
const GAME_MS_MAX = 360_000;

/** The games of a published arena in the order of their starts. */
export function publishedGames({ entrants, endsAtMs }: PublishedArena): PublishedGame[] {
  const memories = new Map(
    entrants.flatMap(({ player, log }) =>
      log.map((entry, index): [string, Memory] => [
        `${player} ${entry.game}`,
        { entry, number: index + 1, nextMs: log[index + 1]?.endedAtMs ?? endsAtMs + 1 },
      ]),
    ),
  );
  const memoryOf = (player: string, game: string): Memory =>
    present(memories.get(`${player} ${game}`), `game of ${player}`);
  const games = entrants.flatMap(({ player, log }) =>
    log
      .filter(({ side }) => side === 'first')
      .map(({ game, opponent }) =>
        gameOf(player, memoryOf(player, game), memoryOf(opponent, game)),
      ),
  );
  return games.sort((a, b) => a.startedMs - b.startedMs || (a.id < b.id ? -1 : 1));
}

/** A game as one of the two remembers it. Of a published one the start stands for its end. */
interface Memory {
  readonly entry: LogEntry;
  readonly number: number;
  /** When his next game started, or the arena was over. */
  readonly nextMs: number;
}

function gameOf(player: PlayerId, first: Memory, second: Memory): PublishedGame {
  const { game, opponent, result, plies, noShow, endedAtMs: startedMs } = first.entry;
  return {
    id: gameId(Number(game.slice('game '.length)) + 1),
    players: { first: publishedId(player), second: publishedId(opponent) },
    ratings: { first: second.entry.opponentRating, second: first.entry.opponentRating },
    numbers: { first: first.number, second: second.number },
    berserk: { first: first.entry.berserk, second: second.entry.berserk },
    winner: result === 'draw' ? null : result === 'win' ? 'first' : 'second',
    ending: noShow ? 'noShow' : result === 'draw' ? 'agreement' : 'resign',
    plies,
    startedMs,
    endedMs: Math.min(startedMs + GAME_MS_MAX, first.nextMs - 1, second.nextMs - 1),
  };
}
