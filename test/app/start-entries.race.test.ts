import { describe, expect, it } from 'vitest';
import { setAllowList } from '../../shared/app/entry/allow-list.ts';
import { visitLobby } from '../../shared/app/lobby.ts';
import { pairArena } from '../../shared/app/pair-arena.ts';
import { runArena } from '../../shared/app/run-arena.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import { expectWhole, type Said, saying } from '../support/comings.ts';
import { arenaWith, changed, enter, entitiesOf, leave, storePerson } from '../support/entering.ts';
import { raceOnStage, type Task } from '../support/race.ts';
import { arenaOf, createStage, playersOf, speaking } from '../support/stage.ts';

const [ama, kofi] = playersOf(2) as [PlayerId, PlayerId];

describe('the start of an arena that asks for something', () => {
  /** Kofi is a guest, and guests may not play any more. */
  async function guestless() {
    const { stage, arena } = await arenaWith({});
    await storePerson(stage, ama);
    await storePerson(stage, kofi, { guest: true });
    for (const player of [ama, kofi]) await enter(stage, player, arena);
    await changed(stage, arena, ({ entry }) => ({ entry: { ...entry, guests: false } }));
    stage.clock.nowMs = arena.startsAtMs;
    return { from: stage, arena };
  }
  const starting =
    ({ id }: Arena): Task =>
    (ports) =>
      runArena(ports, id);

  it('against another one: once', async () => {
    const { from, arena } = await guestless();
    await raceOnStage('two starts', {
      from,
      fresh: true,
      tasks: () => [starting(arena), starting(arena)],
      check: async (stage) => {
        expect((await arenaOf(stage, arena.id)).state).toBe('open');
        expect(await expectWhole(stage, arena)).toEqual([ama]);
        expect(stage.announced.filter(({ message }) => message.t === 'left')).toHaveLength(1);
      },
    });
  });

  it('that is slow against one that is not, after which he plays: he stays', async () => {
    const known = createStage({ entities: [ama, kofi].flatMap((one) => entitiesOf(one)) });
    const { stage: from, arena } = await arenaWith({}, known);
    for (const player of [ama, kofi]) {
      await enter(from, player, arena);
      const ready = { t: 'lobby', arena: arena.id, after: null } as const;
      await visitLobby(from.ports, speaking(from, player), ready);
    }
    const by = { actor: 'o', version: null };
    await setAllowList(from.ports, arena, by, { players: [ama], accounts: [] });
    await changed(from, arena, ({ entry }) => ({ entry: { ...entry, access: 'list' } }));
    from.clock.nowMs = arena.startsAtMs;
    const seen = new Set<string>();
    await raceOnStage('a slow start, a longer list and a start', {
      from,
      fresh: true,
      tasks: () => [
        starting(arena),
        async (ports) => {
          await setAllowList(ports, arena, by, { players: [ama, kofi], accounts: [] });
          await runArena(ports, arena.id);
          await pairArena(ports, arena.id);
        },
      ],
      check: async (stage) => {
        const there = await expectWhole(stage, arena);
        const games = stage.store.all().filter(({ type }) => type === 'game');
        expect(games).toHaveLength(there.length - 1);
        seen.add(there.join());
      },
    });
    expect(seen).toEqual(new Set([ama, [ama, kofi].join()]));
  });

  it.each<Said['t']>(['enter', 'leave', 'pause'])('against his %s: he is out', async (t) => {
    const { from, arena } = await guestless();
    await raceOnStage(`a start and ${t}`, {
      from,
      fresh: true,
      tasks: (stage) => [starting(arena), saying(stage, kofi, arena, { t })],
      check: async (stage) => {
        expect((await arenaOf(stage, arena.id)).state).toBe('open');
        expect(await expectWhole(stage, arena)).toEqual([ama]);
        expect(await leave(stage, kofi, arena)).toMatchObject({ t: 'left' });
      },
    });
  });
});
