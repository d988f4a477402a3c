import { describe, expect, it } from 'vitest';
import { visitLobby } from '../../shared/app/lobby.ts';
import { pairArena } from '../../shared/app/pair-arena.ts';
import { present } from '../../shared/core/assert.ts';
import type { GameView } from '../../shared/protocol/game-view.ts';
import { freshTable, loseAndScore } from '../support/organising.ts';
import { pairedArena, playersOf, type Stage, speaking } from '../support/stage.ts';

const paired = ({ told }: Stage): GameView[] =>
  told.flatMap(({ message }) => (message.t === 'paired' ? [message.game] : []));

/** Four players after their first games, with a table that knows them. */
async function afterOneRound() {
  const { stage, arena, games } = await pairedArena(playersOf(4));
  for (const game of games) await loseAndScore(stage, game);
  await freshTable(stage, arena);
  return { stage, arena, games };
}

describe('what a player is told of the arena', () => {
  it('at a pairing: both ranks, points and fires, as they were then', async () => {
    const { stage, arena } = await afterOneRound();
    for (const row of await stage.store.rows(arena, 'consistent')) {
      const after = row.log.at(-1)?.game ?? null;
      await visitLobby(stage.ports, speaking(stage, row.player), {
        ...{ t: 'lobby', arena: arena.id, after },
      });
    }
    stage.told.length = 0;
    await pairArena(stage.ports, arena.id, await stage.store.rows(arena, 'consistent'));
    const seen = paired(stage);

    expect(seen).not.toEqual([]);
    const order = present(await stage.tables.order(arena.id), 'order');
    for (const { first, second } of seen) {
      for (const seat of [first, second]) {
        const row = present(await stage.store.row(arena, seat.id, 'consistent'), 'row');
        expect(seat.rank).toBe(order.place(seat.id)?.rank);
        expect(seat.points).toBe(row.log[0]?.result === 'win' ? 2 : 0);
        expect(seat.onFire).toBe(false);
      }
    }
  });

  it('at the first pairing: no rank from before there was a table, and no points', async () => {
    const { stage } = await pairedArena(playersOf(2));

    expect(paired(stage)[0]?.first).toMatchObject({ points: 0, onFire: false });
  });

  it('after hello: his rank, how many there are, and the leaders; after nothing else', async () => {
    const { stage, arena, games } = await afterOneRound();
    const winner = present(games[0], 'game').seats.second.player;
    const hello = await visitLobby(stage.ports, speaking(stage, winner), {
      ...{ t: 'hello', v: 1, arena: arena.id },
    });
    const lobby = await visitLobby(stage.ports, speaking(stage, winner), {
      ...{ t: 'lobby', arena: arena.id, after: null },
    });

    const order = present(await stage.tables.order(arena.id), 'order');
    const { rank } = present(order.place(winner), 'place');
    expect(hello).toMatchObject({ t: 'state', table: { rank, players: 4 } });
    expect(hello.t === 'state' && hello.table?.leaders.map(({ points }) => points)).toEqual([
      2, 2, 0, 0,
    ]);
    expect(lobby).toMatchObject({ t: 'state', table: null });
  });
});
