import { type Arena, shardsFor } from '../arena/arena.ts';
import type { EntryRules } from '../arena/entry-rules.ts';
import type { ArenaId } from '../core/ids.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import { type ArenaChanges, closesInside } from '../protocol/http.ts';
import { policyOf } from '../protocol/policy.ts';
import { entryOf } from './arenas.ts';
import type { Clocked, Ports } from './ports.ts';
import { scheduleArena } from './schedule-arena.ts';
import { type Steering, type SteerPorts, steerArena } from './steer-arena.ts';

type ChangePorts = SteerPorts & Pick<Ports, 'schedules'> & Clocked;

/** What may be said at any time; everything else is fixed once the arena has started. */
const ALWAYS: ReadonlySet<string> = new Set(['name', 'description', 'announcement']);

/** Whoever enters has read what is played; the start looks at ratings again. See `startArena`. */
export const GAME_FIXED_MS = 60_000;

/**
 * Changes what an organiser names of an arena, and moves its schedules with it.
 * Refusals: noSuchArena, versionConflict, alreadyStarted (`field`), arenaOver, invalid, busy.
 */
export async function changeArenaSettings(
  ports: ChangePorts,
  id: ArenaId,
  by: { readonly actor: string; readonly version: number | null },
  changes: ArenaChanges,
): Promise<Result<Arena, Refusal>> {
  const entry = changes.entry === undefined ? null : await entryOf(ports.random, changes.entry);
  const changed = await steerArena(ports, id, by.version, (arena) => {
    const change = changeOf(arena, changes, entry, ports.now());
    if (!change.ok) return change;
    if (isSame(arena, change.value)) return ok(null);
    const details = { fields: Object.keys(changes) };
    return ok({ change: change.value, deed: { actor: by.actor, action: 'change', details } });
  });
  if (!changed.ok || !isMoved(changes)) return changed;
  await scheduleArena(ports, changed.value);
  return changed;
}

/** As JSON: settings are plain values. */
const isSame = (arena: Arena, change: Steering['change']): boolean =>
  Object.entries(change).every(
    ([field, value]) => JSON.stringify(value) === JSON.stringify(arena[field as keyof Arena]),
  );

const isMoved = ({ startsAtMs, durationMs }: ArenaChanges): boolean =>
  startsAtMs !== undefined || durationMs !== undefined;

function changeOf(
  arena: Arena,
  changes: ArenaChanges,
  entry: EntryRules | null,
  nowMs: number,
): Result<Steering['change'], Refusal> {
  const { state, startsAtMs } = arena;
  if (state === 'cancelled') return err(refuse('arenaOver', { expected: 'an arena that goes on' }));
  const fixed = Object.keys(changes).find((field) => !ALWAYS.has(field));
  if (fixed !== undefined && (state !== 'created' || nowMs >= startsAtMs)) {
    return err(refuse('alreadyStarted', { field: fixed }));
  }
  const wrong = wrongIn(arena, changes, nowMs);
  return wrong === null ? ok(settingsOf(arena, changes, entry)) : err(wrong);
}

const invalid = (field: string, expected: string): Refusal =>
  refuse('invalid', { field, expected });

/** What fits no arena of this kind, though each value for itself is good. */
function wrongIn(arena: Arena, changes: ArenaChanges, nowMs: number): Refusal | null {
  const { startsAtMs, game, playersMax } = changes;
  if (startsAtMs !== undefined && startsAtMs < nowMs) {
    return invalid('startsAtMs', 'an instant in the future');
  }
  const { gameChanged } = settingsOf(arena, changes, null);
  const isOther = game !== undefined && game !== arena.kind;
  if (isOther && nowMs > arena.startsAtMs - GAME_FIXED_MS) {
    return refuse('alreadyStarted', { field: 'game', expected: 'a minute before the start' });
  }
  // Requests of before the change have to be over when the start looks at ratings again.
  if (gameChanged && startsAtMs !== undefined && nowMs > startsAtMs - GAME_FIXED_MS) {
    return invalid('startsAtMs', 'a minute from now at least, since the game has changed');
  }
  if (playersMax !== undefined && shardsFor(playersMax) > arena.shards) {
    return invalid('playersMax', 'no more than an arena of one shard takes: copy it instead');
  }
  const { policy, startsAtMs: fromMs, endsAtMs: toMs } = settingsOf(arena, changes, null);
  return closesInside(policy.pairingClosesMs, toMs - fromMs)
    ? null
    : invalid('policy.pairingClosesMs', 'less than the duration');
}

/** The fields of the arena as they are, or as they become. */
function settingsOf(arena: Arena, changes: ArenaChanges, entry: EntryRules | null) {
  const startsAtMs = changes.startsAtMs ?? arena.startsAtMs;
  const durationMs = changes.durationMs ?? arena.endsAtMs - arena.startsAtMs;
  const rules = changes.preset !== undefined || changes.policy !== undefined;
  const kind = changes.game ?? arena.kind;
  return {
    name: changes.name ?? arena.name,
    description: changes.description ?? arena.description,
    announcement: changes.announcement ?? arena.announcement,
    kind,
    gameChanged: arena.gameChanged || kind !== arena.kind,
    policy: rules
      ? policyOf(changes.preset ?? arena.policy.preset, changes.policy ?? {})
      : arena.policy,
    limitMs: changes.clock?.limitMs ?? arena.limitMs,
    incrementMs: changes.clock?.incrementMs ?? arena.incrementMs,
    rated: changes.rated ?? arena.rated,
    startsAtMs,
    endsAtMs: startsAtMs + durationMs,
    playersMax: changes.playersMax ?? arena.playersMax,
    entry: entry ?? arena.entry,
  };
}
