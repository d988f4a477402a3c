import { describe, expect, it } from 'vitest';
import { NOISE, noiseFilter } from '../../functions/aws/noise.ts';
import { visitLobby, WORDS } from '../../shared/app/lobby.ts';
import { COMMANDS, play } from '../../shared/app/play.ts';
import { present } from '../../shared/core/assert.ts';
import { refuse } from '../../shared/core/refusal.ts';
import { gameOf, openArena, pairedArena, playersOf, rowOf, speaking } from '../support/stage.ts';

describe('a player who says too much in the lobby', () => {
  it('is told to slow down, and for how long; nothing is stored of it', async () => {
    const { stage, arena, players } = await openArena(playersOf(1));
    const player = present(players[0], 'player');
    stage.clock.nowMs += 60_000;
    const say = (t: 'pause' | 'resume') =>
      visitLobby(stage.ports, speaking(stage, player), { t, arena: arena.id });
    for (let word = 0; word < WORDS.burst; word++) {
      expect(await say(word % 2 === 0 ? 'pause' : 'resume')).toMatchObject({ t: 'state' });
    }
    const before = await rowOf(stage, arena, player);
    const refused = await say('pause');

    expect(refused).toEqual({ t: 'refused', code: 'slowDown', retryInMs: WORDS.everyMs });
    expect(await rowOf(stage, arena, player)).toEqual(before);
    stage.clock.nowMs += WORDS.everyMs;
    expect(await say('pause')).toMatchObject({ t: 'state', you: { paused: true } });
    expect(stage.bugs).toEqual([]);
  });

  it('may repeat himself: what changes nothing costs nothing', async () => {
    const { stage, arena, players } = await openArena(playersOf(1));
    const at = speaking(stage, present(players[0], 'player'));
    await visitLobby(stage.ports, at, { t: 'pause', arena: arena.id });
    for (let word = 0; word < 3 * WORDS.burst; word++) {
      expect(await visitLobby(stage.ports, at, { t: 'pause', arena: arena.id })).toMatchObject({
        ...{ t: 'state', you: { paused: true } },
      });
    }
  });
});

describe('a player who sends too much in a game', () => {
  it('is told to slow down; his opponent is not held up', async () => {
    const { stage, games } = await pairedArena(playersOf(2));
    const before = present(games[0], 'game');
    const { first } = before.seats;
    const fullAtMs = stage.clock.nowMs + COMMANDS.burst * COMMANDS.everyMs;
    const paidOffAtMs = { first: fullAtMs, second: 0 };
    const after = { ...before, paidOffAtMs, version: before.version + 1 };
    await stage.store.commit([{ op: 'update', before, after }]);
    const resign = { t: 'resign', game: before.id } as const;

    expect(await play(stage.ports, speaking(stage, first.player), resign)).toEqual({
      ...{ t: 'refused', code: 'slowDown', retryInMs: COMMANDS.everyMs },
    });
    expect(await gameOf(stage, before.id)).toEqual(after);
    const { second } = before.seats;
    expect(await play(stage.ports, speaking(stage, second.player), resign)).toMatchObject({
      ...{ t: 'ended', end: { winner: 'first' } },
    });
  });
});

describe('messages that cannot be read', () => {
  it('are answered, up to a burst and then at a rate, each connection by itself', () => {
    const filter = noiseFilter();
    const why = refuse('malformed');
    const codes = Array.from({ length: NOISE.burst + 1 }, () => filter('a', 1_000, why).code);

    expect(codes.slice(0, -1).every((code) => code === 'malformed')).toBe(true);
    expect(codes.at(-1)).toBe('slowDown');
    expect(filter('b', 1_000, why)).toBe(why);
    expect(filter('a', 1_000 + NOISE.everyMs, why)).toBe(why);
  });

  it('of very many connections do not fill the memory', () => {
    const filter = noiseFilter();
    const why = refuse('malformed');
    for (let noise = 0; noise < NOISE.burst; noise++) filter('first', 0, why);
    expect(filter('first', 0, why).code).toBe('slowDown');
    for (let other = 0; other < 2_000; other++) filter(`other ${other}`, 0, why);

    expect(filter('first', 0, why)).toBe(why);
  });
});
