import { describe, expect, it } from 'vitest';
import { visitLobby } from '../../shared/app/lobby.ts';
import { look } from '../../shared/app/look.ts';
import { play } from '../../shared/app/play.ts';
import { removePlayer } from '../../shared/app/remove-player.ts';
import { scoreGame } from '../../shared/app/score-game.ts';
import { showPerson } from '../../shared/app/show-person.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { present } from '../../shared/core/assert.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import type { DoneGame } from '../../shared/game/game.ts';
import { arenaWith, changed, enter, leave, storePerson } from '../support/entering.ts';
import { localDatabase } from '../support/local-database.ts';
import { DECISION } from '../support/organising.ts';
import {
  gameOf,
  lineOf,
  openArena,
  pairedArena,
  playersOf,
  rowOf,
  type Stage,
  speaking,
} from '../support/stage.ts';

const [ama, kofi] = playersOf(2) as [PlayerId, PlayerId];
const left = ({ id }: Arena) => ({ t: 'left', arena: id, condition: null, expected: null });

/** All that is stored of a player, but for who he is. */
const traces = ({ store }: Pick<Stage, 'store'>, player: PlayerId) =>
  store
    .all()
    .filter((one) => 'player' in one && one.player === player)
    .filter(({ type }) => !['profile', 'rating', 'seat'].includes(type));

async function lostBy(stage: Stage, player: PlayerId, arena: Arena): Promise<DoneGame> {
  const game = present((await rowOf(stage, arena, player)).game, 'game');
  await play(stage.ports, speaking(stage, player), { t: 'resign', game });
  return (await gameOf(stage, game)) as DoneGame;
}

describe('a player without a game who leaves', () => {
  it('leaves no trace, and somebody else has his place', async () => {
    const { stage, arena } = await arenaWith({});
    for (const player of [ama, kofi]) await storePerson(stage, player);
    await changed(stage, arena, () => ({ playersMax: 1 }));
    await enter(stage, ama, arena);
    expect(await enter(stage, kofi, arena)).toMatchObject({ code: 'arenaFull' });

    expect(await leave(stage, ama, arena)).toEqual(left(arena));
    expect(traces(stage, ama)).toEqual([]);
    expect((await stage.store.seat(ama))?.arena).toBeNull();
    expect(await stage.store.placesTaken(arena)).toBe(0);
    expect(await enter(stage, kofi, arena)).toMatchObject({ you: { seated: true } });
    expect(await enter(stage, ama, arena)).toMatchObject({ code: 'arenaFull' });
    expect(stage.bugs).toEqual([]);
  });

  it('is in no table any more, and is not paired; whoever waits is told why', async () => {
    const { stage, arena } = await openArena([ama, kofi]);
    await leave(stage, ama, arena);
    const messages = stage.queued.map(({ message }) => message).slice(-2);
    expect(messages.map(({ t }) => t)).toEqual(['standings', 'pool']);
    stage.clock.nowMs += 5_000;
    for (const message of messages) await look(stage.ports, message);

    const page = await stage.tables.page(arena.id, 0);
    expect(page?.lines.map(({ player }) => player)).toEqual([kofi]);
    expect(stage.store.all().some(({ type }) => type === 'game')).toBe(false);
    const waits = stage.told.flatMap(({ to, message }) =>
      message.t === 'waiting' ? [[to, message.reason]] : [],
    );
    expect(waits).toEqual([[lineOf(kofi), 'odd']]);
    expect(stage.bugs).toEqual([]);
  });

  it('may come back, as somebody new', async () => {
    const { stage, arena } = await openArena([ama, kofi]);
    const before = await rowOf(stage, arena, ama);
    await leave(stage, ama, arena);
    stage.clock.nowMs += 60_000;
    expect(await enter(stage, ama, arena)).toMatchObject({ you: { state: 'idle', seated: true } });
    const after = await rowOf(stage, arena, ama);
    expect(after.joinedAtMs).toBe(before.joinedAtMs + 61_000);
    expect(after.version).toBeGreaterThan(before.version);
    expect(stage.bugs).toEqual([]);
  });

  it('was in no arena as far as anybody sees, also where the start has moved', async () => {
    const database = await localDatabase({ nowMs: Date.now });
    const { store } = database;
    const { stage, arena } = await arenaWith({});
    const ports = { ...stage.ports, store };
    const profile = { name: 'Ama', rating: 1_500, guest: false, createdAtMs: 0 };
    await store.commit([
      { op: 'create', entity: arena },
      { op: 'create', entity: { type: 'profile', player: ama, version: 0, ...profile } },
    ]);
    const at = speaking(stage, ama);
    await visitLobby(ports, at, { t: 'enter', arena: arena.id });
    await changed({ store: ports.store } as Stage, arena, ({ startsAtMs }) => ({
      startsAtMs: startsAtMs + 60_000,
    }));
    expect(await store.participations(ama, null, 10)).toHaveLength(1);

    expect(await visitLobby(ports, at, { t: 'leave', arena: arena.id })).toEqual(left(arena));
    expect(await store.participations(ama, null, 10)).toEqual([]);
    expect(await store.row(arena, ama, 'consistent')).toBeNull();
    expect(await store.seat(ama)).toMatchObject({ arena: null, version: 1 });
    expect(await store.placesTaken(arena)).toBe(0);
    expect(await showPerson(ports, ama, null)).toMatchObject({ value: { arenas: [] } });
    await visitLobby(ports, at, { t: 'enter', arena: arena.id });
    expect(await store.placesTaken(arena)).toBe(1);
    await database.close();
  });
});

describe('a player with games who leaves', () => {
  it('keeps them: the row stays without the seat, and he goes on when he is back', async () => {
    const { stage, arena } = await pairedArena([ama, kofi]);
    const game = await lostBy(stage, ama, arena);
    await scoreGame(stage.ports, game);
    expect(await leave(stage, ama, arena)).toEqual(left(arena));
    expect(await rowOf(stage, arena, ama)).toMatchObject({ seated: false, state: 'idle' });
    expect((await stage.store.seat(ama))?.arena).toBeNull();
    const after = { t: 'lobby', arena: arena.id, after: game.id } as const;
    expect(await visitLobby(stage.ports, speaking(stage, ama), after)).toMatchObject({
      ...{ you: { state: 'idle', seated: false, games: 1 } },
    });

    expect(await leave(stage, ama, arena)).toEqual(left(arena));
    expect(await enter(stage, ama, arena)).toMatchObject({ you: { seated: true, games: 1 } });
    expect(await visitLobby(stage.ports, speaking(stage, ama), after)).toMatchObject({
      ...{ you: { state: 'ready' } },
    });
    expect(stage.bugs).toEqual([]);
  });

  it('is free for another arena at once', async () => {
    const { stage, arena } = await pairedArena([ama, kofi]);
    await scoreGame(stage.ports, await lostBy(stage, ama, arena));
    await leave(stage, ama, arena);
    const { arena: other } = await openArena([], stage);
    expect(await enter(stage, ama, other)).toMatchObject({ you: { seated: true, games: 0 } });
    expect(stage.bugs).toEqual([]);
  });
});

describe('leaving', () => {
  it('is refused during a game, and until it is scored', async () => {
    const { stage, arena } = await pairedArena([ama, kofi]);
    const refused = { t: 'refused', code: 'gameRunning', field: 'arena' };
    expect(await leave(stage, ama, arena)).toEqual(refused);
    const game = await lostBy(stage, ama, arena);
    expect(await leave(stage, ama, arena)).toEqual(refused);
    await scoreGame(stage.ports, game);
    expect(await leave(stage, ama, arena)).toEqual(left(arena));
  });

  it('is refused to the removed, and after the end', async () => {
    const { stage, arena } = await openArena([ama, kofi]);
    await removePlayer(stage.ports, arena.id, ama, DECISION);
    expect(await leave(stage, ama, arena)).toEqual({ t: 'refused', code: 'removed' });
    stage.clock.nowMs = arena.endsAtMs;
    expect(await leave(stage, kofi, arena)).toMatchObject({ code: 'arenaOver' });
    expect(await rowOf(stage, arena, kofi)).toMatchObject({ seated: true });
  });

  it('of somebody who is not there is answered like any other', async () => {
    const { stage, arena } = await openArena([ama]);
    expect(await leave(stage, kofi, arena)).toEqual(left(arena));
    expect(await leave(stage, ama, arena)).toEqual(left(arena));
    // Whoever repeats what has died half-way has the table looked at, too.
    stage.queued.length = 0;
    expect(await leave(stage, ama, arena)).toEqual(left(arena));
    expect(stage.queued).toMatchObject([{ message: { t: 'standings', arena: arena.id } }]);
  });

  it('is not done by an old line, and the old line is told by a new one', async () => {
    const { stage, arena } = await openArena([ama, kofi]);
    const message = { t: 'leave', arena: arena.id } as const;
    const newer = speaking(stage, ama, {
      ...{ connection: lineOf(ama, ' 2'), connectedAtMs: stage.clock.nowMs },
    });
    const hello = { t: 'hello', v: 1, arena: arena.id } as const;
    await visitLobby(stage.ports, newer, hello);
    stage.closed.length = 0;
    expect(await leave(stage, ama, arena)).toEqual({ t: 'bye', code: 'superseded' });
    expect(await rowOf(stage, arena, ama)).toMatchObject({ seated: true });

    const newest = {
      ...newer,
      connection: lineOf(ama, ' 3'),
      connectedAtMs: newer.connectedAtMs + 1,
    };
    expect(await visitLobby(stage.ports, newest, message)).toEqual(left(arena));
    expect(stage.closed).toEqual([lineOf(ama, ' 2')]);
  });
});
