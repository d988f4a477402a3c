import type { Arena } from '../arena/arena.ts';
import type { Row } from '../arena/row.ts';
import { scoreRow } from '../arena/score.ts';
import { buildSheet } from '../arena/sheet.ts';
import { present } from '../core/assert.ts';
import type { PlayerId } from '../core/ids.ts';
import type { DoneGame } from '../game/game.ts';
import { viewLastScore, viewStanding } from '../protocol/table-view.ts';
import { SIDES } from '../rules/rules.ts';
import { change, find } from './change.ts';
import type { Clocked, Ports } from './ports.ts';
import { saveRatings } from './save-ratings.ts';

export type ScorePorts = Pick<Ports, 'store' | 'tables' | 'push' | 'now' | 'count' | 'measure'> &
  Clocked;

/**
 * Scores a finished game for both players, each on his own: any number of times, in any order, also
 * after a crash between the two. Ratings come first: scoring the row frees its player, and whatever
 * he plays next starts from them.
 */
export async function scoreGame(ports: ScorePorts, game: DoneGame): Promise<void> {
  const found = await find((read) => ports.store.arena(game.arena, read));
  const arena = present(found, 'arena of a game');
  await saveRatings(ports.store, game);
  const scored = await Promise.all(
    SIDES.map((side) => scorePlayer(ports, arena, game, game.seats[side].player)),
  );
  await tellScores(ports, arena, scored.flat());
}

/** The row that now has the game; none where it had it already. */
async function scorePlayer(
  { store, now, count, measure }: ScorePorts,
  arena: Arena,
  game: DoneGame,
  player: PlayerId,
): Promise<Row[]> {
  const changed = await change<Row, null>(
    store,
    (read) => store.row(arena, player, read),
    (found) => {
      const row = present(found, 'row of a player who has a game');
      const after = scoreRow(row, game, now());
      return after === null
        ? { kind: 'keep', value: null }
        : { kind: 'store', before: row, after, value: null };
    },
  );
  // The stream or the queue brings the game again.
  if (changed.kind === 'refused') throw new Error(`row of ${player} is too busy to be scored`);
  if (changed.kind !== 'stored') return [];
  count('GamesScored');
  measure('ScoreLagMs', Math.max(0, now() - game.endedAtMs));
  return [changed.after];
}

/** Ranks and leaders are those of the last published table: this game comes into the next one. */
async function tellScores(
  { push, tables, now }: ScorePorts,
  arena: Arena,
  rows: readonly Row[],
): Promise<void> {
  if (rows.every(({ connection }) => connection === null)) return;
  const order = await tables.order(arena.id);
  const told = rows.map(async (row) => {
    if (row.connection === null) return;
    const sheet = buildSheet(arena, row.log);
    await push.send(row.connection, {
      t: 'scored',
      arena: arena.id,
      ...viewLastScore(sheet),
      paused: row.paused,
      ...viewStanding(order, row.player),
      endsInMs: Math.max(0, arena.endsAtMs - now()),
    });
  });
  await Promise.all(told);
}
