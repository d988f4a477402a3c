import { describe, expect, it } from 'vitest';
import { type Correction, correctRanking } from '../../shared/app/correct-ranking.ts';
import type { Ports } from '../../shared/app/ports.ts';
import { runArena } from '../../shared/app/run-arena.ts';
import type { FinalHead, Tables } from '../../shared/app/tables.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import type { Final } from '../../shared/arena/final.ts';
import { present } from '../../shared/core/assert.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import type { Refusal } from '../../shared/core/refusal.ts';
import type { Result } from '../../shared/core/result.ts';
import { DECISION, finalsOf, frozenOn, loseAndScore, sweepOnce } from '../support/organising.ts';
import { raceOnStage, type Task } from '../support/race.ts';
import { arenaOf, pairedArena, playersOf, type Stage } from '../support/stage.ts';

const correcting =
  (stage: Stage, { id }: Arena, player: PlayerId, kind: Correction['kind'] = 'disqualify'): Task =>
  (ports) =>
    correctRanking(showingAtOnce(ports, stage), id, { player, kind, ...DECISION });

/**
 * Ports that show a version in one step, and read the first one, which never changes, whenever they
 * like: what is left to race is which versions are made. Two who show are another race.
 */
function showingAtOnce(ports: Ports, stage: Stage): Ports {
  const { tables } = stage;
  const finalHead: Tables['finalHead'] = (arena, version) =>
    (version === 1 ? stage : ports).tables.finalHead(arena, version);
  const { head, publish, finalPage } = tables;
  return { ...ports, tables: { ...ports.tables, finalHead, finalPage, head, publish } };
}

const answered = (results: readonly unknown[]): FinalHead[] =>
  results.map((result) => {
    const answer = result as Result<FinalHead, Refusal>;
    if (!answer.ok) throw new Error(answer.error.code);
    return answer.value;
  });

/** A frozen arena of four, each with one game, and the players by rank. */
async function frozenFour() {
  const { stage, arena: open, games } = await pairedArena(playersOf(4));
  for (const game of games) await loseAndScore(stage, game);
  const arena = await frozenOn(stage, open);
  await sweepOnce(stage);
  const [first] = (await finalsOf(stage, arena)) as [Final];
  const byRank = first.lines.map(({ player }) => player);
  return { from: stage, arena: await arenaOf(stage, arena.id), byRank };
}

/** Copies what is published: a stage of a race begins with the entities alone. */
async function publishedOf({ tables }: Stage, { id }: Arena): Promise<(to: Stage) => void> {
  const page = present(await tables.page(id, 0), 'page');
  const stats = present((await tables.head(id))?.stats, 'stats');
  const heads = [await tables.finalHead(id, 1), await tables.finalHead(id, 2)];
  const finals: Final[] = [];
  for (const head of heads) {
    if (head !== null) finals.push({ ...head, lines: (await tables.finalPage(id, head, 0)) ?? [] });
  }
  // Tables in memory do all they do before the first pause, so nothing has to be awaited.
  return (to) => {
    for (const final of finals) void to.tables.freeze(id, final);
    void to.tables.publish(id, { ...page, complete: true, stats }, null);
  };
}

/** Every version is what its predecessor and its own decision give, and the last one is shown. */
async function expectVersions(
  stage: Stage,
  arena: Arena,
  out: readonly PlayerId[],
): Promise<Final[]> {
  const now = await arenaOf(stage, arena.id);
  const finals = await finalsOf(stage, now);
  const [first, last] = [finals[0], finals.at(-1)] as [Final, Final];
  expect([...last.disqualified].sort()).toEqual([...out].sort());
  expect(now.publishedVersion).toBe(now.finalVersion);
  for (const { lines, disqualified } of finals) {
    const stay = first.lines.filter(({ player }) => !disqualified.includes(player));
    expect(lines.map(({ player }) => player)).toEqual(stay.map(({ player }) => player));
  }
  const page = present(await stage.tables.page(arena.id, 0), 'page');
  expect(page).toMatchObject({ final: last.version, winners: last.winners });
  expect(page.lines.map(({ rank, player }) => [rank, player])).toEqual(
    last.lines.map(({ rank, player }) => [rank, player]),
  );
  expect(stage.announced).toEqual([]);
  return finals;
}

describe('two corrections at once', () => {
  it('of two players: both take effect, in two versions', async () => {
    const { from, arena, byRank } = await frozenFour();
    const [a, b] = byRank as [PlayerId, PlayerId];
    const publish = await publishedOf(from, arena);
    await raceOnStage('two disqualifications', {
      from,
      tasks: (stage) => {
        publish(stage);
        return [correcting(stage, arena, a), correcting(stage, arena, b)];
      },
      check: async (stage, results) => {
        const finals = await expectVersions(stage, arena, [a, b]);
        expect(finals.map(({ disqualified }) => disqualified.length)).toEqual([0, 1, 2]);
        const [ofA, ofB] = answered(results);
        expect(ofA?.disqualified).toContain(a);
        expect(ofB?.disqualified).toContain(b);
      },
    });
  });

  it('of one player: one version, and both are answered with it', async () => {
    const { from, arena, byRank } = await frozenFour();
    const [a] = byRank as [PlayerId];
    const publish = await publishedOf(from, arena);
    await raceOnStage('the same disqualification twice', {
      from,
      tasks: (stage) => {
        publish(stage);
        return [correcting(stage, arena, a), correcting(stage, arena, a)];
      },
      check: async (stage, results) => {
        const finals = await expectVersions(stage, arena, [a]);
        expect(finals).toHaveLength(2);
        expect(answered(results).map(({ version }) => version)).toEqual([2, 2]);
      },
    });
  });

  it('one that puts a player out and one that takes another back in', async () => {
    const { from, arena, byRank } = await frozenFour();
    const [a, b] = byRank as [PlayerId, PlayerId];
    await correcting(from, arena, a)(from.ports);
    const publish = await publishedOf(from, arena);
    await raceOnStage('a disqualification and a reinstatement', {
      from,
      tasks: (stage) => {
        publish(stage);
        return [correcting(stage, arena, b), correcting(stage, arena, a, 'reinstate')];
      },
      check: async (stage, results) => {
        const finals = await expectVersions(stage, arena, [b]);
        expect(finals).toHaveLength(4);
        answered(results);
      },
    });
  });
});

/** The leader is out by a second version that nobody has shown yet. */
async function unshownFour() {
  const four = await frozenFour();
  const { from, arena, byRank } = four;
  const publish = await publishedOf(from, arena);
  const [a] = byRank as [PlayerId];
  await correcting(from, arena, a)(from.ports);
  const shown = await arenaOf(from, arena.id);
  const after = { ...shown, publishedVersion: 1, version: shown.version + 1 };
  await from.store.commit([{ op: 'update', before: shown, after }]);
  const second = present((await finalsOf(from, after)).at(-1), 'second version');
  const setUp = (stage: Stage): void => {
    publish(stage);
    void stage.tables.freeze(arena.id, second);
  };
  return { ...four, setUp };
}

describe('a correction', () => {
  it('twice, one of them dying anywhere: one version, and it is shown', async () => {
    const { from, arena, byRank } = await frozenFour();
    const [a] = byRank as [PlayerId];
    const publish = await publishedOf(from, arena);
    await raceOnStage('the same disqualification twice with a death', {
      from,
      crashes: 1,
      tasks: (stage) => {
        publish(stage);
        return [correcting(stage, arena, a), correcting(stage, arena, a)];
      },
      check: async (stage) => {
        expect(await expectVersions(stage, arena, [a])).toHaveLength(2);
      },
    });
  });

  it('is shown by two at once: the version stays shown', async () => {
    const { from, arena, byRank, setUp } = await unshownFour();
    const run: Task = (ports) => runArena(ports, arena.id);
    await raceOnStage('two who show a correction', {
      from,
      tasks: (stage) => {
        setUp(stage);
        return [run, run];
      },
      check: async (stage) => {
        await expectVersions(stage, arena, byRank.slice(0, 1));
      },
    });
  });

  it('against the lifecycle, which shows what it finds: the last version is shown', async () => {
    const { from, arena, byRank, setUp } = await unshownFour();
    const [a, b] = byRank as [PlayerId, PlayerId];
    await raceOnStage('a disqualification and the lifecycle', {
      from,
      tasks: (stage) => {
        setUp(stage);
        return [correcting(stage, arena, b), (ports) => runArena(ports, arena.id)];
      },
      check: async (stage) => {
        await expectVersions(stage, arena, [a, b]);
      },
    });
  });
});
