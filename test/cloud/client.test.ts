import { afterAll, beforeAll, expect, it } from 'vitest';
import { greedyBrain, positionOf } from '../../infra/cli/bots/brain.ts';
import { ArenaClient } from '../../shared/client/client.ts';
import type { Told } from '../../shared/client/events.ts';
import { isPlaying, sideAt } from '../../shared/client/my-game.ts';
import type { Surroundings } from '../../shared/client/surroundings.ts';
import { seededRandom } from '../../shared/core/random.ts';
import type { ArenaView } from '../../shared/protocol/arena-view.ts';
import type { GameView } from '../../shared/protocol/game-view.ts';
import { type RunningCloud, runCloud } from './running-cloud.ts';

const SEED = Number(process.env.SEED ?? 1);
const DROP_AT_PLY = 6;
/** Before the bucket of commands is empty, which would make the game slow. */
const RESIGN_AT_PLY = 30;
const NAMES = ['Ama', 'Kofi'] as const;

let running: RunningCloud;
beforeAll(async () => {
  running = await runCloud();
});
afterAll(() => running.cloud.stop());

const surroundings: Surroundings = {
  now: Date.now,
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  random: Math.random,
  WebSocket,
};

interface Player {
  readonly client: ArenaClient;
  readonly over: Promise<GameView>;
  readonly scored: Promise<Told<'scored'>>;
  readonly openings: () => number;
}

/** Plays the best captures of one game, loses the line once on the way, and resigns at last. */
function play(arena: ArenaView, name: string, seed: number): Player {
  const random = seededRandom(seed);
  const [over, scored] = [
    Promise.withResolvers<GameView>(),
    Promise.withResolvers<Told<'scored'>>(),
  ];
  let socket: WebSocket | null = null;
  let openings = 0;
  const keeping = class extends WebSocket {
    constructor(url: string) {
      super(url);
      socket = this;
    }
  };
  const client = new ArenaClient(
    { ...surroundings, WebSocket: keeping },
    {
      arena: arena.id,
      address: async () => running.client.socketUrl(await running.tokenOf(name)),
      enters: true,
      connectWithinMs: 100,
    },
  );
  let isMoving = false;
  const move = (): void => {
    const { game, side } = client.state;
    if (game === null || !isPlaying(game) || sideAt(game.ply) !== side) return;
    if (isMoving) return;
    isMoving = true;
    const answer =
      game.ply >= RESIGN_AT_PLY
        ? client.ask({ t: 'resign', game: game.id })
        : client.move(greedyBrain(positionOf(game), random));
    void answer.then(() => {
      isMoving = false;
      // On a new line the opponent's answer may have come with the state.
      move();
    });
    if (game.ply === DROP_AT_PLY) socket?.close();
  };
  client.on('line', ({ line }) => {
    if (line.is === 'open') openings += 1;
  });
  client.on('paired', move);
  client.on('news', move);
  client.on('state', move);
  client.on('over', ({ game }) => over.resolve(game));
  client.on('scored', (event) => scored.resolve(event.scored));
  client.connect();
  client.want();
  return { client, over: over.promise, scored: scored.promise, openings: () => openings };
}

it('two clients play a game to its end on the local cloud, over a lost line', async () => {
  console.log(`seed ${SEED}`);
  const arena = await running.createArena({
    ...{ durationMs: 60_000, clock: { limitMs: 30_000, incrementMs: 0 } },
  });
  const players = NAMES.map((name, index) => play(arena, name, SEED + index));
  const [ama, kofi] = await Promise.all(players.map(({ over }) => over));
  const scores = await Promise.all(players.map(({ scored }) => scored));
  const stored = await running.client.games(arena.id);

  expect(ama).toEqual(kofi);
  expect(ama).toMatchObject({ ply: RESIGN_AT_PLY, end: { ending: 'resign', winner: 'second' } });
  expect(ama?.moves.split(' ')).toHaveLength(ama?.ply ?? 0);
  expect(stored).toMatchObject([{ id: ama?.id, moves: ama?.moves }]);
  expect(scores.map(({ total }) => total).toSorted()).toEqual([0, 2]);
  expect(players.map(({ openings }) => openings()).toSorted()).toEqual([1, 2]);
  for (const { client } of players) {
    // Client and cloud have one and the same clock here.
    const clock = client.clock();
    expect(Math.abs(clock?.offsetMs ?? Number.NaN)).toBeLessThanOrEqual((clock?.errorMs ?? 0) + 2);
    client.close();
  }
  expect(running.errors).toEqual([]);
});
