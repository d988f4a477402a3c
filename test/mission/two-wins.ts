import { visitLobby } from '../../shared/app/lobby.ts';
import { pairArena } from '../../shared/app/pair-arena.ts';
import { refreshTable } from '../../shared/app/refresh-table.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { present } from '../../shared/core/assert.ts';
import type { GameId, PlayerId } from '../../shared/core/ids.ts';
import { type Game, sideOf } from '../../shared/game/game.ts';
import { liveGames, loseAndScore } from '../support/organising.ts';
import { openArena, playersOf, type Stage, speaking } from '../support/stage.ts';

/** Two who are alone in an arena; one has won twice running, and neither is back in the lobby. */
export async function twoWins(durationMs?: number) {
  const { stage, arena, players } = await openArena(playersOf(2), undefined, durationMs);
  const [hero, other] = players as [PlayerId, PlayerId];
  await pairArena(stage.ports, arena.id);
  const first = await loseOne(stage, other);
  await pairAgain(stage, arena, players, first.id);
  const second = await loseOne(stage, other);
  return { stage, arena, hero, other, last: second.id };
}

/** Both come back, and since nobody else is around they meet again at once. */
export async function pairAgain(
  stage: Stage,
  arena: Arena,
  players: readonly PlayerId[],
  after: GameId,
): Promise<Game> {
  for (const player of players) {
    await visitLobby(stage.ports, speaking(stage, player), { t: 'lobby', arena: arena.id, after });
  }
  stage.clock.nowMs += 3_000;
  await refreshTable(stage.ports, arena.id, stage.clock.nowMs);
  await pairArena(stage.ports, arena.id, await stage.store.rows(arena, 'consistent'));
  return present(liveGames(stage)[0], 'another game');
}

async function loseOne(stage: Stage, loser: PlayerId): Promise<Game> {
  const game = present(liveGames(stage)[0], 'game');
  stage.clock.nowMs += 5_000;
  return loseAndScore(stage, game, present(sideOf(game, loser), 'side of the loser'));
}
