import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildFinal,
  closeRanks,
  correctFinal,
  type FinalLine,
  finalLine,
  hashOf,
} from '../../shared/arena/final.ts';
import { PRESETS } from '../../shared/arena/policy.ts';
import { rankEntrants } from '../../shared/arena/ranking.ts';
import { anyTournament } from './any-tournament.ts';
import type { Tournament } from './naive-table.ts';
import { ENDS_AT_MS, entries, entry, SHIELD } from './sheets.ts';
import { entrantsOf, id } from './tournaments.ts';

const SEED = Number(process.env.SEED ?? 20_261_130);
const RUNS = Math.ceil(500 * Number(process.env.SEEDS ?? 1));
console.log(`finals: SEED=${SEED}, ${RUNS} random tournaments a law`);

const player = (name: string, sheet: string, joinedAtMs = 0) => ({
  player: id(name),
  joinedRating: 1_500,
  joinedAtMs,
  removed: false,
  log: entries(sheet),
});
const PLAYERS = [player('A', 'W W W'), player('B', 'W W', 1), player('C', 'W W', 2)];
const decision = (...names: string[]) => ({
  reason: 'two accounts',
  actor: 'organiser',
  atMs: 5_000,
  disqualified: names.map(id),
});
const order = (lines: readonly FinalLine[]) =>
  lines.map((line) => `${line.rank}${line.player}`).join(' ');

describe('a final', () => {
  it('holds what each player got and why, and is stamped with the end', async () => {
    const final = await buildFinal(SHIELD, [player('B', 'D10 L0n'), player('A', 'W W W80b')]);

    expect(final).toEqual({
      version: 1,
      hash: await hashOf(final.lines),
      winners: ['A'],
      frozenAtMs: ENDS_AT_MS,
      disqualified: [],
      correction: null,
      lines: [
        {
          rank: 1,
          player: 'A',
          points: 18,
          sheet: [4, 4, 10],
          reasons: ['win', 'win', 'winOnFire+berserk'],
          performance: { sum: 6_000, count: 3 },
          rolling: null,
          tieBreaks: null,
        },
        {
          rank: 2,
          player: 'B',
          points: 0,
          sheet: [0, 0],
          reasons: ['quickDraw', 'noShow'],
          performance: { sum: 2_500, count: 2 },
          rolling: null,
          tieBreaks: null,
        },
      ],
    });
  });

  it('has a hash that every value of a line changes, and nothing else', async () => {
    const { lines, hash } = await buildFinal(SHIELD, PLAYERS);
    const [first] = lines;
    const changes: Partial<FinalLine>[] = [
      { rank: 2 },
      { player: id('Z') },
      { points: 17 },
      { sheet: [4, 4, 9] },
      { reasons: ['win', 'win', 'win'] },
      { performance: { sum: 6_001, count: 3 } },
      { rolling: 2_000 },
    ];
    const hashes = await Promise.all(
      changes.map((change) => hashOf(lines.map((l) => (l === first ? { ...l, ...change } : l)))),
    );

    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await hashOf(structuredClone([...lines]))).toBe(hash);
    expect(new Set([hash, ...hashes]).size).toBe(changes.length + 1);
  });

  it('has its rolling performance and its tie-breaks where the policy ranks by them', async () => {
    const [lichess] = (await buildFinal({ ...SHIELD, policy: PRESETS.lichess }, PLAYERS)).lines;
    const [classic] = (await buildFinal({ ...SHIELD, policy: PRESETS.classic }, PLAYERS)).lines;

    expect(lichess).toMatchObject({ rolling: 2_000, tieBreaks: null });
    expect(classic).toMatchObject({ rolling: null, tieBreaks: { wins: 3, winsAsSecond: 0 } });
  });

  it('is the same whatever happened after the end, in whatever order rows are read', async () => {
    const later = PLAYERS.map((one) => ({
      ...one,
      log: [...one.log, entry('W', { endedAtMs: ENDS_AT_MS + 1 })],
    }));

    expect(await buildFinal(SHIELD, later.toReversed())).toEqual(await buildFinal(SHIELD, PLAYERS));
  });
});

describe('a correction', () => {
  it('lichess-org/lila#1387: moves all below up and changes nothing else', async () => {
    const first = await buildFinal(SHIELD, PLAYERS);
    const second = await correctFinal(SHIELD.policy, first.lines, first, decision('A'));

    expect(order(first.lines)).toBe('1A 2B 2C');
    expect(order(second.lines)).toBe('1B 1C');
    expect(second).toMatchObject({
      version: 2,
      winners: ['B', 'C'],
      frozenAtMs: 5_000,
      disqualified: ['A'],
      correction: { reason: 'two accounts', actor: 'organiser' },
    });
    expect(second.hash).toBe(await hashOf(second.lines));
    expect(second.lines.map(({ rank, ...values }) => values)).toEqual(
      first.lines.slice(1).map(({ rank, ...values }) => values),
    );
  });

  it('of nobody has the lines, the winners and the hash of the first version', async () => {
    await everyTournament(async (tournament) => {
      const first = await buildFinal(tournament, entrants(tournament));
      const second = await correctFinal(tournament.policy, first.lines, first, decision());

      expect(second).toEqual({
        ...first,
        version: 2,
        frozenAtMs: 5_000,
        correction: { reason: 'two accounts', actor: 'organiser' },
      });
    });
  });

  it('has for winners whom the policy calls so among those who stay', async () => {
    const dutch = { ...SHIELD, policy: PRESETS.dutch };
    // B and C have the most points after A; C has met a stronger opponent.
    const strong = { ...PLAYERS[2], log: [entry('W'), entry('W', { opponentRating: 1_501 })] };
    const players = [...PLAYERS.slice(0, 2), { ...player('C', ''), ...strong }];
    const [shield, mostPoints] = await Promise.all(
      [SHIELD, dutch].map(async (arena) => {
        const first = await buildFinal(arena, players);
        return correctFinal(arena.policy, first.lines, first, decision('A'));
      }),
    );

    expect(shield?.winners).toEqual(['C']);
    expect(mostPoints?.winners).toEqual(['C', 'B']);
  });

  it('has no winner when only players without a game stay', async () => {
    const first = await buildFinal(SHIELD, [player('A', 'W'), player('B', '')]);
    const second = await correctFinal(SHIELD.policy, first.lines, first, decision('A'));

    expect([order(second.lines), second.winners]).toEqual(['1B', []]);
  });
});

describe('closed ranks', () => {
  it('are one more than the lines that stay in better ranks, whoever goes', () => {
    everySplit((lines, out) => {
      const stay = lines.filter((line) => !out.has(line.player));
      const expected = stay.map((line) => ({
        ...line,
        rank: 1 + stay.filter((other) => other.rank < line.rank).length,
      }));

      expect(closeRanks(lines, out)).toEqual(expected);
    });
  });

  it('do not depend on whether players go together or one after the other', () => {
    everySplit((lines, out, more) => {
      const both = new Set([...out, ...more]);

      expect(closeRanks(closeRanks(lines, out), more)).toEqual(closeRanks(lines, both));
      expect(closeRanks(closeRanks(lines, more), out)).toEqual(closeRanks(lines, both));
    });
  });

  it('leave nobody after a set of players and its complement, and all after nobody', () => {
    everySplit((lines, out) => {
      const rest = new Set(lines.map((line) => line.player).filter((one) => !out.has(one)));

      expect(closeRanks(closeRanks(lines, out), rest)).toEqual([]);
      expect(closeRanks(lines, out)).toHaveLength(rest.size);
      expect(closeRanks(lines, new Set())).toEqual(lines);
    });
  });

  it('are those of an arena in which the same players were removed before the end', async () => {
    await everyTournament(async (tournament) => {
      const all = entrants(tournament);
      const removed = all.flatMap((one) => (one.removed ? [one.player] : []));
      const first = await buildFinal(
        tournament,
        all.map((one) => ({ ...one, removed: false })),
      );

      expect(closeRanks(first.lines, new Set(removed))).toEqual(
        (await buildFinal(tournament, all)).lines,
      );
    });
  });
});

const entrants = ({ contestants, games }: Tournament) => entrantsOf(contestants, games);

const everyTournament = (holds: (tournament: Tournament) => Promise<void>): Promise<void> =>
  fc.assert(fc.asyncProperty(anyTournament, holds), { seed: SEED, numRuns: RUNS });

type Names = ReadonlySet<FinalLine['player']>;

/** Checks a law on random finals with two random sets of their players. */
function everySplit(holds: (lines: readonly FinalLine[], out: Names, more: Names) => void): void {
  const masks = fc.tuple(fc.nat(63), fc.nat(63));
  fc.assert(
    fc.property(anyTournament, masks, (tournament, [first, second]) => {
      const lines = rankEntrants(tournament, entrants(tournament)).map(finalLine);
      const chosen = (mask: number) =>
        new Set(lines.flatMap((line, index) => ((mask >> index) & 1 ? [line.player] : [])));
      holds(lines, chosen(first), chosen(second));
    }),
    { seed: SEED, numRuns: RUNS },
  );
}
