import { describe, expect, it } from 'vitest';
import { FREEZE_GRACE_MS } from '../../shared/app/freeze-arena.ts';
import { visitLobby } from '../../shared/app/lobby.ts';
import { pairArena } from '../../shared/app/pair-arena.ts';
import { publishNow, refreshTable } from '../../shared/app/refresh-table.ts';
import { runArena } from '../../shared/app/run-arena.ts';
import { scoreGame } from '../../shared/app/score-game.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { present } from '../../shared/core/assert.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import type { DoneGame } from '../../shared/game/game.ts';
import { rulesOf } from '../../shared/rules/registry.ts';
import {
  closingArena,
  DURATION_MS,
  ending,
  expectAgreement,
  expectFinalShown,
  idleArena,
} from '../support/closing.ts';
import { readFinal } from '../support/outcome.ts';
import { raceOnStage, type Task } from '../support/race.ts';
import {
  arenaOf,
  createStage,
  gameOf,
  openArena,
  playersOf,
  rowOf,
  speaking,
} from '../support/stage.ts';

describe('a finishing command against the freeze', () => {
  const cases = [
    { name: 'received and decided in time', atMs: -1, nowMs: 2_000, counted: [true, false] },
    { name: 'received at the very end', atMs: 0, nowMs: 1_000, counted: [true, false] },
    { name: 'received after the end', atMs: 1, nowMs: 1_000, counted: [false] },
    { name: 'received in time, decided too late', atMs: -1, nowMs: 2_001, counted: [false] },
  ];

  it.each(cases)('$name: table and record agree', async ({ name, atMs, nowMs, counted }) => {
    const closing = await closingArena(FREEZE_GRACE_MS);
    const { arena, from } = closing;
    const moment = { atMs: arena.endsAtMs + atMs, nowMs: arena.endsAtMs + nowMs };
    const seen = new Set<boolean>();
    await raceOnStage(`the freeze and a resignation ${name}`, {
      from,
      tasks: () => [(ports) => runArena(ports, arena.id), ending(closing, moment)],
      check: async (stage) => {
        const done = await expectAgreement(stage, closing);
        seen.add(done.endedAtMs <= arena.endsAtMs);
      },
    });
    expect([...seen].sort()).toEqual([...counted].sort());
  });

  it('a move that ends nothing, then the flag: stamped late, clocks untouched', async () => {
    const closing = await closingArena(FREEZE_GRACE_MS);
    const { arena, from, game } = closing;
    const rules = rulesOf(game.kind);
    const move = present(rules.legal(rules.replay(game.moves))[0], 'move');
    const moment = { atMs: arena.endsAtMs - 1, nowMs: arena.endsAtMs + 1_000 };
    await raceOnStage('the freeze and a move', {
      from,
      tasks: () => [
        (ports) => runArena(ports, arena.id),
        ending(closing, moment, { t: 'move', game: game.id, ply: game.ply, move }),
      ],
      check: async (stage) => {
        const done = await expectAgreement(stage, closing);
        expect(done).toMatchObject({ ply: game.ply + 1, ending: 'flag' });
        expect(done.endedAtMs).toBeGreaterThan(arena.endsAtMs);
      },
    });
  });

  it('before the grace is over: nothing is fenced, nothing is frozen', async () => {
    const closing = await closingArena(FREEZE_GRACE_MS - 1);
    const { arena, from, game } = closing;
    await runArena(from.ports, arena.id);
    expect(await gameOf(from, game.id)).toMatchObject({ state: 'live', endedNotBeforeMs: null });
    expect((await arenaOf(from, arena.id)).state).toBe('closing');
    const again = from.queued.filter(({ message }) => message.t === 'arena').at(-1);
    expect(again?.delayMs).toBe(1);
  });
});

describe('a freeze', () => {
  // aws/aws-sdk-php#2766, aws/aws-sdk-php#2803: a schedule that fires twice.
  it('against another one, once it is sealed: one final, the same bytes', async () => {
    const closing = await closingArena(FREEZE_GRACE_MS);
    const { from } = closing;
    const arena: Arena = { ...closing.arena, sealed: true, version: closing.arena.version + 1 };
    await from.store.commit([{ op: 'update', before: closing.arena, after: arena }]);
    const freeze: Task = (ports) => runArena(ports, arena.id);
    await raceOnStage('two freezes of a sealed arena', {
      from,
      fresh: true,
      tasks: () => [freeze, freeze],
      check: async (stage) => {
        await expectAgreement(stage, closing);
      },
    });
  });

  it('against somebody who still shows a provisional table: the final stays', async () => {
    const { from, arena } = await idleArena('counted');
    await raceOnStage('a freeze and a provisional table', {
      from,
      fresh: true,
      tasks: () => [(ports) => runArena(ports, arena.id), (ports) => publishNow(ports, arena)],
      check: (stage) => expectFinalShown(stage, arena),
    });
  });

  it('against the scoring of a game that ended in time: it counts', async () => {
    const closing = await closingArena(FREEZE_GRACE_MS);
    const { arena, from, game } = closing;
    const moment = { atMs: arena.endsAtMs - 5, nowMs: arena.endsAtMs };
    await ending(closing, moment)(from.ports);
    const done = (await gameOf(from, game.id)) as DoneGame;
    await raceOnStage('the freeze and the scoring of a game in time', {
      from,
      fresh: true,
      tasks: () => [(ports) => runArena(ports, arena.id), (ports) => scoreGame(ports, done)],
      check: async (stage) => {
        await expectAgreement(stage, closing);
        const { lines } = await readFinal(stage.tables, await arenaOf(stage, arena.id));
        expect(lines.map(({ performance }) => performance.count)).toEqual([1, 1]);
      },
    });
  });

  it('waits for late games where they count, and the last scoring has it look again', async () => {
    const closing = await closingArena(FREEZE_GRACE_MS, { lateGames: 'counted' });
    const { arena, from, game } = closing;
    const nowMs = arena.endsAtMs + FREEZE_GRACE_MS;
    await ending(closing, { atMs: nowMs, nowMs })(from.ports);
    const done = (await gameOf(from, game.id)) as DoneGame;
    await raceOnStage('the freeze and the scoring of a late game that counts', {
      from,
      fresh: true,
      tasks: () => [
        (ports) => runArena(ports, arena.id),
        async (ports) => {
          await scoreGame(ports, done);
          await refreshTable(ports, arena.id, ports.now());
        },
      ],
      check: async (stage) => {
        const wakes = stage.queued.some(({ message }) => message.t === 'arena');
        const { state } = await arenaOf(stage, arena.id);
        expect(state === 'frozen' || wakes).toBe(true);
        await expectAgreement(stage, closing);
        const { lines } = await readFinal(stage.tables, await arenaOf(stage, arena.id));
        expect(lines.map(({ performance }) => performance.count)).toEqual([1, 1]);
      },
    });
  });
});

describe('the lifecycle of an arena', () => {
  it('opens once, however many call it at once and die', async () => {
    const players = playersOf(2);
    const from = createStage();
    const { arena } = await openArena(players, from);
    const created: Arena = { ...arena, state: 'created', version: 0 };
    const entities = from.store.all().filter(({ type }) => type !== 'arena' && type !== 'pool');
    const { nowMs } = from.clock;
    const stage = createStage({ entities: [...entities, created], nowMs });
    const open: Task = (ports) => runArena(ports, arena.id);
    await raceOnStage('two openings with a death', {
      from: stage,
      crashes: 1,
      tasks: () => [open, open],
      check: async (now) => {
        expect(await arenaOf(now, arena.id)).toMatchObject({ state: 'open', version: 1 });
        expect(await now.store.pool(arena.id)).toMatchObject({ open: true, version: 0 });
      },
    });
  });

  it('closes against a pairing: paired before, or not at all', async () => {
    const {
      stage: from,
      arena,
      players,
    } = await openArena(playersOf(2), createStage(), DURATION_MS);
    const { policy } = arena;
    const after: Arena = {
      ...{ ...arena, policy: { ...policy, pairingClosesMs: 0 } },
      version: arena.version + 1,
    };
    await from.store.commit([{ op: 'update', before: arena, after }]);
    // Stale reads see the version before: it must have these rules, too.
    const again = { ...after, version: after.version + 1 };
    await from.store.commit([{ op: 'update', before: after, after: again }]);
    const [first] = players as [PlayerId, PlayerId];
    from.clock.nowMs = arena.endsAtMs - 10;
    for (const player of players) {
      const message = { t: 'lobby', arena: arena.id, after: null } as const;
      await visitLobby(from.ports, speaking(from, player), message);
    }
    // The lifecycle's clock is a little ahead of the pairing's.
    const ahead: Task = (ports) => runArena({ ...ports, now: () => arena.endsAtMs + 1 }, arena.id);
    await raceOnStage('the closing and a pairing', {
      from,
      tasks: () => [(ports) => pairArena(ports, arena.id), ahead],
      check: async (stage) => {
        expect((await arenaOf(stage, arena.id)).state).toBe('closing');
        const row = await rowOf(stage, arena, first);
        const games = stage.store.all().filter(({ type }) => type === 'game');
        expect(games).toHaveLength(row.state === 'play' ? 1 : 0);
      },
    });
  });
});
