import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FinalView } from '../../shared/app/show-final.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { PRESETS } from '../../shared/arena/policy.ts';
import { seededRandom } from '../../shared/core/random.ts';
import type { StatsView, TableView } from '../../shared/protocol/table-view.ts';
import { anIdleRow, anOpenArena } from '../support/builders.ts';
import { FOLDER, type PublishedArena, publishedArena } from '../support/published.ts';
import { playerOf, playShuffled } from './play-published.ts';
import { type PublishedGame, publishedGames, publishedId } from './published-games.ts';
import { type RepeatingCloud, runRepeatingCloud } from './repeating-cloud.ts';
import { eventually, type Inside, insideOf, storeArena } from './stored-arena.ts';

const SEED = Number(process.env.SEED ?? 20_261_130);

/** The clock of the cloud is real: the arena ends while the test waits; 20 s to play is usual. */
const PLAY_MS_MAX = 75_000;
const DURATION_MS = 5_400_000;
/** 193 players. */
const PAGES = [0, 1];
/** More than can play at once: 193 players are 96 pairs. */
const GAMES_AT_ONCE = 100;

if (FOLDER === null) console.log('published stream: SKIPPED (ARENA_VECTORS names no folder)');

describe.skipIf(FOLDER === null)('a published arena through the streams of the local cloud', () => {
  const random = seededRandom(SEED);
  let published: PublishedArena;
  let games: readonly PublishedGame[];
  let running: RepeatingCloud;
  let inside: Inside;
  let arena: Arena;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'published-'));
    published = publishedArena();
    games = publishedGames(published);
    running = await runRepeatingCloud(SEED);
    inside = insideOf(running.cloud);
  });
  afterAll(async () => {
    inside?.close();
    await running?.cloud.stop();
    if (folder !== undefined) await rm(folder, { recursive: true });
  });

  const request = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
    const response = await fetch(`${running.cloud.httpUrl}/arenas/${arena.id}${path}`, init);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json() as Promise<T>;
  };
  const tables = (): Promise<TableView[]> =>
    Promise.all(PAGES.map((page) => request<TableView>(`/standings?page=${page}`)));
  /** Both pages, once they are as they should be. */
  const tablesOnce = (isSo: (table: TableView) => boolean): Promise<TableView[]> =>
    eventually(async () => {
      const found = await tables();
      return found.every(isSo) ? found : null;
    }, PLAY_MS_MAX);
  const decide = async (player: string): Promise<void> => {
    const token = await running.cloud.issuer.mintToken({ subject: 'o', roles: ['organiser'] });
    await request(`/players/${publishedId(player)}/disqualify`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ reason: 'fair play' }),
    });
  };
  const publishedTable = () =>
    published.standings.map(({ player, rank, score, performance, sheet }) => ({
      ...{ player: publishedId(player), rank, score, performance, sheet },
    }));

  it('scores each game once for each player, though every record comes twice', async () => {
    arena = arenaUntil(Date.now() + PLAY_MS_MAX);
    const rows = published.entrants.map(({ player, joinedRating: rating }) => {
      const seat = { player: publishedId(player), name: player, joinedAtMs: arena.startsAtMs };
      return anIdleRow(0, { ...seat, rating, joinedRating: rating, connection: null });
    });
    await storeArena(inside, arena, rows);
    inside.clock({ t: 'arena', arena: arena.id }, PLAY_MS_MAX);
    const startedAtMs = Date.now();

    const play = playerOf(inside.store, arena, rows);
    await playShuffled(games, { random, atOnce: GAMES_AT_ONCE }, play);
    console.log(
      `published stream: SEED=${SEED}, ${games.length} games, ${Date.now() - startedAtMs} ms`,
    );

    const twice = 2 * games.length;
    const delivered = () => ['score', 'arm'].map((name) => running.recordsOf(name));
    await eventually(async () => (Math.min(...delivered()) < twice ? null : true), 10_000);
    expect(games).toHaveLength(1463);
    expect(delivered()).toEqual([twice, twice]);
    expect(running.counted('GamesScored')).toBe(twice);
  });

  it('shows the sheets, points, order and performances that were published', async () => {
    await eventually(async () => {
      const stats = await request<StatsView>('/stats');
      return stats.games === games.length ? stats : null;
    }, 20_000);
    const shown = await tables();

    expect(Date.now(), 'played before the end').toBeLessThan(arena.endsAtMs);
    expect(shown.map(({ state, final, players }) => [state, final, players])).toEqual([
      ['open', false, 193],
      ['open', false, 193],
    ]);
    expect(linesOf(shown)).toEqual(publishedTable());
    expect(linesOf(shown).filter(({ performance }) => performance !== null)).toHaveLength(186);
  });

  it('shows the same when the table is lost and made again', async () => {
    const before = await tables();

    await inside.dropTable(arena.id, PAGES.length);
    expect((await tables()).flatMap(({ standings }) => standings)).toEqual([]);
    inside.clock({ t: 'standings', arena: arena.id, changedAtMs: Date.now() });
    const after = await tablesOnce(({ standings }) => standings.length > 0);

    expect(after.map(({ standings }) => standings)).toEqual(before.map((page) => page.standings));
    expect(Date.now(), 'made again before the end').toBeLessThan(arena.endsAtMs);
    expect(after[0]?.version).toBeGreaterThan(before[0]?.version ?? 0);
  });

  it('freezes what was published', async () => {
    const shown = await tablesOnce(({ final }) => final);
    const finals = await Promise.all(
      PAGES.map((page) => request<FinalView>(`/standings?version=1&page=${page}`)),
    );

    expect(linesOf(shown)).toEqual(publishedTable());
    expect(linesOf(finals)).toEqual(publishedTable());
    expect(finals[0]).toMatchObject({ version: 1, players: 193, winners: [publishedId('P1')] });
  });

  it('moves up whoever stands below two who were disqualified, and leaves the rest', async () => {
    for (const player of published.removedLater) await decide(player);
    const shown = await tables();

    expect(linesOf(shown).map(({ sheet: _, ...line }) => line)).toEqual(
      published.standingsAfterRemoval.map(({ player, rank, score, performance }) => ({
        ...{ player: publishedId(player), rank, score, performance },
      })),
    );
    expect(shown.map(({ version, players }) => [version, players])).toEqual([
      [3, 191],
      [3, 191],
    ]);
  });

  it('exports what its games confirm', async () => {
    const file = join(folder, 'arena.ndjson');
    const exported = await arenaCommand('export', arena.id, '--endpoint', running.cloud.httpUrl);
    await writeFile(file, withoutThem(exported));

    const report = await arenaCommand('verify', file);

    console.log(`published stream: ${report.trimEnd().split('\n').at(-1)}`);
    expect(report).toMatch(/\nok players=193 games=1463 compared=\d+ notComparable=0\n$/);
    expect(running.errors).toEqual([]);
    expect(running.cloud.counters.deadLetters).toEqual({});
  });
});

/**
 * The published arena was chess. Scoring looks at the number of plies and at no move, so it is
 * stored as Oware until chess is played here.
 */
const arenaUntil = (endsAtMs: number): Arena =>
  anOpenArena({
    name: 'Published',
    owner: 'o',
    kind: 'oware',
    policy: PRESETS.lichess,
    limitMs: 180_000,
    incrementMs: 0,
    startsAtMs: endsAtMs - DURATION_MS,
    endsAtMs,
    playersMax: 200,
  });

/** What is published of each line. */
const linesOf = (pages: readonly Pick<TableView | FinalView, 'standings'>[]) =>
  pages.flatMap(({ standings }) =>
    standings.map(({ player, rank, points, performanceRolling, sheet }) => ({
      ...{ player, rank, score: points, performance: performanceRolling, sheet },
    })),
  );

/**
 * Moves of the games, their clocks, and what is behind their ratings, are not stored: nobody can
 * follow them.
 */
const NOT_STORED =
  /^(?:moves|times|remainingMs|lastAtMs)$|^(?:first|second)(?:Glicko|RatedGames|RatedAtMs)$/;

const withoutThem = (ndjson: string): string =>
  ndjson.replaceAll(/.+/g, (line) =>
    JSON.stringify(JSON.parse(line), (key, value) => (NOT_STORED.test(key) ? undefined : value)),
  );

/** What `npm run --silent arena --` prints; rejects where it does not exit with 0. */
const arenaCommand = async (...args: string[]): Promise<string> => {
  const command = ['infra/cli/arena.ts', ...args];
  const { stdout } = await promisify(execFile)(process.execPath, command, { maxBuffer: 2 ** 26 });
  return stdout;
};
