import { describe, expect, it } from 'vitest';
import { leave } from '../../shared/app/leave.ts';
import { visitLobby } from '../../shared/app/lobby.ts';
import { pairArena } from '../../shared/app/pair-arena.ts';
import { sweep } from '../../shared/app/sweep.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { present } from '../../shared/core/assert.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import type { LiveGame } from '../../shared/game/game.ts';
import { raceOnStage, type Task } from '../support/race.ts';
import { lineOf, openArena, playersOf, rowOf, type Stage, speaking } from '../support/stage.ts';

const gamesIn = (stage: Stage): LiveGame[] =>
  stage.store.all().filter((entity) => entity.type === 'game') as LiveGame[];

const playing = (stage: Stage): PlayerId[] =>
  gamesIn(stage).flatMap(({ seats }) => [seats.first.player, seats.second.player]);

/** Whether somebody was told of this game on this connection, by a push or an answer. */
function wasTold(stage: Stage, results: readonly unknown[], player: PlayerId, suffix = '') {
  const pushed = stage.told.some(
    ({ to, message }) => to === lineOf(player, suffix) && message.t === 'paired',
  );
  const answered = results.some(
    (result) =>
      (result as { t?: string } | undefined)?.t === 'state' &&
      (result as { game: unknown }).game !== null,
  );
  return pushed || answered;
}

async function openOne(players: readonly PlayerId[]) {
  const { stage, arena } = await openArena(players);
  return { stage, arena };
}

describe('two pairings of one arena at once', () => {
  it('pair everybody exactly once, and tell everybody', async () => {
    const players = playersOf(4);
    const open = await openOne(players);
    const pair: Task = (ports) => pairArena(ports, open.arena.id);
    await raceOnStage('two pairings', {
      from: open.stage,
      tasks: () => [pair, pair],
      check: (stage, results) => {
        expect(playing(stage).sort()).toEqual([...players].sort());
        for (const player of players) expect(wasTold(stage, results, player)).toBe(true);
      },
    });
  });

  it('also where one of them dies anywhere and comes again', async () => {
    const players = playersOf(4);
    const open = await openOne(players);
    const pair: Task = (ports) => pairArena(ports, open.arena.id);
    await raceOnStage('a pairing that dies and comes again', {
      from: open.stage,
      crashes: 1,
      tasks: () => [pair],
      check: (stage) => expect(playing(stage).sort()).toEqual([...players].sort()),
    });
  });

  it('take in a player who becomes ready meanwhile', async () => {
    const [late, ...others] = playersOf(3) as [PlayerId, PlayerId, PlayerId];
    const open = await openOne(others);
    const { arena, stage: before } = open;
    await before.store.commit([
      {
        op: 'create',
        entity: {
          ...{ type: 'profile', guest: false, player: late, version: 0 },
          ...{ name: 'late', rating: 1_500 },
          createdAtMs: before.clock.nowMs,
        },
      },
    ]);
    await visitLobby(before.ports, speaking(before, late), { t: 'enter', arena: arena.id });
    await raceOnStage('a pairing and a player who becomes ready', {
      from: open.stage,
      tasks: (stage) => [
        (ports) => pairArena(ports, arena.id),
        async (ports) => {
          await visitLobby(ports, speaking(stage, late), {
            ...{ t: 'lobby', arena: arena.id, after: null },
          });
          await pairArena(ports, arena.id, [await rowOf(stage, arena, late)]);
        },
      ],
      check: async (stage) => {
        expect(playing(stage)).toHaveLength(2);
        const pool = present(await stage.store.pool(arena.id), 'pool');
        const waiting = [late, ...others].filter((player) => !playing(stage).includes(player));
        expect(pool.tickets.map(({ player }) => player)).toEqual(waiting);
      },
    });
  });
});

describe('a pairing and a player who', () => {
  const players = playersOf(2);
  const [leaver, other] = players as [PlayerId, PlayerId];

  // lichess-org/lila#222
  it('pauses: he plays or he pauses, and a pause is never lost', async () => {
    const open = await openOne(players);
    await raceOnStage('a pairing and a pause', {
      from: open.stage,
      tasks: (stage) => [
        (ports) => pairArena(ports, open.arena.id),
        (ports) => visitLobby(ports, speaking(stage, leaver), { t: 'pause', arena: open.arena.id }),
      ],
      check: async (stage) => {
        const row = await rowOf(stage, open.arena, leaver);
        expect(row.paused).toBe(true);
        expect(row.state).toBe(playing(stage).includes(leaver) ? 'play' : 'idle');
      },
    });
  });

  it('disconnects: his row forgets the line; he is paired before or not at all', async () => {
    const open = await openOne(players);
    const connection = lineOf(leaver);
    await raceOnStage('a pairing and a disconnect', {
      from: open.stage,
      tasks: () => [
        (ports) => pairArena(ports, open.arena.id),
        (ports) => leave(ports, leaver, connection),
      ],
      check: async (stage) => {
        const row = await rowOf(stage, open.arena, leaver);
        expect(row.connection).toBeNull();
        const commits = stage.changes.flatMap(({ after }) =>
          after?.type === 'row' ? [after] : [],
        );
        const why = commits.filter((one) => one.player === leaver).map((one) => one.why);
        expect([['disconnected'], ['paired', 'disconnected']]).toContainEqual(why);
      },
    });
  });

  it('comes back on a new line: it is not forgotten, and he hears of his game', async () => {
    const open = await openOne(players);
    const hello = { t: 'hello', v: 1, arena: open.arena.id } as const;
    const count = await raceOnStage('a pairing, a bounce and a hello', {
      from: open.stage,
      gone: [lineOf(leaver)],
      tasks: (stage) => [
        (ports) => pairArena(ports, open.arena.id),
        (ports) => visitLobby(ports, newLine(stage, leaver), hello),
      ],
      check: async (stage, results) => {
        const row = await rowOf(stage, open.arena, leaver);
        expect(row.connection).toBe(lineOf(leaver, ' new'));
        const [game] = gamesIn(stage);
        if (game === undefined) return;
        expect(Object.values(game.seats).map((seat) => seat.connection)).toContain(row.connection);
        expect(wasTold(stage, results, leaver, ' new')).toBe(true);
      },
    });
    expect(count).toBeGreaterThan(1);
  });

  it('comes back on a new line, and dies anywhere on his way', async () => {
    const open = await openOne(players);
    const hello = { t: 'hello', v: 1, arena: open.arena.id } as const;
    await raceOnStage('a pairing, a bounce and a hello that dies', {
      from: open.stage,
      gone: [lineOf(leaver)],
      crashes: 1,
      tasks: (stage) => [
        (ports) => pairArena(ports, open.arena.id),
        (ports) => visitLobby(ports, newLine(stage, leaver), hello),
      ],
      check: async (stage) => {
        const row = await rowOf(stage, open.arena, leaver);
        const [game] = gamesIn(stage);
        if (game === undefined) return;
        expect(row.connection).toBe(lineOf(leaver, ' new'));
        expect(Object.values(game.seats).map((seat) => seat.connection)).toContain(row.connection);
      },
    });
  });

  it('is gone like his opponent: the game is taken back once', async () => {
    const open = await openOne(players);
    const pair: Task = (ports) => pairArena(ports, open.arena.id);
    await raceOnStage('two pairings and two bounces', {
      from: open.stage,
      gone: players.map((player) => lineOf(player)),
      tasks: () => [pair, pair],
      check: async (stage) => {
        const rows = await Promise.all(players.map((player) => rowOf(stage, open.arena, player)));
        expect(rows.some((row) => row.connection === null)).toBe(true);
        expect(rows.every((row) => row.log.length === 0)).toBe(true);
      },
    });
  });

  it('is looked at by the sweep', async () => {
    const open = await openOne(players);
    open.stage.clock.nowMs += 10_000;
    await raceOnStage('a pairing and a sweep', {
      from: open.stage,
      tasks: () => [(ports) => pairArena(ports, open.arena.id), (ports) => sweep(ports)],
      check: (stage) => expect(playing(stage).sort()).toEqual([leaver, other].sort()),
    });
  });
});

describe('two arenas and one player who moves from one to the other', () => {
  it('let him play in one of them only', async () => {
    const [mover, a, b] = playersOf(3) as [PlayerId, PlayerId, PlayerId];
    const first = await openArena([mover, a]);
    const { stage } = first;
    const second = await openArena([b], stage);
    // Opening the second arena took time; everybody says that he is still there.
    for (const player of [mover, a]) {
      await visitLobby(stage.ports, speaking(stage, player), {
        ...{ t: 'lobby', arena: first.arena.id, after: null },
      });
    }
    const places = new Set<string>();
    await raceOnStage('two pairings and a move of the seat', {
      from: stage,
      tasks: (now) => [
        (ports) => pairArena(ports, first.arena.id),
        async (ports) => {
          const arena = second.arena.id;
          const entered = await visitLobby(ports, speaking(now, mover), { t: 'enter', arena });
          if (entered.t === 'refused') return entered;
          const message = { t: 'lobby', arena, after: null } as const;
          await visitLobby(ports, speaking(now, mover), message);
          await pairArena(ports, arena, [await rowOf(now, second.arena, mover)]);
          return entered;
        },
      ],
      check: async (now, results) => {
        const [game, ...more] = gamesIn(now);
        expect(more).toEqual([]);
        const where = game === undefined ? 'none' : game.arena;
        places.add(where);
        const answer = results[1] as { t: string; code?: string };
        if (where === first.arena.id) expect(answer).toMatchObject({ code: 'playingElsewhere' });
        else expect(playing(now).sort()).toEqual([mover, b].sort());
      },
    });
    expect(places).toEqual(new Set([first.arena.id, second.arena.id]));
  });

  it('seat him in one of them when he enters both at once', async () => {
    const [player, a, b] = playersOf(3) as [PlayerId, PlayerId, PlayerId];
    const first = await openArena([a]);
    const second = await openArena([b], first.stage);
    const { stage } = first;
    const { nowMs } = stage.clock;
    const profile = { name: 'both', rating: 1_500, createdAtMs: nowMs };
    await stage.store.commit([
      { op: 'create', entity: { type: 'profile', guest: false, player, version: 0, ...profile } },
    ]);
    const enter =
      ({ id }: Arena) =>
      (now: Stage): Task =>
      (ports) =>
        visitLobby(ports, speaking(now, player), { t: 'enter', arena: id });
    await raceOnStage('one player entering two arenas', {
      from: stage,
      tasks: (now) => [enter(first.arena)(now), enter(second.arena)(now)],
      check: async (now) => {
        const seat = present(await now.store.seat(player), 'seat');
        expect([first.arena.id, second.arena.id]).toContain(seat.arena);
      },
    });
  });
});

/** A player on a connection opened a moment ago. */
const newLine = (stage: Stage, player: PlayerId) =>
  speaking(stage, player, {
    connection: lineOf(player, ' new'),
    connectedAtMs: stage.clock.nowMs,
  });
