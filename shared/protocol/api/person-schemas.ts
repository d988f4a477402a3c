import * as v from 'valibot';
import { WAIT_REASONS } from '../../arena/pool.ts';
import { ROW_STATES } from '../../arena/row.ts';
import type { ArenaId, GameId } from '../../core/ids.ts';
import { GAME_KINDS } from '../../rules/rules.ts';
import type { MeView } from '../me-view.ts';
import type { BestPage, PersonView } from '../person-view.ts';
import { RULES_LANGUAGES, type RulesPage } from '../rules-page/rules-page.ts';
import { SECTION_IDS } from '../rules-page/sections.ts';
import { visitSchema } from '../spectate-view.ts';
import { epochMs, idOf, playerId } from './parameters.ts';

const arena = idOf<ArenaId>('the id of an arena');
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const rank = v.pipe(v.nullable(count), v.description('null: not in the table.'));
const next = v.pipe(v.nullable(v.string()), v.description('The cursor; null: the last page.'));

const ratingSchema = v.nullable(
  v.object({
    rating: v.number(),
    deviation: v.number(),
    games: count,
    provisional: v.boolean(),
    ratedAtMs: v.nullable(epochMs),
  }),
);

export const personSchema: v.GenericSchema<unknown, PersonView> = v.object({
  player: playerId,
  name: v.string(),
  ratings: v.object({ oware: ratingSchema, chess: ratingSchema, draughts: ratingSchema }),
  arenas: v.array(visitSchema),
  next,
});

export const bestPageSchema: v.GenericSchema<unknown, BestPage> = v.object({
  game: v.picklist(GAME_KINDS),
  ratings: v.array(
    v.object({ player: playerId, name: v.string(), rating: v.number(), games: count }),
  ),
  next,
});

export const meSchema: v.GenericSchema<unknown, MeView> = v.object({
  arena,
  nowMs: epochMs,
  player: playerId,
  state: v.picklist(ROW_STATES),
  seated: v.boolean(),
  paused: v.boolean(),
  removed: v.boolean(),
  wish: v.boolean(),
  lastGame: v.nullable(idOf<GameId>('the id of a game')),
  games: count,
  points: v.number(),
  onFire: v.boolean(),
  rank,
  waiting: v.pipe(
    v.nullable(
      v.object({
        sinceMs: epochMs,
        present: v.boolean(),
        reason: v.nullable(v.picklist(WAIT_REASONS)),
        widensAtMs: v.nullable(epochMs),
      }),
    ),
    v.description('null: nothing to wait for.'),
  ),
});

export const rulesPageSchema: v.GenericSchema<unknown, RulesPage> = v.object({
  lang: v.picklist(RULES_LANGUAGES),
  title: v.string(),
  sections: v.array(
    v.object({
      id: v.picklist(SECTION_IDS),
      heading: v.string(),
      paragraphs: v.array(v.string()),
    }),
  ),
});

export const ticketSchema = v.object({
  player: playerId,
  ticket: v.string(),
  expiresInMs: count,
  url: v.pipe(v.string(), v.description('Opens one connection.')),
});

export const guestSchema = v.object({ id: playerId, secret: v.string() });

export const removalSchema = v.object({
  arena,
  player: playerId,
  removed: v.literal(true),
  reason: v.string(),
  actor: v.string(),
  atMs: epochMs,
});
