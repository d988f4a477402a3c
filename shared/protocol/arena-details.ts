import * as v from 'valibot';
import { ARENA_STATES, type Arena } from '../arena/arena.ts';
import { PRESET_NAMES } from '../arena/policy.ts';
import type { ArenaId, SeriesId } from '../core/ids.ts';
import { GAME_KINDS } from '../rules/rules.ts';
import { epochMs, idOf, playerId } from './api/parameters.ts';
import { viewArena } from './arena-view.ts';

export const personSchema = v.object({ player: playerId, name: v.string() });
export type PersonName = v.InferOutput<typeof personSchema>;

/** An arena over HTTP: all that everybody may know of it. */
export const arenaDetailsSchema = v.object({
  id: idOf<ArenaId>('the id of an arena'),
  version: v.pipe(v.number(), v.description('Of the etag; every change counts one.')),
  name: v.string(),
  description: v.pipe(v.string(), v.description('Markdown; show it without any HTML in it.')),
  announcement: v.string(),
  game: v.picklist(GAME_KINDS),
  preset: v.picklist(PRESET_NAMES),
  policy: v.pipe(
    v.record(v.string(), v.unknown()),
    v.description('What differs from the preset, points as printed.'),
  ),
  clock: v.object({ limitMs: v.number(), incrementMs: v.number() }),
  rated: v.boolean(),
  state: v.picklist(ARENA_STATES),
  startsAtMs: epochMs,
  endsAtMs: epochMs,
  playersMax: v.number(),
  players: v.pipe(v.number(), v.description('Places that are taken.')),
  entry: v.object({
    guests: v.boolean(),
    access: v.picklist(['open', 'password', 'list']),
    ratingMin: v.nullable(v.number()),
    ratingMax: v.nullable(v.number()),
    gamesMin: v.number(),
    closed: v.pipe(v.boolean(), v.description('Nobody new is let in any more.')),
  }),
  series: v.nullable(idOf<SeriesId>('the id of a series')),
  defenders: v.pipe(
    v.array(personSchema),
    v.description('Who holds the shield that is played for; asked for one arena alone.'),
  ),
  cancellation: v.nullable(v.object({ reason: v.string(), atMs: epochMs })),
  finalVersion: v.pipe(v.number(), v.description('Of the final ranking; 0: none yet.')),
});
export type ArenaDetails = v.InferOutput<typeof arenaDetailsSchema>;

export const arenaPageSchema = v.object({
  arenas: v.array(arenaDetailsSchema),
  next: v.nullable(v.string()),
});

export function viewDetails(
  arena: Arena,
  { players, defenders }: Pick<ArenaDetails, 'players' | 'defenders'>,
): ArenaDetails {
  const { entry, cancellation } = arena;
  return {
    ...viewArena(arena),
    version: arena.version,
    description: arena.description,
    announcement: arena.announcement,
    playersMax: arena.playersMax,
    players,
    entry: {
      guests: entry.guests,
      access: entry.access,
      ratingMin: entry.ratingMin,
      ratingMax: entry.ratingMax,
      gamesMin: entry.gamesMin,
      closed: arena.entriesClosed,
    },
    series: arena.series,
    defenders,
    cancellation: cancellation && { reason: cancellation.reason, atMs: cancellation.atMs },
  };
}
