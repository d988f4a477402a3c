/** Lets so many go on a second, in the order in which they came. */
export interface Pace {
  readonly take: () => Promise<void>;
  /** From here on nobody waits. */
  readonly stop: () => void;
}

const PERIOD_MS = 10;
/** What was not used is lost after this time: a stall is not made up for in one burst. */
const SAVED_MS_MAX = 500;

export function createPace(perSecond: number): Pace {
  const waiting: (() => void)[] = [];
  let saved = 0;
  let lastMs = performance.now();
  let hasStopped = false;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    const savedMax = Math.max(1, (perSecond * SAVED_MS_MAX) / 1_000);
    saved = Math.min(savedMax, saved + ((nowMs - lastMs) * perSecond) / 1_000);
    lastMs = nowMs;
    for (; saved >= 1 && waiting.length > 0; saved -= 1) waiting.shift()?.();
  }, PERIOD_MS);
  return {
    take: () =>
      new Promise((resolve) => {
        if (hasStopped) resolve();
        else waiting.push(resolve);
      }),
    stop: () => {
      hasStopped = true;
      clearInterval(timer);
      for (const go of waiting.splice(0)) go();
    },
  };
}
