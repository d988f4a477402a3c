import type { Arena } from '../arena/arena.ts';
import type { Row } from '../arena/row.ts';
import { scoreRow } from '../arena/score.ts';
import { buildSheet, reasonText } from '../arena/sheet.ts';
import { present } from '../core/assert.ts';
import type { PlayerId } from '../core/ids.ts';
import type { DoneGame } from '../game/game.ts';
import { pointsOf } from '../protocol/arena-view.ts';
import { SIDES } from '../rules/rules.ts';
import { change, find } from './change.ts';
import type { Clocked, Ports } from './ports.ts';

export type ScorePorts = Pick<Ports, 'store' | 'push' | 'now' | 'count'> & Clocked;

/**
 * Scores a finished game for both players, each on his own: any number of times, in any order, also
 * after a crash between the two. Scoring frees the player, so it is also his way back to the lobby.
 */
export async function scoreGame(ports: ScorePorts, game: DoneGame): Promise<void> {
  const found = await find((read) => ports.store.arena(game.arena, read));
  const arena = present(found, 'arena of a game');
  await Promise.all(SIDES.map((side) => scorePlayer(ports, arena, game, game.seats[side].player)));
  // Where late games count, the one that scores the last of them lets the arena freeze.
  if (arena.policy.lateGames === 'counted' && ports.now() >= arena.endsAtMs) {
    await ports.queues.clock({ t: 'arena', arena: arena.id }, 0);
  }
}

async function scorePlayer(
  ports: ScorePorts,
  arena: Arena,
  game: DoneGame,
  player: PlayerId,
): Promise<void> {
  const changed = await change<Row, null>(
    ports.store,
    (read) => ports.store.row(arena, player, read),
    (found) => {
      const row = present(found, 'row of a player who has a game');
      const after = scoreRow(row, game, ports.now());
      return after === null
        ? { kind: 'keep', value: null }
        : { kind: 'store', before: row, after, value: null };
    },
  );
  // The stream or the queue brings the game again.
  if (changed.kind === 'refused') throw new Error(`row of ${player} is too busy to be scored`);
  if (changed.kind === 'stored') await tellScore(ports, arena, changed.after);
}

async function tellScore({ push, count }: ScorePorts, arena: Arena, row: Row): Promise<void> {
  count('GamesScored');
  const sheet = buildSheet(arena, row.log);
  const score = present(sheet.scores.at(-1), 'score of the game just scored');
  if (row.connection === null) return;
  await push.send(row.connection, {
    t: 'scored',
    arena: arena.id,
    game: score.entry.game,
    points: pointsOf(score.points),
    reason: reasonText(score),
    total: pointsOf(sheet.points),
    onFire: sheet.onFire,
    paused: row.paused,
  });
}
