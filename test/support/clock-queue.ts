import { look } from '../../shared/app/look.ts';
import type { ClockMessage, Lifecycle, Queues, Schedules } from '../../shared/app/ports.ts';
import { runArena } from '../../shared/app/run-arena.ts';
import type { ArenaId } from '../../shared/core/ids.ts';
import type { StreamWorld } from './streams.ts';

const JITTER_MS = 300;
const SLOW_MESSAGE_MS = 10_000;
const VISIBILITY_MS = 180_000;
const RECEIVES_MAX = 8;
const CLOCK_TIMEOUT_MS = 30_000;
const LIFECYCLE_TIMEOUT_MS = 60_000;
/** Pauses before an asynchronous call that failed is made again: twice. */
const ASYNC_RETRIES_MS = [60_000, 120_000];
/** Schedules call this long before the instant. */
const SCHEDULE_AHEAD_MS = 120_000;

/** The timers of the cloud: clock queue, lifecycle calls and schedules. */
export function createTimers(world: StreamWorld): {
  readonly clock: Queues['clock'];
  readonly lifecycle: Lifecycle;
  readonly schedules: Schedules;
} {
  const { time, random, faults } = world;

  const receive = async (message: ClockMessage, receives: number): Promise<void> => {
    const outcome = await world.invoke(CLOCK_TIMEOUT_MS, (ports) => look(ports, message));
    if (outcome.kind === 'failed') world.onFailure(`clock ${message.t}`, outcome.cause);
    if (outcome.kind !== 'done' && receives < RECEIVES_MAX) {
      faults.note('redelivery');
      time.at(time.now() + VISIBILITY_MS, () => void receive(message, receives + 1));
    } else if (faults.happens('duplicate')) {
      time.at(time.now() + random.below(SLOW_MESSAGE_MS), () => void receive(message, receives));
    }
  };

  const clock: Queues['clock'] = async (message, delayMs) => {
    if (faults.happens('lostMessage')) return;
    const lateMs = random.below(faults.happens('delay') ? SLOW_MESSAGE_MS : JITTER_MS);
    // SQS counts in whole seconds.
    const seconds = Math.ceil(Math.max(0, delayMs) / 1_000);
    time.at(time.now() + seconds * 1_000 + lateMs, () => void receive(message, 1));
  };

  const call = async (arena: ArenaId, retries: readonly number[]): Promise<void> => {
    const outcome = await world.invoke(LIFECYCLE_TIMEOUT_MS, (ports) => runArena(ports, arena));
    if (outcome.kind === 'failed') world.onFailure('lifecycle', outcome.cause);
    const [pauseMs, ...later] = retries;
    if (outcome.kind === 'done' || pauseMs === undefined) return;
    faults.note('redelivery');
    time.at(time.now() + pauseMs, () => void call(arena, later));
  };
  const callAt = (atMs: number, arena: ArenaId): void => {
    time.at(atMs + random.below(JITTER_MS), () => void call(arena, ASYNC_RETRIES_MS));
  };

  const plan: Schedules['plan'] = async ({ id, startsAtMs, endsAtMs }, nowMs) => {
    for (const atMs of [startsAtMs, endsAtMs]) {
      const callAtMs = Math.max(nowMs, atMs - SCHEDULE_AHEAD_MS);
      if (!faults.happens('lostSchedule')) callAt(callAtMs, id);
    }
  };

  return {
    clock,
    lifecycle: { wake: async (arena) => callAt(time.now(), arena) },
    schedules: { plan, drop: async () => {} },
  };
}
