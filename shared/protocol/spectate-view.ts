import * as v from 'valibot';
import { ARENA_STATES } from '../arena/arena.ts';
import { PRESET_NAMES } from '../arena/policy.ts';
import type { ArenaId, GameId, SeriesId } from '../core/ids.ts';
import { EVERY_RULE_ENDING, GAME_KINDS, SIDES } from '../rules/rules.ts';
import { epochMs, idOf, playerId } from './api/parameters.ts';

const durationMs = v.pipe(v.number(), v.integer(), v.description('Milliseconds.'));
const arenaId = idOf<ArenaId>('the id of an arena');
const rank = v.pipe(v.nullable(v.number()), v.description('null: not in the table.'));
const side = v.picklist(SIDES);

/** The compiler asks for an ending that is not here: views of games are of these types. */
const endings = v.picklist([
  ...EVERY_RULE_ENDING,
  ...(['agreement', 'resign', 'flag', 'noShow', 'abandoned', 'removed', 'tooLong'] as const),
]);

const bySide = <S extends v.GenericSchema>(schema: S) =>
  v.object({ first: schema, second: schema });

const seatView = v.object({
  id: playerId,
  name: v.string(),
  rating: v.number(),
  rank: v.pipe(v.nullable(v.number()), v.description('When the game was paired.')),
  points: v.number(),
  onFire: v.boolean(),
});

const endView = v.object({
  winner: v.pipe(v.nullable(side), v.description('null: a draw.')),
  ending: endings,
  endedAtMs: epochMs,
  ratings: v.pipe(
    v.nullable(bySide(v.object({ before: v.number(), after: v.number() }))),
    v.description('null: the game changes none.'),
  ),
});

/** A game as those see it who do not play: while it runs, as late as its arena wants it. */
const publicGameSchema = v.object({
  id: idOf<GameId>('the id of a game'),
  arena: arenaId,
  kind: v.picklist(GAME_KINDS),
  first: seatView,
  second: seatView,
  limitMs: durationMs,
  incrementMs: durationMs,
  berserkable: v.boolean(),
  berserk: bySide(v.boolean()),
  startedAtMs: epochMs,
  ply: v.number(),
  moves: v.pipe(v.string(), v.description('Separated by blanks.')),
  clock: v.object({ remainingMs: bySide(durationMs), lastAtMs: epochMs, deadlineMs: epochMs }),
  offer: v.nullable(side),
  claimedBy: v.nullable(side),
  end: v.pipe(v.nullable(endView), v.description('null: it runs.')),
  times: v.pipe(
    v.nullable(v.pipe(v.array(v.number()), v.readonly())),
    v.description('What every turn took (ms); null while it runs, or where nobody knows.'),
  ),
  counted: v.boolean(),
});

/** Ranks of both players now. */
const ranksNow = bySide(rank);

/** One line of a list of games; `ranks` where running ones are asked for. */
export const listedGameSchema = v.object({
  ...publicGameSchema.entries,
  scored: v.pipe(v.boolean(), v.description('Both players have it on their sheets.')),
  ranks: v.optional(ranksNow),
});
export type ListedGame = v.InferOutput<typeof listedGameSchema>;

/** One game: `GET /games/{id}`. */
export const spectatedGameSchema = v.object({
  ...publicGameSchema.entries,
  arenaName: v.string(),
  ranks: ranksNow,
});
export type SpectatedGame = v.InferOutput<typeof spectatedGameSchema>;

export const topGameSchema = v.object({
  game: v.pipe(v.nullable(spectatedGameSchema), v.description('null: none runs.')),
});
export type TopGame = v.InferOutput<typeof topGameSchema>;

/** One arena that a player is, or was, in. */
export const visitSchema = v.object({
  arena: arenaId,
  name: v.string(),
  series: v.nullable(idOf<SeriesId>('the id of a series')),
  game: v.picklist(GAME_KINDS),
  preset: v.picklist(PRESET_NAMES),
  rated: v.boolean(),
  state: v.picklist(ARENA_STATES),
  startsAtMs: epochMs,
  endsAtMs: epochMs,
  rank,
  players: v.number(),
  points: v.number(),
  games: v.pipe(v.number(), v.description('Counted ones.')),
  winner: v.boolean(),
  ratingBefore: v.number(),
  rating: v.number(),
  removed: v.boolean(),
  disqualified: v.boolean(),
});

/** The arenas of a player: `GET /players/{id}/arenas`. */
export const visitPageSchema = v.object({
  player: playerId,
  arenas: v.pipe(v.array(visitSchema), v.readonly()),
  next: v.nullable(v.string()),
});
export type VisitPage = v.InferOutput<typeof visitPageSchema>;
