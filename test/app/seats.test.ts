import { describe, expect, it } from 'vitest';
import { visitLobby } from '../../shared/app/lobby.ts';
import { pairArena } from '../../shared/app/pair-arena.ts';
import { play } from '../../shared/app/play.ts';
import { scoreGame } from '../../shared/app/score-game.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { changeRow } from '../../shared/arena/row.ts';
import { present } from '../../shared/core/assert.ts';
import type { ArenaId, PlayerId } from '../../shared/core/ids.ts';
import type { DoneGame } from '../../shared/game/game.ts';
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

const [ama, kofi, esi] = playersOf(3) as [PlayerId, PlayerId, PlayerId];

const enter = (stage: Stage, player: PlayerId, { id }: Arena) =>
  visitLobby(stage.ports, speaking(stage, player), { t: 'enter', arena: id });

const lobby = (stage: Stage, player: PlayerId, { id }: Arena, after: DoneGame['id'] | null) =>
  visitLobby(stage.ports, speaking(stage, player), { t: 'lobby', arena: id, after });

describe('entering an arena', () => {
  it('moves the seat: the old row is idle and unseated, the new one seated', async () => {
    const { stage, arena: first } = await openArena([ama, kofi]);
    const { arena: second } = await openArena([esi], stage);
    const answer = await enter(stage, ama, second);
    expect(answer).toMatchObject({ t: 'state', you: { state: 'idle', seated: true, games: 0 } });
    expect(await rowOf(stage, first, ama)).toMatchObject({ state: 'idle', seated: false });
    expect(await rowOf(stage, second, ama)).toMatchObject({ state: 'idle', seated: true });
    expect(await stage.store.seat(ama)).toMatchObject({ arena: second.id });
    expect(stage.bugs).toEqual([]);
  });

  it('and coming back keeps the row with all that was played', async () => {
    const { stage, arena: first, games } = await pairedArena([ama, kofi]);
    const { id } = present(games[0], 'game');
    await play(stage.ports, speaking(stage, ama), { t: 'resign', game: id });
    await scoreGame(stage.ports, (await gameOf(stage, id)) as DoneGame);
    const { arena: second } = await openArena([esi], stage);
    await enter(stage, ama, second);
    // Who sits elsewhere cannot become ready here, whatever he says.
    expect(await lobby(stage, ama, first, id)).toMatchObject({
      you: { state: 'idle', seated: false },
    });
    const { joinedAtMs } = await rowOf(stage, first, ama);
    expect(await enter(stage, ama, first)).toMatchObject({ you: { seated: true, games: 1 } });
    expect(await rowOf(stage, first, ama)).toMatchObject({ joinedAtMs });
    expect(await lobby(stage, ama, first, id)).toMatchObject({ you: { state: 'ready' } });
    expect(stage.bugs).toEqual([]);
  });

  it('twice changes nothing the second time', async () => {
    const { stage, arena } = await openArena([ama]);
    const { version } = await rowOf(stage, arena, ama);
    expect(await enter(stage, ama, arena)).toMatchObject({ you: { state: 'ready' } });
    expect((await rowOf(stage, arena, ama)).version).toBe(version);
  });

  it('is refused while a game runs elsewhere, and until it is scored', async () => {
    const { stage, games } = await pairedArena([ama, kofi]);
    const { arena: second } = await openArena([esi], stage);
    const { id } = present(games[0], 'game');
    const refusal = { t: 'refused', code: 'playingElsewhere' };
    expect(await enter(stage, ama, second)).toEqual(refusal);
    await play(stage.ports, speaking(stage, ama), { t: 'resign', game: id });
    expect(await enter(stage, ama, second)).toEqual(refusal);
    await scoreGame(stage.ports, (await gameOf(stage, id)) as DoneGame);
    expect(await enter(stage, ama, second)).toMatchObject({ you: { seated: true } });
    expect(stage.bugs).toEqual([]);
  });

  it('takes the player out of the pairing that he waited in', async () => {
    const { stage, arena: first } = await openArena([ama, kofi]);
    const { arena: second } = await openArena([esi], stage);
    await lobby(stage, kofi, first, null);
    const row = await rowOf(stage, first, ama);
    await enter(stage, ama, second);
    await pairArena(stage.ports, first.id, [row]);
    expect(await rowOf(stage, first, kofi)).toMatchObject({ state: 'ready' });
    expect(stage.store.all().some(({ type }) => type === 'game')).toBe(false);
  });

  it('is refused after the end, to the removed, to strangers, and where nothing is', async () => {
    const { stage, arena } = await openArena([ama, kofi]);
    expect(await enter(stage, esi, arena)).toEqual({ t: 'refused', code: 'unauthorized' });
    const nowhere = { ...arena, id: '00000000000' as ArenaId };
    expect(await enter(stage, ama, nowhere)).toMatchObject({ code: 'noSuchArena' });
    expect(await lobby(stage, esi, arena, null)).toMatchObject({ code: 'notEntered' });
    const row = await rowOf(stage, arena, ama);
    const removed = changeRow(row, { removed: true, state: 'idle', why: 'paused' });
    await stage.store.commit([{ op: 'update', before: row, after: removed }]);
    expect(await enter(stage, ama, arena)).toEqual({ t: 'refused', code: 'removed' });
    stage.clock.nowMs = arena.endsAtMs;
    expect(await enter(stage, kofi, arena)).toMatchObject({ code: 'arenaOver' });
  });

  it('gives up as busy where every commit meets another transaction', async () => {
    const { stage, arena } = await openArena([ama]);
    const { arena: second } = await openArena([esi], stage);
    const store = { ...stage.store, commit: async () => ({ kind: 'busy' }) as const };
    const ports = { ...stage.ports, store };
    const entered = visitLobby(ports, speaking(stage, ama), { t: 'enter', arena: second.id });
    expect(await entered).toEqual({ t: 'refused', code: 'busy' });
    expect(await stage.store.seat(ama)).toMatchObject({ arena: arena.id });
  });
});

describe('a new connection', () => {
  const newer = (stage: Stage, player: PlayerId, suffix: string, laterMs: number) =>
    speaking(stage, player, {
      connection: lineOf(player, suffix),
      connectedAtMs: stage.clock.nowMs + laterMs,
    });

  it('takes row and game over, and the old one is told good-bye and closed', async () => {
    const { stage, arena, games } = await pairedArena([ama, kofi]);
    const hello = { t: 'hello', v: 1, arena: arena.id } as const;
    const answer = await visitLobby(stage.ports, newer(stage, ama, ' 2', 1), hello);
    expect(answer).toMatchObject({ t: 'state', game: { id: games[0]?.id } });
    const { seats } = await gameOf(stage, present(games[0], 'game').id);
    expect(Object.values(seats).map(({ connection }) => connection)).toContain(lineOf(ama, ' 2'));
    expect(stage.told).toContainEqual({
      ...{ to: lineOf(ama), message: { t: 'bye', code: 'superseded' } },
    });
    expect(stage.closed).toEqual([lineOf(ama)]);
  });

  it('of a game that is over changes the row only', async () => {
    const { stage, arena, games } = await pairedArena([ama, kofi]);
    const { id } = present(games[0], 'game');
    await play(stage.ports, speaking(stage, ama), { t: 'resign', game: id });
    const done = await gameOf(stage, id);
    const hello = { t: 'hello', v: 1, arena: arena.id } as const;
    await visitLobby(stage.ports, newer(stage, ama, ' 2', 1), hello);
    expect(await gameOf(stage, id)).toEqual(done);
    expect(await rowOf(stage, arena, ama)).toMatchObject({ connection: lineOf(ama, ' 2') });
  });

  it('that is older than the present one is told good-bye and changes nothing', async () => {
    const { stage, arena } = await pairedArena([ama, kofi]);
    const hello = { t: 'hello', v: 1, arena: arena.id } as const;
    await visitLobby(stage.ports, newer(stage, ama, ' 3', 3), hello);
    const before = stage.store.all();
    for (const message of [hello, { t: 'pause', arena: arena.id } as const]) {
      const answer = await visitLobby(stage.ports, newer(stage, ama, ' 2', 2), message);
      expect(answer).toEqual({ t: 'bye', code: 'superseded' });
    }
    expect(stage.store.all()).toEqual(before);
  });

  it('makes a waiting player be looked at anew, since his ticket names the old one', async () => {
    const { stage, arena } = await openArena([ama, kofi]);
    const hello = { t: 'hello', v: 1, arena: arena.id } as const;
    await visitLobby(stage.ports, newer(stage, ama, ' 2', 1), hello);
    expect(await rowOf(stage, arena, ama)).toMatchObject({ state: 'ready', why: 'ready' });
    await pairArena(stage.ports, arena.id);
    const paired = stage.told.filter(({ message }) => message.t === 'paired');
    expect(paired.map(({ to }) => to).sort()).toEqual([lineOf(ama, ' 2'), lineOf(kofi)].sort());
  });

  it('whose first hello died between row and game is followed at the next message', async () => {
    const { stage, arena, games } = await pairedArena([ama, kofi]);
    const { id } = present(games[0], 'game');
    const caller = newer(stage, ama, ' 2', 1);
    const hello = { t: 'hello', v: 1, arena: arena.id } as const;
    const dying = { ...stage.store, game: () => Promise.reject(new Error('died')) };
    const died = visitLobby({ ...stage.ports, store: dying }, caller, hello);
    await expect(died).rejects.toThrow('died');
    await visitLobby(stage.ports, caller, { t: 'lobby', arena: arena.id, after: null });
    const { seats } = await gameOf(stage, id);
    expect(Object.values(seats).map(({ connection }) => connection)).toContain(lineOf(ama, ' 2'));
  });
});
