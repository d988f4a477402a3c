import { availableParallelism, cpus } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** What the machine has given this process: delays in ms, shares in 0..1 of all cores. */
export interface Measured {
  readonly delayP50Ms: number;
  readonly delayP99Ms: number;
  readonly delayMaxMs: number;
  /** Of this process with all its threads. */
  readonly ownShare: number;
  /** Of everything that runs on this machine. */
  readonly busyShare: number;
  /** Seconds in which no core had anything to spare, as a share of all. */
  readonly fullShare: number;
  readonly seconds: number;
  readonly cpuMs: number;
}

/** The histogram counts the sleep of its own timer, too. */
const RESOLUTION_MS = 10;
const SECOND_MS = 1_000;
const FULL_SHARE = 0.97;

/** Starts measuring; the answer ends it. */
export function startGauge(): () => Measured {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const startedMs = performance.now();
  const usage = process.cpuUsage();
  const before = machineTimes();
  const seconds = countFullSeconds();
  const inMs = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
  return () => {
    delay.disable();
    const elapsedMs = performance.now() - startedMs;
    const { user, system } = process.cpuUsage(usage);
    const cpuMs = (user + system) / 1_000;
    const fullShare = seconds.stop();
    return {
      delayP50Ms: inMs(delay.percentile(50)),
      delayP99Ms: inMs(delay.percentile(99)),
      delayMaxMs: inMs(delay.max),
      ownShare: cpuMs / elapsedMs / availableParallelism(),
      busyShare: busyBetween(before, machineTimes()),
      fullShare,
      seconds: elapsedMs / 1_000,
      cpuMs,
    };
  };
}

function countFullSeconds(): { readonly stop: () => number } {
  let [all, full, last] = [0, 0, machineTimes()];
  const timer = setInterval(() => {
    const now = machineTimes();
    all += 1;
    if (busyBetween(last, now) >= FULL_SHARE) full += 1;
    last = now;
  }, SECOND_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return full / Math.max(1, all);
    },
  };
}

interface MachineTimes {
  readonly busyMs: number;
  readonly allMs: number;
}

const busyBetween = (before: MachineTimes, after: MachineTimes): number =>
  (after.busyMs - before.busyMs) / Math.max(1, after.allMs - before.allMs);

function machineTimes(): MachineTimes {
  const times = cpus().map(({ times: { user, nice, sys, irq, idle } }) => {
    const busyMs = user + nice + sys + irq;
    return { busyMs, allMs: busyMs + idle };
  });
  return times.reduce((a, b) => ({ busyMs: a.busyMs + b.busyMs, allMs: a.allMs + b.allMs }));
}
