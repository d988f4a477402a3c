import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket as RawSocket } from 'ws';
import type { Answer } from '../../shared/client/asking.ts';
import { present } from '../../shared/core/assert.ts';
import type { GameId } from '../../shared/core/ids.ts';
import { isFirstMove } from '../../shared/game/clock.ts';
import type { Game } from '../../shared/game/game.ts';
import type { Side } from '../../shared/rules/rules.ts';
import {
  inOrder,
  openWatchedClient,
  type WatchedClient,
  type WatchedLine,
} from './watched-client.ts';
import { ARENA, openWatchedCloud, type WatchedCloud } from './watched-cloud.ts';

const SEED = Number(process.env.SEED ?? 1);
/** Close code "going away" (RFC 6455, 7.4.1), with which the gateway ends a line at its limit. */
const GOING_AWAY = 1001;
const SIDES: readonly Side[] = ['first', 'second'];

describe('two hours of a connection, which are less than a second here', () => {
  /** Two hours on AWS; ten minutes of silence stay what they are. */
  const LIFETIME_MS = 1_000;
  /** Moves of a player on one line; then he waits for the next one. */
  const MOVES = 2;
  /** So many later lines of each player bring a move of the opponent before the game ends. */
  const LINES = 2;
  /** A slow machine may need more of them for a move. */
  const LINES_MAX = 12;

  let watched: WatchedCloud;
  let players: readonly WatchedClient[];
  beforeAll(async () => {
    watched = await openWatchedCloud({ socketLimits: { lifetimeMs: LIFETIME_MS } });
  });
  afterAll(async () => {
    for (const { client } of players) client.close();
    await watched.stop();
  });

  it('end every line of two players, and neither their game nor a move of it', async () => {
    console.log(`seed ${SEED}`);
    players = ['Ama', 'Kofi'].map((name, n) => openWatchedClient(watched, name, SEED + n));
    const [ama, kofi] = players as readonly [WatchedClient, WatchedClient];
    const shown = players.map(clocksOf);
    const [first] = await inOrder(ama, kofi);
    const { id } = present(first.client.state.game, 'game of a paired player');
    for (const player of players) playOn(player, MOVES);

    await Promise.all(players.map((player) => pushedOn(player, LINES, LINES_MAX)));
    const over = players.map(({ client }) => new Promise((resolve) => client.on('over', resolve)));
    const resigned = await resign(first, id);
    await Promise.all(over);

    const [stored] = await watched.http.games(ARENA.id);
    const versions = watched.versions.filter((game) => game.id === id);
    expect(resigned).toMatchObject({ t: 'ended', end: { ending: 'resign', winner: 'second' } });
    for (const { client } of players) {
      expect(client.state.game).toMatchObject({ id, moves: stored?.moves, ply: stored?.ply });
    }
    expectPlayedOnce(versions, stored?.moves.split(' ') ?? [], players);
    for (const player of players) expect(pushedLines(player)).toBeGreaterThanOrEqual(LINES);
    for (const player of players) expectWholeReconnects(player, id);
    for (const side of SIDES) expectNewestConnection(versions, side);
    expectClocksOfMovers(versions);
    for (const clocks of shown) expectOnlyDown(clocks);
  });
});

describe('ten minutes of silence, which are less than a second here', () => {
  /** Ten minutes on AWS; two hours stay what they are. */
  const IDLE_MS = 600;
  const PING_EVERY_MS = 100;

  let watched: WatchedCloud;
  beforeAll(async () => {
    watched = await openWatchedCloud({ socketLimits: { idleMs: IDLE_MS } });
  });
  afterAll(() => watched.stop());

  it('end a line, but not one on which somebody pings', async () => {
    const pinging = await openLine('Ama');
    const timer = setInterval(() => pinging.send('{"t":"ping"}'), PING_EVERY_MS);
    const later = once(pinging, 'close');
    const silent = await openLine('Kofi');

    const [whenSilent] = await once(silent, 'close');
    // It is the older one of the two.
    const wasOpen = pinging.readyState === RawSocket.OPEN;
    clearInterval(timer);
    const [whenLater] = await later;

    expect([whenSilent, wasOpen, whenLater]).toEqual([GOING_AWAY, true, GOING_AWAY]);
  });

  async function openLine(name: string): Promise<RawSocket> {
    const socket = new RawSocket(await watched.addressOf(name));
    socket.on('error', () => {});
    await once(socket, 'open');
    return socket;
  }
});

/** A slow machine may need more lines for it than the client tries. */
async function resign({ client }: Pick<WatchedClient, 'client'>, game: GameId): Promise<Answer> {
  const answer = await client.ask({ t: 'resign', game });
  return answer ?? resign({ client }, game);
}

/** Moves whenever it is his turn, so often on each line. */
function playOn({ client, lines, bestMove }: WatchedClient, movesMax: number): void {
  const moved = new Map<WatchedLine, number>();
  let isMoving = false;
  const move = async (): Promise<void> => {
    const line = present(lines.at(-1), 'line of a player who is told something');
    const [text, moves] = [bestMove(), moved.get(line) ?? 0];
    if (text === null || isMoving || moves >= movesMax) return;
    isMoving = true;
    moved.set(line, moves + 1);
    await client.move(text);
    // What was stored on the last line may be answered before it is seen: then the state follows.
    isMoving = false;
  };
  for (const t of ['paired', 'news', 'state'] as const) client.on(t, () => void move());
  void move();
}

/** Every ply was stored in one write, and is what the player whose turn it was has sent. */
function expectPlayedOnce(
  versions: readonly Game[],
  moves: readonly string[],
  players: readonly WatchedClient[],
): void {
  const grown = versions.filter(({ ply }, n) => ply > (versions[n - 1]?.ply ?? 0));
  expect(grown.map(({ ply }) => ply)).toEqual(moves.map((_, n) => n + 1));
  const sent = players.flatMap(({ lines }) => lines.flatMap((line) => line.sent));
  for (const [n, text] of moves.entries()) {
    const texts = sent.filter(({ t, ply }) => t === 'move' && ply === n).map(({ move }) => move);
    expect(texts).toContain(text);
  }
}

/** Lines after the first one over which a move of the opponent was pushed. */
const pushedLines = ({ lines }: WatchedClient): number =>
  lines
    .slice(1)
    .filter(({ heard }) => heard.some(({ t, cid }) => t === 'moved' && cid === undefined)).length;

/** Resolves when there are so many of these, or so many lines that there should be. */
function pushedOn(player: WatchedClient, linesMin: number, linesMax: number): Promise<void> {
  const { client, lines } = player;
  return new Promise((resolve) => {
    const look = (): void => {
      if (pushedLines(player) >= linesMin || lines.length > linesMax) resolve();
    };
    for (const t of ['news', 'state'] as const) client.on(t, look);
  });
}

/** Closed by the gateway, a new ticket, `hello` with what is known, the whole state, and on. */
function expectWholeReconnects({ lines }: WatchedClient, game: string): void {
  const codes = lines.slice(0, -1).map(({ closedWith }) => closedWith());
  expect(codes).toEqual(codes.map(() => GOING_AWAY));
  expect(new Set(lines.map(({ url }) => url)).size).toBe(lines.length);
  const heard = lines.flatMap((line) => line.heard);
  expect(heard.filter(({ t }) => t === 'bye')).toEqual([]);
  const [first, ...later] = lines.filter((line) => line.heard.some((frame) => isOf(frame, game)));
  expect(first).toBeDefined();
  for (const { sent, heard } of later) {
    expect(sent.find(({ t }) => t !== 'ping')).toMatchObject({ t: 'hello', game });
    expect(heard.find(({ cid }) => cid !== undefined)).toMatchObject({ t: 'state' });
  }
}

const isOf = ({ game }: { readonly game?: unknown }, id: string): boolean =>
  game === id || (typeof game === 'object' && game !== null && 'id' in game && game.id === id);

/** The seat has moved from line to line, and only to newer ones. */
function expectNewestConnection(versions: readonly Game[], side: Side): void {
  const seats = versions.map(({ seats }) => seats[side]);
  const moved = seats.filter(
    ({ connection }, n) => n === 0 || connection !== seats[n - 1]?.connection,
  );
  const times = moved.map(({ connectedAtMs }) => connectedAtMs);
  // The pairing may have found him on a later line already.
  expect(moved.length).toBeGreaterThanOrEqual(2);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(new Set(moved.map(({ connection }) => connection)).size).toBe(moved.length);
}

/** Nothing but his own turn has cost a player time, and all of it did. */
function expectClocksOfMovers(versions: readonly Game[]): void {
  for (const [n, after] of versions.entries()) {
    const before = versions[n - 1];
    if (before === undefined) continue;
    const isMove = after.ply > before.ply;
    const costMs = isMove && !isFirstMove(before.ply) ? after.lastAtMs - before.lastAtMs : 0;
    const [mover, other] = before.ply % 2 === 0 ? SIDES : SIDES.toReversed();
    expect(costMs).toBeGreaterThanOrEqual(0);
    expect(after.remainingMs[mover as Side]).toBe(before.remainingMs[mover as Side] - costMs);
    expect(after.remainingMs[other as Side]).toBe(before.remainingMs[other as Side]);
  }
}

type Clocks = Readonly<Record<Side, number>>;

/** Both clocks, whenever the client was told them. */
function clocksOf({ client }: WatchedClient): readonly Clocks[] {
  const clocks: Clocks[] = [];
  for (const t of ['paired', 'news', 'state'] as const) {
    client.on(t, () => {
      const { game } = client.state;
      if (game !== null) clocks.push(game.clock.remainingMs);
    });
  }
  return clocks;
}

function expectOnlyDown(clocks: readonly Clocks[]): void {
  for (const side of SIDES) {
    const times = clocks.map((clock) => clock[side]);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(times.at(-1)).toBeLessThan(times[0] ?? 0);
  }
}
