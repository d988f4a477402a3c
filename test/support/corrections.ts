import { expect } from 'vitest';
import { type Correction, correctRanking } from '../../shared/app/correct-ranking.ts';
import type { Ports } from '../../shared/app/ports.ts';
import type { FinalHead, Tables } from '../../shared/app/tables.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import type { Final } from '../../shared/arena/final.ts';
import { present } from '../../shared/core/assert.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import type { Refusal } from '../../shared/core/refusal.ts';
import type { Result } from '../../shared/core/result.ts';
import { DECISION, finalsOf, frozenOn, loseAndScore, sweepOnce } from './organising.ts';
import type { Task } from './race.ts';
import { arenaOf, pairedArena, playersOf, type Stage } from './stage.ts';

export const correcting =
  (stage: Stage, { id }: Arena, player: PlayerId, kind: Correction['kind'] = 'disqualify'): Task =>
  (ports) =>
    correctRanking(showingAtOnce(ports, stage), id, { player, kind, ...DECISION });

/**
 * Ports that show a version in one step, and read the first one, which never changes, whenever they
 * like: what is left to race is which versions are made. Two who show are another race.
 */
export function showingAtOnce(ports: Ports, stage: Stage): Ports {
  const { tables } = stage;
  const finalHead: Tables['finalHead'] = (arena, version) =>
    (version === 1 ? stage : ports).tables.finalHead(arena, version);
  const { head, publish, finalPage } = tables;
  return { ...ports, tables: { ...ports.tables, finalHead, finalPage, head, publish } };
}

export const answered = (results: readonly unknown[]): FinalHead[] =>
  results.map((result) => {
    const answer = result as Result<FinalHead, Refusal>;
    if (!answer.ok) throw new Error(answer.error.code);
    return answer.value;
  });

/** A frozen arena of four, each with one game, and the players by rank. */
export async function frozenFour() {
  const { stage, arena: open, games } = await pairedArena(playersOf(4));
  for (const game of games) await loseAndScore(stage, game);
  const arena = await frozenOn(stage, open);
  await sweepOnce(stage);
  const [first] = (await finalsOf(stage, arena)) as [Final];
  const byRank = first.lines.map(({ player }) => player);
  return { from: stage, arena: await arenaOf(stage, arena.id), byRank };
}

/** Copies what is published: a stage of a race begins with the entities alone. */
export async function publishedOf(
  { tables }: Stage,
  { id, endsAtMs }: Arena,
): Promise<(to: Stage) => void> {
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
    const table = { ...page, complete: true, stats, aroundUntilMs: [], endsAtMs };
    void to.tables.publish(id, table, null);
  };
}

/** Every version is what its predecessor and its own decision give, and the last one is shown. */
export async function expectVersions(
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
