import { describe, expect, it } from 'vitest';
import { FREEZE_GRACE_MS } from '../../shared/app/freeze-arena.ts';
import { listGames } from '../../shared/app/list-games.ts';
import { runArena } from '../../shared/app/run-arena.ts';
import { showPlayer } from '../../shared/app/show-player.ts';
import { watchGame } from '../../shared/app/watch-game.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { present } from '../../shared/core/assert.ts';
import { describeExactEnds } from '../support/exact-end-seeds.ts';
import { finalsOf, frozenOn, loseAndScore, setPolicy } from '../support/organising.ts';
import { arenaOf, gameOf, pairedArena, playersOf, playTo, type Stage } from '../support/stage.ts';

/** Seeds in every run of the tests. */
const SEEDS = 100;

const order = async (stage: Stage, arena: Arena) => {
  const [final] = await finalsOf(stage, await arenaOf(stage, arena.id));
  return final?.lines.map(({ rank, player, points }) => [rank, player, points]);
};

describe('a game that runs at the end and is won 90 s later', () => {
  /** The one game that is over pays 2 points; the last one to join has the other running one. */
  async function runningAtTheEnd(lateGames: Arena['policy']['lateGames']) {
    const { stage, arena: open, games } = await pairedArena(playersOf(4), 60_000);
    const arena = await setPolicy(stage, open, { lateGames });
    const [over, runs] = games as [(typeof games)[0], (typeof games)[0]];
    await playTo(stage, runs.id, 4);
    await loseAndScore(stage, over, 'second');
    await frozenOn(stage, arena);
    const provisional = await stage.tables.page(arena.id, 0);
    stage.clock.nowMs = arena.endsAtMs + 90_000;
    return { stage, arena, over, runs, provisional };
  }

  it('changes nothing where it does not count, and says so (lichess-org/lila#6659)', async () => {
    const { stage, arena, over, runs } = await runningAtTheEnd('ignored');
    const before = [await order(stage, arena), await stage.tables.page(arena.id, 0)];
    await loseAndScore(stage, runs, 'second');
    await runArena(stage.ports, arena.id);

    expect([await order(stage, arena), await stage.tables.page(arena.id, 0)]).toEqual(before);
    const { games } = await listGames(stage.ports, arena, null);
    expect(games.map(({ id, counted, scored }) => [id, counted, scored]).sort()).toEqual(
      [
        [over.id, true, true],
        [runs.id, false, true],
      ].sort(),
    );
    const page = await showPlayer(stage.ports, arena.id, runs.seats.first.player);
    expect(page).toMatchObject({
      value: { points: 0, games: 0, scores: [{ counted: false, points: 0, reason: 'afterEnd' }] },
    });
  });

  it('moves the ranks where it counts (gbtami/pychess-variants#966)', async () => {
    const { stage, arena, runs, provisional } = await runningAtTheEnd('counted');
    expect(await arenaOf(stage, arena.id)).toMatchObject({ state: 'closing' });
    await loseAndScore(stage, runs, 'first');
    await runArena(stage.ports, arena.id);

    const winner = runs.seats.second.player;
    const before = provisional?.lines.find(({ player }) => player === winner);
    const after = (await order(stage, arena))?.find(([, player]) => player === winner);
    expect(before).toMatchObject({ points: 0, games: 0 });
    expect(after?.[2]).toBe(4);
    expect(after?.[0]).toBeLessThan(before?.rank ?? 0);
    const { games } = await listGames(stage.ports, arena, null);
    expect(games.map(({ counted }) => counted)).toEqual([true, true]);
  });
});

/** By the clock's own look, or by the freeze alone. */
const NOTICED = [1_001, FREEZE_GRACE_MS, 3_600_000].flatMap((noticedAfterMs) => [
  { noticedAfterMs, watched: true },
  { noticedAfterMs, watched: false },
]);

describe('a deadline at the end', () => {
  const rows = [
    { plies: 0, afterMs: 0, counts: 1 },
    { plies: 0, afterMs: 1, counts: 0 },
    { plies: 5, afterMs: 0, counts: 1 },
    { plies: 5, afterMs: 1, counts: 0 },
  ];

  it.each(rows)('$plies plies, due $afterMs ms after it: counts $counts', async (row) => {
    for (const { noticedAfterMs, watched } of NOTICED) {
      const { stage, arena, games } = await pairedArena(playersOf(2), 60_000);
      const game = await playTo(stage, present(games[0], 'game').id, row.plies);
      const deadlineMs = arena.endsAtMs + row.afterMs;
      const due = { ...game, deadlineMs, version: game.version + 1 };
      await stage.store.commit([{ op: 'update', before: game, after: due }]);
      stage.clock.nowMs = arena.endsAtMs + noticedAfterMs;
      if (watched) await watchGame(stage.ports, game.id);
      await runArena(stage.ports, arena.id);
      const [final] = await finalsOf(stage, await frozenOn(stage, arena));

      stage.clock.nowMs = arena.endsAtMs + 3_600_000;
      await watchGame(stage.ports, game.id);
      expect(await gameOf(stage, game.id)).toMatchObject({ endedAtMs: deadlineMs });
      expect(final?.lines.map(({ sheet }) => sheet.length)).toEqual([row.counts, row.counts]);
    }
  });
});

describeExactEnds(SEEDS);
