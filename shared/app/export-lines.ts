import type { Arena } from '../arena/arena.ts';
import type { FinalLine } from '../arena/final.ts';
import type { Policy } from '../arena/policy.ts';
import type { Row } from '../arena/row.ts';
import { counts } from '../arena/sheet.ts';
import type { DoneGame, Seat } from '../game/game.ts';
import { timesOf } from '../game/times.ts';
import { pointsOf } from '../protocol/arena-view.ts';
import { EXPORT_SCHEMA, type WrittenLine } from '../protocol/export.ts';
import { viewPolicy } from '../protocol/policy.ts';
import { someMean, viewTieBreaks } from '../protocol/table-view.ts';
import { rulesOf } from '../rules/registry.ts';
import { SIDES } from '../rules/rules.ts';
import type { FinalHead } from './tables.ts';

export const arenaLine = (arena: Arena): WrittenLine<'arena'> => ({
  type: 'arena',
  schema: EXPORT_SCHEMA,
  id: arena.id,
  name: arena.name,
  game: arena.kind,
  clock: { limitMs: arena.limitMs, incrementMs: arena.incrementMs },
  startsAtMs: arena.startsAtMs,
  endsAtMs: arena.endsAtMs,
  rated: arena.rated,
  policy: viewPolicy(arena.policy),
});

export const playerLine = (
  row: Row,
  disqualified: boolean,
  gamesGone: number,
): WrittenLine<'player'> => ({
  type: 'player',
  id: row.player,
  name: row.name,
  rating: row.joinedRating,
  joinedAtMs: row.joinedAtMs,
  removed: row.removed,
  ...(row.removal !== null && { removedAtMs: row.removal.atMs }),
  disqualified,
  ...(gamesGone > 0 && { gamesGone }),
});

export const gameLine = (arena: Arena, game: DoneGame): WrittenLine<'game'> => ({
  type: 'game',
  id: game.id,
  startedAtMs: game.startedAtMs,
  endedAtMs: game.endedAtMs,
  first: game.seats.first.player,
  second: game.seats.second.player,
  firstRating: game.seats.first.rating,
  secondRating: game.seats.second.rating,
  firstGlicko: tupleOf(game.seats.first),
  secondGlicko: tupleOf(game.seats.second),
  firstRatedGames: game.seats.first.glicko.games,
  secondRatedGames: game.seats.second.glicko.games,
  firstRatedAtMs: game.seats.first.glicko.ratedAtMs,
  secondRatedAtMs: game.seats.second.glicko.ratedAtMs,
  winner: game.winner,
  ending: game.ending,
  plies: game.ply,
  berserk: SIDES.filter((side) => game.berserk[side]),
  counted: counts(arena, game),
  moves: rulesOf(game.kind)
    .texts(game.moves)
    .join(game.kind === 'oware' ? '' : ' '),
  times: timesOf(game)?.slice() ?? null,
  remainingMs: game.remainingMs,
  lastAtMs: game.lastAtMs,
});

const tupleOf = ({ glicko }: Seat): [number, number, number] => [
  glicko.rating,
  glicko.deviation,
  glicko.volatility,
];

export const finalVersionLine = (head: FinalHead): WrittenLine<'final'> => ({
  type: 'final',
  version: head.version,
  frozenAtMs: head.frozenAtMs,
  winners: [...head.winners],
  hash: head.hash,
  disqualified: [...head.disqualified],
  ...(head.correction !== null && {
    reason: head.correction.reason,
    actor: head.correction.actor,
  }),
});

export function standingLine(policy: Policy, line: FinalLine): WrittenLine<'standing'> {
  const { rolling, performance, tieBreaks } = line;
  const isRolling = policy.tieBreaks.includes('performanceRolling');
  return {
    type: 'standing',
    player: line.player,
    rank: line.rank,
    points: pointsOf(line.points),
    sheet: line.sheet.map(pointsOf),
    reasons: [...line.reasons],
    performance: isRolling ? rolling : someMean(performance),
    games: performance.count,
    wins: line.reasons.filter((reason) => reason.startsWith('win')).length,
    ...(tieBreaks !== null && { tiebreaks: viewTieBreaks(tieBreaks) }),
  };
}
