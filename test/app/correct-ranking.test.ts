import { describe, expect, it } from 'vitest';
import { correctRanking } from '../../shared/app/correct-ranking.ts';
import { listGames } from '../../shared/app/list-games.ts';
import { idOfAccount } from '../../shared/app/players.ts';
import { showFinal } from '../../shared/app/show-final.ts';
import { showTable } from '../../shared/app/show-table.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import type { Final, FinalLine } from '../../shared/arena/final.ts';
import { PRESET_NAMES } from '../../shared/arena/policy.ts';
import { present } from '../../shared/core/assert.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import { viewFinalLine } from '../../shared/protocol/table-view.ts';
import { arenaId } from '../support/builders.ts';
import {
  correct,
  DECISION,
  dyingAfter,
  finalsOf,
  frozenOn,
  playedStage,
  remove,
} from '../support/organising.ts';
import { arenaOf, createStage, openArena, playersOf, type Stage } from '../support/stage.ts';

/** A frozen arena of random games, three of its players never had one. */
async function frozenArena(preset: (typeof PRESET_NAMES)[number], seed = 3) {
  const { stage, arena, rows } = await playedStage(preset, seed);
  const frozen = await frozenOn(stage, arena);
  const [first] = (await finalsOf(stage, frozen)) as [Final];
  return { stage, arena: frozen, rows, first };
}

const playerAt = ({ lines }: Final, index: number): PlayerId =>
  present(lines[index], 'line').player;

/** A disqualified row goes, everyone below moves up, everything else stays. */
const without = (lines: readonly FinalLine[], ...out: PlayerId[]): FinalLine[] => {
  const stay = lines.filter(({ player }) => !out.includes(player));
  return stay.map((line) => ({
    ...line,
    rank: 1 + stay.filter((other) => other.rank < line.rank).length,
  }));
};

/** All of rank 1, or all with the most points; never somebody without a game. */
const wonBy = ({ policy }: Arena, lines: readonly FinalLine[]): PlayerId[] => {
  const played = lines.filter(({ sheet }) => sheet.length > 0);
  const most = Math.max(...played.map(({ points }) => points));
  return played
    .filter(({ rank, points }) => (policy.winners === 'mostPoints' ? points === most : rank === 1))
    .map(({ player }) => player);
};

const last = async (stage: Stage, arena: Arena): Promise<Final> =>
  present((await finalsOf(stage, await arenaOf(stage, arena.id))).at(-1), 'final');

describe('a correction while rows expire', () => {
  it.each([1, 14])('leaves the published table as it is without %i of them', async (gone) => {
    const { stage, arena, first } = await frozenArena('oware-shield');
    const before = await stage.tables.page(arena.id, 0);
    const rows = await stage.store.rows(arena, 'consistent');
    for (const entity of rows.slice(0, gone)) {
      await stage.store.commit([{ op: 'delete', entity }]);
    }
    await correct(stage, arena, 'disqualify', playerAt(first, 1));

    expect(before?.lines).toHaveLength(14);
    expect(await stage.tables.page(arena.id, 0)).toEqual(before);
    expect(await last(stage, arena)).toMatchObject({ version: 2 });
    expect(await arenaOf(stage, arena.id)).toMatchObject({ publishedVersion: 2 });
  });
});

describe('a disqualification', () => {
  it.each(PRESET_NAMES)('in %s: one row less, all below up, all values stay', async (preset) => {
    for (const index of [0, 1, 6, 12]) {
      const { stage, arena, first } = await frozenArena(preset);
      const out = playerAt(first, index);
      stage.clock.nowMs += 5_000;
      const head = await correct(stage, arena, 'disqualify', out);
      const second = await last(stage, arena);

      expect(second.lines).toEqual(without(first.lines, out));
      expect(second).toMatchObject({
        ...{ version: 2, disqualified: [out], correction: DECISION },
        ...{ frozenAtMs: stage.clock.nowMs, winners: wonBy(arena, second.lines) },
      });
      expect(head).toMatchObject({ version: 2, hash: second.hash, players: 13 });
      expect(second.hash).not.toBe(first.hash);
    }
  });

  it('of one who shares a rank leaves the others in it', async () => {
    const { stage, arena, first } = await frozenArena('classic');
    const idle = first.lines.filter(({ sheet }) => sheet.length === 0);
    expect(idle.map(({ rank }) => rank)).toEqual([12, 12, 12]);
    await correct(stage, arena, 'disqualify', playerAt(first, 11));
    expect((await last(stage, arena)).lines.slice(-2).map(({ rank }) => rank)).toEqual([12, 12]);
    await correct(stage, arena, 'disqualify', playerAt(first, 4));
    expect((await last(stage, arena)).lines.slice(-2).map(({ rank }) => rank)).toEqual([11, 11]);
  });

  it('of an engine changes no score, sheet or game (lichess-org/lila#1387)', async () => {
    const { stage, arena, rows, first } = await frozenArena('lichess');
    const engine = playerAt(first, 0);
    const games = await listGames(stage.ports, arena, null);
    await correct(stage, arena, 'disqualify', engine);
    const table = await showTable(stage.ports, arena.id, 0);

    expect(await listGames(stage.ports, arena, null)).toEqual(games);
    expect(await stage.store.rowsOf(arena, [engine])).toEqual(
      rows.filter(({ player }) => player === engine),
    );
    expect(table).toMatchObject({
      value: {
        ...{ final: true, version: 2, players: 13, winners: [playerAt(first, 1)] },
        standings: first.lines.slice(1).map((line) => {
          const { rank, name: _, ...same } = viewFinalLine(line, '');
          return { ...same, rank: rank - 1 };
        }),
      },
    });
  });

  it('of everybody, one after the other, leaves an empty table without winners', async () => {
    const { stage, arena, first } = await frozenArena('dutch');
    for (const [index, { player }] of first.lines.entries()) {
      await correct(stage, arena, 'disqualify', player);
      const rest = await last(stage, arena);
      expect(rest.lines).toEqual(
        without(first.lines, ...first.lines.slice(0, index + 1).map((line) => line.player)),
      );
      expect(rest.winners).toEqual(wonBy(arena, rest.lines));
    }
    expect(await showTable(stage.ports, arena.id, 0)).toMatchObject({
      value: { version: 15, players: 0, winners: [], standings: [] },
    });
  });
});

describe('a reinstatement', () => {
  it('is a further version with the lines, the winners and the hash of the first', async () => {
    const { stage, arena, first } = await frozenArena('oware-shield');
    const out = playerAt(first, 0);
    await correct(stage, arena, 'disqualify', out);
    await correct(stage, arena, 'reinstate', out);
    const third = await last(stage, arena);

    expect(third).toMatchObject({ version: 3, disqualified: [], correction: DECISION });
    const { lines, winners, hash } = first;
    expect(third).toMatchObject({ lines, winners, hash });
    expect(await showTable(stage.ports, arena.id, 0)).toMatchObject({
      value: { version: 3, players: 14, winners },
    });
  });

  it('of one of two leaves the other one out', async () => {
    const { stage, arena, first } = await frozenArena('classic');
    const [a, b] = [playerAt(first, 0), playerAt(first, 5)];
    await correct(stage, arena, 'disqualify', a);
    await correct(stage, arena, 'disqualify', b);
    await correct(stage, arena, 'reinstate', a);
    const fourth = await last(stage, arena);

    expect(fourth).toMatchObject({ version: 4, disqualified: [b] });
    expect(fourth.lines).toEqual(without(first.lines, b));
  });
});

describe('versions of a ranking', () => {
  it('all stay readable, byte for byte as they were made', async () => {
    const { stage, arena, first } = await frozenArena('classic');
    const made = [JSON.stringify(first)];
    const out = [playerAt(first, 2), playerAt(first, 0)] as const;
    for (const kind of ['disqualify', 'reinstate'] as const) {
      for (const player of out) {
        await correct(stage, arena, kind, player);
        made.push(JSON.stringify(await last(stage, arena)));
      }
    }
    const now = await arenaOf(stage, arena.id);
    const actor = await idOfAccount({ subject: DECISION.actor });

    expect(now).toMatchObject({ finalVersion: 5, publishedVersion: 5 });
    expect((await finalsOf(stage, now)).map((final) => JSON.stringify(final))).toEqual(made);
    for (const [index, bytes] of made.entries()) {
      const { lines, correction: decided, ...head } = JSON.parse(bytes) as Final;
      // Everybody sees the id of the account, and not its subject.
      const correction = decided && { ...decided, actor };
      const shown = await showFinal(stage.ports, arena.id, index + 1, 0);
      expect(shown).toMatchObject({ ok: true, value: { ...head, correction } });
      expect(shown.ok && shown.value.standings.map(({ player }) => player)).toEqual(
        lines.map(({ player }) => player),
      );
    }
    expect(await showFinal(stage.ports, arena.id, 6, 0)).toMatchObject({
      error: { code: 'notFound' },
    });
  });

  it('are not made by a repeat, which is answered with the one that is valid', async () => {
    const { stage, arena, first } = await frozenArena('oware-shield');
    const [a, b] = [playerAt(first, 0), playerAt(first, 1)];
    const none = await correct(stage, arena, 'reinstate', a);
    expect(none).toMatchObject({ version: 1, hash: first.hash });
    const second = await correct(stage, arena, 'disqualify', a);
    const changes = stage.changes.length;
    expect(await correct(stage, arena, 'disqualify', a)).toEqual(second);
    expect(await correct(stage, arena, 'reinstate', b)).toEqual(second);
    expect(stage.changes).toHaveLength(changes);
  });

  it('are announced once: corrections are shown and told to nobody', async () => {
    const { stage, arena, first } = await frozenArena('oware-shield');
    const announced = stage.announced.length;
    await correct(stage, arena, 'disqualify', playerAt(first, 0));
    await correct(stage, arena, 'reinstate', playerAt(first, 0));

    expect(announced).toBe(1);
    expect(stage.announced).toMatchObject([{ message: { version: 1, winners: first.winners } }]);
    expect(stage.told).toEqual([]);
    expect(stage.bugs).toEqual([]);
  });
});

describe('a correction is refused', () => {
  it('before the ranking is frozen, of a stranger, of a removed player, in no arena', async () => {
    const { stage, arena: open } = await openArena(playersOf(2));
    const [player, removed] = playersOf(2) as [PlayerId, PlayerId];
    const [stranger] = playersOf(1, 70) as [PlayerId];
    const codeOf = async (id: Arena['id'], whom: PlayerId) => {
      const wanted = { player: whom, kind: 'disqualify', ...DECISION } as const;
      const refused = await correctRanking(stage.ports, id, wanted);
      return refused.ok ? null : refused.error.code;
    };
    expect(await codeOf(open.id, player)).toBe('tooEarly');
    await remove(stage, open, removed);
    const arena = await frozenOn(stage, open);
    expect(await codeOf(arena.id, stranger)).toBe('notEntered');
    expect(await codeOf(arena.id, removed)).toBe('notEntered');
    expect(await codeOf(arenaId(77), player)).toBe('noSuchArena');
    expect(await arenaOf(stage, arena.id)).toEqual(arena);
  });
});

describe('a correction that has died', () => {
  it('and was taken back stays taken back', async () => {
    for (let calls = 0; calls < 12; calls++) {
      const { stage, arena: open } = await playedStage('oware-shield', 6);
      const arena = await frozenOn(stage, open);
      const [first] = await finalsOf(stage, arena);
      const [a, b] = [0, 1].map((at) => present(first?.lines[at], 'line').player);
      const player = present(a, 'first player');
      const wanted = { player, kind: 'disqualify', ...DECISION } as const;
      await correctRanking(dyingAfter(stage.ports, calls), arena.id, wanted).catch(() => null);
      await correct(stage, arena, 'reinstate', player);

      const head = await correct(stage, arena, 'disqualify', present(b, 'second player'));
      expect(head.disqualified, `died after ${calls} calls`).toEqual([b]);
    }
  });
});

describe('a version that is valid', () => {
  it('is found by whoever reads the arena a little old', async () => {
    const { stage, arena: open } = await playedStage('oware-shield', 6);
    const arena = await frozenOn(stage, open);
    const [first] = await finalsOf(stage, arena);
    await correct(stage, arena, 'disqualify', present(first?.lines[0], 'line').player);
    const earlier = [{ ...(await arenaOf(stage, arena.id)), finalVersion: 1, publishedVersion: 1 }];
    const { nowMs } = stage.clock;
    const stale = createStage({ entities: stage.store.all(), earlier, nowMs, stale: () => true });

    const shown = await showFinal({ store: stale.store, tables: stage.tables }, arena.id, 2, 0);
    expect(shown).toMatchObject({ ok: true, value: { version: 2 } });
  });
});
