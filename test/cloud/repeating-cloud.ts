import { bundleFunctions } from '../../infra/bundle.ts';
import { synthesize } from '../../infra/cloud/synthesize.ts';
import { type LocalCloud, startLocalCloud } from '../../infra/local/local-cloud.ts';
import type { LogEntry } from '../../infra/local/options.ts';
import { addCounts } from '../support/embedded-metrics.ts';

/** The stack on this machine, where every record of every stream is delivered twice. */
export interface RepeatingCloud {
  readonly cloud: LocalCloud;
  /** Lines of functions and cloud that report an error. */
  readonly errors: string[];
  /** How many records a function has been given. */
  readonly recordsOf: (functionName: string) => number;
  /** How often all functions together have counted this. */
  readonly counted: (what: string) => number;
}

/**
 * AWS looks at a stream every 250 ms. Batches are larger than at the 5 ms that the local cloud
 * takes otherwise, so there are fewer: a fifth of the time for whoever waits for many games.
 */
const STREAM_POLL_MS = 100;

export async function runRepeatingCloud(seed: number): Promise<RepeatingCloud> {
  const errors: string[] = [];
  const records = new Map<string, number>();
  const counts = new Map<string, number>();
  const onLog = ({ source, line }: LogEntry) => {
    const read = readLine(line);
    if (read.level === 'error' || line.startsWith('bug:')) errors.push(`${source}: ${line}`);
    const name = source.split('-').at(-1) ?? '';
    records.set(name, (records.get(name) ?? 0) + (read.records ?? 0));
    addCounts(counts, read);
  };
  const { outDir } = await bundleFunctions();
  const stack = { stage: 'local', issuer: 'https://issuer.local', audience: 'shield-arena' };
  const cloud = await startLocalCloud({
    ...synthesize({ ...stack, assetsDir: outDir }),
    port: 0,
    seed,
    streamPollMs: STREAM_POLL_MS,
    faults: { repeatedBatchRate: 1 },
    onLog,
  });
  return {
    cloud,
    errors,
    recordsOf: (functionName) => records.get(functionName) ?? 0,
    counted: (what) => counts.get(what) ?? 0,
  };
}

/** A structured line of a function; nothing is known of other lines. */
interface LogLine {
  readonly level?: string;
  readonly records?: number;
  readonly [metric: string]: unknown;
}

function readLine(text: string): LogLine {
  try {
    return JSON.parse(text) as LogLine;
  } catch {
    return {};
  }
}
