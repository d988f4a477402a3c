import { describe, expect, it } from 'vitest';
import { visitLobby } from '../../shared/app/lobby.ts';
import { pairArena } from '../../shared/app/pair-arena.ts';
import { showFinal } from '../../shared/app/show-final.ts';
import { showPlayer } from '../../shared/app/show-player.ts';
import { showAround, showTable } from '../../shared/app/show-table.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { PRESET_NAMES, PRESETS } from '../../shared/arena/policy.ts';
import { present } from '../../shared/core/assert.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import type { EntryView, PlayerPage } from '../../shared/protocol/player-page.ts';
import { arenaId } from '../support/builders.ts';
import {
  correct,
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
import { openArena, pairedArena, playersOf, type Stage, speaking } from '../support/stage.ts';

async function pageOf(stage: Stage, { id }: Arena, player: PlayerId): Promise<PlayerPage> {
  const page = await showPlayer(stage.ports, id, player);
  if (!page.ok) throw new Error(page.error.code);
  return page.value;
}

/** The counted games of a page with what is behind them. */
const behindOf = ({ scores }: PlayerPage) =>
  scores.flatMap((score) => (score.behind === null ? [] : [{ ...score, ...score.behind }]));

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

describe('the ranks that are shown', () => {
  it('are the same wherever they are read, corrected too (lichess-org/lila#4711)', async () => {
    const { stage, arena: open } = await playedStage('oware-shield', 4);
    const arena = await frozenOn(stage, open);
    const [first] = await finalsOf(stage, arena);
    const players = present(first, 'first version').lines.map(({ player }) => player);
    const cheaters = [players[0], players[5]].map((one) => present(one, 'cheater'));
    for (const [index, player] of cheaters.entries()) {
      await correct(stage, arena, 'disqualify', player);
      const version = index + 2;
      const final = await showFinal(stage.ports, arena.id, version, 0);
      const table = await showTable(stage.ports, arena.id, 0);
      if (!final.ok || !table.ok) throw new Error('no table');

      expect(table.value).toMatchObject({ final: true, version, winners: final.value.winners });
      expect(table.value.standings).toMatchObject(final.value.standings);
      for (const { player, rank } of final.value.standings) {
        expect(await pageOf(stage, arena, player)).toMatchObject({ rank, state: null });
        expect(await showAround(stage.ports, arena.id, player)).toEqual(table);
      }
    }
    for (const player of cheaters) {
      expect(await pageOf(stage, arena, player)).toMatchObject({ rank: null, removed: false });
      const around = await showAround(stage.ports, arena.id, player);
      expect(around).toMatchObject({ error: { code: 'notEntered' } });
    }
  });

  it('are those of the last table, with the games that were scored since', async () => {
    const { stage, arena, games } = await pairedArena(playersOf(2));
    const game = present(games[0], 'game');
    const { player } = game.seats.second;
    expect(await pageOf(stage, arena, player)).toMatchObject({ rank: 2, state: 'playing' });
    await freshTable(stage, arena);
    await loseAndScore(stage, game);

    expect(await pageOf(stage, arena, player)).toMatchObject({
      ...{ points: 2, games: 1, wins: 1, scores: [{ game: game.id, points: 2, reason: 'win' }] },
    });
  });
});

describe("a player's page", () => {
  it.each(PRESET_NAMES)(
    'in %s adds up to his line of the table, entry by entry',
    async (preset) => {
      const { stage, arena: open, rows } = await playedStage(preset, 8);
      const arena = await frozenOn(stage, open);
      const table = await showTable(stage.ports, arena.id, 0);
      const standings = table.ok ? table.value.standings : [];
      const pages = new Map<PlayerId, PlayerPage>();
      for (const { player } of rows) pages.set(player, await pageOf(stage, arena, player));
      let uncounted = 0;
      for (const line of standings) {
        const page = present(pages.get(line.player), 'page');
        const behind = behindOf(page);
        const { tieBreaks, performanceRolling, sheet, reasons, ...same } = line;
        uncounted += page.scores.length - behind.length;
        expect(page).toMatchObject(same);
        expect(behind.map(({ points }) => points)).toEqual(sheet);
        expect(behind.map(({ reason }) => reason)).toEqual(reasons);
        if (tieBreaks !== null) expect(page.tieBreaks).toEqual(tieBreaks);
        if (performanceRolling !== null) expect(page.performanceRolling).toBe(performanceRolling);
        expectSums(page, behind);
        for (const { opponent, opponentPoints } of behind) {
          expect(pages.get(opponent)?.points).toBe(opponentPoints);
        }
      }
      expect(standings).toHaveLength(rows.length - 1);
      // Games that went on after the end are listed, and count where they do.
      expect(uncounted > 0).toBe(arena.policy.lateGames === 'ignored');
    },
  );

  it('of a removed player says why, keeps his games and has no rank', async () => {
    const { stage, arena } = await playedStage('classic', 2);
    const [standing] = await freshTable(stage, arena);
    const { player, points, games } = present(standing, 'leader');
    await remove(stage, arena, player);
    await freshTable(stage, arena);
    const { reason } = DECISION;

    const page = await pageOf(stage, arena, player);
    expect(page).toMatchObject({ rank: null, removed: true, removal: { reason }, points, games });
    expect(behindOf(page)).toHaveLength(games);
    expect(JSON.stringify(page)).not.toContain(DECISION.actor);
  });

  it('does not exist of a stranger, nor in no arena', async () => {
    const { stage, arena } = await openArena(playersOf(1));
    const [stranger] = playersOf(1, 40) as [PlayerId];
    expect(await showPlayer(stage.ports, arena.id, stranger)).toMatchObject({
      error: { code: 'notEntered', field: 'player' },
    });
    expect(await showPlayer(stage.ports, arenaId(77), stranger)).toMatchObject({
      error: { code: 'noSuchArena', field: 'id' },
    });
  });
});

/** What is behind each game gives the tie-breaks, without those entries that say they are cut. */
function expectSums(
  { points, performance, tieBreaks, scores }: PlayerPage,
  behind: readonly (EntryView & { points: number; opponentRating: number })[],
): void {
  const uncut = behind.filter(({ cutFromBuchholz }) => !cutFromBuchholz);
  const rated = behind.filter(({ cutFromAroc }) => !cutFromAroc);
  expect(sum(scores.map((score) => score.points))).toBe(points);
  expect(performance).toEqual(
    behind.length === 0
      ? null
      : { sum: sum(behind.map((one) => one.performance)), count: behind.length },
  );
  expect(uncut).toHaveLength(Math.max(0, behind.length - 1));
  expect(tieBreaks).toMatchObject({
    buchholz: sum(behind.map((one) => one.opponentPoints)),
    buchholzCut1: sum(uncut.map((one) => one.opponentPoints)),
    sonnebornBerger: sum(behind.map((one) => one.sonnebornBerger)),
    aroc1:
      behind.length < 2
        ? null
        : { sum: sum(rated.map((one) => one.opponentRating)), count: behind.length - 1 },
  });
}

describe('the direct encounter on a page', () => {
  it('has the points of the games among the tied, once all of them have met', async () => {
    const [ama, kofi] = playersOf(2) as [PlayerId, PlayerId];
    const { stage, arena: open, games } = await pairedArena([ama, kofi]);
    const arena = await setPolicy(stage, open, PRESETS.classic);
    await loseAndScore(stage, present(games[0], 'game'), 'second');
    const after = present(games[0], 'game').id;
    for (const player of [ama, kofi]) {
      const back = { t: 'lobby', arena: arena.id, after } as const;
      await visitLobby(stage.ports, speaking(stage, player), back);
    }
    await freshTable(stage, arena);
    await pairArena(stage.ports, arena.id, await stage.store.rowsOf(arena, [ama, kofi]));
    await loseAndScore(stage, present(liveGames(stage)[0], 'second game'), 'second');
    await freshTable(stage, arena);

    for (const player of [ama, kofi]) {
      const { directEncounter } = await pageOf(stage, arena, player);
      expect(directEncounter).toEqual({ players: 2, points: 1 });
    }
  });

  it('says that the tied have not all met, and nothing of a player who is not tied', async () => {
    const { stage, arena: open, games } = await pairedArena(playersOf(6));
    const arena = await setPolicy(stage, open, PRESETS.classic);
    const [a, b] = games as [(typeof games)[0], (typeof games)[0]];
    for (const game of [a, b]) await loseAndScore(stage, game, 'second');
    await loseAndScore(stage, present(games[2], 'third'), 'first');
    await freshTable(stage, arena);
    const players = [a.seats.first.player, b.seats.first.player];

    const { directEncounter } = await pageOf(stage, arena, players[0] as PlayerId);
    expect(directEncounter).toEqual({ players: 2, points: null });
    const alone = present(games[2], 'third').seats.second.player;
    expect((await pageOf(stage, arena, alone)).directEncounter).toBeNull();
  });
});
