import type { LogEntry, Result } from '../../../shared/arena/log.ts';
import { buildSheet } from '../../../shared/arena/sheet.ts';
import { assert } from '../../../shared/core/assert.ts';
import { type GameId, idFromBytes } from '../../../shared/core/ids.ts';
import { otherSide, type Side } from '../../../shared/rules/rules.ts';
import type { Chance } from './crowd.ts';
import type { PastSeat, PastWait } from './history.ts';
import type { LegalWaits } from './legal-waits.ts';
import { type Course, courseOf } from './play.ts';
import type { Player } from './player.ts';
import { comeToLobby, type Run, tellChanged } from './run.ts';
import type { Decision, Seats } from './world.ts';

/** A running game: how it will have gone is known to nobody but the agenda. */
interface Game {
  readonly number: number;
  readonly id: GameId;
  readonly seats: Seats;
  readonly chances: { readonly [S in Side]: Chance };
  readonly course: Course;
  readonly endedAtMs: number;
}

export function startGame(run: Run, decision: Decision, seats: Seats): void {
  const { agenda, table } = run.world;
  const startedAtMs = agenda.nowMs();
  const game = newGame(run, seats, startedAtMs);
  const rows = table.rows.length;
  const pastSeats = {
    first: takeSeat(run, seats.first, startedAtMs),
    second: takeSeat(run, seats.second, startedAtMs),
  };
  const { isFirstWave, isDuel } = decision;
  const { endedAtMs } = game;
  run.games.push({ startedAtMs, endedAtMs, isFirstWave, isDuel, rows, seats: pastSeats });
  agenda.add(endedAtMs, () => endGame(run, game));
}

function newGame(run: Run, seats: Seats, startedAtMs: number): Game {
  const chances = {
    first: seats.first.person.nextChance(),
    second: seats.second.person.nextChance(),
  };
  const course = courseOf(
    run.world.setup,
    { person: seats.first.person, chance: chances.first },
    { person: seats.second.person, chance: chances.second },
  );
  const number = run.games.length;
  const id = gameIdOf(number);
  return { number, id, seats, chances, course, endedAtMs: startedAtMs + course.lengthMs };
}

function takeSeat(run: Run, player: Player, nowMs: number): PastSeat {
  assert(player.doing === 'ready' && run.waiting.delete(player), 'only who waits is paired');
  player.doing = 'playing';
  return {
    ...waitOf(run.legal, player, nowMs),
    position: run.world.table.positionOf(player),
    points: player.points,
  };
}

/** The wait that ends now; before the start nobody waits for an opponent. */
export const waitOf = (legal: LegalWaits, player: Player, nowMs: number): PastWait => ({
  player: player.person.index,
  readyAtMs: Math.max(0, player.readySinceMs),
  avoidableMs: legal.leave(player, nowMs),
});

function endGame(run: Run, game: Game): void {
  score(run, game, 'first');
  score(run, game, 'second');
  leave(run, game, 'first');
  leave(run, game, 'second');
  tellChanged(run);
}

function score(run: Run, game: Game, side: Side): void {
  const player = game.seats[side];
  const { policy, durationMs } = run.world.setup;
  run.world.table.rescore(player, () => {
    player.log = [...player.log, entryOf(game, side)];
    player.numbers = [...player.numbers, game.number];
    player.lastOpponent = game.seats[otherSide(side)];
    const sheet = buildSheet({ policy, endsAtMs: durationMs }, player.log);
    player.points = sheet.points;
    player.performance = { sum: sheet.totals.performance, count: sheet.totals.games };
  });
}

/** After a game a player comes back to the lobby, at once or after a pause. */
function leave(run: Run, { seats, chances, course, endedAtMs }: Game, side: Side): void {
  const player = seats[side];
  const chance = chances[side];
  const pauseMs = course.absent === side ? chance.awayMs : chance.pauseMs;
  const backAtMs = endedAtMs + (pauseMs ?? chance.returnMs);
  player.doing = pauseMs === null ? 'back' : 'paused';
  player.endedAtMs = endedAtMs;
  if (pauseMs !== null) player.pauses.push({ fromMs: endedAtMs, untilMs: backAtMs });
  run.world.agenda.add(backAtMs, () => comeToLobby(run, player));
}

function entryOf({ id, seats, course, endedAtMs }: Game, side: Side): LogEntry {
  const opponent = seats[otherSide(side)].person;
  return {
    game: id,
    opponent: opponent.id,
    opponentRating: opponent.rating,
    endedAtMs,
    plies: course.plies,
    side,
    result: resultOf(course, side),
    berserk: false,
    noShow: course.absent !== null,
  };
}

const resultOf = ({ winner }: Course, side: Side): Result =>
  winner === null ? 'draw' : winner === side ? 'win' : 'loss';

function gameIdOf(number: number): GameId {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setUint32(4, number + 1);
  return idFromBytes(bytes);
}
