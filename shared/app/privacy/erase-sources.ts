import type { Arena } from '../../arena/arena.ts';
import { changeRow, type Row } from '../../arena/row.ts';
import { inGroups } from '../../core/groups.ts';
import type { ArenaId, GameId, PlayerId } from '../../core/ids.ts';
import { type Game, sideOf, withSide } from '../../game/game.ts';
import { change } from '../change.ts';
import { vacate } from '../entry/vacate.ts';
import { GAMES_READ_MAX, type Store } from '../ports.ts';
import { pseudonymOf } from './pseudonym.ts';

const GAMES_AT_ONCE = 10;

/**
 * Takes the name of a player out of his row in an arena, and out of his games there. The row comes
 * first: tickets, games and tables are made of it. Out of an arena that is still to come he goes
 * himself. He has no seat, so nobody makes new games of his meanwhile.
 */
export async function eraseSources(store: Store, id: ArenaId, player: PlayerId): Promise<void> {
  const arena = await store.arena(id, 'consistent');
  if (arena === null) return;
  await leaveUnplayed(store, arena, player);
  const row = await renameRow(store, arena, player);
  const games = row?.log.map(({ game }) => game) ?? [];
  for (const some of inGroups(games, GAMES_READ_MAX)) {
    const named = (await store.games(some)).filter((game) => isNamed(game, player));
    for (const few of inGroups(named, GAMES_AT_ONCE)) {
      await Promise.all(few.map(({ id: game }) => renameSeat(store, game, player)));
    }
  }
}

/** While an arena runs its ranking is made of the rows that there are. */
async function leaveUnplayed(store: Store, arena: Arena, player: PlayerId): Promise<void> {
  if (arena.state !== 'created') return;
  const gone = await vacate(store, arena, player, ({ log, removed }) =>
    log.length > 0 || removed ? 'stays' : null,
  );
  if (!gone.ok && gone.error !== 'stays') throw new Error(`row of ${player} is too busy to go`);
}

async function renameRow(store: Store, arena: Arena, player: PlayerId): Promise<Row | null> {
  const name = pseudonymOf(player);
  const changed = await change<Row, Row | null>(
    store,
    (read) => store.row(arena, player, read),
    (row) => {
      if (row === null || row.name === name) return { kind: 'keep', value: row };
      const after = changeRow(row, { name, why: 'renamed' });
      return { kind: 'store', before: row, after, value: after };
    },
  );
  if (changed.kind === 'refused') throw new Error(`row of ${player} is too busy to be renamed`);
  return changed.value;
}

const isNamed = (game: Game, player: PlayerId): boolean => {
  const side = sideOf(game, player);
  return side !== null && game.seats[side].name !== pseudonymOf(player);
};

async function renameSeat(store: Store, id: GameId, player: PlayerId): Promise<void> {
  const changed = await change<Game, null>(
    store,
    (read) => store.game(id, read),
    (game) => {
      const side = game === null ? null : sideOf(game, player);
      if (game === null || side === null || !isNamed(game, player)) {
        return { kind: 'keep', value: null };
      }
      const seat = { ...game.seats[side], name: pseudonymOf(player) };
      const seats = withSide(game.seats, side, seat);
      const after = { ...game, seats, version: game.version + 1 };
      return { kind: 'store', before: game, after, value: null };
    },
  );
  if (changed.kind === 'refused') throw new Error(`game ${id} is too busy to be renamed`);
}
