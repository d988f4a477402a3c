import { describe, expect, it } from 'vitest';
import { visitLobby } from '../../shared/app/lobby.ts';
import { pairArena } from '../../shared/app/pair-arena.ts';
import { play } from '../../shared/app/play.ts';
import { scoreGame } from '../../shared/app/score-game.ts';
import { present } from '../../shared/core/assert.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import type { DoneGame } from '../../shared/game/game.ts';
import { entering, expectWhole, kindOf, leaving, type Said, saying } from '../support/comings.ts';
import { arenaWith, enter, entitiesOf } from '../support/entering.ts';
import { raceOnStage } from '../support/race.ts';
import {
  createStage,
  gameOf,
  openArena,
  pairedArena,
  playersOf,
  speaking,
  withPlaces,
} from '../support/stage.ts';

const [ama, kofi, esi] = playersOf(3) as [PlayerId, PlayerId, PlayerId];

describe('the last place', () => {
  /** Nobody is in, and there is room for so many. */
  async function room(places: number) {
    const known = createStage({ entities: [ama, kofi, esi].flatMap((one) => entitiesOf(one)) });
    const { stage, arena } = await arenaWith({}, known);
    return { from: withPlaces(stage, arena, places), arena };
  }

  it('is one of two: whoever comes second is told that it is full', async () => {
    const { from, arena } = await room(1);
    const seen = new Set<string>();
    await raceOnStage('two for the last place', {
      from,
      tasks: (stage) => [entering(stage, ama, arena), entering(stage, kofi, arena)],
      check: async (stage, results) => {
        expect(results.map(kindOf).sort()).toEqual(['arenaFull', 'state']);
        const there = await expectWhole(stage, arena);
        expect(there).toHaveLength(1);
        seen.add(there.join());
      },
    });
    expect(seen.size).toBe(2);
  });

  it('is free again when somebody leaves, for one of those who come', async () => {
    const { from, arena } = await room(1);
    await enter(from, ama, arena);
    const seen = new Set<string>();
    await raceOnStage('a place that comes free, and two who want it', {
      from,
      fresh: true,
      tasks: (stage) => [
        leaving(stage, ama, arena),
        entering(stage, kofi, arena),
        entering(stage, esi, arena),
      ],
      check: async (stage, [left, ...entered]) => {
        expect(kindOf(left)).toBe('left');
        const there = await expectWhole(stage, arena);
        expect(there.length).toBeLessThanOrEqual(1);
        expect(entered.map(kindOf).filter((one) => one === 'state')).toHaveLength(there.length);
        seen.add(there.join());
        // Whatever came of it, no place is lost.
        if (there.length === 0)
          expect(await enter(stage, esi, arena)).toMatchObject({ t: 'state' });
      },
    });
    expect(seen).toEqual(new Set(['', kofi, esi]));
  });
});

describe('leaving', () => {
  it('against a pairing: paired and refused, or gone', async () => {
    const { stage: from, arena } = await openArena([ama, kofi]);
    const seen = new Set<string>();
    await raceOnStage('leaving and a pairing', {
      from,
      tasks: (stage) => [leaving(stage, ama, arena), (ports) => pairArena(ports, arena.id)],
      check: async (stage, [left]) => {
        const there = await expectWhole(stage, arena);
        const games = stage.store.all().filter(({ type }) => type === 'game');
        expect(games).toHaveLength(kindOf(left) === 'gameRunning' ? 1 : 0);
        expect(there).toHaveLength(kindOf(left) === 'gameRunning' ? 2 : 1);
        seen.add(kindOf(left));
      },
    });
    expect(seen).toEqual(new Set(['left', 'gameRunning']));
  });

  it('against the scoring of his game: refused, or gone with it', async () => {
    const { stage: from, arena, games } = await pairedArena([ama, kofi]);
    const { id } = present(games[0], 'game');
    const wish = { t: 'lobby', arena: arena.id, after: id } as const;
    await visitLobby(from.ports, speaking(from, ama), wish);
    await play(from.ports, speaking(from, ama), { t: 'resign', game: id });
    const done = (await gameOf(from, id)) as DoneGame;
    const seen = new Set<string>();
    await raceOnStage('leaving and a scoring', {
      from,
      tasks: (stage) => [leaving(stage, ama, arena), (ports) => scoreGame(ports, done)],
      check: async (stage, [left]) => {
        const row = present(await stage.store.row(arena, ama, 'consistent'), 'row');
        expect(row.log).toHaveLength(1);
        const stays = kindOf(left) === 'gameRunning';
        expect(row).toMatchObject({ seated: stays, state: stays ? 'ready' : 'idle' });
        expect(await expectWhole(stage, arena)).toHaveLength(2);
        seen.add(kindOf(left));
      },
    });
    expect(seen).toEqual(new Set(['left', 'gameRunning']));
  });

  it.each<Said['t']>(['enter', 'leave', 'pause'])('against his own %s: in or out', async (t) => {
    const { stage: from, arena } = await openArena([ama, kofi]);
    await raceOnStage(`leaving and ${t}`, {
      from,
      tasks: (stage) => [leaving(stage, ama, arena), saying(stage, ama, arena, { t })],
      check: async (stage, [left]) => {
        expect(kindOf(left)).toBe('left');
        await expectWhole(stage, arena);
      },
    });
  });

  it('and coming again against what he has said before: about one of the two rows', async () => {
    const { stage: from, arena } = await openArena([ama, kofi]);
    const ready = { t: 'lobby', arena: arena.id, after: null } as const;
    const away = { t: 'pause', arena: arena.id } as const;
    await visitLobby(from.ports, speaking(from, ama), away);
    await visitLobby(from.ports, speaking(from, ama), { ...away, t: 'resume' });
    await raceOnStage('leaving, coming and pausing, and a lobby return from before', {
      from,
      fresh: true,
      tasks: (stage) => [
        async (ports) => {
          const at = speaking(stage, ama);
          await visitLobby(ports, at, { ...away, t: 'leave' });
          await visitLobby(ports, at, { ...away, t: 'enter' });
          await visitLobby(ports, at, away);
        },
        (ports) => visitLobby(ports, speaking(stage, ama), ready),
      ],
      check: async (stage) => {
        const row = present(await stage.store.row(arena, ama, 'consistent'), 'row');
        expect(row).toMatchObject({ paused: true, state: 'idle', seated: true });
        await expectWhole(stage, arena);
      },
    });
  });

  it('against his first entry of all: in or out', async () => {
    const known = createStage({ entities: entitiesOf(ama) });
    const { stage: from, arena } = await arenaWith({}, known);
    const seen = new Set<string>();
    await raceOnStage('leaving and entering for the first time', {
      from,
      tasks: (stage) => [leaving(stage, ama, arena), entering(stage, ama, arena)],
      check: async (stage, [left]) => {
        expect(kindOf(left)).toBe('left');
        const there = await expectWhole(stage, arena);
        const seat = await stage.store.seat(ama);
        expect(seat?.arena).toBe(there.length === 1 ? arena.id : null);
        seen.add(there.join());
      },
    });
    expect(seen).toEqual(new Set(['', ama]));
  });

  it('against entering elsewhere: he sits in one arena at most', async () => {
    const { stage: from, arena } = await openArena([ama, kofi]);
    const { arena: other } = await openArena([], from);
    await raceOnStage('leaving and entering elsewhere', {
      from,
      tasks: (stage) => [leaving(stage, ama, arena), entering(stage, ama, other)],
      check: async (stage, results) => {
        expect(results.map(kindOf)).toEqual(['left', 'state']);
        expect(await stage.store.seat(ama)).toMatchObject({ arena: other.id });
        for (const one of [arena, other]) await expectWhole(stage, one);
      },
    });
  });

  it('that dies anywhere and is repeated: gone, and the table is looked at', async () => {
    const { stage: from, arena } = await openArena([ama, kofi]);
    await raceOnStage('leaving with a death, and a pairing', {
      from,
      crashes: 1,
      tasks: (stage) => [leaving(stage, ama, arena), (ports) => pairArena(ports, arena.id)],
      check: async (stage, [left]) => {
        const there = await expectWhole(stage, arena);
        expect(there.includes(ama)).toBe(kindOf(left) === 'gameRunning');
        const looks = stage.queued.filter(({ message }) => message.t === 'standings');
        if (kindOf(left) === 'left') expect(looks.length).toBeGreaterThan(0);
      },
    });
  });
});
