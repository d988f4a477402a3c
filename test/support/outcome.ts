import assert from 'node:assert/strict';
import { recompute } from '../../infra/cli/recompute.ts';
import type { Tables } from '../../shared/app/tables.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import type { Final, FinalLine } from '../../shared/arena/final.ts';
import { entryOf } from '../../shared/arena/log.ts';
import type { Row } from '../../shared/arena/row.ts';
import { present } from '../../shared/core/assert.ts';
import type { DoneGame } from '../../shared/game/game.ts';
import { pointsOf } from '../../shared/protocol/arena-view.ts';
import { viewGame } from '../../shared/protocol/game-view.ts';
import { SIDES } from '../../shared/rules/rules.ts';
import type { MemoryStore } from './memory-store.ts';

/** What a run has left behind of one arena. */
interface Left {
  readonly arena: Arena;
  readonly rows: readonly Row[];
  readonly games: readonly DoneGame[];
  readonly final: Final;
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
  const final = await readFinal(tables, arena);
  const left = { arena, rows, games: games as DoneGame[], final };
  checkLogs(left);
  checkTable(left);
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
      assert.deepEqual(entries, [entryOf(game, side)], 'scored once, as it was');
      assert.equal(row.log[game.seats[side].gameNumber - 1]?.game, game.id, 'in order');
    }
  }
  const entries = rows.reduce((sum, row) => sum + row.log.length, 0);
  assert.equal(entries, 2 * games.length, 'no game is scored that does not exist');
}

/** The ranking is that of an independent recomputation from the games. */
function checkTable({ arena, rows, games, final }: Left): void {
  const counted = arena.policy.lateGames === 'counted';
  const untilMs = counted ? Number.POSITIVE_INFINITY : arena.endsAtMs;
  const expected = recompute(games.map(viewGame), untilMs);
  const played = final.lines.filter((line) => line.performance.count > 0);
  const published = played.map(({ player, rank, points, sheet, performance }) => ({
    ...{ player, rank, performance, points: pointsOf(points), sheet: sheet.map(pointsOf) },
  }));
  assert.deepEqual(published.sort(byPlayer), [...expected].sort(byPlayer));
  assert.deepEqual(
    final.winners,
    played.filter((line) => line.rank === 1).map((line) => line.player),
  );
  assert.equal(final.lines.length, rows.length, 'everybody is in the ranking');
  const ranks = final.lines.map((line) => line.rank);
  assert.deepEqual(
    ranks,
    [...ranks].sort((a, b) => a - b),
    'lines are in order of rank',
  );
  const ratings = new Map(rows.map((row) => [row.player, row.rating]));
  const idle = final.lines.slice(played.length);
  for (const line of idle) {
    const above = idle.filter(
      (o) => (ratings.get(o.player) ?? 0) > (ratings.get(line.player) ?? 0),
    );
    assert.equal(line.rank, 1 + played.length + above.length, 'without a game: by rating');
  }
}

const byPlayer = (a: { readonly player: string }, b: { readonly player: string }): number =>
  a.player < b.player ? -1 : 1;
