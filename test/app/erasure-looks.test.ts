import { describe, expect, it } from 'vitest';
import { visitLobby } from '../../shared/app/lobby.ts';
import { look } from '../../shared/app/look.ts';
import {
  AFTER_GAME_MS,
  ARENAS_PER_LOOK,
  continueErasure,
} from '../../shared/app/privacy/continue-erasure.ts';
import { COPIED_WITHIN_MS } from '../../shared/app/privacy/erasing-times.ts';
import { pseudonymOf } from '../../shared/app/privacy/pseudonym.ts';
import { ERASURES_PER_PAGE, sweepErasures } from '../../shared/app/privacy/sweep-erasures.ts';
import { fileReport } from '../../shared/app/reports.ts';
import { present } from '../../shared/core/assert.ts';
import { playerId } from '../support/builders.ts';
import {
  ama,
  esi,
  forget,
  lived,
  NAME,
  placesOf,
  rowIn,
  storeName,
  WORDS,
  workOff,
} from '../support/forgetting.ts';
import { frozenOn, liveGames, loseAndScore } from '../support/organising.ts';
import {
  createStage,
  openArena,
  pairedArena,
  rowOf,
  type Stage,
  speaking,
} from '../support/stage.ts';

const name = pseudonymOf(esi);

describe('an erasure', () => {
  /** Esi has been in so many arenas, and has played in none. */
  async function visited(count: number): Promise<Stage> {
    const stage = createStage();
    await storeName(stage, esi);
    for (let arena = 0; arena < count; arena++) {
      const { arena: open } = await openArena([esi], stage, 60_000);
      await frozenOn(stage, open);
    }
    stage.queued.length = 0;
    return stage;
  }

  it('takes some arenas at a look, and as many looks as it needs', async () => {
    const stage = await visited(2 * ARENAS_PER_LOOK);
    await forget(stage, esi);
    const rows = () => stage.store.all().filter((one) => one.type === 'row' && one.name === NAME);
    const [message] = stage.queued.splice(0);
    await look(stage.ports, present(message, 'message').message);

    expect(rows()).toHaveLength(ARENAS_PER_LOOK);
    // The last look of each of both stages finds nothing more.
    expect(await workOff(stage)).toBe(5);
    expect(await placesOf(stage, NAME)).toEqual([]);
  });

  it('looks at copies when nobody can make new ones, however early it is asked', async () => {
    const { stage, open } = await lived();
    await forget(stage, esi);
    await continueErasure(stage.ports, esi);
    const nowMs = stage.clock.nowMs;
    expect(await stage.store.erasure(esi)).toMatchObject({
      ...{ stage: 'copies', dueAtMs: nowMs + COPIED_WITHIN_MS },
    });
    stage.clock.nowMs += COPIED_WITHIN_MS - 1_000;
    stage.queued.length = 0;
    await continueErasure(stage.ports, esi);

    expect(stage.queued).toEqual([{ message: { t: 'erase', player: esi }, delayMs: 1_000 }]);
    expect((await stage.tables.order(open.id))?.leaders.map((one) => one.name)).toContain(NAME);
  });

  it('may be done twice at every look', async () => {
    const { stage } = await lived();
    await forget(stage, esi);
    await workOff(stage, 2);

    expect(await placesOf(stage, NAME)).toEqual([]);
    expect(stage.counts.get('PlayersErased')).toBe(1);
    expect(stage.bugs).toEqual([]);
  });

  it('goes on where its message was lost, as soon as the sweep sees that', async () => {
    const { stage } = await lived();
    await forget(stage, esi);
    stage.queued.length = 0;
    await sweepErasures(stage.ports);
    expect(stage.queued).toEqual([]);
    stage.clock.nowMs += 61_000;
    await sweepErasures(stage.ports);
    expect(stage.counts.get('ErasuresWoken')).toBe(1);
    await workOff(stage);

    expect(await placesOf(stage, NAME)).toEqual([]);
    await sweepErasures(stage.ports);
    expect(stage.queued).toEqual([]);
  });

  it('that cannot go on gets a message after each wait, not one with every sweep', async () => {
    const { stage } = await lived();
    await forget(stage, esi);
    stage.queued.length = 0;
    for (let second = 0; second <= 130; second += 10) {
      await sweepErasures(stage.ports);
      stage.clock.nowMs += 10_000;
    }
    expect(stage.queued).toHaveLength(1);
    expect(stage.counts.get('ErasuresWoken')).toBe(1);
  });

  it('is found by the sweep however many there are, and those not due are left alone', async () => {
    const stage = createStage();
    const dueAtMs = (who: number) => (who % 2 === 0 ? 0 : stage.clock.nowMs);
    for (let who = 0; who < 2 * ERASURES_PER_PAGE + 1; who++) {
      const wish = { type: 'erasure', player: playerId(who), version: 0, askedAtMs: 0 } as const;
      const entity = { ...wish, stage: 'copies', after: null, dueAtMs: dueAtMs(who) } as const;
      await stage.store.commit([{ op: 'create', entity }]);
    }
    await sweepErasures(stage.ports);

    const woken = stage.queued.map(({ message }) => message.t === 'erase' && message.player);
    const due = Array.from({ length: ERASURES_PER_PAGE + 1 }, (_, index) => playerId(2 * index));
    expect(woken.sort()).toEqual(due.sort());
  });

  it('waits where he has begun a game since, and looks again when that may be over', async () => {
    const { stage, arena } = await pairedArena([esi, ama]);
    const nowMs = stage.clock.nowMs;
    const wish = { type: 'erasure', player: esi, version: 0, askedAtMs: 0 } as const;
    const entity = { ...wish, stage: 'sources', after: null, dueAtMs: nowMs } as const;
    await storeName(stage, esi);
    await stage.store.commit([{ op: 'create', entity }]);
    stage.queued.length = 0;
    await continueErasure(stage.ports, esi);

    expect(stage.queued).toEqual([
      { message: { t: 'erase', player: esi }, delayMs: AFTER_GAME_MS },
    ]);
    expect(await stage.store.erasure(esi)).toMatchObject({ dueAtMs: nowMs + AFTER_GAME_MS });
    await loseAndScore(stage, present(liveGames(stage)[0], 'game'));
    await workOff(stage);
    expect(await placesOf(stage, NAME)).toEqual([]);
    expect(await rowOf(stage, arena, esi)).toMatchObject({ seated: false });
  });

  it('begins again where a visit that had begun before it stores his profile', async () => {
    const { stage, open } = await lived();
    const profile = present(await stage.store.profile(esi), 'profile');
    await forget(stage, esi);
    await continueErasure(stage.ports, esi);
    await stage.store.commit([{ op: 'create', entity: { ...profile, version: 0 } }]);
    await visitLobby(stage.ports, speaking(stage, esi), { t: 'enter', arena: open.id });
    await workOff(stage);

    expect(await placesOf(stage, NAME)).toEqual([]);
    expect(await rowIn(stage, open, esi)).toMatchObject({ seated: false });
    expect(stage.bugs).toEqual([]);
  });

  it('takes his words out of all reports, however many', async () => {
    const { stage, open } = await lived();
    for (let hour = 0; hour < 6; hour++) {
      stage.clock.nowMs += 3_600_000;
      for (let report = 0; report < 10; report++) {
        const told = { arena: open.id, player: ama, reason: WORDS };
        await fileReport(stage.ports, esi, told);
      }
    }
    expect(await placesOf(stage, WORDS)).toHaveLength(61);
    await forget(stage, esi);
    await workOff(stage);

    expect(await placesOf(stage, WORDS)).toEqual([]);
    expect(stage.store.all().filter(({ type }) => type === 'filed')).toEqual([]);
  });

  it('takes his words out of reports that a release before has stored', async () => {
    const { stage, open } = await lived();
    for (let report = 0; report < 30; report++) {
      await fileReport(stage.ports, report % 3 === 0 ? esi : playerId(50 + report), {
        ...{ arena: open.id, player: ama, reason: report % 3 === 0 ? WORDS : 'of another' },
      });
    }
    const filed = stage.store.all().filter((one) => one.type === 'filed' && one.player === esi);
    for (const entity of filed) await stage.store.commit([{ op: 'delete', entity }]);
    expect(await placesOf(stage, WORDS)).toHaveLength(filed.length);
    await forget(stage, esi);
    await workOff(stage);

    expect(await placesOf(stage, WORDS)).toEqual([]);
    expect(await placesOf(stage, 'of another')).toHaveLength(20);
  });

  it('leaves everybody else as he was, and in the table all but his name', async () => {
    const { stage, open } = await lived();
    const ofAma = () =>
      stage.store
        .all()
        .filter((one) => 'player' in one && one.type !== 'report' && one.player === ama);
    const linesOf = async () => (await stage.tables.page(open.id, 0))?.lines.slice();
    const [before, lines = []] = [ofAma(), await linesOf()];
    await forget(stage, esi);
    await workOff(stage);

    expect(before.map(({ type }) => type)).toContain('row');
    expect(ofAma()).toEqual(before);
    expect(await linesOf()).toEqual(
      lines.map((line) => (line.player === esi ? { ...line, name } : line)),
    );
  });
});
