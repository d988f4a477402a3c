import { describe, expect, it } from 'vitest';
import { createArena } from '../../shared/app/arenas.ts';
import { FREEZE_GRACE_MS } from '../../shared/app/freeze-arena.ts';
import type { GamesPlace } from '../../shared/app/games-cursor.ts';
import { type GamesPage, listGames } from '../../shared/app/list-games.ts';
import { play } from '../../shared/app/play.ts';
import { GAMES_READ_MAX } from '../../shared/app/ports.ts';
import { refreshTable, TABLE_PERIOD_MS } from '../../shared/app/refresh-table.ts';
import { runArena } from '../../shared/app/run-arena.ts';
import { scoreGame } from '../../shared/app/score-game.ts';
import { showFinal } from '../../shared/app/show-final.ts';
import { showTable } from '../../shared/app/show-table.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { PAGE_ROWS } from '../../shared/arena/standings.ts';
import { present } from '../../shared/core/assert.ts';
import type { ArenaId, GameId } from '../../shared/core/ids.ts';
import type { DoneGame } from '../../shared/game/game.ts';
import type { TableView } from '../../shared/protocol/table-view.ts';
import { PLAIN } from '../support/builders.ts';
import {
  arenaOf,
  createStage,
  gameOf,
  openArena,
  pairedArena,
  playersOf,
  playTo,
  type Stage,
  speaking,
} from '../support/stage.ts';

const HOUR_MS = 3_600_000;
const wanted = {
  ...PLAIN,
  name: 'Sunday',
  game: 'oware',
  preset: 'oware-shield',
  policy: {},
  rated: true,
  playersMax: 100,
  clock: { limitMs: 180_000, incrementMs: 2_000 },
  durationMs: HOUR_MS,
} as const;

const created = async (stage: Stage, inMs: number): Promise<Arena> => {
  const body = { ...wanted, startsAtMs: stage.clock.nowMs + inMs };
  const result = await createArena(stage.ports, 'organiser', body);
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
};

const tableOf = async (stage: Stage, arena: ArenaId, page: number): Promise<TableView> => {
  const table = await showTable(stage.ports, arena, page);
  if (!table.ok) throw new Error(table.error.code);
  return table.value;
};

const arenaMessages = (stage: Stage): number[] =>
  stage.queued.flatMap(({ message, delayMs }) => (message.t === 'arena' ? [delayMs] : []));

describe('creating an arena', () => {
  it('also sends clock messages for instants the queue can hold', async () => {
    const near = createStage();
    await created(near, 10_000);
    expect(arenaMessages(near)).toEqual([10_000]);
    const far = createStage();
    await created(far, HOUR_MS);
    expect(arenaMessages(far)).toEqual([]);
  });

  it('in the past is refused, and nothing is stored', async () => {
    const stage = createStage();
    const body = { ...wanted, startsAtMs: stage.clock.nowMs - 1 };
    const refused = await createArena(stage.ports, 'organiser', body);
    expect(refused).toMatchObject({ error: { code: 'invalid', field: 'startsAtMs' } });
    expect(stage.store.all()).toEqual([]);
  });

  it('plans start and end also where the SDK has sent the write twice', async () => {
    const stage = createStage();
    const commit: typeof stage.store.commit = async (writes) => {
      await stage.store.commit(writes);
      return stage.store.commit(writes);
    };
    const planned: string[] = [];
    const plan = async ({ id }: Pick<Arena, 'id'>) => void planned.push(id);
    const schedules = { ...stage.ports.schedules, plan };
    const ports = { ...stage.ports, store: { ...stage.store, commit }, schedules };
    const body = { ...wanted, startsAtMs: stage.clock.nowMs + 10_000 };
    const result = await createArena(ports, 'organiser', body);
    expect(result.ok && planned).toEqual([result.ok && result.value.id]);
  });
});

describe('running an arena', () => {
  it('too early only makes sure of being called at the instant', async () => {
    const stage = createStage();
    const arena = await created(stage, 120_000);
    stage.queued.length = 0;
    await runArena(stage.ports, arena.id);
    expect(await arenaOf(stage, arena.id)).toEqual(arena);
    expect(arenaMessages(stage)).toEqual([120_000]);
  });

  it('far too early sends nothing: the queue cannot hold it, the schedule will call', async () => {
    const stage = createStage();
    const arena = await created(stage, 2 * HOUR_MS);
    await runArena(stage.ports, arena.id);
    expect(stage.queued).toEqual([]);
  });

  it('twice at its start opens it once, and at its end closes and freezes it once', async () => {
    const stage = createStage();
    const arena = await created(stage, 1_000);
    stage.clock.nowMs = arena.startsAtMs;
    for (let i = 0; i < 2; i++) await runArena(stage.ports, arena.id);
    expect(await arenaOf(stage, arena.id)).toMatchObject({ state: 'open', version: 1 });
    stage.clock.nowMs = arena.endsAtMs;
    for (let i = 0; i < 2; i++) await runArena(stage.ports, arena.id);
    expect(await arenaOf(stage, arena.id)).toMatchObject({ state: 'closing', version: 2 });
    stage.clock.nowMs = arena.endsAtMs + FREEZE_GRACE_MS;
    for (let i = 0; i < 2; i++) await runArena(stage.ports, arena.id);
    expect(await arenaOf(stage, arena.id)).toMatchObject({ state: 'frozen', version: 5 });
    expect(stage.counts.get('ArenasFrozen')).toBe(1);
    expect(stage.bugs).toEqual([]);
  });

  it('for the first time long after its end goes all the way at once', async () => {
    const stage = createStage();
    const arena = await created(stage, 1_000);
    stage.clock.nowMs = arena.endsAtMs + HOUR_MS;
    await runArena(stage.ports, arena.id);
    expect(await arenaOf(stage, arena.id)).toMatchObject({ state: 'frozen', finalVersion: 1 });
    const { winners, standings } = await tableOf(stage, arena.id, 0);
    expect({ winners, standings }).toEqual({ winners: [], standings: [] });
  });

  it('that does not exist does nothing', async () => {
    const stage = createStage();
    await runArena(stage.ports, (await created(createStage(), 1_000)).id);
    expect(stage.store.all()).toEqual([]);
  });

  it('announces its winners once, to every connected player, in chunks', async () => {
    const { stage, arena, games } = await finishedGames(220);
    expect(games).toHaveLength(110);
    stage.clock.nowMs = arena.endsAtMs + FREEZE_GRACE_MS;
    await runArena(stage.ports, arena.id);
    await runArena(stage.ports, arena.id);
    const sizes = stage.announced.map(({ connections }) => connections.length);
    expect(sizes).toEqual([100, 100, 20]);
    expect(stage.announced[0]?.message).toMatchObject({ t: 'frozen', arena: arena.id, version: 1 });
  });
});

/** So many players, half of whom have lost one game to the other half. */
async function finishedGames(count: number) {
  const paired = await pairedArena(playersOf(count));
  const { stage } = paired;
  for (const { id, seats } of paired.games) {
    await play(stage.ports, speaking(stage, seats.first.player), { t: 'resign', game: id });
    await scoreGame(stage.ports, (await gameOf(stage, id)) as DoneGame);
  }
  return paired;
}

describe('a table', () => {
  it('is empty before anything is published', async () => {
    const stage = createStage();
    const arena = await created(stage, 1_000);
    expect(await tableOf(stage, arena.id, 0)).toMatchObject({
      ...{ version: 0, final: false, players: 0, standings: [], winners: [] },
    });
  });

  it('comes in pages, running and frozen, whose ranks go on', async () => {
    const { stage, arena } = await finishedGames(2 * PAGE_ROWS + 20);
    stage.clock.nowMs += TABLE_PERIOD_MS;
    await refreshTable(stage.ports, arena.id, stage.clock.nowMs);
    const pagesOf = async (now: Arena) => {
      const pages = await Promise.all([0, 1, 2, 3].map((page) => tableOf(stage, now.id, page)));
      const lines = pages.flatMap(({ standings }) => standings);
      expect(pages.map(({ standings }) => standings.length)).toEqual([100, 100, 20, 0]);
      expect(lines.map(({ rank }) => rank)).toEqual(lines.map(({ rank }) => rank).sort(ascending));
      expect(lines.filter(({ points }) => points === 2)).toHaveLength(110);
      return pages.map(({ final, players }) => ({ final, players }));
    };
    expect((await pagesOf(arena))[0]).toEqual({ final: false, players: 220 });
    stage.clock.nowMs = arena.endsAtMs + FREEZE_GRACE_MS;
    await runArena(stage.ports, arena.id);
    expect((await pagesOf(await arenaOf(stage, arena.id)))[2]).toEqual({
      final: true,
      players: 220,
    });
  });

  it('keeps each final version readable, under the names of today', async () => {
    const { stage, arena } = await finishedGames(2);
    stage.clock.nowMs = arena.endsAtMs + FREEZE_GRACE_MS;
    await runArena(stage.ports, arena.id);
    const { winners } = await tableOf(stage, arena.id, 0);
    const winner = present(
      stage.store.all().find((one) => one.type === 'profile' && one.player === winners[0]),
      'profile of the winner',
    );
    const renamed = { ...winner, name: 'renamed', version: winner.version + 1 };
    await stage.store.commit([{ op: 'update', before: winner, after: renamed as typeof winner }]);
    const final = await showFinal(stage.ports, arena.id, 1, 0);
    expect(final).toMatchObject({
      ok: true,
      value: { version: 1, winners, standings: [{ rank: 1, name: 'renamed', points: 2 }, {}] },
    });
    expect(await showFinal(stage.ports, arena.id, 2, 0)).toMatchObject({
      error: { code: 'notFound', field: 'version' },
    });
  });
});

describe('the games of an arena', () => {
  it('come in pages, each once, and on a page by start and id', async () => {
    const { stage, arena, games } = await finishedGames(240);
    const inOrder = (some: readonly GameId[]) => some.toSorted((a, b) => (a < b ? -1 : 1));
    const seen: GameId[] = [];
    let next: GamesPlace | null = null;
    for (const size of [GAMES_READ_MAX, games.length - GAMES_READ_MAX]) {
      const page: GamesPage = await listGames(stage.ports, arena, next);
      const ids = page.games.map(({ id }) => id);
      expect(ids).toHaveLength(size);
      expect(ids).toEqual(inOrder(ids));
      seen.push(...ids);
      next = page.next;
    }
    expect(next).toBeNull();
    expect(inOrder(seen)).toEqual(inOrder(games.map(({ id }) => id)));
  });

  it('say which of them run, count and are scored', async () => {
    const { stage, arena, games } = await pairedArena(playersOf(6), 60_000);
    const [scored, done, late] = games.map(({ id }) => id) as [GameId, GameId, GameId];
    await playTo(stage, late, 2);
    await playTo(stage, scored, 1);
    await playTo(stage, done, 1);
    const resign = async (id: GameId) => {
      const { seats } = await gameOf(stage, id);
      await play(stage.ports, speaking(stage, seats.first.player), { t: 'resign', game: id });
      return (await gameOf(stage, id)) as DoneGame;
    };
    await scoreGame(stage.ports, await resign(scored));
    await resign(done);
    const listed = async () => {
      const page = await listGames(stage.ports, arena, null);
      const byId = new Map(page.games.map((game) => [game.id, game]));
      return [scored, done, late].map((id) => {
        const game = byId.get(id);
        return [game?.end !== null, game?.counted, game?.scored];
      });
    };
    expect(await listed()).toEqual([
      [true, true, true],
      [true, true, false],
      [false, false, false],
    ]);
    stage.clock.nowMs = arena.endsAtMs + 3_000;
    await scoreGame(stage.ports, await resign(late));
    expect((await listed())[2]).toEqual([true, false, true]);
  });

  it('of an arena without any are an empty page', async () => {
    const { stage, arena } = await openArena(playersOf(2));
    expect(await listGames(stage.ports, arena, null)).toEqual({ games: [], next: null });
  });
});

const ascending = (a: number, b: number): number => a - b;
