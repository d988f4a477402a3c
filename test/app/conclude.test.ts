import { describe, expect, it } from 'vitest';
import { correctRanking } from '../../shared/app/correct-ranking.ts';
import { leave } from '../../shared/app/leave.ts';
import { visitLobby } from '../../shared/app/lobby.ts';
import { refreshTable } from '../../shared/app/refresh-table.ts';
import { runArena } from '../../shared/app/run-arena.ts';
import { showFinal } from '../../shared/app/show-final.ts';
import { showTable } from '../../shared/app/show-table.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { present } from '../../shared/core/assert.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import type { TableView } from '../../shared/protocol/table-view.ts';
import {
  correct,
  DECISION,
  dyingAfter,
  finalsOf,
  frozenOn,
  loseAndScore,
  playedStage,
  setPolicy,
  sweepOnce,
} from '../support/organising.ts';
import {
  arenaOf,
  lineOf,
  pairedArena,
  playersOf,
  playTo,
  type Stage,
  speaking,
} from '../support/stage.ts';

async function tableOf(stage: Stage, { id }: Arena): Promise<TableView> {
  const table = await showTable(stage.ports, id, 0);
  if (!table.ok) throw new Error(table.error.code);
  return table.value;
}

/** The public table is the valid version of the ranking, line by line. */
async function expectShown(stage: Stage, id: Arena['id']): Promise<void> {
  const { finalVersion, publishedVersion } = await arenaOf(stage, id);
  const final = await showFinal(stage.ports, id, finalVersion, 0);
  const table = await showTable(stage.ports, id, 0);
  if (!final.ok || !table.ok) throw new Error('no table');
  const { standings, winners, players } = final.value;
  expect(publishedVersion).toBe(finalVersion);
  expect(table.value).toMatchObject({ final: true, version: finalVersion, winners, players });
  expect(table.value.standings).toMatchObject(standings);
}

describe('the end of an arena', () => {
  it('shows a provisional table at once, and the final one after the grace', async () => {
    const { stage, arena, rows } = await playedStage('oware-shield', 6);
    stage.clock.nowMs = arena.endsAtMs;
    await runArena(stage.ports, arena.id);
    const provisional = await tableOf(stage, arena);
    expect(provisional).toMatchObject({ final: false, state: 'closing', winners: [] });
    expect(provisional.standings).toHaveLength(rows.length - 1);
    expect(stage.announced).toEqual([]);
    await frozenOn(stage, arena);

    const final = await tableOf(stage, arena);
    expect(final).toMatchObject({ final: true, state: 'frozen', version: 1 });
    expect(final.standings.map(({ state: _, onFire: __, ...line }) => line)).toEqual(
      provisional.standings.map(({ state: _, onFire: __, ...line }) => line),
    );
    await expectShown(stage, arena.id);
  });

  it('waits for every late game that counts, announces once (lichess-org/lila#7314)', async () => {
    const { stage, arena: open, games } = await pairedArena(playersOf(4), 60_000);
    const arena = await setPolicy(stage, open, { lateGames: 'counted' });
    for (const { id } of games) await playTo(stage, id, 3);
    await frozenOn(stage, arena);
    for (const game of games) {
      expect(await arenaOf(stage, arena.id)).toMatchObject({ state: 'closing', finalVersion: 0 });
      expect(await tableOf(stage, arena)).toMatchObject({ final: false, winners: [] });
      expect(stage.announced).toEqual([]);
      stage.clock.nowMs += 20_000;
      stage.queued.length = 0;
      await loseAndScore(stage, game, 'second');
      await refreshTable(stage.ports, arena.id, stage.clock.nowMs);
      // The table in which nobody plays any more has the arena looked at again, and no other one.
      const wakes = stage.queued.some(({ message }) => message.t === 'arena');
      expect(wakes).toBe(game === games.at(-1));
      await runArena(stage.ports, arena.id);
    }
    for (let again = 0; again < 3; again++) await runArena(stage.ports, arena.id);
    await sweepOnce(stage);

    const [final] = await finalsOf(stage, await arenaOf(stage, arena.id));
    const winners = games.map(({ seats }) => seats.first.player);
    expect(final?.lines.map(({ sheet }) => sheet)).toEqual([[4], [4], [0], [0]]);
    expect(stage.announced).toHaveLength(1);
    expect(stage.announced[0]?.message).toMatchObject({
      ...{ t: 'frozen', version: 1, winners: final?.winners },
    });
    expect(winners).toEqual(expect.arrayContaining([...(final?.winners ?? [])]));
    await expectShown(stage, arena.id);
  });

  it('has a whole table when everybody has left (slashinfty/tournament-organizer#33)', async () => {
    const players = playersOf(6);
    const { stage, arena, games } = await pairedArena(players);
    for (const game of games) await loseAndScore(stage, game);
    for (const player of players) {
      await visitLobby(stage.ports, speaking(stage, player), { t: 'pause', arena: arena.id });
      await leave(stage.ports, player, lineOf(player));
    }
    await frozenOn(stage, arena);

    const { standings, winners } = await tableOf(stage, arena);
    expect(standings.map(({ player }) => player).sort()).toEqual([...players].sort());
    expect(standings.map(({ points }) => points)).toEqual([2, 2, 2, 0, 0, 0]);
    expect(winners).toHaveLength(1);
    // Nobody is there to be told; the table says it to whoever asks.
    expect(stage.announced).toEqual([]);
    await expectShown(stage, arena.id);
  });
});

/** A frozen arena whose freeze died at the call after so many others. */
async function diedInFreeze(calls: number) {
  const { stage, arena } = await playedStage('oware-shield', 6);
  stage.clock.nowMs = arena.endsAtMs + 60_000;
  const died = await runArena(dyingAfter(stage.ports, calls), arena.id).then(
    () => false,
    () => true,
  );
  return { stage, arena, died, left: await arenaOf(stage, arena.id) };
}

describe('what a freeze left undone when it died', () => {
  it('is finished by the sweep, wherever it was: shown, announced, settled', async () => {
    const states = new Set<string>();
    let calls = 0;
    for (; ; calls++) {
      const { stage, arena, died, left } = await diedInFreeze(calls);
      if (!died) break;
      states.add(`${left.state} ${left.finalVersion} ${left.publishedVersion}`);
      await sweepOnce(stage);
      await expectShown(stage, arena.id);
      const [final] = await finalsOf(stage, await arenaOf(stage, arena.id));
      const told = stage.announced.map(({ message }) => message);
      // Once by whoever came to the end, and perhaps once by him who died.
      expect([1, 2]).toContain(told.length);
      for (const message of told) {
        expect(message).toMatchObject({ t: 'frozen', version: 1, winners: final?.winners });
      }
      await sweepOnce(stage);
      expect(await arenaOf(stage, arena.id)).toMatchObject({ settled: true });
      expect(stage.bugs).toEqual([]);
    }
    console.log(`deaths in a freeze: ${calls}`);
    expect([...states]).toEqual(expect.arrayContaining(['closing 0 0', 'frozen 1 0']));
  });

  it('is announced before anything is corrected, once', async () => {
    let calls = 0;
    while ((await diedInFreeze(calls)).left.state !== 'frozen') calls++;
    const { stage, arena } = await diedInFreeze(calls);
    const [first] = await finalsOf(stage, await arenaOf(stage, arena.id));
    const [winner] = present(first, 'first version').winners as [PlayerId];
    await correct(stage, arena, 'disqualify', winner);
    await sweepOnce(stage);

    expect(stage.announced.map(({ message }) => message)).toMatchObject([
      { version: 1, winners: [winner] },
    ]);
    await expectShown(stage, arena.id);
  });
});

describe('what a correction left undone when it died', () => {
  it('is shown by the sweep once it is valid, and announced to nobody', async () => {
    const versions = new Set<number>();
    let calls = 0;
    for (; ; calls++) {
      const { stage, arena: open } = await playedStage('classic', 6);
      const arena = await frozenOn(stage, open);
      await sweepOnce(stage);
      const [first] = await finalsOf(stage, arena);
      const player = present(first?.lines[2], 'third').player;
      const wanted = { player, kind: 'disqualify', ...DECISION } as const;
      const corrected = correctRanking(dyingAfter(stage.ports, calls), arena.id, wanted);
      if (await corrected.catch(() => null)) break;
      await sweepOnce(stage);
      await expectShown(stage, arena.id);
      versions.add((await arenaOf(stage, arena.id)).finalVersion);
      // A repeat makes it valid, where it was not, and nothing else.
      expect(await correct(stage, arena, 'disqualify', player)).toMatchObject({ version: 2 });
      await expectShown(stage, arena.id);
      expect(stage.announced).toHaveLength(1);
      await sweepOnce(stage);
      expect(await arenaOf(stage, arena.id)).toMatchObject({ settled: true, finalVersion: 2 });
      expect(stage.bugs).toEqual([]);
    }
    console.log(`deaths in a correction: ${calls}`);
    expect([...versions].sort()).toEqual([1, 2]);
  });
});
