import { createArena } from '../../shared/app/arenas.ts';
import type { Entity, Profile } from '../../shared/app/entities.ts';
import type { Store, Write } from '../../shared/app/ports.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import type { PresetName } from '../../shared/arena/policy.ts';
import { present } from '../../shared/core/assert.ts';
import { type ArenaId, ID_BYTES, idFromBytes, type PlayerId } from '../../shared/core/ids.ts';
import type { Asked } from './asking.ts';
import { playAsBot } from './bot.ts';
import { PLAIN } from './builders.ts';
import { type Cloud, createCloud, type OnCommit, type OpenBacking } from './cloud.ts';
import { aWebhook } from './hook-queue.ts';
import { isAllTold } from './hooks-told.ts';
import type { Closing, Step } from './late-freeze.ts';
import { type Organiser, organise } from './organiser.ts';

const MINUTE_MS = 60_000;
/** How much is simulated: players who share two arenas of this duration. */
export interface Size {
  readonly players: number;
  readonly durationMs: number;
}

const FULL_SIZE: Size = { players: 24, durationMs: 6 * MINUTE_MS };
/** How long the players stay after the last end, and how long the cloud then has to settle. */
const STAY_MS = 2 * MINUTE_MS;
const SETTLE_MS = 120 * MINUTE_MS;
const CREATE_TIMEOUT_MS = 10_000;
/** Far from the seeds of the players. */
const ORGANISER_SEEDS = 1_000_003;

/** Clocks (ms) that arenas are played with: short, so that games of all lengths occur. */
const CLOCKS = [
  { limitMs: 15_000, incrementMs: 0 },
  { limitMs: 20_000, incrementMs: 1_000 },
  { limitMs: 40_000, incrementMs: 0 },
  { limitMs: 10_000, incrementMs: 500 },
];

/** Who is there, and when. */
export interface Scene {
  readonly players: readonly PlayerId[];
  readonly startMs: number;
  readonly leavesAtMs: number;
}

export interface Simulation {
  readonly cloud: Cloud;
  readonly settled: boolean;
  /** By arena: its state when it was closed, and the messages that were stored afterwards. */
  readonly closings: ReadonlyMap<ArenaId, Closing>;
}

/** Two arenas at once with shared players, from their creation until nothing is left to do. */
export async function simulate(
  seed: number,
  backing?: OpenBacking,
  size: Size = FULL_SIZE,
  also: (cloud: Cloud, scene: Scene) => Pick<Organiser, 'isDone'> = () => ({ isDone: () => true }),
): Promise<Simulation> {
  const closings = new Map<ArenaId, Noted>();
  const cloud: Cloud = createCloud(
    seed,
    noteClosings(closings, () => cloud.store.all()),
    backing,
  );
  const { time, store, random, witness } = cloud;
  const players = await createPlayers(cloud, size.players);
  await commitSurely(store, { op: 'create', entity: aWebhook('me') });
  const startMs = time.now() + MINUTE_MS;
  const first = await createOne(cloud, startMs, size.durationMs, 'oware-shield');
  const preset = seed % 3 === 0 ? 'classic' : 'oware-shield';
  const second = await createOne(cloud, startMs + size.durationMs / 3, size.durationMs, preset);
  const arenas = [first.id, second.id];
  const organisers = [first, second].map((arena, index) =>
    organise(cloud, arena, seed * ORGANISER_SEEDS + index),
  );
  const leavesAtMs = second.endsAtMs + STAY_MS;
  const more = also(cloud, { players, startMs, leavesAtMs });
  for (const [index, player] of players.entries()) {
    void playAsBot(cloud, {
      player,
      seed: seed * 1_000 + index,
      arenas: index % 2 === 0 ? arenas : [...arenas].reverse(),
      comesAtMs: startMs + random.below(3 * MINUTE_MS) - MINUTE_MS,
      leavesAtMs,
    });
  }
  const isSettled = (): boolean =>
    time.now() > leavesAtMs &&
    organisers.every(({ isDone }) => isDone()) &&
    more.isDone() &&
    store.all().every((entity) => entity.type !== 'arena' || entity.settled) &&
    isAllTold(store.all());
  const settled = await time.run(
    () => witness.bugs.length > 0 || isSettled(),
    leavesAtMs + SETTLE_MS,
  );
  if (settled && witness.bugs.length === 0) for (const { check } of organisers) await check();
  return { cloud, settled, closings };
}

interface Noted {
  readonly entities: readonly Entity[];
  readonly steps: Step[];
}

function noteClosings(closings: Map<ArenaId, Noted>, all: () => readonly Entity[]): OnCommit {
  return (changes, asked) => {
    for (const { before, after } of changes) {
      const opened = before?.type === 'arena' && before.state === 'open';
      if (opened && after?.type === 'arena' && after.state === 'closing') {
        closings.set(after.id, { entities: all(), steps: [] });
      }
      const step = stepOf(before, after, asked);
      if (step !== null && (after?.type === 'row' || after?.type === 'game')) {
        closings.get(after.arena)?.steps.push(step);
      }
    }
  };
}

/** What has to be done again to get this change; null: it follows from the rest. */
function stepOf(before: Entity | null, after: Entity | null, asked: Asked | null): Step | null {
  const entered = before === null && after?.type === 'row';
  if (asked !== null && (after?.type === 'game' || entered)) return { kind: 'asked', asked };
  if (after?.type === 'row' && after.why === 'removed') return { kind: 'removed', row: after };
  return null;
}

async function createPlayers({ store, random, time }: Cloud, players: number): Promise<PlayerId[]> {
  const ids = Array.from({ length: players }, () => idFromBytes<PlayerId>(random.bytes(ID_BYTES)));
  for (const [index, player] of ids.entries()) {
    const rating = 1_200 + 100 * random.below(8);
    const name = `player ${index}`;
    const createdAtMs = time.now();
    const profile: Profile = {
      type: 'profile',
      guest: false,
      player,
      version: 0,
      name,
      rating,
      createdAtMs,
    };
    await commitSurely(store, { op: 'create', entity: profile });
  }
  return ids;
}

/** Created as an organiser does it: again, until an answer comes. */
async function createOne(
  cloud: Cloud,
  startsAtMs: number,
  durationMs: number,
  preset: PresetName,
): Promise<Arena> {
  const { random, invoke, time } = cloud;
  const clock = CLOCKS[random.below(CLOCKS.length)] ?? { limitMs: 15_000, incrementMs: 0 };
  const wanted = { name: 'Sunday', game: 'oware', preset, policy: {}, clock } as const;
  const body = { ...PLAIN, ...wanted, startsAtMs, durationMs, playersMax: 100, rated: true };
  const created: Arena[] = [];
  const create = async (): Promise<void> => {
    const outcome = await invoke(CREATE_TIMEOUT_MS, (ports) => createArena(ports, 'me', body));
    if (outcome.kind === 'done' && outcome.value.ok) created.push(outcome.value.value);
    else await create();
  };
  void create();
  await time.run(() => created.length > 0, startsAtMs);
  return present(created[0], 'arena');
}

/** A commit of ours, which a transaction conflict may meet like any other. */
async function commitSurely(store: Store, write: Write): Promise<void> {
  while ((await store.commit([write])).kind === 'busy');
}
