import * as v from 'valibot';
import { ARENA_STATES } from '../../arena/arena.ts';
import { type Series, settingsVersion, WEEKDAYS } from '../../arena/series.ts';
import type { ArenaId, SeriesId } from '../../core/ids.ts';
import { arenaDetailsSchema, personSchema } from '../arena-details.ts';
import { viewPolicy } from '../policy.ts';
import { epochMs, idOf } from './parameters.ts';

const durationMs = v.pipe(v.number(), v.integer(), v.description('Milliseconds.'));
const arenaId = idOf<ArenaId>('the id of an arena');

/** Who holds a shield, and the edition in which it was won. */
export const shieldSchema = v.object({
  arena: arenaId,
  startsAtMs: epochMs,
  winners: v.array(personSchema),
});
export type Shield = v.InferOutput<typeof shieldSchema>;

const recurrenceView = v.variant('every', [
  v.object({
    every: v.literal('month'),
    day: v.number(),
    months: v.pipe(v.array(v.number()), v.readonly()),
    at: v.string(),
  }),
  v.object({ every: v.literal('week'), on: v.picklist(WEEKDAYS), at: v.string() }),
]);

const { description, game, preset, policy, clock, entry } = arenaDetailsSchema.entries;
const { closed: _, ...whoEnters } = entry.entries;

/** A series as everybody may see it. */
export const seriesViewSchema = v.object({
  id: idOf<SeriesId>('the id of a series'),
  version: v.pipe(
    v.number(),
    v.description('Of the etag: another one after a change of what organisers say of it.'),
  ),
  name: v.string(),
  ...{ description, game, preset, policy, clock },
  rated: v.boolean(),
  durationMs,
  playersMax: v.number(),
  entry: v.object(whoEnters),
  zone: v.string(),
  recurrences: v.pipe(v.array(recurrenceView), v.readonly()),
  state: v.picklist(['active', 'paused']),
  aheadMs: durationMs,
});
export type SeriesView = v.InferOutput<typeof seriesViewSchema>;

/** A series with its shield and what comes next; `arena` is null until it is created. */
export const wholeSeriesSchema = v.object({
  ...seriesViewSchema.entries,
  holder: v.nullable(shieldSchema),
  next: v.nullable(v.object({ startsAtMs: epochMs, arena: v.nullable(arenaId) })),
});
export type WholeSeriesView = v.InferOutput<typeof wholeSeriesSchema>;

export const seriesPageSchema = v.object({
  series: v.array(seriesViewSchema),
  next: v.nullable(v.string()),
});
export type SeriesPage = v.InferOutput<typeof seriesPageSchema>;

/** One edition; players and winners as the valid version of its ranking has them. */
export const editionViewSchema = v.object({
  arena: arenaId,
  name: v.string(),
  startsAtMs: epochMs,
  endsAtMs: epochMs,
  state: v.picklist(ARENA_STATES),
  /** Of the final ranking; 0: none. */
  finalVersion: v.number(),
  players: v.pipe(v.number(), v.description('In the final ranking; 0 before there is one.')),
  winners: v.array(personSchema),
});
export type EditionView = v.InferOutput<typeof editionViewSchema>;

export const historyPageSchema = v.object({
  series: idOf<SeriesId>('the id of a series'),
  editions: v.array(editionViewSchema),
  next: v.nullable(v.string()),
});
export type HistoryPage = v.InferOutput<typeof historyPageSchema>;

export async function viewSeries(series: Series): Promise<SeriesView> {
  const version = await settingsVersion(series);
  const { id, name, zone, recurrences, state, aheadMs, template } = series;
  const { kind, limitMs, incrementMs, policy, entry, ...same } = template;
  const { preset, ...changed } = viewPolicy(policy);
  const { password: _, ...who } = entry;
  const clock = { limitMs, incrementMs };
  return {
    ...{ id, version, name, game: kind, preset, policy: changed, clock, entry: who },
    ...{ zone, recurrences, state, aheadMs, ...same },
  };
}
