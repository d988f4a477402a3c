import type { Commit } from './dynamodb/commit.ts';
import type { FaultKind } from './dynamodb/faults.ts';
import type { SocketLimits } from './gateway/socket-limits.ts';
import type { Template } from './template/resources.ts';

export interface LocalCloudOptions {
  /** Of the HTTP API, the WebSocket API and the issuer; 0 takes a free one. */
  readonly port: number;
  /** Of the AWS endpoint; a free one if not given. */
  readonly awsPort?: number;
  /** Keeps everything across restarts; without it all is gone at the end. */
  readonly dataDir?: string;
  readonly template: Template;
  /** The folder of each function's bundle, by the function's deployed name. */
  readonly bundles: Readonly<Record<string, string>>;
  /** Of everything random: faults, lateness, polling phases. */
  readonly seed?: number;
  readonly faults?: Partial<CloudFaults>;
  /** Divides what the cloud itself makes wait: socket limits and retry delays. */
  readonly speedUp?: number;
  /** In place of what the gateway's own limits come to. */
  readonly socketLimits?: Partial<SocketLimits>;
  /** How often a stream is looked at: 5 ms, where AWS takes 250. */
  readonly streamPollMs?: number;
  /** Shards of every stream; a data folder is bound to the number it was made with. */
  readonly streamShards?: number;
  /** Threads by the last part of the function's name; else those of `POOL_SIZES`, or 1. */
  readonly poolSizes?: Readonly<Record<string, number>>;
  /** Sees every commit of the database, just before it is visible; it must not throw. */
  readonly onCommit?: (commit: Commit) => void;
  /** Every line that a function prints, and what the cloud itself has to say. */
  readonly onLog?: (entry: LogEntry) => void;
}

export interface LogEntry {
  /** The name of a function, or `cloud`. */
  readonly source: string;
  readonly line: string;
}

/** What goes wrong on purpose; rates are shares in [0, 1), that of batches in [0, 1]. */
export interface CloudFaults {
  readonly dynamodb: Partial<Record<FaultKind, number>>;
  /** Batches of a stream that are delivered once more, and only once, although they are done. */
  readonly repeatedBatchRate: number;
  /** Messages of a queue that are delivered once more although they are done. */
  readonly repeatedMessageRate: number;
  /** Posts to a standing connection that are told it is gone. */
  readonly goneRate: number;
  /** Schedules fire up to this late; AWS promises a minute. */
  readonly scheduleLatenessMaxMs: number;
}

/** Faults that strike by chance, beside those of the database. */
export type RatedFault = 'repeatedBatchRate' | 'repeatedMessageRate' | 'goneRate';

/** The options with everything that was left out. */
export interface Settings {
  readonly seed: number;
  readonly faults: CloudFaults;
  readonly streamPollMs: number;
  readonly streamShards: number;
  readonly streamRetryDelayMs: (failures: number) => number;
  readonly asyncRetryDelaysMs: readonly number[];
  readonly socketLimits: SocketLimits;
  /** Threads of a function, by its deployed name. */
  readonly poolSize: (functionName: string) => number;
}

const NO_FAULTS: CloudFaults = {
  dynamodb: {},
  repeatedBatchRate: 0,
  repeatedMessageRate: 0,
  goneRate: 0,
  scheduleLatenessMaxMs: 0,
};

const STREAM_POLL_MS = 5;
const STREAM_SHARDS = 4;

/**
 * Two cores are shared by all: more threads would only wait for each other. `announce` has a second
 * one for the pushes, since the first may wait for a webhook that answers slowly.
 */
const POOL_SIZES: Readonly<Record<string, number>> = { move: 2, game: 2, lobby: 2, announce: 2 };

/** As on AWS. */
const SOCKET_IDLE_MS = 600_000;
const SOCKET_LIFETIME_MS = 7_200_000;
const ASYNC_RETRY_DELAYS_MS = [60_000, 120_000];

/** Lambda backs off, but does not say how. */
const STREAM_RETRY_MS = 100;
const STREAM_RETRY_MAX_MS = 10_000;

export function resolveOptions(options: LocalCloudOptions): Settings {
  const { speedUp = 1, streamPollMs = STREAM_POLL_MS, streamShards = STREAM_SHARDS } = options;
  const poolSizes = { ...POOL_SIZES, ...options.poolSizes };
  return {
    seed: options.seed ?? 1,
    faults: { ...NO_FAULTS, ...options.faults },
    streamPollMs,
    streamShards,
    streamRetryDelayMs: (failures) =>
      Math.min(STREAM_RETRY_MS * 2 ** Math.max(0, failures - 1), STREAM_RETRY_MAX_MS) / speedUp,
    asyncRetryDelaysMs: ASYNC_RETRY_DELAYS_MS.map((delayMs) => delayMs / speedUp),
    socketLimits: {
      idleMs: SOCKET_IDLE_MS / speedUp,
      lifetimeMs: SOCKET_LIFETIME_MS / speedUp,
      ...options.socketLimits,
    },
    poolSize: (functionName) => poolSizes[functionName.split('-').at(-1) ?? ''] ?? 1,
  };
}
