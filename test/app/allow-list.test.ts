import { describe, expect, it } from 'vitest';
import { setAllowList, showAllowList } from '../../shared/app/entry/allow-list.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import type { Refusal } from '../../shared/core/refusal.ts';
import type { Result } from '../../shared/core/result.ts';
import { LISTED_MAX } from '../../shared/protocol/entry-view.ts';
import { playerId } from '../support/builders.ts';
import { arenaWith, changed } from '../support/entering.ts';
import { raceOnStage, type Task } from '../support/race.ts';
import { playersOf, type Stage } from '../support/stage.ts';

const [ama, kofi] = playersOf(2) as [PlayerId, PlayerId];
const setting =
  (arena: Arena, version: number | null, ...players: readonly PlayerId[]): Task =>
  (ports) =>
    setAllowList(ports, arena, { actor: 'o', version }, { players: [...players], accounts: [] });

const audits = async ({ store }: Stage, { id }: Arena) =>
  (await store.audits(id, null, 50)).filter(({ action }) => action === 'allowList');
const codeOf = (result: unknown): string => {
  const set = result as Result<unknown, Refusal>;
  return set.ok ? 'ok' : set.error.code;
};

describe('the list of an arena', () => {
  it('has each player once, in the order of ids, and counts its versions from one', async () => {
    const { stage, arena } = await arenaWith({});
    expect(await showAllowList(stage.ports, arena.id)).toEqual({ version: 0, players: [] });
    await setting(arena, 0, kofi, ama, kofi)(stage.ports);
    expect(await showAllowList(stage.ports, arena.id)).toEqual({
      version: 1,
      players: [ama, kofi],
    });
    await setting(arena, 1)(stage.ports);
    expect(await showAllowList(stage.ports, arena.id)).toEqual({ version: 2, players: [] });
  });

  it('is written down with how many there are, each time that it changes', async () => {
    const { stage, arena } = await arenaWith({});
    for (const players of [[ama], [ama], [ama, kofi]]) {
      await setting(arena, null, ...players)(stage.ports);
    }
    expect((await audits(stage, arena)).map(({ details }) => details)).toEqual(
      expect.arrayContaining([{ players: 1 }, { players: 2 }]),
    );
    expect(await audits(stage, arena)).toHaveLength(2);
  });

  it('is set by one of two who have read the same', async () => {
    const { stage: from, arena } = await arenaWith({});
    const seen = new Set<string>();
    for (const version of [0, null]) {
      await raceOnStage(`two lists over version ${version}`, {
        from,
        tasks: () => [setting(arena, version, ama), setting(arena, version, kofi)],
        check: async (stage, results) => {
          const codes = results.map(codeOf).sort();
          expect(codes).toEqual(version === null ? ['ok', 'ok'] : ['ok', 'versionConflict']);
          const { players } = await showAllowList(stage.ports, arena.id);
          expect([[ama], [kofi]]).toContainEqual(players);
          expect(await audits(stage, arena)).toHaveLength(version === null ? 2 : 1);
          seen.add(`${version} ${players}`);
        },
      });
    }
    expect(seen.size).toBe(4);
  });

  it('has a limit, and is fixed when the arena is over', async () => {
    const { stage, arena } = await arenaWith({});
    const half = Array.from({ length: LISTED_MAX / 2 + 1 }, (_, who) => playerId(who));
    const accounts = half.map((_, who) => `subject ${who}`);
    const by = { actor: 'o', version: null };
    const tooMany = await setAllowList(stage.ports, arena, by, { players: half, accounts });
    expect(tooMany).toMatchObject({ error: { code: 'invalid', field: 'players' } });
    const over = await changed(stage, arena, () => ({ state: 'frozen' }));
    expect(codeOf(await setting(over, null, ama)(stage.ports))).toBe('arenaOver');
    expect(await showAllowList(stage.ports, arena.id)).toEqual({ version: 0, players: [] });
  });
});
