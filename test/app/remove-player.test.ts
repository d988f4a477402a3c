import { describe, expect, it } from 'vitest';
import { FREEZE_GRACE_MS } from '../../shared/app/freeze-arena.ts';
import { visitLobby } from '../../shared/app/lobby.ts';
import { pairArena } from '../../shared/app/pair-arena.ts';
import { removePlayer } from '../../shared/app/remove-player.ts';
import { runArena } from '../../shared/app/run-arena.ts';
import { scoreGame } from '../../shared/app/score-game.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { present } from '../../shared/core/assert.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import { FLAG_GRACE_MS } from '../../shared/game/clock.ts';
import type { DoneGame } from '../../shared/game/game.ts';
import { arenaId } from '../support/builders.ts';
import {
  DECISION,
  finalsOf,
  freshTable,
  frozenOn,
  liveGames,
  remove,
  setPolicy,
} from '../support/organising.ts';
import {
  arenaOf,
  createStage,
  gameOf,
  lineOf,
  openArena,
  pairedArena,
  playersOf,
  playTo,
  rowOf,
  speaking,
} from '../support/stage.ts';

type Four = [PlayerId, PlayerId, PlayerId, PlayerId];

/** The same players, entered and ready, a second before the start. */
async function beforeStart(players: readonly PlayerId[]) {
  const { stage, arena } = await openArena(players);
  const created: Arena = { ...arena, state: 'created', version: 0 };
  const others = stage.store.all().filter(({ type }) => type !== 'arena' && type !== 'pool');
  const early = createStage({ entities: [...others, created], nowMs: arena.startsAtMs - 1_000 });
  return { stage: early, arena: created };
}

describe('a removed player is not paired any more', () => {
  it('when removed before the start, nor in the standings (lichess-org/lila#6160)', async () => {
    const [ama, ...others] = playersOf(4) as Four;
    const { stage, arena } = await beforeStart([ama, ...others]);
    await remove(stage, arena, ama);
    stage.clock.nowMs = arena.startsAtMs;
    await runArena(stage.ports, arena.id);
    await pairArena(stage.ports, arena.id);

    expect(liveGames(stage)).toHaveLength(1);
    expect(await rowOf(stage, arena, ama)).toMatchObject({ state: 'idle', game: null, log: [] });
    const standings = await freshTable(stage, arena);
    expect(standings.map(({ player }) => player).sort()).toEqual([...others].sort());
    expect(stage.bugs).toEqual([]);
  });

  it('while he waits, though the pool still has his ticket', async () => {
    const players = playersOf(3);
    const { stage, arena } = await openArena(players);
    await pairArena(stage.ports, arena.id);
    const waits = present((await stage.store.pool(arena.id))?.tickets[0], 'ticket').player;
    const late = present(playersOf(1, 50)[0], 'player');
    const profile = { name: 'late', rating: 1_500, createdAtMs: 0 };
    await stage.store.commit([
      {
        op: 'create',
        entity: { type: 'profile', guest: false, player: late, version: 0, ...profile },
      },
    ]);
    await visitLobby(stage.ports, speaking(stage, late), { t: 'enter', arena: arena.id });
    const ready = { t: 'lobby', arena: arena.id, after: null } as const;
    await visitLobby(stage.ports, speaking(stage, late), ready);
    const removed = await remove(stage, arena, waits);
    // Neither has a place in this table, so the two are neighbours below it.
    await freshTable(stage, arena);
    await pairArena(stage.ports, arena.id, [await rowOf(stage, arena, late)]);

    expect(removed).toMatchObject({ state: 'idle', removed: true, removal: DECISION });
    expect(await rowOf(stage, arena, waits)).toEqual(removed);
    expect(await rowOf(stage, arena, late)).toMatchObject({ state: 'ready' });
    expect((await stage.store.pool(arena.id))?.tickets.map(({ player }) => player)).toEqual([late]);
  });

  it('and cannot come back, whatever he sends', async () => {
    const [ama, kofi] = playersOf(2) as [PlayerId, PlayerId];
    const { stage, arena, games } = await pairedArena([ama, kofi]);
    const { id } = present(games[0], 'game');
    const wish = { t: 'lobby', arena: arena.id, after: id } as const;
    await visitLobby(stage.ports, speaking(stage, ama), wish);
    await remove(stage, arena, ama);
    await scoreGame(stage.ports, (await gameOf(stage, id)) as DoneGame);
    const say = (message: Parameters<typeof visitLobby>[2]) =>
      visitLobby(stage.ports, speaking(stage, ama), message);

    expect(await say({ t: 'enter', arena: arena.id })).toEqual({ t: 'refused', code: 'removed' });
    const you = { removed: true, state: 'idle', wish: false, lastGame: id };
    for (const t of ['pause', 'resume'] as const) {
      expect(await say({ t, arena: arena.id })).toMatchObject({ t: 'state', you });
    }
    expect(await say(wish)).toMatchObject({ t: 'state', you });
    expect(await say({ t: 'hello', v: 1, arena: arena.id })).toMatchObject({ t: 'state', you });
    // He may sit down elsewhere, and is still removed here.
    const { arena: other } = await openArena([ama], stage);
    expect(await rowOf(stage, other, ama)).toMatchObject({ state: 'ready', removed: false });
    expect(await say({ t: 'enter', arena: arena.id })).toEqual({ t: 'refused', code: 'removed' });
    expect(stage.bugs).toEqual([]);
  });
});

describe("a removed player's running game", () => {
  it('is lost by him: an ordinary win, told to both, on both sheets', async () => {
    const [ama, kofi] = playersOf(2) as [PlayerId, PlayerId];
    const { stage, arena, games } = await pairedArena([ama, kofi]);
    const { id } = await playTo(stage, present(games[0], 'game').id, 7);
    stage.told.length = 0;
    stage.clock.nowMs += 500;
    await remove(stage, arena, ama);
    const done = (await gameOf(stage, id)) as DoneGame;
    const winner = done.seats.first.player === kofi ? 'first' : 'second';
    const end = { ending: 'removed', winner, endedAtMs: stage.clock.nowMs };

    expect(done).toMatchObject({ state: 'done', ply: 7, ...end });
    const ends = stage.told.filter(({ message }) => message.t === 'ended');
    expect(ends.map(({ to }) => to).sort()).toEqual([lineOf(ama), lineOf(kofi)].sort());
    for (const { message } of ends) expect(message).toMatchObject({ t: 'ended', end });
    // He alone is told why he is out.
    expect(stage.told.filter(({ message }) => message.t !== 'ended')).toEqual([
      { to: lineOf(ama), message: { t: 'removed', arena: arena.id, reason: DECISION.reason } },
    ]);
    await scoreGame(stage.ports, done);
    expect(await rowOf(stage, arena, ama)).toMatchObject({
      ...{ state: 'idle', game: null, removed: true, log: [{ game: id, result: 'loss' }] },
    });
    expect(await freshTable(stage, arena)).toMatchObject([
      { rank: 1, player: kofi, points: 2, sheet: [2], reasons: ['win'] },
    ]);
    expect(stage.bugs).toEqual([]);
  });

  it('is lost in the same write as the row: a try that dies leaves nothing half done', async () => {
    const [ama, kofi] = playersOf(2) as [PlayerId, PlayerId];
    const { stage, arena, games } = await pairedArena([ama, kofi]);
    const { id } = present(games[0], 'game');
    const before = [await rowOf(stage, arena, ama), await gameOf(stage, id)];
    const commit: typeof stage.store.commit = async (writes) => {
      const types = writes.map((write) => {
        if (write.op === 'update') return write.after.type;
        return write.op === 'create' && write.entity.type;
      });
      expect(types).toEqual(['arena', 'row', 'audit', 'game']);
      throw new Error('out of memory');
    };
    const dying = { ...stage.ports, store: { ...stage.store, commit } };
    await expect(removePlayer(dying, arena.id, ama, DECISION)).rejects.toThrow('out of memory');

    expect([await rowOf(stage, arena, ama), await gameOf(stage, id)]).toEqual(before);
    await remove(stage, arena, ama);
    expect(await gameOf(stage, id)).toMatchObject({ state: 'done', ending: 'removed' });
  });

  it('is not lost twice: a repeat changes nothing, not even the reason', async () => {
    const [ama, kofi] = playersOf(2) as [PlayerId, PlayerId];
    const { stage, arena } = await pairedArena([ama, kofi]);
    await remove(stage, arena, ama);
    const [changes, row] = [stage.changes.length, await rowOf(stage, arena, ama)];
    stage.clock.nowMs += 1_000;
    const other = { reason: 'something else', actor: 'somebody else' };

    expect(await removePlayer(stage.ports, arena.id, ama, other)).toEqual({ ok: true, value: row });
    expect(stage.changes).toHaveLength(changes);
  });

  it.each([
    { plies: 0, ending: 'noShow' },
    { plies: 4, ending: 'flag' },
  ])('is ended by its deadline where that has passed: $ending', async ({ plies, ending }) => {
    const { stage, arena, games } = await pairedArena(playersOf(2));
    const game = await playTo(stage, present(games[0], 'game').id, plies);
    stage.clock.nowMs = game.deadlineMs + FLAG_GRACE_MS;
    // The first mover has lost on time before the second one is removed.
    await remove(stage, arena, game.seats.second.player);

    expect(await gameOf(stage, game.id)).toMatchObject({
      ...{ ending, winner: 'second', endedAtMs: game.deadlineMs },
    });
  });

  const late = [
    { lateGames: 'ignored', sheet: [] },
    { lateGames: 'counted', sheet: [2] },
  ] as const;
  it.each(late)('after the end, late games $lateGames: pays $sheet', async (row) => {
    const [ama, kofi] = playersOf(2) as [PlayerId, PlayerId];
    const { stage, arena: open, games } = await pairedArena([ama, kofi], 60_000);
    const arena = await setPolicy(stage, open, { lateGames: row.lateGames });
    const { id } = await playTo(stage, present(games[0], 'game').id, 6);
    stage.clock.nowMs = arena.endsAtMs + 10;
    await runArena(stage.ports, arena.id);
    await remove(stage, arena, ama);
    await scoreGame(stage.ports, (await gameOf(stage, id)) as DoneGame);
    await frozenOn(stage, arena);

    expect(await freshTable(stage, arena)).toMatchObject([
      { rank: 1, player: kofi, sheet: row.sheet, points: row.sheet[0] ?? 0 },
    ]);
  });
});

describe('a removal is refused', () => {
  it('once the ranking is being made, is made, or never will be', async () => {
    const [ama, kofi] = playersOf(2) as [PlayerId, PlayerId];
    for (const state of ['closing', 'frozen', 'cancelled'] as const) {
      const { stage, arena } = await openArena([ama, kofi]);
      const after = { ...arena, state, sealed: true, version: arena.version + 1 };
      await stage.store.commit([{ op: 'update', before: arena, after }]);
      expect(await removePlayer(stage.ports, arena.id, ama, DECISION)).toMatchObject({
        ...{ ok: false, error: { code: 'arenaOver' } },
      });
      expect((await rowOf(stage, arena, ama)).removed).toBe(false);
    }
  });

  it('of nobody in the arena, and in no arena', async () => {
    const [ama, kofi] = playersOf(2) as [PlayerId, PlayerId];
    const { stage, arena } = await openArena([ama]);
    const codeOf = async (id: Arena['id'], player: PlayerId) => {
      const refused = await removePlayer(stage.ports, id, player, DECISION);
      return refused.ok ? null : refused.error.code;
    };
    expect(await codeOf(arena.id, kofi)).toBe('notEntered');
    expect(await codeOf(arenaId(77), ama)).toBe('noSuchArena');
  });

  it('not while the arena is closed and waits for stragglers', async () => {
    const [ama, kofi] = playersOf(2) as [PlayerId, PlayerId];
    const { stage, arena } = await openArena([ama, kofi]);
    stage.clock.nowMs = arena.endsAtMs + FREEZE_GRACE_MS - 1;
    await runArena(stage.ports, arena.id);
    expect(await arenaOf(stage, arena.id)).toMatchObject({ state: 'closing', sealed: false });
    await remove(stage, arena, ama);
    const [final] = await finalsOf(stage, await frozenOn(stage, arena));

    expect(final?.lines.map(({ player }) => player)).toEqual([kofi]);
  });
});
