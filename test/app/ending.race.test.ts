import { describe, expect, it } from 'vitest';
import type { Entity } from '../../shared/app/entities.ts';
import { FREEZE_GRACE_MS } from '../../shared/app/freeze-arena.ts';
import { visitLobby } from '../../shared/app/lobby.ts';
import { pairArena } from '../../shared/app/pair-arena.ts';
import { play } from '../../shared/app/play.ts';
import type { Caller } from '../../shared/app/ports.ts';
import { runArena } from '../../shared/app/run-arena.ts';
import { scoreGame } from '../../shared/app/score-game.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { present } from '../../shared/core/assert.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import type { DoneGame, Game } from '../../shared/game/game.ts';
import type { GameMessage } from '../../shared/protocol/client-message.ts';
import { rulesOf } from '../../shared/rules/registry.ts';
import { sideAt } from '../../shared/rules/rules.ts';
import { checkFrozen, readFinal } from '../support/outcome.ts';
import { raceOnStage, type Task } from '../support/race.ts';
import {
  arenaOf,
  createStage,
  gameOf,
  openArena,
  pairedArena,
  playersOf,
  playTo,
  rowOf,
  type Stage,
  speaking,
} from '../support/stage.ts';

const DURATION_MS = 60_000;

interface Closing {
  readonly from: Stage;
  readonly arena: Arena;
  readonly game: Game;
}

/** An arena that is closed, `afterEndMs` after its end, with one game that still runs. */
async function closingArena(afterEndMs: number, change: Partial<Arena['policy']> = {}) {
  const { stage, arena, games } = await pairedArena(playersOf(2), DURATION_MS);
  const { id } = present(games[0], 'game');
  // Both have three minutes, so nobody has lost on time at the end.
  await playTo(stage, id, 6);
  const before: Arena = { ...arena, policy: { ...arena.policy, ...change } };
  const after = { ...before, version: arena.version + 1 };
  await stage.store.commit([{ op: 'update', before: arena, after }]);
  stage.clock.nowMs = arena.endsAtMs + 10;
  await runArena(stage.ports, arena.id);
  stage.clock.nowMs = arena.endsAtMs + afterEndMs;
  const game = await gameOf(stage, id);
  expect(game.state).toBe('live');
  return { from: stage, arena: await arenaOf(stage, arena.id), game };
}

/** A command that ends the game, received at `atMs` by a function whose clock says `nowMs`. */
const ending =
  ({ game }: Closing, moment: Pick<Caller, 'atMs' | 'nowMs'>, message?: GameMessage): Task =>
  (ports) => {
    const { player } = game.seats[sideAt(game.ply)];
    const resign: GameMessage = { t: 'resign', game: game.id };
    return play(ports, speaking({ clock: { nowMs: 0 } }, player, moment), message ?? resign);
  };

/** Ends and scores what is left, then everything must agree, and freezing again change nothing. */
async function expectAgreement(stage: Stage, { arena, game }: Closing): Promise<DoneGame> {
  stage.clock.nowMs += 3_600_000;
  await runArena(stage.ports, arena.id);
  const left = await gameOf(stage, game.id);
  if (left.state === 'live') {
    const { player } = left.seats[sideAt(left.ply)];
    await play(stage.ports, speaking(stage, player), { t: 'claimFlag', game: game.id });
  }
  const done = (await gameOf(stage, game.id)) as DoneGame;
  await scoreGame(stage.ports, done);
  await runArena(stage.ports, arena.id);
  const frozen = await arenaOf(stage, arena.id);
  await checkFrozen(stage.store, stage.tables, frozen);
  expect(await frozenAnew(stage.store.all(), frozen)).toBe(await bytesOf(stage, frozen));
  return done;
}

const bytesOf = async (stage: Stage, arena: Arena): Promise<string> =>
  JSON.stringify(await readFinal(stage.tables, arena));

/** The final that a freeze of these entities would write now. */
async function frozenAnew(entities: readonly Entity[], frozen: Arena): Promise<string> {
  const closing: Arena = { ...frozen, state: 'closing', finalVersion: 0 };
  const others = entities.filter((one) => one.type !== 'arena');
  const nowMs = frozen.endsAtMs + 3_600_000;
  const stage = createStage({ entities: [...others, closing], nowMs });
  await runArena(stage.ports, frozen.id);
  return bytesOf(stage, { ...frozen, finalVersion: 1 });
}

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
  it('against another one, one of them dying anywhere: one final, the same bytes', async () => {
    const closing = await closingArena(FREEZE_GRACE_MS);
    const { arena, from } = closing;
    const freeze: Task = (ports) => runArena(ports, arena.id);
    await raceOnStage('two freezes with a death', {
      from,
      crashes: 1,
      tasks: () => [freeze, freeze],
      check: async (stage) => {
        await expectAgreement(stage, closing);
      },
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
      tasks: () => [(ports) => runArena(ports, arena.id), (ports) => scoreGame(ports, done)],
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
