import { describe, expect, it } from 'vitest';
import { visitLobby } from '../../shared/app/lobby.ts';
import { look } from '../../shared/app/look.ts';
import { pairArena } from '../../shared/app/pair-arena.ts';
import { play } from '../../shared/app/play.ts';
import { runArena } from '../../shared/app/run-arena.ts';
import { scoreGame } from '../../shared/app/score-game.ts';
import { sweep } from '../../shared/app/sweep.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { present } from '../../shared/core/assert.ts';
import type { ArenaId, PlayerId } from '../../shared/core/ids.ts';
import type { DoneGame } from '../../shared/game/game.ts';
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
  type Stage,
  speaking,
} from '../support/stage.ts';

/** Sweeps, and delivers what the sweep has sent, as clock queue and lifecycle would. */
async function sweepAndDeliver(stage: Stage): Promise<void> {
  stage.queued.length = 0;
  stage.woken.length = 0;
  await sweep(stage.ports);
  for (const { message } of [...stage.queued]) await look(stage.ports, message);
  for (const arena of [...stage.woken]) await runArena(stage.ports, arena as ArenaId);
}

async function resign(stage: Stage, id: DoneGame['id']): Promise<DoneGame> {
  const { seats } = await gameOf(stage, id);
  await play(stage.ports, speaking(stage, seats.first.player), { t: 'resign', game: id });
  return (await gameOf(stage, id)) as DoneGame;
}

describe('the sweep brings back', () => {
  it('a game whose clock message was lost', async () => {
    const { stage, games } = await pairedArena(playersOf(2));
    const { id, deadlineMs } = present(games[0], 'game');
    stage.clock.nowMs = deadlineMs + 6_000;
    await sweepAndDeliver(stage);
    expect(await gameOf(stage, id)).toMatchObject({ ending: 'noShow', endedAtMs: deadlineMs });
    expect(stage.bugs).toEqual([]);
  });

  it('a finished game whose stream record was lost', async () => {
    const { stage, arena, players, games } = await pairedArena(playersOf(2));
    const { id } = await resign(stage, present(games[0], 'game').id);
    stage.clock.nowMs += 6_000;
    await sweepAndDeliver(stage);
    for (const player of players) {
      expect(await rowOf(stage, arena, player)).toMatchObject({
        state: 'idle',
        log: [{ game: id }],
      });
    }
  });

  it('a ready player whose stream record was lost, though he is in no pool', async () => {
    const [ama, kofi] = playersOf(2) as [PlayerId, PlayerId];
    const { stage, arena } = await openArena([ama]);
    await pairArena(stage.ports, arena.id);
    await enterReady(stage, kofi, arena);
    expect((await stage.store.pool(arena.id))?.tickets).toHaveLength(1);
    stage.clock.nowMs += 6_000;
    await sweepAndDeliver(stage);
    expect((await rowOf(stage, arena, kofi)).state).toBe('play');
    expect((await rowOf(stage, arena, ama)).state).toBe('play');
    expect(stage.bugs).toEqual([]);
  });

  it('one ready player who was lost alone, so that the next one finds him', async () => {
    const [ama, kofi] = playersOf(2) as [PlayerId, PlayerId];
    const { stage, arena } = await openArena([]);
    await pairArena(stage.ports, arena.id);
    await enterReady(stage, ama, arena);
    stage.clock.nowMs += 6_000;
    await sweepAndDeliver(stage);
    await enterReady(stage, kofi, arena);
    await pairArena(stage.ports, arena.id, [await rowOf(stage, arena, kofi)]);
    expect((await rowOf(stage, arena, ama)).state).toBe('play');
  });

  it('a whole first wave that nobody was woken for', async () => {
    const players = playersOf(4);
    const { stage, arena } = await openArena(players);
    stage.clock.nowMs += 6_000;
    await sweepAndDeliver(stage);
    for (const player of players) expect((await rowOf(stage, arena, player)).state).toBe('play');
  });

  it('a table that no stream record has brought up to date', async () => {
    const { stage, arena, games } = await pairedArena(playersOf(2));
    await scoreGame(stage.ports, await resign(stage, present(games[0], 'game').id));
    stage.clock.nowMs += 6_000;
    await sweepAndDeliver(stage);
    const page = present(await stage.tables.page(arena.id, 0), 'page');
    expect(page.lines.map((line) => line.games)).toEqual([1, 1]);
  });

  it('an arena whose start nobody was called for, and then its end', async () => {
    const { stage, arena } = await openArena(playersOf(2));
    const created: Arena = { ...arena, state: 'created', version: 0 };
    const entities = stage.store.all().filter(({ type }) => type !== 'arena' && type !== 'pool');
    const late = createStage({ entities: [...entities, created], nowMs: arena.startsAtMs + 9_000 });
    await sweepAndDeliver(late);
    expect((await arenaOf(late, arena.id)).state).toBe('open');
    late.clock.nowMs = arena.endsAtMs + 60_000;
    await sweepAndDeliver(late);
    expect(await arenaOf(late, arena.id)).toMatchObject({ state: 'frozen', settled: false });
    await sweepAndDeliver(late);
    expect(await arenaOf(late, arena.id)).toMatchObject({ state: 'frozen', settled: true });
  });
});

describe('the sweep leaves alone', () => {
  it('an arena before its start', async () => {
    const { arena } = await openArena(playersOf(2));
    const created: Arena = { ...arena, state: 'created', version: 0 };
    const early = createStage({ entities: [created], nowMs: arena.startsAtMs - 1 });
    await sweep(early.ports);
    expect(early.woken).toEqual([]);
  });

  it('what has had no time to be looked at yet', async () => {
    const players = playersOf(4);
    const { stage, games } = await pairedArena(players);
    const [first, second] = games as [(typeof games)[0], (typeof games)[0]];
    await resign(stage, first.id);
    stage.clock.nowMs += 4_000;
    await playTo(stage, second.id, 1);
    stage.queued.length = 0;
    await sweep(stage.ports);
    expect(stage.queued.filter(({ message }) => message.t !== 'standings')).toEqual([]);
    expect(stage.woken).toEqual([]);
  });

  it('players who are away: a lapsed lease, a lost line', async () => {
    const [ama, kofi, esi] = playersOf(3) as [PlayerId, PlayerId, PlayerId];
    const { stage, arena } = await openArena([ama, kofi, esi]);
    const row = await rowOf(stage, arena, kofi);
    const gone = { ...row, connection: null, version: row.version + 1 };
    await stage.store.commit([{ op: 'update', before: row, after: gone }]);
    stage.clock.nowMs += 26_000;
    const pool = present(await stage.store.pool(arena.id), 'pool');
    const empty = { ...pool, overflow: false, version: pool.version + 1 };
    await stage.store.commit([{ op: 'update', before: pool, after: empty }]);
    stage.queued.length = 0;
    await sweep(stage.ports);
    expect(stage.queued.filter(({ message }) => message.t !== 'standings')).toEqual([]);
  });

  it('an arena that is settled', async () => {
    const { stage, arena } = await openArena([]);
    stage.clock.nowMs = arena.endsAtMs + 60_000;
    for (let i = 0; i < 3; i++) await sweepAndDeliver(stage);
    expect((await arenaOf(stage, arena.id)).settled).toBe(true);
    const { version } = await arenaOf(stage, arena.id);
    await sweepAndDeliver(stage);
    expect((await arenaOf(stage, arena.id)).version).toBe(version);
  });

  it('no arena out because of one that cannot be swept', async () => {
    const { stage, arena: broken } = await openArena(playersOf(2));
    const { arena: sound } = await openArena(playersOf(2, 3), stage);
    stage.clock.nowMs = sound.endsAtMs + 60_000;
    const rows: typeof stage.store.rows = async (arena, read) => {
      if (arena.id === broken.id) throw new Error('throttled');
      return stage.store.rows(arena, read);
    };
    const ports = { ...stage.ports, store: { ...stage.store, rows } };
    await expect(sweep(ports)).rejects.toThrow('arenas could not be swept');
    expect(stage.woken).toContain(sound.id);
  });

  it('a late game that goes on after the freeze: it is settled once that is scored', async () => {
    const { stage, arena, games } = await pairedArena(playersOf(2), 60_000);
    const { id } = present(games[0], 'game');
    await playTo(stage, id, 4);
    stage.clock.nowMs = arena.endsAtMs + 8_000;
    await sweepAndDeliver(stage);
    await sweepAndDeliver(stage);
    expect(await arenaOf(stage, arena.id)).toMatchObject({ state: 'frozen', settled: false });
    await scoreGame(stage.ports, await resign(stage, id));
    await sweepAndDeliver(stage);
    expect((await arenaOf(stage, arena.id)).settled).toBe(true);
  });
});

/** Somebody new, ready, whose stream record never comes. */
async function enterReady(stage: Stage, player: PlayerId, arena: Arena): Promise<void> {
  const createdAtMs = stage.clock.nowMs;
  await stage.store.commit([
    {
      op: 'create',
      entity: {
        ...{ type: 'profile', guest: false, player, version: 0, name: lineOf(player) },
        ...{ rating: 1_500, createdAtMs },
      },
    },
  ]);
  await visitLobby(stage.ports, speaking(stage, player), { t: 'enter', arena: arena.id });
  const message = { t: 'lobby', arena: arena.id, after: null } as const;
  await visitLobby(stage.ports, speaking(stage, player), message);
}
