import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket as RawSocket } from 'ws';
import { GATEWAY_ERRORS } from '../../infra/cli/protocol/gateway-frames.ts';
import type { Synthesis } from '../../infra/cloud/synthesize.ts';
import type { SocketRoutePlan } from '../../infra/local/template/plan.ts';
import { present } from '../../shared/core/assert.ts';
import type { Game } from '../../shared/game/game.ts';
import { sideAt } from '../../shared/rules/rules.ts';
import { FAILURES, withFailingMove } from './failing-move.ts';
import { type Frame, inOrder, openWatchedClient, type WatchedClient } from './watched-client.ts';
import { ARENA, openWatchedCloud, type WatchedCloud } from './watched-cloud.ts';

const SEED = Number(process.env.SEED ?? 1);
/** What the client waits before it asks again, with the lowest dice; a timer may be 1 ms early. */
const PAUSE_MS = 150 - 1;
/** Without the gateway's word it asks again 5 s after a command, which may take 1 s to fail. */
const SILENCE_MS = 4_000;
/** Messages of all players together: more than this game needs. */
const LIMIT = { ThrottlingBurstLimit: 60, ThrottlingRateLimit: 20 };
const TOO_BIG = 1009;

let watched: WatchedCloud;
let removeBundle: () => void;
/** By side. */
let players: readonly [WatchedClient, WatchedClient];
/** The game of all these tests, as it was stored last. */
const game = (): Game => present(watched.versions.at(-1), 'game');

beforeAll(async () => {
  console.log(`seed ${SEED}`);
  watched = await openWatchedCloud({}, (stack) => {
    const failing = withFailingMove(stack);
    removeBundle = failing.remove;
    return withLimit(failing);
  });
  const [ama, kofi] = ['Ama', 'Kofi'].map((name, n) => openWatchedClient(watched, name, SEED + n));
  players = await inOrder(present(ama, 'first client'), present(kofi, 'second client'));
});
afterAll(async () => {
  for (const { client } of players) client.close();
  await watched.stop();
  removeBundle();
});

describe('a move whose function', () => {
  it.each(FAILURES)('%s its work is sent again and played once', async (_failure) => {
    const { mover, ply } = await nextTurn();
    const failed = mover.next(isOfGateway).then((frame) => ({ frame, atMs: performance.now() }));

    const answer = await moveOn();
    const { frame, atMs } = await failed;

    const sent = mover.lines.flatMap((line) => line.sent);
    const again = sent.find((one) => one.t === 'move' && one.ply === ply && one.atMs > atMs);
    const waitedMs = (again?.atMs ?? Number.NaN) - atMs;

    expect(waitedMs).toBeGreaterThanOrEqual(PAUSE_MS);
    expect(waitedMs).toBeLessThan(SILENCE_MS);
    expectDocumented(frame, 'Internal server error');
    expect(answer).toMatchObject({ t: 'moved', ply: ply + 1 });
    expectPlayedOnce(ply, 2);
  });

  it('finds its database throttled is sent again and played once', async () => {
    const { mover, ply } = await nextTurn();
    const { rates } = watched.cloud.dynamodb.faults;
    rates.throttle = 1;
    const failed = mover.next(isOfGateway).then((frame) => {
      rates.throttle = 0;
      return frame;
    });

    const answer = await moveOn();

    expectDocumented(await failed, 'Internal server error');
    expect(answer).toMatchObject({ t: 'moved', ply: ply + 1 });
    expectPlayedOnce(ply, 2);
  });
});

describe('a game goes on', () => {
  it('when somebody else makes the gateway throttle everybody', async () => {
    const stop = await flood();
    const throttled = Promise.race(players.map((player) => player.next(isOfGateway)));
    let isOver = false;
    void throttled.then(() => {
      isOver = true;
      stop();
    });

    // Now and then one may slip through.
    while (!isOver) {
      const { ply } = await nextTurn();
      expect(await moveOn()).toMatchObject({ t: 'moved', ply: ply + 1 });
      expectPlayedOnce(ply, isOver ? 2 : 1);
    }

    expectDocumented(await throttled, THROTTLED);
  });

  it('after a message beyond 32 KB, which ends three lines and is given up', async () => {
    const { mover, ply } = await nextTurn();
    const { lines, client } = mover;
    const from = lines.length - 1;
    const before = failureFrames().length;
    const tooBig = { t: 'move', game: game().id, ply, move: 'A'.repeat(33_000) } as const;

    const answer = await client.ask(tooBig);

    expect(answer).toBeNull();
    const codes = lines.slice(from).map((line) => line.closedWith());
    expect(codes.slice(0, 3)).toEqual([TOO_BIG, TOO_BIG, TOO_BIG]);
    expect(await moveOn()).toMatchObject({ t: 'moved', ply: ply + 1 });
    expect(lines).toHaveLength(from + 4);
    expectPlayedOnce(ply, 1);
    expect(failureFrames()).toHaveLength(before);
  });

  it('after a command that nobody knows, which our own function refuses', async () => {
    const { mover } = await nextTurn();
    const [before, version] = [failureFrames().length, game().version];

    const answer = await mover.client.ask({ t: 'dance', game: game().id } as never);

    expect(answer).toMatchObject({ t: 'refused', code: 'unknownType', field: 't' });
    expect(failureFrames()).toHaveLength(before);
    expect(game().version).toBe(version);
  });

  it('and ends once, although its route is missing while the stack is being deployed', async () => {
    const { mover } = await nextTurn();
    const loser = sideAt(game().ply);
    const routes = watched.cloud.plan.socketApi.routes as Map<string, SocketRoutePlan>;
    const route = present(routes.get('$default'), 'route');
    routes.delete('$default');
    const forbidden = mover
      .next(({ message }) => message === FORBIDDEN)
      .then((frame) => {
        routes.set('$default', route);
        return frame;
      });
    const scored = players.map(({ client }) => new Promise((heard) => client.on('scored', heard)));

    const answer = await mover.client.ask({ t: 'resign', game: game().id });
    expectDocumented(await forbidden, FORBIDDEN, loser);
    await Promise.all(scored);

    expect(answer).toMatchObject({ t: 'ended', end: { ending: 'resign' } });
    expect(watched.versions.filter(({ state }) => state === 'done')).toHaveLength(1);
    const [stored] = await watched.http.games(ARENA.id);
    const rows = await watched.inside.store.rows(ARENA, 'consistent');
    expect(rows.map(({ log }) => log.length)).toEqual([1, 1]);
    for (const { client } of players) {
      expect(client.state.game).toMatchObject({ moves: stored?.moves, end: stored?.end });
    }
  });
});

function withLimit<S extends Synthesis>(stack: S): S {
  const Resources = Object.fromEntries(
    Object.entries(stack.template.Resources).map(([id, resource]) => {
      const { Type, Properties } = resource;
      const isMine = Type === 'AWS::ApiGatewayV2::Stage' && Properties?.StageName === 'local';
      const limited = { ...resource, Properties: { ...Properties, DefaultRouteSettings: LIMIT } };
      return [id, isMine ? limited : resource];
    }),
  );
  return { ...stack, template: { ...stack.template, Resources } };
}

const isOfGateway = ({ t }: Frame): boolean => t === undefined;

const THROTTLED = 'Too Many Requests';
const FORBIDDEN = 'Forbidden';

/** Frames of failures; the bucket of the gateway may be empty for a while after the flood. */
const failureFrames = (): Frame[] =>
  players
    .flatMap(({ lines }) => lines.flatMap(({ heard }) => heard))
    .filter((frame) => isOfGateway(frame) && frame.message !== THROTTLED);

/** Whose turn it is, once he knows it. */
async function nextTurn(): Promise<{ readonly mover: WatchedClient; readonly ply: number }> {
  const { ply } = game();
  const mover = players[ply % 2 === 0 ? 0 : 1];
  const { client } = mover;
  const knows = (): boolean => client.state.game?.ply === ply;
  if (!knows()) {
    await new Promise<void>((resolve) => {
      for (const t of ['news', 'state'] as const) client.on(t, () => knows() && resolve());
    });
  }
  return { mover, ply };
}

async function moveOn() {
  const { mover } = await nextTurn();
  return mover.client.move(present(mover.bestMove(), 'move of the player whose turn it is'));
}

/** The frame is the one in docs/protocol.md, about the very line on which the command was sent. */
function expectDocumented(frame: Frame, message: string, side = sideAt(game().ply - 1)): void {
  const documented = GATEWAY_ERRORS.find((one) => 'message' in one && one.message === message);
  const connections = watched.versions.map(({ seats }) => seats[side].connection);
  expect(frame).toEqual({
    ...present(documented, 'documented frame'),
    connectionId: expect.toBeOneOf(connections),
    requestId: expect.stringMatching(/^[\w-]{16,}$/),
  });
}

/** Stored in one write, not told twice; sent so often, or more, under own marks. */
function expectPlayedOnce(ply: number, times: number): void {
  const [mover, opponent] = ply % 2 === 0 ? players : players.toReversed();
  const isThis = (frame: Frame): boolean => frame.t === 'move' && frame.ply === ply;
  const sent = mover?.lines.flatMap((line) => line.sent.filter(isThis)) ?? [];
  const told = opponent?.lines.flatMap((line) => line.heard) ?? [];
  const stored = watched.versions.filter(
    (version, n) => version.ply === ply + 1 && watched.versions[n - 1]?.ply === ply,
  );
  const marked = sent.filter(({ move }) => move?.length === 1);
  expect(marked.length).toBeGreaterThanOrEqual(times);
  expect(new Set(sent.map(({ cid }) => cid)).size).toBe(sent.length);
  expect(stored).toHaveLength(1);
  const pushes = told.filter(({ t, cid, ply: at }) => t === 'moved' && !cid && at === ply + 1);
  expect(pushes.length).toBeLessThanOrEqual(1);
}

/** Somebody who sends pings as fast as they are answered; resolves when he is told off. */
async function flood(): Promise<() => void> {
  const socket = new RawSocket(await watched.addressOf('Esi'));
  socket.on('error', () => {});
  await once(socket, 'open');
  let isOn = true;
  const ping = (): void => {
    if (isOn) socket.send('{"t":"ping"}');
  };
  const toldOff = new Promise<void>((resolve) => {
    socket.on('message', (text) => {
      if (isOfGateway(JSON.parse(String(text)) as Frame)) resolve();
      ping();
    });
  });
  for (let n = 0; n < 2 * LIMIT.ThrottlingBurstLimit; n++) ping();
  await toldOff;
  return () => {
    isOn = false;
    socket.close();
  };
}
