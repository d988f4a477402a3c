import { describe, expect, it } from 'vitest';
import { refreshTable } from '../../shared/app/refresh-table.ts';
import { removePlayer } from '../../shared/app/remove-player.ts';
import { scoreGame } from '../../shared/app/score-game.ts';
import { showTable } from '../../shared/app/show-table.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { PRESETS } from '../../shared/arena/policy.ts';
import { tableChangedAtMs } from '../../shared/arena/row.ts';
import { present } from '../../shared/core/assert.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import type { StandingView } from '../../shared/protocol/table-view.ts';
import {
  DECISION,
  finalsOf,
  freshTable,
  frozenOn,
  liveGames,
  loseAndScore,
  playedStage,
  remove,
  setPolicy,
} from '../support/organising.ts';
import { openArena, pairedArena, playersOf, rowOf, type Stage } from '../support/stage.ts';

const order = (standings: readonly StandingView[]) =>
  standings.map(({ rank, player }) => [rank, player]);

describe('the table after a removal', () => {
  it('closes up: points, sheets and tie-breaks of the others stay as they were', async () => {
    for (const preset of ['oware-shield', 'classic', 'dutch', 'lichess'] as const) {
      const { stage, arena } = await playedStage(preset, 5);
      const before = await freshTable(stage, arena);
      const out = present(before[3], 'fourth line').player;
      await remove(stage, arena, out);
      const stay = before.filter(({ player }) => player !== out);
      const rankOf = ({ rank }: StandingView) =>
        1 + stay.filter((other) => other.rank < rank).length;

      expect(await freshTable(stage, arena)).toEqual(
        stay.map((line) => ({ ...line, rank: rankOf(line) })),
      );
    }
  });

  it('keeps his points in the Buchholz of whoever met him', async () => {
    const [ama, kofi] = playersOf(2) as [PlayerId, PlayerId];
    const { stage, arena: open, games } = await pairedArena([ama, kofi]);
    const arena = await setPolicy(stage, open, PRESETS.classic);
    const game = present(games[0], 'game');
    const amaIs = game.seats.first.player === ama ? 'first' : 'second';
    await loseAndScore(stage, game, amaIs === 'first' ? 'second' : 'first');
    await remove(stage, arena, ama);

    expect(await freshTable(stage, arena)).toMatchObject([
      { rank: 1, player: kofi, points: 0, tieBreaks: { buchholz: 1, sonnebornBerger: 0 } },
    ]);
  });

  it('has no stale rank when the middle was kicked in a game (lichess-org/lila#1763)', async () => {
    const { stage, arena, games } = await pairedArena(playersOf(10));
    for (const game of games.slice(0, 3)) await loseAndScore(stage, game, 'second');
    const before = await freshTable(stage, arena);
    const kicked = present(before[4], 'middle of the table').player;
    await remove(stage, arena, kicked);
    for (const game of liveGames(stage)) await loseAndScore(stage, game, 'first');
    for (const game of stage.store.all()) {
      if (game.type === 'game' && game.state === 'done') await scoreGame(stage.ports, game);
    }
    const frozen = await frozenOn(stage, arena);
    const table = await freshTable(stage, arena);
    const [final] = await finalsOf(stage, frozen);

    const mean = ({ performance }: StandingView) =>
      performance === null ? 0 : performance.sum / performance.count;
    const sorted = [...table].sort((a, b) => b.points - a.points || mean(b) - mean(a));
    expect(table.map(({ player }) => player)).toEqual(sorted.map(({ player }) => player));
    expect(table.map(({ rank }) => rank)).toEqual(
      table.map((line) => 1 + table.filter((o) => isAhead(o, line, mean)).length),
    );
    expect(table).toHaveLength(9);
    expect(order(table)).toEqual(final?.lines.map(({ rank, player }) => [rank, player]));
    expect(table.some(({ player }) => player === kicked)).toBe(false);
  });

  it('is rebuilt without him though it was read while his removal was being stored', async () => {
    const [ama, kofi] = playersOf(2) as [PlayerId, PlayerId];
    const { stage, arena } = await openArena([ama, kofi]);
    const row: typeof stage.store.row = async (...args) => {
      expect(await freshTable(stage, arena)).toHaveLength(2);
      return stage.store.row(...args);
    };
    const slow = { ...stage.ports, store: { ...stage.store, row } };
    await removePlayer(slow, arena.id, ama, DECISION);
    const changedAtMs = tableChangedAtMs(await rowOf(stage, arena, ama));
    stage.clock.nowMs += 10_000;
    await refreshTable(stage.ports, arena.id, changedAtMs);

    expect(order(present((await showAll(stage, arena)).value, 'table'))).toEqual([[1, kofi]]);
  });
});

const isAhead = (a: StandingView, b: StandingView, mean: (line: StandingView) => number): boolean =>
  a.points > b.points || (a.points === b.points && mean(a) > mean(b));

async function showAll(stage: Stage, { id }: Arena) {
  const table = await showTable(stage.ports, id, 0);
  return { value: table.ok ? table.value.standings : null };
}
