import { describe, expect, it } from 'vitest';
import { visitLobby } from '../../shared/app/lobby.ts';
import type { Row } from '../../shared/arena/row.ts';
import { present } from '../../shared/core/assert.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import { raceOnStage, type Task } from '../support/race.ts';
import {
  lineOf,
  openArena,
  playersOf,
  type Stage,
  speaking,
  withPlaces,
} from '../support/stage.ts';

/** Somebody with a profile and no seat. */
async function newcomer({ store, clock }: Stage, number: number): Promise<PlayerId> {
  const player = present(playersOf(1, number)[0], 'player');
  const profile = { name: `player ${number}`, rating: 1_500, createdAtMs: clock.nowMs };
  await store.commit([
    { op: 'create', entity: { type: 'profile', guest: false, player, version: 0, ...profile } },
  ]);
  return player;
}

const rowsIn = ({ store }: Stage): Row[] =>
  store.all().filter((one): one is Row => one.type === 'row');

describe('a player who joins on two devices at once', () => {
  // openfactcheck-research/openfactcheck#43
  it('is in the arena once', async () => {
    const { stage: from, arena } = await openArena(playersOf(2));
    const player = await newcomer(from, 3);
    await raceOnStage('joining on two devices', {
      from,
      tasks: (stage) =>
        [' phone', ' tablet'].map((device, index): Task => {
          const connectedAtMs = stage.clock.nowMs + index;
          const caller = speaking(stage, player, {
            connection: lineOf(player, device),
            connectedAtMs,
          });
          return (ports) => visitLobby(ports, caller, { t: 'enter', arena: arena.id });
        }),
      check: async (stage, answers) => {
        const rows = rowsIn(stage);
        const own = rows.filter((row) => row.player === player);
        expect(rows).toHaveLength(3);
        expect(own).toMatchObject([{ seated: true, connection: lineOf(player, ' tablet') }]);
        expect(answers).toContainEqual(expect.objectContaining({ t: 'state' }));
      },
    });
  });
});

describe('the last place of an arena', () => {
  // openfactcheck-research/openfactcheck#43
  it('is taken by one of the two who come for it at once', async () => {
    const { stage, arena } = await openArena(playersOf(2));
    const from = withPlaces(stage, arena, 3);
    const two = [await newcomer(from, 3), await newcomer(from, 4)];
    const enter = { t: 'enter', arena: arena.id } as const;
    await raceOnStage('two who join for the last place', {
      from,
      tasks: (at) =>
        two.map(
          (player): Task =>
            (ports) =>
              visitLobby(ports, speaking(at, player), enter),
        ),
      check: async (at, answers) => {
        expect(rowsIn(at)).toHaveLength(3);
        expect(answers).toContainEqual(expect.objectContaining({ t: 'state' }));
        expect(answers).toContainEqual({ t: 'refused', code: 'arenaFull', field: 'arena' });
      },
    });
  });

  it('stays with whoever has it: he comes back from another arena', async () => {
    const players = playersOf(2);
    const { stage, arena } = await openArena(players);
    const full = withPlaces(stage, arena, 2);
    const other = await openArena(players, full);
    const player = present(players[0], 'player');
    for (const { id } of [other.arena, arena]) {
      full.clock.nowMs += 10_000;
      expect(
        await visitLobby(full.ports, speaking(full, player), { t: 'enter', arena: id }),
      ).toMatchObject({ t: 'state', you: { seated: true } });
    }
    expect(full.bugs).toEqual([]);
  });
});
