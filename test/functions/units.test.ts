import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rememberingArenas, rememberingOrders } from '../../functions/aws/remembered.ts';
import { visitLobby } from '../../shared/app/lobby.ts';
import { pairArena } from '../../shared/app/pair-arena.ts';
import { play } from '../../shared/app/play.ts';
import type { Caller, ClockMessage, Ports } from '../../shared/app/ports.ts';
import { runArena } from '../../shared/app/run-arena.ts';
import { scoreGame } from '../../shared/app/score-game.ts';
import { watchGame } from '../../shared/app/watch-game.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { present } from '../../shared/core/assert.ts';
import {
  connectionId,
  type GameId,
  ID_BYTES,
  idFromBytes,
  type PlayerId,
} from '../../shared/core/ids.ts';
import { seededRandom } from '../../shared/core/random.ts';
import { newRating, type Rating } from '../../shared/game/glicko.ts';
import type { ServerMessage } from '../../shared/protocol/server-message.ts';
import { rulesOf } from '../../shared/rules/registry.ts';
import { aTicket } from '../support/builders.ts';
import { type LocalDatabase, localDatabase, type Meter } from '../support/local-database.ts';
import { guestOn } from '../support/people.ts';
import { anArena } from '../support/samples.ts';

/** What the budgets of the design are about: an ordinary game, and the looks at its clock. */
const GAME_PLIES = 70;
const CLOCK_LOOKS = 4;

let database: LocalDatabase;
let ports: Ports;
/** Those of the functions that pair and score. */
let warm: Ports;
let nowMs = 2_000;
const arena: Arena = {
  ...anArena({ who: 0, version: 0, state: 'created' }),
  ...{ rated: true, endsAtMs: 5_000_000 },
};

beforeEach(async () => {
  database = await localDatabase({ nowMs: () => nowMs });
  nowMs = 2_000;
  ports = portsOn(database);
  warm = remembering(ports);
  await database.store.commit([{ op: 'create', entity: arena }]);
  await runArena(ports, arena.id);
});
afterEach(() => database.close());

describe('request units, as the database reports them', () => {
  it('of one move: one eventual read and one write', async () => {
    const { game, callers } = await pairedGame();

    const cost = await metered(() => move(game, callers, 0));

    expect(cost).toEqual({ requests: 2, readUnits: 0.5, writeUnits: 1 });
  });

  // Ratings of newcomers are in no index; those of the best move there with every game.
  it.each([
    ['newcomers', null],
    ['the best', { ...newRating(1_800.5), deviation: 60, games: 40, ratedAtMs: 1_000 }],
  ])(
    `of a rated game of ${GAME_PLIES} plies of %s: within 90 WRU and 45 RRU`,
    async (who, known) => {
      const players = await twoPlayers(known);

      const cost = await metered(async () => {
        const { game, callers } = await pair(players);
        for (let ply = 0; ply < GAME_PLIES - 1; ply++) await move(game, callers, ply);
        for (let look = 0; look < CLOCK_LOOKS; look++) await watchGame(ports, game);
        const answer = await play(ports, present(callers[0], 'caller'), { t: 'resign', game });
        expect(answer.t).toBe('ended');
        const done = present(await database.store.game(game, 'eventual'), 'game');
        // The stream carries the game to its scoring, so this read is the test's own.
        database.meter.readUnits -= 0.5;
        if (done.state === 'done') await scoreGame(warm, done);
      });

      console.log(`a rated game of ${GAME_PLIES} plies of ${who}: ${JSON.stringify(cost)}`);
      expect(cost.writeUnits).toBeLessThanOrEqual(90);
      expect(cost.readUnits).toBeLessThanOrEqual(45);
      expect(cost.writeUnits).toBeGreaterThan(GAME_PLIES);
    },
  );

  it('of one pairing, whether nobody else waits or many who cannot be paired yet', async () => {
    const costs: Record<string, Meter> = {};
    for (const others of [0, 10, 40, 100]) {
      warm = remembering(ports);
      const players = await twoPlayers();
      await keepWaiting(others);
      costs[`${others} others wait`] = await metered(() => pair(players));
    }

    console.log(`a pairing, from the first lobby return: ${JSON.stringify(costs)}`);
    // Both returns: 2 WRU. The first run keeps a ticket, the second writes pool, rows and game.
    expect(costs['0 others wait']).toMatchObject({ readUnits: 5, writeUnits: 2 + 1 + 8 });
    // What moves and scoring leave of the budget of a game, with as many waiting as in an arena of
    // ten thousand. More than that wait for some seconds of a day, and cost what is printed.
    expect(costs['40 others wait']?.writeUnits).toBeLessThanOrEqual(90 - 72);
  });

  it('of a refused move: checked once more on a consistent read, nothing written', async () => {
    const { game, callers } = await pairedGame();

    const caller = present(callers[0], 'caller');
    const cost = await metered(() => play(ports, caller, { t: 'move', game, ply: 5, move: 'A' }));

    expect(cost).toEqual({ requests: 2, readUnits: 1.5, writeUnits: 0 });
  });

  it('of a lobby return, a renewal, a reconnect and a pause', async () => {
    const [caller] = await twoPlayers();
    const at = present(caller, 'caller');
    const lobby = { t: 'lobby', arena: arena.id, after: null } as const;

    const costs = {
      ready: await metered(() => visitLobby(ports, at, lobby)),
      renewal: await metered(() => visitLobby(ports, at, lobby)),
      hello: await metered(() =>
        visitLobby(ports, reconnected(at), { t: 'hello', v: 1, arena: arena.id }),
      ),
      pause: await metered(() =>
        visitLobby(ports, reconnected(at), { t: 'pause', arena: arena.id }),
      ),
    };

    const oneWrite = { requests: 3, readUnits: 1, writeUnits: 1 };
    expect(costs).toEqual({
      ready: oneWrite,
      renewal: oneWrite,
      // And the order of the table, which says where he stands.
      hello: { requests: 4, readUnits: 1.5, writeUnits: 1 },
      pause: oneWrite,
    });
  });
});

function portsOn({ store, tables }: LocalDatabase): Ports {
  const unused = () => Promise.reject(new Error('not used here'));
  return {
    store,
    tables,
    queues: { clock: async (_message: ClockMessage) => {}, announce: unused, hook: async () => {} },
    schedules: { plan: unused, drop: unused },
    lifecycle: { wake: unused },
    push: { send: async (_to, _message: ServerMessage) => 'sent', close: async () => {} },
    random: seededRandom(1),
    now: () => nowMs,
    count: () => {},
    measure: () => {},
  };
}

/** What pairing and scoring remember between two runs of one instance. */
const remembering = (of: Ports): Ports => ({
  ...of,
  store: rememberingArenas(of.store),
  tables: rememberingOrders(of.tables, of.now),
});

async function metered(work: () => Promise<unknown>): Promise<Meter> {
  Object.assign(database.meter, { requests: 0, readUnits: 0, writeUnits: 0 });
  await work();
  return { ...database.meter };
}

async function twoPlayers(known: Rating | null = null): Promise<Caller[]> {
  const callers: Caller[] = [];
  for (const name of ['Ama', 'Kofi']) {
    const { id } = await guestOn(ports, name);
    const { kind } = arena;
    if (known !== null) {
      const rating = {
        type: 'rating',
        player: id,
        kind,
        version: known.games,
        glicko: known,
      } as const;
      await database.store.commit([{ op: 'create', entity: rating }]);
    }
    callers.push(callerOf(id, `${name}'s connection`));
    await visitLobby(ports, present(callers.at(-1), 'caller'), { t: 'enter', arena: arena.id });
  }
  return callers;
}

const callerOf = (player: PlayerId, connection: string): Caller => ({
  player,
  connection: connectionId(connection),
  connectedAtMs: 1_500,
  atMs: nowMs,
  nowMs,
});

const reconnected = (caller: Caller): Caller => ({
  ...caller,
  connection: connectionId('a newer connection'),
  connectedAtMs: caller.connectedAtMs + 1,
});

async function pairedGame(): Promise<{ game: GameId; callers: Caller[] }> {
  return pair(await twoPlayers());
}

/** So many more wait, of whom no two have the same points: where those count, nobody is close. */
async function keepWaiting(count: number): Promise<void> {
  const open = present(await database.store.arena(arena.id, 'consistent'), 'arena');
  const policy = { ...open.policy, closeness: 'points' } as const;
  const byPoints = { ...open, policy, version: open.version + 1 };
  await database.store.commit([{ op: 'update', before: open, after: byPoints }]);
  const before = present(await database.store.pool(arena.id), 'pool');
  const random = seededRandom(count);
  const anId = () => idFromBytes<PlayerId>(random.bytes(ID_BYTES));
  const tickets = Array.from({ length: count }, (_, who) =>
    aTicket(who, {
      player: anId(),
      ...{ name: `Somebody ${who}`, rating: 1_200 + who, points: who + 1, gameNumber: 5 },
      ...{ readySinceMs: nowMs, leaseUntilMs: nowMs + 25_000 },
      connection: connectionId(`${anId()}${anId().slice(0, 5)}=`),
      lastOpponent: anId(),
      told: { reason: 'noOneClose', widensAtMs: nowMs + 100 + who },
    }),
  );
  const after = { ...before, tickets, overflow: false, firstWave: false };
  const stored = { ...after, version: before.version + 1 };
  await database.store.commit([{ op: 'update', before, after: stored }]);
}

/** Both return to the lobby, each return wakes the pairing once. */
async function pair(callers: readonly Caller[]): Promise<{ game: GameId; callers: Caller[] }> {
  for (const caller of callers) {
    await visitLobby(ports, caller, { t: 'lobby', arena: arena.id, after: null });
    const woken = await database.store.row(arena, caller.player, 'consistent');
    // The stream carries the row to the pairing, so this read is the test's own.
    database.meter.readUnits -= 1;
    await pairArena(warm, arena.id, woken === null ? [] : [woken]);
  }
  const first = present(callers[0], 'caller');
  const row = await database.store.row(arena, first.player, 'consistent');
  database.meter.readUnits -= 1;
  const game = present(row?.game, 'game of a paired player');
  const stored = present(await database.store.game(game, 'consistent'), 'game');
  database.meter.readUnits -= 1;
  const [a, b] = callers;
  const order = stored.seats.first.player === a?.player ? [a, b] : [b, a];
  return { game, callers: order.map((caller) => present(caller, 'caller')) };
}

/** A legal move that keeps the game going as long as there is one. */
async function move(game: GameId, callers: readonly Caller[], ply: number): Promise<void> {
  const caller = present(callers[ply % 2], 'caller');
  const text = SCRIPT[ply];
  nowMs += 1_000;
  const at = { ...caller, atMs: nowMs, nowMs };
  const answer = await play(ports, at, { t: 'move', game, ply, move: present(text, 'move') });
  expect(answer).toMatchObject({ t: 'moved' });
}

const SCRIPT = longGame();

function longGame(): string[] {
  for (let seed = 1; ; seed++) {
    const random = seededRandom(seed);
    const texts: string[] = [];
    const rules = rulesOf('oware');
    let position = rules.replay(new Uint8Array());
    while (rules.outcome(position) === null && texts.length < GAME_PLIES) {
      const legal = rules.legal(position);
      const text = present(legal[random.below(legal.length)], 'legal move');
      position = present(rules.move(position, text), 'legal move').position;
      texts.push(text);
    }
    if (texts.length === GAME_PLIES && rules.outcome(position) === null) return texts;
  }
}
