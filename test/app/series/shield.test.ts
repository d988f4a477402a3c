import { describe, expect, it } from 'vitest';
import { cancelArena } from '../../../shared/app/cancel-arena.ts';
import { runArena } from '../../../shared/app/run-arena.ts';
import { showHistory } from '../../../shared/app/series/series-history.ts';
import { defenderOf, EDITIONS_BACK_MAX, holderOf } from '../../../shared/app/series/shield.ts';
import { showSeries } from '../../../shared/app/series/show-series.ts';
import { pauseSeries } from '../../../shared/app/series/steer-series.ts';
import type { Arena } from '../../../shared/arena/arena.ts';
import type { Series } from '../../../shared/arena/series.ts';
import { present } from '../../../shared/core/assert.ts';
import type { PlayerId } from '../../../shared/core/ids.ts';
import type { HistoryPage } from '../../../shared/protocol/api/series-view.ts';
import { correct, DECISION, frozenOn } from '../../support/organising.ts';
import { setArena } from '../../support/rated-play.ts';
import {
  arenasOn,
  minuteOf,
  nextEdition,
  playEdition,
  seriesStage,
  utc,
  WEEK_MS,
} from '../../support/series.ts';
import { openArena, playersOf, START_MS, type Stage } from '../../support/stage.ts';

const [ama, kofi, yaw, esi] = playersOf(4) as [PlayerId, PlayerId, PlayerId, PlayerId];
const NAMES = new Map([ama, kofi, yaw, esi].map((id, index) => [id, `player ${index}`]));
const named = (...players: PlayerId[]) =>
  players.map((player) => ({ player, name: NAMES.get(player) }));

/** A casual series whose players are all equally strong. */
async function shieldStage() {
  const { stage, series } = await seriesStage('2027-03-15T09:00', { rated: false });
  for (const [player, name] of NAMES) {
    const person = { type: 'profile', player, version: 0, name, rating: 1_500 } as const;
    await stage.store.commit([
      { op: 'create', entity: { ...person, guest: false, createdAtMs: START_MS } },
    ]);
  }
  return { stage, series };
}

const winnersOn = async (stage: Stage, { id }: Series) =>
  (await holderOf(stage.ports, id))?.winners ?? null;

const historyOn = async (
  stage: Stage,
  { id }: Series,
  cursor: string | null = null,
): Promise<HistoryPage> => {
  const page = await showHistory(stage.ports, id, cursor);
  if (!page.ok) throw new Error(page.error.code);
  return page.value;
};

/** Ama beats Kofi in the first edition, Yaw beats Esi in the second one. */
async function twiceWon() {
  const { stage, series } = await shieldStage();
  const first = await playEdition(stage, await nextEdition(stage), [kofi], [ama]);
  const second = await playEdition(stage, await nextEdition(stage), [esi], [yaw]);
  return { stage, series, first, second };
}

describe('the holder of a shield', () => {
  it('is nobody before an edition has finished', async () => {
    const { stage, series } = await shieldStage();
    expect(await winnersOn(stage, series)).toBeNull();
  });

  it('is the winner of the last finished edition, with his name of today', async () => {
    const { stage, series, second } = await twiceWon();
    expect(await holderOf(stage.ports, series.id)).toEqual({
      arena: second.id,
      startsAtMs: second.startsAtMs,
      winners: named(yaw),
    });
    const before = present(await stage.store.profile(yaw), 'profile');
    const after = { ...before, name: 'Yaw II', version: 1 };
    await stage.store.commit([{ op: 'update', before, after }]);
    expect(await winnersOn(stage, series)).toEqual([{ player: yaw, name: 'Yaw II' }]);
  });

  it('are all winners, when there are several', async () => {
    const { stage, series } = await shieldStage();
    await playEdition(stage, await nextEdition(stage), [kofi, esi], [ama, yaw]);
    expect(await winnersOn(stage, series)).toEqual(named(ama, yaw));
  });

  it('stays the same after an edition without a game', async () => {
    const { stage, series } = await twiceWon();
    const empty = await frozenOn(stage, await nextEdition(stage));
    expect(empty.state).toBe('frozen');
    expect(await winnersOn(stage, series)).toEqual(named(yaw));
  });

  it('stays the same after one that was called off, before its start or while it ran', async () => {
    const { stage, series } = await twiceWon();
    const third = await nextEdition(stage);
    const cancelled = await cancelArena(stage.ports, third.id, null, DECISION);
    expect(cancelled).toMatchObject({ ok: true, value: { state: 'cancelled' } });
    const fourth = await nextEdition(stage);
    stage.clock.nowMs = fourth.startsAtMs;
    await runArena(stage.ports, fourth.id);
    expect((await cancelArena(stage.ports, fourth.id, null, DECISION)).ok).toBe(true);
    stage.clock.nowMs = fourth.endsAtMs;
    expect(await winnersOn(stage, series)).toEqual(named(yaw));
    const { editions } = await historyOn(stage, series);
    expect(editions.slice(0, 2).map(({ state, winners }) => [state, winners])).toEqual([
      ['cancelled', []],
      ['cancelled', []],
    ]);
  });

  it('is the next best where the last winner is disqualified, until he is reinstated', async () => {
    const { stage, series, second } = await twiceWon();
    await correct(stage, second, 'disqualify', yaw);
    expect(await winnersOn(stage, series)).toEqual(named(esi));
    await correct(stage, second, 'reinstate', yaw);
    expect(await winnersOn(stage, series)).toEqual(named(yaw));
  });

  it('stays the same where a winner before the last one is disqualified', async () => {
    const { stage, series, first } = await twiceWon();
    await correct(stage, first, 'disqualify', ama);
    expect(await winnersOn(stage, series)).toEqual(named(yaw));
    const { editions } = await historyOn(stage, series);
    expect(editions.map(({ winners }) => winners)).toEqual([named(yaw), named(kofi)]);
  });

  it('is that of the edition before where all of the last one are disqualified', async () => {
    const { stage, series, second } = await twiceWon();
    for (const player of [yaw, esi]) await correct(stage, second, 'disqualify', player);
    expect(await winnersOn(stage, series)).toEqual(named(ama));
  });

  it('is nobody after too many editions without a game, and reads no more of them', async () => {
    const { stage, series } = await twiceWon();
    for (let empty = 1; empty < EDITIONS_BACK_MAX; empty++) {
      await frozenOn(stage, await nextEdition(stage));
    }
    expect(await winnersOn(stage, series)).toEqual(named(yaw));
    await frozenOn(stage, await nextEdition(stage));
    expect(await winnersOn(stage, series)).toBeNull();
  });
});

describe('the defender in an edition', () => {
  const defendersOn = async (stage: Stage, arena: Arena) =>
    (await defenderOf(stage.ports, arena))?.winners ?? null;

  it('is who held the shield when it began, also when it is over', async () => {
    const { stage, first, second } = await twiceWon();
    const third = await nextEdition(stage);
    expect(await defendersOn(stage, first)).toBeNull();
    expect(await defendersOn(stage, second)).toEqual(named(ama));
    expect(await defendersOn(stage, third)).toEqual(named(yaw));
    stage.clock.nowMs = third.startsAtMs + 1;
    expect(await defendersOn(stage, third)).toEqual(named(yaw));
  });

  it('is not who has won it, also where it was moved', async () => {
    const { stage, first } = await twiceWon();
    const third = await nextEdition(stage);
    const moved = {
      startsAtMs: third.startsAtMs + 3_600_000,
      endsAtMs: third.endsAtMs + 3_600_000,
    };
    const later = await setArena(stage, third, moved);
    const played = await playEdition(stage, later, [yaw], [esi]);
    expect(await defendersOn(stage, played)).toEqual(named(yaw));
    expect(await defendersOn(stage, first)).toBeNull();
  });

  it('is nobody in an arena of no series', async () => {
    const { stage, arena } = await openArena(playersOf(2, 9), (await twiceWon()).stage);
    expect(await defendersOn(stage, arena)).toBeNull();
  });
});

describe('the history of a series', () => {
  it('has the newest first, each with its start, state, players and winners', async () => {
    const { stage, series, first, second } = await twiceWon();
    const third = await nextEdition(stage);
    expect((await historyOn(stage, series)).editions.map(({ arena }) => arena)).toEqual([
      second.id,
      first.id,
    ]);
    stage.clock.nowMs = third.startsAtMs;
    const { editions, next } = await historyOn(stage, series);
    expect(next).toBeNull();
    expect(editions[0]).toMatchObject({ arena: third.id, state: 'created', players: 0 });
    expect(editions[1]).toEqual({
      arena: second.id,
      name: 'Sunday',
      ...{ startsAtMs: second.startsAtMs, endsAtMs: second.endsAtMs },
      ...{ state: 'frozen', finalVersion: 1, players: 2, winners: named(yaw) },
    });
  });

  it('comes in pages', async () => {
    const { stage, series } = await shieldStage();
    const starts: string[] = [];
    for (let edition = 0; edition < 22; edition++) {
      const { startsAtMs } = await frozenOn(stage, await nextEdition(stage));
      starts.unshift(minuteOf(startsAtMs));
    }
    const first = await historyOn(stage, series);
    const second = await historyOn(stage, series, first.next);
    expect([first.editions.length, second.editions.length, second.next]).toEqual([20, 2, null]);
    const shown = [...first.editions, ...second.editions].map((one) => minuteOf(one.startsAtMs));
    expect(shown).toEqual(starts);
    expect(await showHistory(stage.ports, series.id, '1e3')).toMatchObject({
      error: { code: 'invalid', field: 'cursor' },
    });
  });
});

describe('what comes next in a series', () => {
  const nextOn = async (stage: Stage, { id }: Series) => {
    const series = present(await stage.store.series(id), 'series');
    const { next } = await showSeries(stage.ports, series);
    return next && [minuteOf(next.startsAtMs), next.arena];
  };

  it('is the next arena that takes place, or the start for which there is none yet', async () => {
    const { stage, series } = await shieldStage();
    const first = await nextEdition(stage);
    expect(await nextOn(stage, series)).toEqual(['2027-03-21T19:00', first.id]);
    await cancelArena(stage.ports, first.id, null, DECISION);
    expect(await nextOn(stage, series)).toEqual(['2027-03-28T18:00', null]);
    stage.clock.nowMs = utc('2027-03-21T19:30');
    const second = await nextEdition(stage);
    expect(await nextOn(stage, series)).toEqual(['2027-03-28T18:00', second.id]);
  });

  it('is the earliest of several arenas', async () => {
    const { stage, series } = await seriesStage('2027-03-15T09:00', { aheadMs: 3 * WEEK_MS });
    const [first] = arenasOn(stage);
    expect(arenasOn(stage)).toHaveLength(3);
    expect(await nextOn(stage, series)).toEqual(['2027-03-21T19:00', first?.id]);
  });

  it('of a paused one are the arenas that there are, and then nothing', async () => {
    const { stage, series } = await shieldStage();
    const first = await nextEdition(stage);
    await pauseSeries(stage.ports, series.id, 'organiser');
    expect(await nextOn(stage, series)).toEqual(['2027-03-21T19:00', first.id]);
    stage.clock.nowMs = first.startsAtMs;
    expect(await nextOn(stage, series)).toBeNull();
  });
});
