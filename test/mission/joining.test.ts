import { describe, expect, it } from 'vitest';
import { visitLobby } from '../../shared/app/lobby.ts';
import type { Row } from '../../shared/arena/row.ts';
import { present } from '../../shared/core/assert.ts';
import { raceOnStage, type Task } from '../support/race.ts';
import { lineOf, openArena, playersOf, speaking } from '../support/stage.ts';

describe('a player who joins on two devices at once', () => {
  // openfactcheck-research/openfactcheck#43
  it('is in the arena once', async () => {
    const { stage: from, arena } = await openArena(playersOf(2));
    const player = present(playersOf(3)[2], 'third player');
    const profile = { name: 'third', rating: 1_500, createdAtMs: from.clock.nowMs };
    await from.store.commit([
      { op: 'create', entity: { type: 'profile', player, version: 0, ...profile } },
    ]);
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
        const rows = stage.store.all().filter((one): one is Row => one.type === 'row');
        const own = rows.filter((row) => row.player === player);
        expect(rows).toHaveLength(3);
        expect(own).toMatchObject([{ seated: true, connection: lineOf(player, ' tablet') }]);
        expect(answers).toContainEqual(expect.objectContaining({ t: 'state' }));
      },
    });
  });
});
