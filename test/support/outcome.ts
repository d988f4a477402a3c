import assert from 'node:assert/strict';
import { recompute } from '../../infra/cli/recompute.ts';
import type { Tables } from '../../shared/app/tables.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { type Final, type FinalLine, hashOf } from '../../shared/arena/final.ts';
import { entryOf, type LogEntry } from '../../shared/arena/log.ts';
import type { Row } from '../../shared/arena/row.ts';
import { PAGE_ROWS } from '../../shared/arena/standings.ts';
import { present } from '../../shared/core/assert.ts';
import type { DoneGame } from '../../shared/game/game.ts';
import { pointsOf } from '../../shared/protocol/arena-view.ts';
import { viewGame } from '../../shared/protocol/game-view.ts';
import { viewFinalLine, viewLine } from '../../shared/protocol/table-view.ts';
import { SIDES } from '../../shared/rules/rules.ts';
import { naiveRanks, naiveValue, seenBy } from '../arena/naive-table.ts';
import type { Contestant, Played } from '../arena/tournaments.ts';
import type { MemoryStore } from './memory-store.ts';

/** What a run has left behind of one arena. */
interface Left {
  readonly arena: Arena;
  readonly rows: readonly Row[];
  readonly games: readonly DoneGame[];
  /** All versions of the ranking. */
  readonly finals: readonly Final[];
}

/** The law of the end: an arena that is over and settled agrees with its games in every respect. */
export async function checkOutcome(
  store: MemoryStore,
  tables: Tables,
  arena: Arena,
): Promise<void> {
  assert.equal(arena.settled, true);
  await checkFrozen(store, tables, arena);
}

/** The same once all games of a frozen arena are over and scored. */
export async function checkFrozen(store: MemoryStore, tables: Tables, arena: Arena): Promise<void> {
  const all = store.all();
  const rows = all.filter((one) => one.type === 'row' && one.arena === arena.id) as Row[];
  const games = all.filter((one) => one.type === 'game' && one.arena === arena.id);
  for (const game of games) assert.equal(game.type === 'game' && game.state, 'done', 'all ended');
  assert.equal(arena.state, 'frozen');
  for (const row of rows) assert.notEqual(row.state, 'play', 'nobody stays in a game');
  const finals: Final[] = [];
  for (let version = 1; version <= arena.finalVersion; version++) {
    finals.push(await readFinal(tables, { ...arena, finalVersion: version }));
  }
  const left = { arena, rows, games: games as DoneGame[], finals };
  checkLogs(left);
  checkTable(left);
  await checkVersions(left);
  if (arena.publishedVersion === arena.finalVersion) await checkShown(tables, left);
}

/** The frozen ranking as it is published: head and pages put together. */
export async function readFinal(tables: Tables, { id, finalVersion }: Arena): Promise<Final> {
  const head = present(await tables.finalHead(id, finalVersion), 'head of the final');
  const lines: FinalLine[] = [];
  for (let page = 0; page < head.pages; page++) {
    lines.push(...present(await tables.finalPage(id, head, page), 'page of the final'));
  }
  const { pages: _, players, ...rest } = head;
  assert.equal(players, lines.length);
  return { ...rest, lines };
}

/** Every game is in both players' logs, once, as it was; and nothing else is. */
function checkLogs({ rows, games }: Left): void {
  const byPlayer = new Map(rows.map((row) => [row.player, row]));
  for (const game of games) {
    for (const side of SIDES) {
      const row = present(byPlayer.get(game.seats[side].player), 'row of a player');
      const entries = row.log.filter((entry) => entry.game === game.id);
      assert.deepEqual(entries.map(plain), [entryOf(game, side)], 'scored once, as it was');
      assert.equal(row.log[game.seats[side].gameNumber - 1]?.game, game.id, 'in order');
    }
  }
  const entries = rows.reduce((sum, row) => sum + row.log.length, 0);
  assert.equal(entries, 2 * games.length, 'no game is scored that does not exist');
}

/** The first version is that of two independent recomputations from the games. */
function checkTable({ arena, rows, games, finals }: Left): void {
  const { lines } = present(finals[0], 'first version');
  const visible = rows.filter((row) => !row.removed);
  assert.equal(lines.length, visible.length, 'everybody who is not removed is in the ranking');
  const tournament = { ...arena, contestants: rows.map(contestantOf), games: inOrder(games) };
  const ranks = naiveRanks(tournament);
  const all = seenBy(tournament);
  for (const line of lines) {
    const naive = present(
      all.find(({ name }) => name === line.player),
      'player of the ranking',
    );
    const { rank, points, sheet } = line;
    const paid = naive.seen.map((seen) => seen.paid);
    const expected = { rank: ranks.get(line.player), points: naive.points, sheet: paid };
    assert.deepEqual({ rank, points, sheet }, expected);
    const { wins, sonnebornBerger, buchholzCut1 } = line.tieBreaks ?? {};
    if (wins === undefined) continue;
    for (const [key, value, unit] of [
      ['wins', wins, 1],
      ['buchholzCut1', buchholzCut1, 2],
      ['sonnebornBerger', sonnebornBerger, 4],
    ] as const) {
      const fraction = naiveValue(key, naive, all);
      assert.equal(value, (unit * Number(fraction?.n)) / Number(fraction?.d), key);
    }
  }
  if (arena.policy.preset === 'oware-shield') checkShield({ arena, rows, games, finals });
}

/** The same by the recomputation that players can run, which knows the shield's rules alone. */
function checkShield({ arena, rows, games, finals }: Left): void {
  const { lines } = present(finals[0], 'first version');
  const counted = arena.policy.lateGames === 'counted';
  const untilMs = counted ? Number.POSITIVE_INFINITY : arena.endsAtMs;
  const removed = new Set<string>(rows.flatMap((row) => (row.removed ? [row.player] : [])));
  const expected = recompute(games.map(viewGame), untilMs).filter((o) => !removed.has(o.player));
  const published = lines.flatMap(({ player, points, sheet, performance }) =>
    performance.count === 0
      ? []
      : [{ player, performance, points: pointsOf(points), sheet: sheet.map(pointsOf) }],
  );
  const unranked = expected.map(({ rank: _, ...line }) => line);
  assert.deepEqual(published.sort(byPlayer), unranked.sort(byPlayer));
}

/** Every version is the first one without its players, closed up; its hash and winners are its. */
async function checkVersions({ arena, finals }: Left): Promise<void> {
  const first = present(finals[0], 'first version');
  for (const [index, final] of finals.entries()) {
    assert.equal(final.version, index + 1);
    const stay = first.lines.filter(({ player }) => !final.disqualified.includes(player));
    const expected = stay.map((line) => ({
      ...line,
      rank: 1 + stay.filter((other) => other.rank < line.rank).length,
    }));
    assert.deepEqual(final.lines, expected, 'closed up, and nothing else');
    assert.equal(final.hash, await hashOf(expected));
    const played = expected.filter((line) => line.performance.count > 0);
    const winners = played.filter((line) => line.rank === 1).map((line) => line.player);
    assert.deepEqual(final.winners, winners);
    const before = finals[index - 1]?.disqualified ?? [];
    const decided = Math.abs(final.disqualified.length - before.length);
    assert.equal(decided, index === 0 ? 0 : 1, 'a version is one decision');
  }
  assert.ok(arena.policy.winners === 'firstRank', 'no other winners are simulated');
}

/** What everybody sees is the valid version, line by line. */
async function checkShown(tables: Tables, { arena, finals }: Left): Promise<void> {
  const final = present(finals.at(-1), 'valid version');
  const page = present(await tables.page(arena.id, 0), 'first page');
  const { version, winners, lines } = final;
  assert.deepEqual(
    { final: page.final, winners: page.winners, players: page.players, state: page.state },
    { final: version, winners, players: lines.length, state: 'frozen' },
  );
  const shown = page.lines.map((line) => viewLine(line, page.pays));
  const expected = lines.slice(0, PAGE_ROWS).map((line) => viewFinalLine(line, ''));
  assert.deepEqual(
    shown.map(({ rank, player, points, sheet, reasons, games, performance, tieBreaks }) => ({
      ...{ rank, player, points, sheet, reasons, games, performance, tieBreaks },
    })),
    expected.map(({ name: _, performanceRolling: __, ...line }) => line),
  );
}

/** The entry's values: a store may unpack them only when they are asked for. */
const plain = (entry: LogEntry): LogEntry => {
  const { game, opponent, opponentRating, endedAtMs, plies, side, result } = entry;
  const { berserk, noShow } = entry;
  return { game, opponent, opponentRating, endedAtMs, plies, side, result, berserk, noShow };
};

const contestantOf = ({ player, joinedRating, removed, joinedAtMs }: Row): Contestant => ({
  ...{ name: player, rating: joinedRating, removed, joinedAtMs },
});

/** In the order of their starts, which is that of every player's own games. */
const inOrder = (games: readonly DoneGame[]): Played[] =>
  [...games]
    .sort((a, b) => a.startedAtMs - b.startedAtMs)
    .map(({ seats, winner, ply, berserk, ending, endedAtMs }) => ({
      names: { first: seats.first.player, second: seats.second.player },
      ratings: { first: seats.first.rating, second: seats.second.rating },
      ...{ winner, plies: ply, berserk, noShow: ending === 'noShow', endedAtMs },
    }));

const byPlayer = (a: { readonly player: string }, b: { readonly player: string }): number =>
  a.player < b.player ? -1 : 1;
