import { createArena } from '../../shared/app/arenas.ts';
import type { Entity } from '../../shared/app/entities.ts';
import { visitLobby } from '../../shared/app/lobby.ts';
import { runArena } from '../../shared/app/run-arena.ts';
import { type Arena, changeArena } from '../../shared/arena/arena.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import { newRating, type Rating } from '../../shared/game/glicko.ts';
import type { EntryBody } from '../../shared/protocol/http.ts';
import type { ServerMessage } from '../../shared/protocol/server-message.ts';
import type { GameKind } from '../../shared/rules/rules.ts';
import { PLAIN } from './builders.ts';
import { arenaOf, createStage, START_MS, type Stage, speaking } from './stage.ts';

const HOUR_MS = 3_600_000;

/** An arena of Oware in an hour's time that asks for this. */
export async function arenaWith(
  entry: Partial<EntryBody>,
  stage: Stage = createStage(),
): Promise<{ readonly stage: Stage; readonly arena: Arena }> {
  const created = await createArena(stage.ports, 'organiser', {
    ...PLAIN,
    ...{ name: 'Asking', game: 'oware', preset: 'oware-shield', policy: {}, playersMax: 1_000 },
    clock: { limitMs: 180_000, incrementMs: 2_000 },
    ...{ durationMs: HOUR_MS, rated: true, startsAtMs: stage.clock.nowMs + HOUR_MS },
    entry: { ...PLAIN.entry, ...entry },
  });
  if (!created.ok) throw new Error(created.error.code);
  return { stage, arena: created.value };
}

/** A rating that is not provisional. */
export const settled = (rating: number, games = 40): Rating => ({
  ...{ ...newRating(rating), deviation: 60, volatility: 0.06, games, ratedAtMs: START_MS },
});

export interface Person {
  readonly guest?: boolean;
  readonly rating?: number;
  /** By kind of game; without one he has never played it rated. */
  readonly ratings?: Partial<Record<GameKind, Rating>>;
}

/** What is stored of somebody. */
export function entitiesOf(
  player: PlayerId,
  { guest = false, rating = 1_500, ratings = {} }: Person = {},
): readonly Entity[] {
  const profile = { name: player, rating, guest, createdAtMs: START_MS };
  return [
    { type: 'profile', player, version: 0, ...profile },
    ...Object.entries(ratings).map(([kind, glicko]) => ({
      ...({ type: 'rating', player, kind: kind as GameKind } as const),
      ...{ version: glicko.games, glicko },
    })),
  ];
}

/** Somebody whom the store knows from now on; a rating of many games breaks a law of it. */
export async function storePerson(
  { store }: Pick<Stage, 'store'>,
  player: PlayerId,
  person: Person = {},
): Promise<void> {
  const entities = entitiesOf(player, person);
  await store.commit(entities.map((entity) => ({ op: 'create', entity }) as const));
}

export const enter = (
  stage: Stage,
  player: PlayerId,
  { id }: Pick<Arena, 'id'>,
  password?: string,
): Promise<ServerMessage> =>
  visitLobby(stage.ports, speaking(stage, player), { t: 'enter', arena: id, password });

export const leave = (
  stage: Stage,
  player: PlayerId,
  { id }: Pick<Arena, 'id'>,
): Promise<ServerMessage> =>
  visitLobby(stage.ports, speaking(stage, player), { t: 'leave', arena: id });

/** The arena as an organiser has changed it. */
export async function changed(
  { store }: Pick<Stage, 'store'>,
  { id }: Pick<Arena, 'id'>,
  change: (arena: Arena) => Partial<Arena>,
): Promise<Arena> {
  const before = await store.arena(id, 'consistent');
  if (before === null) throw new Error(`no arena ${id}`);
  const after = changeArena(before, change(before));
  await store.commit([{ op: 'update', before, after }]);
  return after;
}

/** The arena at its start, opened. */
export async function opened(stage: Stage, arena: Arena): Promise<Arena> {
  stage.clock.nowMs = arena.startsAtMs;
  await runArena(stage.ports, arena.id);
  return arenaOf(stage, arena.id);
}
