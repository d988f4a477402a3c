import { type ArenaId, type GameId, ID_BYTES, idFromBytes, type PlayerId } from '../core/ids.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { Game } from '../game/game.ts';
import type { NewReport, ReportPage, ReportReceipt, ReportView } from '../protocol/fair-view.ts';
import { SIDES } from '../rules/rules.ts';
import { pageOfRecords } from './list-records.ts';
import { namesOf } from './names.ts';
import type { Ports } from './ports.ts';
import { createCounted, hourOf } from './quota.ts';
import type { Filed, Report } from './records.ts';

/** Reports of one player in an hour of the clock. */
export const REPORTS_PER_HOUR = 10;

type Subject = Pick<Report, 'arena' | 'player' | 'game'>;

/**
 * A player's word to the organisers of an arena: about a game, or about another player who is or
 * was in it. Refusals: noSuchGame, noSuchArena, notEntered, invalid (`player`: oneself), tooMany,
 * busy.
 */
export async function fileReport(
  ports: Pick<Ports, 'store' | 'random' | 'now'>,
  reporter: PlayerId,
  told: NewReport,
): Promise<Result<ReportReceipt, Refusal>> {
  const { store, random, now } = ports;
  const subject =
    told.game !== undefined
      ? await gameSubject(store, told.game)
      : await playerSubject(store, told.arena, told.player, reporter);
  if (!subject.ok) return subject;
  const id = idFromBytes<GameId>(random.bytes(ID_BYTES));
  const atMs = now();
  const report: Report = {
    ...{ type: 'report', id, version: 0, atMs, reporter, reason: told.reason },
    ...subject.value,
  };
  const max = REPORTS_PER_HOUR;
  const key = `reports ${reporter} ${hourOf(atMs)}`;
  const expected = `at most ${max} reports an hour`;
  const { arena } = report;
  const found: Filed = { type: 'filed', player: reporter, arena, id, version: 0, atMs };
  const stored = await createCounted(ports, { key, max, expected }, report, found);
  return stored.ok ? ok({ id, arena, atMs }) : stored;
}

async function gameSubject(store: Ports['store'], id: GameId): Promise<Result<Subject, Refusal>> {
  const game = await store.game(id, 'consistent');
  return game === null
    ? err(refuse('noSuchGame', { field: 'game' }))
    : ok({ arena: game.arena, player: null, game: id });
}

async function playerSubject(
  store: Ports['store'],
  id: ArenaId,
  player: PlayerId,
  reporter: PlayerId,
): Promise<Result<Subject, Refusal>> {
  if (player === reporter) {
    return err(refuse('invalid', { field: 'player', expected: 'another player' }));
  }
  const arena = await store.arena(id, 'consistent');
  if (arena === null) return err(refuse('noSuchArena', { field: 'arena' }));
  const row = await store.row(arena, player, 'consistent');
  return row === null
    ? err(refuse('notEntered', { field: 'player' }))
    : ok({ arena: id, player, game: null });
}

/** A page of the reports in an arena, the newest first. Refusal: invalid (`cursor`). */
export async function listReports(
  { store }: Pick<Ports, 'store'>,
  arena: ArenaId,
  cursor: string | null,
): Promise<Result<ReportPage, Refusal>> {
  const page = await pageOfRecords(
    cursor,
    (after, limit) => store.reports(arena, after, limit),
    (report) => report,
  );
  if (!page.ok) return page;
  const { records, next } = page.value;
  const [person, games] = await Promise.all([
    namesOf(
      store,
      records.flatMap(({ reporter, player }) => [reporter, ...(player === null ? [] : [player])]),
    ),
    store.games([...new Set(records.flatMap(({ game }) => game ?? []))]),
  ]);
  const played = new Map(games.map((game) => [game.id, game]));
  const viewOf = ({ id, atMs, reporter, player, game, reason }: Report): ReportView => ({
    ...{ id, atMs, reason, reporter: person(reporter) },
    player: player && person(player),
    game: game && { id: game, path: `/games/${game}`, players: playersOf(played.get(game)) },
  });
  return ok({ reports: records.map(viewOf), next });
}

/** As they were called then. */
const playersOf = (game: Game | undefined) =>
  game === undefined
    ? []
    : SIDES.map((side) => ({ player: game.seats[side].player, name: game.seats[side].name }));
