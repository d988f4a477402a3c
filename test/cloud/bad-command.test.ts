import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { present } from '../../shared/core/assert.ts';
import type { GameView } from '../../shared/protocol/game-view.ts';
import { type Line, openLine } from '../support/line.ts';
import { type RunningCloud, runCloud } from './running-cloud.ts';

let running: RunningCloud;
let game: GameView;
/** Who moves first, who answers, and somebody who does not play. */
let first: Line;
let second: Line;
let stranger: Line;

beforeAll(async () => {
  running = await runCloud();
  const arena = await running.createArena({ durationMs: 60_000 });
  const paired = Promise.withResolvers<GameView>();
  const enter = async (name: string): Promise<Line> => {
    const url = await running.client.socketUrl(await running.tokenOf(name));
    const heard = (message: { t: string; game?: unknown }) => {
      if (message.t === 'paired') paired.resolve(message.game as GameView);
    };
    const line = await openLine(url, heard);
    await line.ask({ t: 'enter', arena: arena.id });
    return line;
  };
  const players = new Map<string, Line>();
  for (const name of ['Ama', 'Kofi']) players.set(name, await enter(name));
  stranger = await enter('Esi');
  for (const line of players.values()) await line.ask({ t: 'lobby', arena: arena.id, after: null });
  game = await paired.promise;
  first = present(players.get(game.first.name), 'line of the first mover');
  second = present(players.get(game.second.name), 'line of the second mover');
});
afterAll(async () => {
  for (const line of [first, second, stranger]) line.close();
  await running.cloud.stop();
});

const move = (line: Line, ply: number, house: string) =>
  line.ask({ t: 'move', game: game.id, ply, move: house });

describe('a command of a running game on the local cloud', () => {
  it('is refused, stores nothing and keeps the connection where it may not be', async () => {
    const before = await running.client.games(game.arena);

    const refused = [
      [await move(stranger, 0, 'A'), 'notAPlayer'],
      [await stranger.ask({ t: 'resign', game: game.id }), 'notAPlayer'],
      [await move(second, 0, 'a'), 'notYourTurn'],
      [await move(first, 1, 'A'), 'stalePly'],
      [await move(first, 0, 'a'), 'illegalMove'],
      [await move(first, 0, 'Z'), 'illegalMove'],
      [await first.ask({ t: 'offerDraw', game: game.id, ply: 0 }), 'drawTooSoon'],
      [await first.ask({ t: 'acceptDraw', game: game.id }), 'noOffer'],
      [await second.ask({ t: 'claimFlag', game: game.id }), 'tooEarly'],
    ] as const;

    for (const [answer, code] of refused) expect(answer).toMatchObject({ t: 'refused', code });
    expect(await running.client.games(game.arena)).toEqual(before);
    expect([first, second, stranger].every((line) => line.isOpen())).toBe(true);
    expect(running.errors).toEqual([]);
  });

  it('is taken where it may be, and answered again when it is repeated', async () => {
    const once = await move(first, 0, 'A');
    const again = await move(first, 0, 'A');

    expect(once).toMatchObject({ t: 'moved', by: 'first', move: 'A', ply: 1 });
    expect(again).toMatchObject({ t: 'moved', by: 'first', move: 'A', ply: 1 });
    expect(await move(first, 0, 'B')).toMatchObject({ t: 'refused', code: 'stalePly' });
    expect(running.errors).toEqual([]);
  });
});
