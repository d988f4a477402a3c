import type { Arena } from '../arena/arena.ts';
import { counts } from '../arena/sheet.ts';
import { present } from '../core/assert.ts';
import type { GameId } from '../core/ids.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { Game } from '../game/game.ts';
import { timesOf } from '../game/times.ts';
import { viewForPublic } from '../protocol/game-view.ts';
import type { SpectatedGame } from '../protocol/spectate-view.ts';
import { find } from './change.ts';
import type { Ports } from './ports.ts';
import type { TableOrder } from './tables.ts';

/** A game with the arena that it is of. */
export interface FoundGame {
  readonly game: Game;
  readonly arena: Arena;
}

/** Refusal: noSuchGame. */
export async function findGame(
  { store }: Pick<Ports, 'store'>,
  id: GameId,
): Promise<Result<FoundGame, Refusal>> {
  const game = await find((read) => store.game(id, read));
  if (game === null) return err(refuse('noSuchGame', { field: 'id' }));
  const arena = await find((read) => store.arena(game.arena, read));
  return ok({ game, arena: present(arena, 'arena of a game') });
}

/** A game as everybody may see it, with the ranks of its players now. */
export async function showGame(
  { tables }: Pick<Ports, 'tables'>,
  { game, arena }: FoundGame,
): Promise<SpectatedGame> {
  return spectated(arena, game, await tables.order(arena.id));
}

export const spectated = (arena: Arena, game: Game, order: TableOrder | null): SpectatedGame => ({
  ...publicGame(arena, game),
  arenaName: arena.name,
  ranks: ranksOf(game, order),
});

/** What watchers may know of it: the times of its turns once it is over, for they tell of moves. */
export const publicGame = (arena: Arena, game: Game) => ({
  ...viewForPublic(game, arena.policy.publicDelayPlies),
  times: game.state === 'done' ? timesOf(game) : null,
  counted: game.state === 'done' && counts(arena, game),
});

/** Where both stand in this table. */
export function ranksOf({ seats }: Game, order: TableOrder | null): SpectatedGame['ranks'] {
  const { first, second } = seats;
  return {
    first: order?.place(first.player)?.rank ?? null,
    second: order?.place(second.player)?.rank ?? null,
  };
}
