import { describe, expect, it } from 'vitest';
import { visitLobby } from '../../shared/app/lobby.ts';
import { look } from '../../shared/app/look.ts';
import { pairArena } from '../../shared/app/pair-arena.ts';
import { play } from '../../shared/app/play.ts';
import { accountPlayer } from '../../shared/app/players.ts';
import { continueErasure } from '../../shared/app/privacy/continue-erasure.ts';
import { COPIED_WITHIN_MS } from '../../shared/app/privacy/erasing-times.ts';
import { requestErasure } from '../../shared/app/privacy/request-erasure.ts';
import { sweepErasures } from '../../shared/app/privacy/sweep-erasures.ts';
import { refreshTable } from '../../shared/app/refresh-table.ts';
import { removePlayer } from '../../shared/app/remove-player.ts';
import { fileReport } from '../../shared/app/reports.ts';
import { scoreGame } from '../../shared/app/score-game.ts';
import { present } from '../../shared/core/assert.ts';
import type { DoneGame } from '../../shared/game/game.ts';
import {
  ama,
  esi,
  forget,
  lived,
  NAME,
  placesOf,
  ready,
  rowIn,
  storeName,
  WORDS,
  workOff,
} from '../support/forgetting.ts';
import { DECISION, dyingAfter, liveGames } from '../support/organising.ts';
import { accountOn } from '../support/people.ts';
import { raceOnStage } from '../support/race.ts';
import {
  createStage,
  gameOf,
  openArena,
  pairedArena,
  type Stage,
  speaking,
} from '../support/stage.ts';

/** What is left to be done is done, all clocks run on, and the name is nowhere. */
async function expectForgotten(stage: Stage): Promise<void> {
  stage.clock.nowMs += COPIED_WITHIN_MS;
  await continueErasure(stage.ports, esi);
  await workOff(stage);
  expect(await placesOf(stage, NAME)).toEqual([]);
  expect(await placesOf(stage, WORDS)).toEqual([]);
  expect(await stage.store.erasure(esi)).toBeNull();
  expect(stage.bugs).toEqual([]);
}

/** An arena with Ama in it, and Esi's profile. */
async function hall() {
  const stage = createStage();
  await storeName(stage, esi);
  const { arena } = await openArena([ama], stage);
  stage.queued.length = 0;
  return { stage, arena };
}

/** Both wait in one arena, and nobody has been paired. */
async function waiting() {
  const stage = createStage();
  await storeName(stage, esi);
  const { arena } = await openArena([esi, ama], stage);
  stage.queued.length = 0;
  return { stage, arena };
}

describe('while a player asks to be forgotten', () => {
  it('he enters, for the first time: he is out again, or was not let in', async () => {
    const { stage, arena } = await hall();
    await raceOnStage('erasure, first entry', {
      from: stage,
      tasks: () => [
        (ports) => requestErasure(ports, esi),
        (ports) => visitLobby(ports, speaking(stage, esi), { t: 'enter', arena: arena.id }),
      ],
      check: async (after) => {
        await expectForgotten(after);
        const row = await after.store.row(arena, esi, 'consistent');
        expect(row?.seated ?? false).toBe(false);
      },
    });
  });

  it('he comes back into an arena that he was in', async () => {
    const { stage, arena } = await waiting();
    const other = await openArena([esi], stage);
    expect((await rowIn(stage, arena, esi)).seated).toBe(false);
    await raceOnStage('erasure, entry again', {
      from: stage,
      fresh: true,
      tasks: () => [
        (ports) => requestErasure(ports, esi),
        (ports) => visitLobby(ports, speaking(stage, esi), { t: 'enter', arena: arena.id }),
      ],
      check: async (after) => {
        await expectForgotten(after);
        for (const one of [arena, other.arena]) {
          expect((await rowIn(after, one, esi)).seated).toBe(false);
        }
      },
    });
  });

  it('he is paired: then he has to end his game first', async () => {
    const { stage, arena } = await waiting();
    const seen = new Set<string>();
    await raceOnStage('erasure, pairing', {
      from: stage,
      fresh: true,
      tasks: () => [(ports) => requestErasure(ports, esi), (ports) => pairArena(ports, arena.id)],
      check: async (after, [asked]) => {
        const [game] = liveGames(after);
        const refused = { ok: false, error: { code: 'gameRunning' } };
        if (game !== undefined) expect(asked).toMatchObject(refused);
        else await expectForgotten(after);
        seen.add(game === undefined ? 'forgotten' : 'paired');
      },
    });
    expect(seen).toEqual(new Set(['forgotten', 'paired']));
  });

  it('his last game is scored', async () => {
    const { stage, games } = await pairedArena([ama, esi]);
    const { id } = present(games[0], 'game');
    await play(stage.ports, speaking(stage, esi), { t: 'resign', game: id });
    const game = (await gameOf(stage, id)) as DoneGame;
    await raceOnStage('erasure, scoring', {
      from: stage,
      fresh: true,
      tasks: () => [(ports) => requestErasure(ports, esi), (ports) => scoreGame(ports, game)],
      check: (after, [asked]) => {
        const row = after.store.all().find((one) => one.type === 'row' && one.player === esi);
        expect(row).toMatchObject({ state: 'idle', log: [{ game: id }] });
        if (!(asked as { readonly ok: boolean }).ok) return;
        expect(row).toMatchObject({ seated: false });
      },
    });
  });

  it('he reports somebody', async () => {
    const { stage, arena } = await waiting();
    const told = { arena: arena.id, player: ama, reason: WORDS };
    await raceOnStage('erasure, report', {
      from: stage,
      fresh: true,
      tasks: () => [(ports) => requestErasure(ports, esi), (ports) => fileReport(ports, esi, told)],
      check: expectForgotten,
    });
  });

  it('he asks twice', async () => {
    const { stage } = await waiting();
    await raceOnStage('erasure, asked twice', {
      from: stage,
      tasks: () => [(ports) => requestErasure(ports, esi), (ports) => requestErasure(ports, esi)],
      check: async (after, asked) => {
        expect(asked).toMatchObject([{ ok: true }, { ok: true }]);
        await expectForgotten(after);
      },
    });
  });

  it('his account fetches a ticket: it is refused, or is good for nothing', async () => {
    const stage = createStage();
    const account = { subject: 'esi', name: NAME, rating: null };
    const player = await accountOn(stage.ports, account);
    await raceOnStage('erasure, visit', {
      from: stage,
      tasks: () => [
        (ports) => requestErasure(ports, player),
        (ports) => accountPlayer(ports, account),
      ],
      check: async (after) => {
        await workOff(after);
        expect(await placesOf(after, NAME)).toEqual([]);
      },
    });
  });
});

describe('while a player is being forgotten', () => {
  /** He has asked. */
  async function asked() {
    const { stage, arena } = await waiting();
    const old = await rowIn(stage, arena, esi);
    await forget(stage, esi);
    return { stage, arena, old };
  }

  it('a pairing is woken by his row as it was', async () => {
    const { stage, arena, old } = await asked();
    await pairArena(stage.ports, arena.id);
    await ready(stage, arena, ama);
    await raceOnStage('being erased, pairing', {
      from: stage,
      fresh: true,
      tasks: () => [
        (ports) => continueErasure(ports, esi),
        (ports) => pairArena(ports, arena.id, [old]),
      ],
      check: async (after) => {
        expect(liveGames(after)).toEqual([]);
        await expectForgotten(after);
      },
    });
  });

  it('the table is published', async () => {
    const { stage, arena } = await asked();
    await raceOnStage('being erased, table', {
      from: stage,
      tasks: () => [
        (ports) => continueErasure(ports, esi),
        (ports) => refreshTable(ports, arena.id, stage.clock.nowMs),
      ],
      check: async (after) => {
        expect(await after.tables.page(arena.id, 0)).not.toBeNull();
        await expectForgotten(after);
      },
    });
  });

  it('an organiser removes him', async () => {
    const { stage, arena } = await asked();
    await raceOnStage('being erased, removal', {
      from: stage,
      tasks: () => [
        (ports) => continueErasure(ports, esi),
        (ports) => removePlayer(ports, arena.id, esi, DECISION),
      ],
      check: async (after) => {
        expect(await rowIn(after, arena, esi)).toMatchObject({ removed: true });
        await expectForgotten(after);
      },
    });
  });

  it('two look at it at once, and one of them dies anywhere', async () => {
    const { stage } = await asked();
    await raceOnStage('being erased, twice', {
      from: stage,
      crashes: 1,
      tasks: () => [(ports) => continueErasure(ports, esi), (ports) => continueErasure(ports, esi)],
      check: expectForgotten,
    });
  });
});

describe('a whole life that is being forgotten', () => {
  it('is so in the end wherever anything dies, by the sweep', async () => {
    let deaths = 0;
    for (let calls = 0; ; calls++) {
      const { stage } = await lived();
      let died = false;
      const dying = dyingAfter(stage.ports, calls);
      const survive = (work: Promise<unknown>) =>
        work.catch((cause: unknown) => {
          died = true;
          expect(cause).toEqual(new Error('died'));
        });
      await survive(requestErasure(dying, esi));
      if ((await stage.store.profile(esi)) !== null) await forget(stage, esi);
      for (let looks = 0; looks < 2; looks++) {
        await survive(look(dying, { t: 'erase', player: esi }));
        stage.clock.nowMs += COPIED_WITHIN_MS;
      }
      stage.queued.length = 0;
      stage.clock.nowMs += COPIED_WITHIN_MS;
      await sweepErasures(stage.ports);
      await workOff(stage);

      expect(await placesOf(stage, NAME)).toEqual([]);
      expect(await placesOf(stage, WORDS)).toEqual([]);
      expect(stage.bugs).toEqual([]);
      if (!died) break;
      deaths++;
    }
    console.log(`erasure: ${deaths} deaths`);
    expect(deaths).toBeGreaterThan(30);
  });
});
