import * as v from 'valibot';
import { ARENA_STATES } from '../../arena/arena.ts';
import { ACTIVITIES } from '../../arena/standings.ts';
import type { ArenaId, GameId } from '../../core/ids.ts';
import { SIDES } from '../../rules/rules.ts';
import type { PlayerPage } from '../player-page.ts';
import type { FinalLineView, StandingView, StatsView, TableView } from '../table-view.ts';
import { epochMs, idOf, playerId } from './parameters.ts';

const arena = idOf<ArenaId>('the id of an arena');
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const points = v.pipe(v.number(), v.description('As printed.'));

/** A mean without rounding. */
const mean = v.pipe(
  v.nullable(v.object({ sum: v.number(), count })),
  v.description('Exactly `sum / count`; null where there is nothing to take it of.'),
);

const tieBreaks = v.nullable(
  v.object({
    buchholzCut1: points,
    buchholz: points,
    sonnebornBerger: points,
    wins: count,
    winsAsSecond: count,
    aroc1: mean,
  }),
);

const shared = {
  rank: v.pipe(count, v.description('From 1.')),
  player: playerId,
  name: v.string(),
  points,
  sheet: v.pipe(v.array(points), v.description('What each counted game paid, oldest first.')),
  reasons: v.pipe(v.array(v.string()), v.description('And why.')),
  games: count,
  performance: mean,
  performanceRolling: v.nullable(v.number()),
  tieBreaks,
};

const now = {
  rating: v.nullable(v.number()),
  wins: count,
  berserks: count,
  onFire: v.boolean(),
  directEncounter: v.nullable(v.object({ players: count, points: v.nullable(points) })),
  state: v.nullable(v.picklist(ACTIVITIES)),
};

export const standingSchema: v.GenericSchema<unknown, StandingView> = v.object({
  ...shared,
  ...now,
});
const finalLineSchema: v.GenericSchema<unknown, FinalLineView> = v.object(shared);

const players = v.pipe(count, v.description('In the whole table.'));
const page = v.pipe(count, v.description('From 0.'));

export const tableSchema: v.GenericSchema<unknown, TableView> = v.object({
  arena,
  state: v.picklist(ARENA_STATES),
  final: v.boolean(),
  version: v.pipe(
    v.number(),
    v.description('Of a final ranking its number, else the instant it was made; 0: none yet.'),
  ),
  players,
  page,
  winners: v.array(playerId),
  standings: v.array(standingSchema),
});

const finalHead = (actor: string) => ({
  version: count,
  hash: v.string(),
  frozenAtMs: epochMs,
  winners: v.array(playerId),
  disqualified: v.array(playerId),
  correction: v.pipe(
    v.nullable(v.object({ reason: v.string(), actor: v.pipe(v.string(), v.description(actor)) })),
    v.description('null: the first version.'),
  ),
  players,
});

export const finalSchema = v.object({
  arena,
  ...finalHead('The id that is made of the account.'),
  page,
  standings: v.array(finalLineSchema),
});
export const finalHeadSchema = v.object({
  ...finalHead('Subject of the account.'),
  pages: count,
});

export const statsSchema: v.GenericSchema<unknown, StatsView> = v.object({
  players: count,
  games: count,
  moves: count,
  wins: v.object({ first: count, second: count }),
  draws: count,
  berserkRate: v.pipe(v.number(), v.description('Share of the sides, 0 to 1.')),
  averageRating: v.nullable(v.number()),
});

const scoreSchema = v.object({
  game: idOf<GameId>('the id of a game'),
  opponent: playerId,
  opponentName: v.string(),
  opponentRating: v.number(),
  side: v.picklist(SIDES),
  result: v.picklist(['win', 'draw', 'loss']),
  plies: count,
  berserk: v.boolean(),
  endedAtMs: epochMs,
  counted: v.boolean(),
  points,
  reason: v.string(),
  behind: v.nullable(
    v.object({
      performance: v.number(),
      opponentPoints: points,
      sonnebornBerger: points,
      cutFromBuchholz: v.boolean(),
      cutFromAroc: v.boolean(),
    }),
  ),
});

const { sheet: _, reasons: __, rank: ___, ...line } = shared;

export const playerPageSchema: v.GenericSchema<unknown, PlayerPage> = v.object({
  arena,
  ...line,
  ...now,
  rank: v.pipe(v.nullable(count), v.description('null: not in the table.')),
  removed: v.boolean(),
  removal: v.nullable(v.object({ reason: v.string(), atMs: epochMs })),
  scores: v.array(scoreSchema),
});
