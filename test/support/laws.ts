import type { Entity, SeatClaim } from '../../shared/app/entities.ts';
import { entityKey } from '../../shared/app/entities.ts';
import { type Arena, pairingEndsAtMs } from '../../shared/arena/arena.ts';
import type { Pool, Wait } from '../../shared/arena/pool.ts';
import type { Row } from '../../shared/arena/row.ts';
import { assert } from '../../shared/core/assert.ts';
import type { ConnectionId, PlayerId } from '../../shared/core/ids.ts';
import type { Game } from '../../shared/game/game.ts';
import { remainingAfter, timesOf } from '../../shared/game/times.ts';
import { rulesOf } from '../../shared/rules/registry.ts';
import { SIDES, sideAt } from '../../shared/rules/rules.ts';
import { SKEW_MS } from './invocation.ts';
import type { Change } from './memory-store.ts';

/** What must hold after every commit; a broken law throws. */
export interface Laws {
  readonly onCommit: (changes: readonly Change[]) => void;
  /** The ids of all games that were ever stored, voided ones too. */
  readonly games: ReadonlySet<string>;
  /** What the tickets of pools have ever said of their waiting, see `waitKey`. */
  readonly waits: ReadonlySet<string>;
}

/** What a player is told of his waiting on this connection. */
export const waitKey = (connection: ConnectionId, { reason, widensAtMs }: Wait): string =>
  `${connection} ${reason} ${widensAtMs}`;

/** Watches every commit of a store that began with `initial`. */
export function createLaws(initial: readonly Entity[] = []): Laws {
  const stored = new Map(initial.map((entity) => [entityKey(entity), entity]));
  const lastOf = new Map<string, number>();
  const byPlayer = new Map<PlayerId, PlayerItems>();
  const games = new Set<string>();
  const waits = new Set<string>();
  const note = (entity: Entity): void => {
    if (entity.type === 'game') games.add(entity.id);
    if (entity.type !== 'pool') return;
    for (const { connection, told } of entity.tickets) {
      if (told !== null) waits.add(waitKey(connection, told));
    }
  };
  for (const entity of initial) {
    index(byPlayer, entity, entity);
    note(entity);
  }

  const onCommit = (changes: readonly Change[]): void => {
    const touched = new Set<PlayerItems>();
    for (const { before, after } of changes) {
      checkVersions(stored, { before, after });
      if (before?.type === 'game' && after?.type === 'game') checkGame(before, after);
      if (before?.type === 'row' && after?.type === 'row') checkRow(before, after);
      if (before === null && after?.type === 'row') checkComing(lastOf, after);
      if (before?.type === 'row' && after === null) lastOf.set(entityKey(before), before.version);
      const entity = after ?? before;
      assert(entity !== null, 'a change changes something');
      if (after === null) stored.delete(entityKey(entity));
      else stored.set(entityKey(entity), after);
      note(entity);
      for (const items of index(byPlayer, entity, after)) touched.add(items);
    }
    for (const items of touched) checkPlayer(items, stored);
    checkPairings(stored, changes);
    checkPlaces(stored, changes);
  };
  return { onCommit, games, waits };
}

/** A version chain has no gap, and only an untouched game is ever deleted. */
function checkVersions(stored: ReadonlyMap<string, Entity>, { before, after }: Change): void {
  const entity = after ?? before;
  const known = entity === null ? undefined : stored.get(entityKey(entity));
  assert(known?.version === before?.version, 'a change starts from what is stored');
  if (after === null) {
    checkGone(before);
    return;
  }
  // A place is given back; of a row see `checkComing`.
  const isFree = after.type === 'attendance' && after.version === (before?.version ?? 0) - 1;
  const isNew = after.type === 'row' && before === null;
  const next = (before?.version ?? unborn(after)) + 1;
  assert(isFree || isNew || after.version === next, 'versions have no gap');
  if (after?.type === 'rating')
    assert(after.version === after.glicko.games, 'a rating counts its games');
}

/** Who has never played may leave without a trace, and then his participation goes, too. */
function checkGone(before: Entity | null): void {
  const isNewGame = before?.type === 'game' && before.version === 0;
  const isIdle = before?.type === 'row' && before.log.length === 0 && before.state !== 'play';
  const goes = isNewGame || isIdle || GOING.has(before?.type ?? 'row');
  assert(goes, 'only a new game goes, a row without games, and what is only kept for a while');
}

/** A ban is lifted; a player may be forgotten, and then so is that he wanted it. */
const GOING: ReadonlySet<Entity['type']> = new Set([
  ...(['participation', 'ban', 'profile', 'guest', 'filed', 'erasure'] as const),
]);

/** What the version would have been before the first one: these count from one. */
const unborn = ({ type }: Entity): number =>
  ['rating', 'attendance', 'quota'].includes(type) ? 0 : -1;

/** A game only moves on; its clocks gain an increment at most, and never run below zero. */
function checkGame(before: Game, after: Game): void {
  if (before.state === 'done') {
    checkRenamed(before, after);
    return;
  }
  assert(after.startedAtMs === before.startedAtMs, 'the start stays');
  assert(after.endsAtMs === before.endsAtMs, 'the end of the arena stays');
  const plies = after.ply - before.ply;
  assert(plies === 0 || plies === 1, 'a save adds at most one ply');
  const texts = rulesOf(after.kind).texts(after.moves);
  assert(texts.length === after.ply, 'as many moves as plies');
  assert(
    before.moves.every((byte, i) => after.moves[i] === byte),
    'moves are only appended',
  );
  assert(after.lastAtMs >= before.lastAtMs, 'time never runs backwards');
  const mover = sideAt(before.ply);
  for (const side of SIDES) {
    const counts = plies === 1 && side === mover && before.ply >= 2;
    const gainMs = counts && !before.berserk[side] ? before.incrementMs : 0;
    assert(after.remainingMs[side] <= before.remainingMs[side] + gainMs, 'clocks never gain');
    assert(after.remainingMs[side] >= 0, 'no clock is below zero');
    assert(after.berserk[side] || !before.berserk[side], 'berserk is for good');
  }
  if (after.state === 'live') return;
  checkTimes(after);
  assert(after.endedAtMs >= after.startedAtMs, 'a game ends after its start');
  const fenced = after.endedNotBeforeMs ?? 0;
  assert(after.endedAtMs >= fenced, 'nothing is stamped before the fence');
}

/** Of a game that is over only the names of its players may change. */
function checkRenamed(before: Game, after: Game): void {
  const nameless = ({ seats, version: _, ...rest }: Game) => {
    const [first, second] = [seats.first, seats.second].map((seat) => ({ ...seat, name: '' }));
    return JSON.stringify({ ...rest, first, second });
  };
  assert(nameless(before) === nameless(after), 'a game that is over never changes');
}

/** Both clocks, and when the last move came, follow from what the turns took. */
function checkTimes(game: Game): void {
  const times = timesOf(game);
  if (times === null) return;
  const clocks = remainingAfter(game, times);
  for (const side of SIDES) assert(game.remainingMs[side] === clocks[side], 'times make clocks');
  const lastAtMs = times.reduce((sum, ms) => sum + ms, game.startedAtMs);
  assert(game.lastAtMs === lastAtMs, 'times have no gap');
}

/** A row that comes again is not taken for the one that has gone. */
function checkComing(lastOf: ReadonlyMap<string, number>, row: Row): void {
  assert(row.version > (lastOf.get(entityKey(row)) ?? -1), 'a row comes with a later version');
}

/** A log only grows, by one game, once; a removal is for good. */
function checkRow(before: Row, after: Row): void {
  const grown = after.log.length - before.log.length;
  assert(grown === 0 || grown === 1, 'a save adds at most one game to a log');
  assert(
    before.log.every((entry, i) => entry.game === after.log[i]?.game),
    'the past of a log stays',
  );
  assert(after.removed || !before.removed, 'a removed player stays removed');
  if (grown === 0) return;
  const added = after.log.at(-1)?.game;
  assert(before.state === 'play' && before.game === added, 'only the running game is scored');
  assert(
    before.log.every(({ game }) => game !== added),
    'a game is scored once',
  );
}

/** Everything that is stored of one player. */
interface PlayerItems {
  seat: SeatClaim | null;
  readonly rows: Map<string, Row>;
  readonly running: Map<string, Game>;
}

function index(
  byPlayer: Map<PlayerId, PlayerItems>,
  entity: Entity,
  after: Entity | null,
): PlayerItems[] {
  const itemsOf = (player: PlayerId): PlayerItems => {
    const items = byPlayer.get(player) ?? { seat: null, rows: new Map(), running: new Map() };
    byPlayer.set(player, items);
    return items;
  };
  if (entity.type === 'game') {
    return SIDES.map((side) => {
      const items = itemsOf(entity.seats[side].player);
      if (after?.type === 'game' && after.state === 'live') items.running.set(entity.id, after);
      else items.running.delete(entity.id);
      return items;
    });
  }
  if (entity.type !== 'row' && entity.type !== 'seat') return [];
  const items = itemsOf(entity.player);
  if (after?.type === 'row') items.rows.set(after.arena, after);
  else if (entity.type === 'row') items.rows.delete(entity.arena);
  if (after?.type === 'seat') items.seat = after;
  return [items];
}

/** Law 4: one seat, one game. */
function checkPlayer(
  { seat, rows, running }: PlayerItems,
  stored: ReadonlyMap<string, Entity>,
): void {
  assert(running.size <= 1, 'nobody is in two running games');
  const all = [...rows.values()];
  assert(all.filter((row) => row.state === 'play').length <= 1, 'nobody plays in two arenas');
  for (const row of all) {
    assert(row.seated === (seat?.arena === row.arena), 'the seat names the one arena he sits in');
    assert(row.state === 'idle' || row.seated, 'ready or playing only while seated');
    assert((row.game !== null) === (row.state === 'play'), 'a game exactly while playing');
    assert(!row.paused || row.state !== 'ready', 'nobody is ready while he pauses');
    assert(!row.removed || row.state !== 'ready', 'nobody is ready once he is removed');
    assert(row.removed === (row.removal !== null), 'a reason exactly while removed');
    assert(row.game === null || stored.has(`game ${row.game}`), 'who plays has a game');
  }
  for (const game of running.values()) {
    const row = rows.get(game.arena);
    assert(row?.state === 'play' && row.game === game.id, 'a running game is in its rows');
  }
}

/** Whoever has a row has been counted with it, and no more of them than there are places. */
function checkPlaces(stored: ReadonlyMap<string, Entity>, changes: readonly Change[]): void {
  for (const { before, after: row } of changes) {
    if (before?.type === 'row' && row === null) checkLeaving(before, changes);
    if (before !== null || row?.type !== 'row') continue;
    const arena = stored.get(`arena ${row.arena}`) as Arena;
    const taken = changes.filter(({ after }) => after?.type === 'attendance');
    assert(taken.length === 1, 'a row is stored with the place that it takes');
    const places = [...stored.values()].flatMap((one) =>
      one.type === 'attendance' && one.arena === arena.id ? one.version : [],
    );
    const sum = places.reduce((all, part) => all + part, 0);
    assert(sum <= arena.playersMax, 'no more players than places');
  }
}

/** His place is free, and nothing says that he was there. */
function checkLeaving({ arena, player, place }: Row, changes: readonly Change[]): void {
  const freed = changes.some(
    ({ before, after }) =>
      before?.type === 'attendance' &&
      before.arena === arena &&
      before.part === place &&
      after?.version === before.version - 1,
  );
  assert(freed, 'a row goes with the place that it took');
  const been = changes.some(
    ({ before, after }) => before?.type === 'participation' && before.arena === arena && !after,
  );
  assert(been, `nothing remembers that ${player} was there`);
}

/** Whoever opened the arena may have had the fastest clock, whoever paired the slowest. */
const SKEWS_MS = 2 * SKEW_MS;

/** A game is stored together with its pool and both rows, before pairing closes. */
function checkPairings(stored: ReadonlyMap<string, Entity>, changes: readonly Change[]): void {
  for (const { before, after: game } of changes) {
    if (before !== null || game?.type !== 'game') continue;
    const arena = stored.get(`arena ${game.arena}`) as Arena;
    assert(game.startedAtMs >= arena.startsAtMs - SKEWS_MS, 'no game before the start');
    assert(game.startedAtMs < pairingEndsAtMs(arena), 'no game after pairing closes');
    const pool = changes.find((change) => change.before?.type === 'pool')?.before as
      | Pool
      | undefined;
    assert(pool?.open === true, 'a pairing is stored with the open pool');
    const rows = changes.filter(({ after }) => after?.type === 'row' && after.game === game.id);
    assert(rows.length === SIDES.length, 'a pairing is stored with both rows');
    for (const { after: row } of rows) {
      assert(row?.type === 'row' && !row.removed, 'nobody is paired once he is removed');
    }
  }
}
