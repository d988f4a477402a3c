import { describe, expect, it } from 'vitest';
import type { Entity } from '../../shared/app/entities.ts';
import { visitLobby } from '../../shared/app/lobby.ts';
import { scoreGame } from '../../shared/app/score-game.ts';
import { showFinal } from '../../shared/app/show-final.ts';
import { showPlayer } from '../../shared/app/show-player.ts';
import { showTable } from '../../shared/app/show-table.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { PRESET_NAMES } from '../../shared/arena/policy.ts';
import { present } from '../../shared/core/assert.ts';
import type { ArenaId, PlayerId } from '../../shared/core/ids.ts';
import type { VisitView } from '../../shared/protocol/person-view.ts';
import { correct, freshTable, frozenOn, playedStage, remove } from '../support/organising.ts';
import { personOn, type Shows } from '../support/people.ts';
import { gameBetween, gather, lost, setArena } from '../support/rated-play.ts';
import { nextEdition, playEdition, seriesStage } from '../support/series.ts';
import { createStage, openArena, playersOf, rowOf, START_MS, speaking } from '../support/stage.ts';

const DAY_MS = 86_400_000;

/** What he is shown to have been in this arena. */
async function visitOn(ports: Shows, player: PlayerId, arena: ArenaId): Promise<VisitView> {
  const { arenas } = await personOn(ports, player);
  return present(
    arenas.find((visit) => visit.arena === arena),
    'visit',
  );
}

/** A stage with an arena that was played at random, whose players know that they were in it. */
async function visitedStage(preset: Arena['policy']['preset'], seed: number) {
  const played = await playedStage(preset, seed);
  const { id, startsAtMs } = played.arena;
  for (const { player } of played.rows) {
    const been = { type: 'participation', player, arena: id, version: 0, startsAtMs } as const;
    await played.stage.store.commit([{ op: 'create', entity: been }]);
  }
  return played;
}

describe("a person's ratings", () => {
  const [ama, kofi] = playersOf(2) as [PlayerId, PlayerId];

  it('are those of each kind, of now, and null where he has none', async () => {
    const { stage, arena } = await openArena([ama, kofi]);
    expect((await personOn(stage.ports, ama)).ratings).toEqual({
      ...{ oware: null, chess: null, draughts: null },
    });
    await gather(stage, arena, [ama, kofi]);
    const game = await lost(stage, gameBetween(stage, [ama, kofi]), 'first');
    await scoreGame(stage.ports, game);

    const winner = await personOn(stage.ports, game.seats.second.player);
    expect(winner).toMatchObject({ name: expect.stringContaining('player'), next: null });
    expect(winner.ratings).toMatchObject({
      oware: { games: 1, provisional: true, ratedAtMs: game.endedAtMs },
      chess: null,
      draughts: null,
    });
    expect(winner.ratings.oware?.rating).toBe((await rowOf(stage, arena, winner.player)).rating);
  });

  it('are truncated, and their doubt, rounded, grows with the days', async () => {
    const [rating, games, ratedAtMs] = [1_741, 9, START_MS];
    const strength = { rating: 1_741.99, deviation: 60.4, volatility: 0.06 };
    const entities: Entity[] = [
      {
        type: 'profile',
        guest: false,
        player: ama,
        version: 0,
        name: 'Ama',
        rating: 1_500,
        createdAtMs: 0,
      },
      {
        ...{ type: 'rating', player: ama, kind: 'chess', version: games },
        glicko: { ...strength, games, ratedAtMs },
      },
    ];
    const stage = createStage({ entities });
    const chess = async () => (await personOn(stage.ports, ama)).ratings.chess;

    expect(await chess()).toEqual({ rating, deviation: 60, games, provisional: false, ratedAtMs });
    stage.clock.nowMs += 100 * DAY_MS;
    expect(await chess()).toMatchObject({ rating, deviation: 77, provisional: false });
    // At this volatility a deviation of 60 becomes 110 in a year.
    stage.clock.nowMs += 266 * DAY_MS;
    expect(await chess()).toMatchObject({ rating, deviation: 110, provisional: true });
  });
});

describe("a person's arenas", () => {
  it('say his rank, points and games as every other read does, corrected too', async () => {
    const { stage, arena: open } = await visitedStage('oware-shield', 4);
    const arena = await frozenOn(stage, open);
    const before = await showTable(stage.ports, arena.id, 0);
    const players = before.ok ? before.value.standings.map(({ player }) => player) : [];
    const cheaters = [players[0], players[5]].map((one) => present(one, 'cheater'));
    for (const [index, cheater] of cheaters.entries()) {
      await correct(stage, arena, 'disqualify', cheater);
      const version = index + 2;
      const final = await showFinal(stage.ports, arena.id, version, 0);
      if (!final.ok) throw new Error('no final');

      expect(final.value.standings).toHaveLength(players.length - version + 1);
      for (const { player, rank, points, games } of final.value.standings) {
        expect(await visitOn(stage.ports, player, arena.id)).toMatchObject({
          ...{ state: 'frozen', players: final.value.players, disqualified: false },
          ...{ rank, points, games, winner: final.value.winners.includes(player) },
        });
        const page = await showPlayer(stage.ports, arena.id, player);
        expect(page.ok && page.value.rank).toBe(rank);
      }
      const out = { rank: null, disqualified: true, removed: false, winner: false };
      expect(await visitOn(stage.ports, cheater, arena.id)).toMatchObject(out);
    }
    const [winner] = cheaters as [PlayerId];
    await correct(stage, arena, 'reinstate', winner);
    expect(await visitOn(stage.ports, winner, arena.id)).toMatchObject({
      ...{ rank: 1, disqualified: false, winner: true },
    });
  });

  it.each(PRESET_NAMES)('in %s say what the table says', async (preset) => {
    const { stage, arena: open, rows } = await visitedStage(preset, 9);
    const arena = await frozenOn(stage, open);
    const table = await showTable(stage.ports, arena.id, 0);
    const lines = table.ok ? table.value.standings : [];

    expect(lines).toHaveLength(rows.length - 1);
    for (const { player, rank, points, games, rating } of lines) {
      const { joinedRating } = await rowOf(stage, arena, player);
      expect(await visitOn(stage.ports, player, arena.id)).toEqual({
        ...{ arena: arena.id, name: arena.name, series: null, game: 'oware', preset, rated: true },
        ...{ state: 'frozen', startsAtMs: arena.startsAtMs, endsAtMs: arena.endsAtMs },
        ...{ rank, players: lines.length, points, games, ratingBefore: joinedRating, rating },
        ...{ removed: false, disqualified: false },
        winner: table.ok && table.value.winners.includes(player),
      });
    }
    expect(table.ok && table.value.winners).not.toEqual([]);
  });

  it('say of which series they were, and who has won them, several too', async () => {
    const { stage, series } = await seriesStage('2027-03-15T09:00', { rated: false });
    const [ama, kofi, yaw, esi] = playersOf(4) as [PlayerId, PlayerId, PlayerId, PlayerId];
    for (const player of [ama, kofi, yaw, esi]) {
      const profile = { type: 'profile', guest: false, player, version: 0, name: 'one' } as const;
      await stage.store.commit([
        { op: 'create', entity: { ...profile, rating: 1_500, createdAtMs: 0 } },
      ]);
    }
    const arena = await nextEdition(stage);
    stage.clock.nowMs = arena.startsAtMs - 1_000;
    await visitLobby(stage.ports, speaking(stage, ama), { t: 'enter', arena: arena.id });
    expect(await visitOn(stage.ports, ama, arena.id)).toMatchObject({
      ...{ series: series.id, winner: false },
    });
    await playEdition(stage, arena, [kofi, esi], [ama, yaw]);
    const won = async (player: PlayerId) => (await visitOn(stage.ports, player, arena.id)).winner;
    expect(await Promise.all([ama, kofi, yaw, esi].map(won))).toEqual([true, false, true, false]);
  });

  it('say that he was removed, and keep what he had', async () => {
    const { stage, arena } = await visitedStage('classic', 2);
    const [leader] = await freshTable(stage, arena);
    const { player, points, games } = present(leader, 'leader');
    await remove(stage, arena, player);
    await freshTable(stage, arena);

    const out = { removed: true, disqualified: false, rank: null, points, games };
    expect(await visitOn(stage.ports, player, arena.id)).toMatchObject(out);
    await frozenOn(stage, arena);
    expect(await visitOn(stage.ports, player, arena.id)).toMatchObject({
      ...{ ...out, state: 'frozen' },
    });
  });

  it('have no rank before he is in a table, and the rating from then and now', async () => {
    const [ama, kofi, esi] = playersOf(3) as [PlayerId, PlayerId, PlayerId];
    const { stage, arena: first } = await openArena([ama, kofi]);
    const { arena: open } = await openArena([esi], stage);
    const second = await setArena(stage, open, { rated: false });
    await gather(stage, first, [ama, kofi]);
    const game = await lost(stage, gameBetween(stage, [ama, kofi]), 'second');
    await scoreGame(stage.ports, game);
    const { player, rating: ratingBefore } = game.seats.first;
    await gather(stage, second, [player]);

    const { rating } = await rowOf(stage, first, player);
    // The table of the start, by rating: Kofi has the higher one.
    const rank = player === kofi ? 1 : 2;
    const here = { rank, players: 2, ratingBefore, rating, points: 2, games: 1 };
    expect(rating).toBeGreaterThan(ratingBefore);
    expect(await visitOn(stage.ports, player, first.id)).toMatchObject({ ...here, rated: true });
    expect(await visitOn(stage.ports, player, second.id)).toMatchObject({
      ...{ rated: false, rank: null, players: 1, points: 0, games: 0 },
      ...{ ratingBefore: rating, rating },
    });
  });
});
