/** Server time = local time + `offsetMs`, give or take `errorMs`. */
export interface ClockEstimate {
  readonly offsetMs: number;
  readonly errorMs: number;
}

/** One ping: local instants around it, and what the server's clock said in between (whole ms). */
export interface Echo {
  readonly sentAtMs: number;
  readonly heardAtMs: number;
  readonly serverMs: number;
}

export interface ServerClock {
  readonly learn: (echo: Echo) => void;
  /** null before the first echo. */
  readonly estimate: () => ClockEstimate | null;
}

interface Bounds {
  readonly lowMs: number;
  readonly highMs: number;
}

const ECHOES_MAX = 8;

/**
 * The offset between two clocks by Cristian's bounds (Distributed Computing 3, 1989): the server
 * spoke after the ping was sent and before the answer was heard. What all recent echoes allow is
 * the estimate; clocks that run apart contradict old echoes, which are then forgotten.
 */
export function createServerClock(): ServerClock {
  let bounds: readonly Bounds[] = [];

  const learn = ({ sentAtMs, heardAtMs, serverMs }: Echo): void => {
    // The server cuts its milliseconds off: it may have been almost one later.
    const latest = { lowMs: serverMs - heardAtMs, highMs: serverMs + 1 - sentAtMs };
    const known = [...bounds, latest].slice(-ECHOES_MAX);
    const { lowMs, highMs } = common(known);
    bounds = lowMs <= highMs ? known : [latest];
  };

  const estimate = (): ClockEstimate | null => {
    if (bounds.length === 0) return null;
    const { lowMs, highMs } = common(bounds);
    return { offsetMs: (lowMs + highMs) / 2, errorMs: (highMs - lowMs) / 2 };
  };

  return { learn, estimate };
}

const common = (bounds: readonly Bounds[]): Bounds => ({
  lowMs: Math.max(...bounds.map(({ lowMs }) => lowMs)),
  highMs: Math.min(...bounds.map(({ highMs }) => highMs)),
});
