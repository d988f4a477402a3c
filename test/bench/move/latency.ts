import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { assert, present } from '../../../shared/core/assert.ts';
import { inGroups } from '../../../shared/core/groups.ts';
import { ARENA, openWatchedCloud, type WatchedCloud } from '../../cloud/watched-cloud.ts';
import { SCRIPT } from './commands.ts';

export const GAMES = 4;
export const THINK_MS = 100;
/** Plies of a game until its functions are warm; they are played, and not counted. */
export const WARM_UP_PLIES = 10;

/** Sorted times of all moves that count (ms). */
export interface Latency {
  /** From the mover's `send` until the opponent's socket has the move. */
  readonly toOpponentMs: readonly number[];
  /** Until the mover's own socket has the answer. */
  readonly toMoverMs: readonly number[];
  /** Of this process for one move: the cloud with all its functions, and the players. */
  readonly cpuMs: number;
}

interface Frame {
  readonly t?: string;
  readonly cid?: string;
  readonly ply?: number;
  readonly game?: { readonly id: string; readonly first: { readonly name: string } };
}

interface Line {
  readonly name: string;
  readonly ask: (message: object) => Promise<Frame>;
  /** The next frame, answer or push, that fits. */
  readonly next: (fits: (frame: Frame) => boolean) => Promise<Frame>;
  readonly close: () => void;
}

/** Plays calm games on the local cloud, everybody over a socket of his own. */
export async function measureLatency(): Promise<Latency> {
  const watched = await openWatchedCloud({});
  try {
    const lines = await Promise.all(
      Array.from({ length: 2 * GAMES }, (_, n) => openLine(watched, `Player ${n}`)),
    );
    const toOpponentMs: number[] = [];
    const toMoverMs: number[] = [];
    const games = await pairAll(lines);
    const usage = process.cpuUsage();
    await Promise.all(
      games.map(async (game, n) => {
        // Games that move at the same instant would wait for each other.
        await sleep((n * THINK_MS) / GAMES);
        await playGame(game, (times) => {
          toOpponentMs.push(times.toOpponentMs);
          toMoverMs.push(times.toMoverMs);
        });
      }),
    );
    const { user, system } = process.cpuUsage(usage);
    for (const { close } of lines) close();
    const sorted = (times: readonly number[]) => times.toSorted((a, b) => a - b);
    const cpuMs = (user + system) / 1_000 / (GAMES * SCRIPT.length);
    return { toOpponentMs: sorted(toOpponentMs), toMoverMs: sorted(toMoverMs), cpuMs };
  } finally {
    await watched.stop();
  }
}

async function openLine({ addressOf }: WatchedCloud, name: string): Promise<Line> {
  const socket = new WebSocket(await addressOf(name));
  const awaited = new Set<(frame: Frame) => void>();
  socket.on('message', (text) => {
    const frame = JSON.parse(String(text)) as Frame;
    for (const hear of awaited) hear(frame);
  });
  await once(socket, 'open');
  const next: Line['next'] = (fits) =>
    new Promise((resolve) => {
      const hear = (frame: Frame): void => {
        if (!fits(frame)) return;
        awaited.delete(hear);
        resolve(frame);
      };
      awaited.add(hear);
    });
  let asked = 0;
  const ask = (message: object): Promise<Frame> => {
    const cid = String((asked += 1));
    socket.send(JSON.stringify({ ...message, cid }));
    return next((frame) => frame.cid === cid || frame.t === undefined);
  };
  return { name, ask, next, close: () => socket.close() };
}

interface Paired {
  readonly id: string;
  readonly first: Line;
  readonly second: Line;
}

/** Two after the other, so that it is known who meets whom. */
async function pairAll(lines: readonly Line[]): Promise<readonly Paired[]> {
  const games: Paired[] = [];
  for (const pair of inGroups(lines, 2)) {
    const paired = pair.map((line) => line.next(({ t }) => t === 'paired'));
    for (const { ask } of pair) {
      assert((await ask({ t: 'enter', arena: ARENA.id })).t === 'state', 'a seat');
      assert((await ask({ t: 'lobby', arena: ARENA.id, after: null })).t === 'state', 'a wish');
    }
    const [message] = await Promise.all(paired);
    const { id, first } = present(message?.game, 'game of a pair');
    const isFirst = ({ name }: Line): boolean => name === first.name;
    const second = present(
      pair.find((line) => !isFirst(line)),
      'second',
    );
    games.push({ id, first: present(pair.find(isFirst), 'first'), second });
  }
  return games;
}

async function playGame(
  { id, first, second }: Paired,
  count: (times: { readonly toOpponentMs: number; readonly toMoverMs: number }) => void,
): Promise<void> {
  for (const [ply, { text }] of SCRIPT.entries()) {
    const [mover, opponent] = ply % 2 === 0 ? [first, second] : [second, first];
    await sleep(THINK_MS);
    const isPush = (frame: Frame): boolean => frame.t === 'moved' && frame.ply === ply + 1;
    const sentMs = performance.now();
    const since = (): number => performance.now() - sentMs;
    const pushed = opponent.next(isPush).then(since);
    const answered = mover.ask({ t: 'move', game: id, ply, move: text }).then((answer) => {
      assert(answer.t === 'moved', `a move is answered with ${JSON.stringify(answer)}`);
      return since();
    });
    const [toMoverMs, toOpponentMs] = await Promise.all([answered, pushed]);
    if (ply >= WARM_UP_PLIES) count({ toOpponentMs, toMoverMs });
  }
}
