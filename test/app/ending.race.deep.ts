import { describe, it } from 'vitest';
import { FREEZE_GRACE_MS } from '../../shared/app/freeze-arena.ts';
import { runArena } from '../../shared/app/run-arena.ts';
import { closingArena, expectAgreement, expectFinalShown, idleArena } from '../support/closing.ts';
import { raceOnStage, type Task } from '../support/race.ts';

describe('a freeze', () => {
  it('against another one, one of them dying anywhere: one final, the same bytes', async () => {
    const closing = await closingArena(FREEZE_GRACE_MS);
    const { arena, from } = closing;
    const freeze: Task = (ports) => runArena(ports, arena.id);
    await raceOnStage('two freezes with a death', {
      from,
      crashes: 1,
      tasks: () => [freeze, freeze],
      check: async (stage) => {
        await expectAgreement(stage, closing);
      },
    });
  });

  it('against another one that has nothing to wait for: what is shown stays final', async () => {
    const { from, arena } = await idleArena('counted');
    const freeze: Task = (ports) => runArena(ports, arena.id);
    await raceOnStage('two freezes of an arena where nobody plays', {
      from,
      fresh: true,
      tasks: () => [freeze, freeze],
      check: (stage) => expectFinalShown(stage, arena),
    });
  });
});
