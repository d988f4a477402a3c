import { bundleFunctions } from '../../infra/bundle.ts';
import { httpClient } from '../../infra/cli/client.ts';
import { synthesize } from '../../infra/cloud/synthesize.ts';
import { type LocalCloud, startLocalCloud } from '../../infra/local/local-cloud.ts';
import type { CloudFaults } from '../../infra/local/options.ts';
import type { ArenaView } from '../../shared/protocol/arena-view.ts';
import { addCounts } from '../support/embedded-metrics.ts';
import type { Flags } from './flags.ts';
import type { Recorder } from './recorder.ts';

/** What goes wrong on purpose, per chance it has: enough for every path, and no storm. */
const FAULTS: CloudFaults = {
  dynamodb: { transactionConflict: 0.01, throttle: 0.001, responseLost: 0.003, staleRead: 0.05 },
  repeatedBatchRate: 0.05,
  repeatedMessageRate: 0.05,
  goneRate: 0.001,
  scheduleLatenessMaxMs: 2_000,
};

/** A thread that waits to try a throttled call again must not hold up all other moves. */
const POOL_SIZES = { move: 4, lobby: 3 };

/** AWS looks at a stream every 250 ms; the 5 ms of the local cloud make a batch of every record. */
const STREAM_POLL_MS = 50;

/** What the functions and the cloud say. */
export interface Voices {
  /** Occurrences that the functions count in their lines. */
  readonly counts: Map<string, number>;
  /** Errors that functions report; with faults some of them are meant to be. */
  readonly errors: string[];
  /** Bugs of the local cloud. */
  readonly bugs: string[];
}

export async function openStage(flags: Flags, recorder: Recorder, voices: Voices) {
  const { outDir } = await bundleFunctions();
  const stack = synthesize({
    ...{ stage: 'local', issuer: 'https://issuer.local', audience: 'shield-arena' },
    ...{ ratingClaim: 'rating', assetsDir: outDir },
  });
  return startLocalCloud({
    ...stack,
    port: 0,
    seed: flags.seed,
    poolSizes: POOL_SIZES,
    streamPollMs: STREAM_POLL_MS,
    ...(!flags.calm && { faults: FAULTS }),
    onCommit: recorder.onCommit,
    onLog: ({ source, line }) => listen(voices, source, line),
  });
}

function listen({ counts, errors, bugs }: Voices, source: string, line: string): void {
  if (line.startsWith('bug:')) bugs.push(`${source}: ${line}`);
  if (line.includes('"level":"error"')) errors.push(`${source}: ${line}`);
  if (!line.includes('"_aws"')) return;
  addCounts(counts, JSON.parse(line) as Readonly<Record<string, unknown>>);
}

/** What goes wrong in the database from here on; nothing in a calm run. */
export function setFaults({ dynamodb }: LocalCloud, isOn: boolean): void {
  const { rates } = dynamodb.faults;
  for (const kind of Object.keys(rates) as (keyof typeof rates)[]) {
    rates[kind] = isOn ? (FAULTS.dynamodb[kind] ?? 0) : 0;
  }
}

/** The instants of a run (epoch ms). */
export interface Times {
  readonly startsAtMs: number;
  /** The load that is measured: after the first wave, until pairing closes. */
  readonly window: { readonly fromMs: number; readonly untilMs: number };
  readonly endsAtMs: number;
}

const ARRIVAL_MS = 8_000;
const ARRIVAL_MS_A_PLAYER = 80;
const FIRST_WAVE_MS = 10_000;
/** Pairing closes so long before the end, or a tenth of the duration. */
const CLOSES_MS_MAX = 30_000;
/** Room for a rounded duration. */
const SPARE_MS = 500;

export function timesOf({ players, minutes }: Flags): Times {
  const startsAtMs = Date.now() + ARRIVAL_MS + players * ARRIVAL_MS_A_PLAYER;
  const fromMs = startsAtMs + FIRST_WAVE_MS;
  const untilMs = fromMs + Math.round(minutes * 60_000);
  const openMs = untilMs - startsAtMs + SPARE_MS;
  const endsAtMs = startsAtMs + openMs + Math.ceil(Math.min(CLOSES_MS_MAX, openMs / 9));
  return { startsAtMs, window: { fromMs, untilMs }, endsAtMs };
}

const CLOCK = { limitMs: 60_000, incrementMs: 2_000 };

export async function createArenas(
  cloud: LocalCloud,
  { startsAtMs, endsAtMs }: Times,
): Promise<readonly [ArenaView, ArenaView]> {
  const client = httpClient(cloud.httpUrl);
  const token = await cloud.issuer.mintToken({ subject: 'organiser', roles: ['organiser'] });
  const durationMs = endsAtMs - startsAtMs;
  const create = (name: string) =>
    client.createArena(token, { name, clock: CLOCK, startsAtMs, durationMs });
  return [await create('Load one'), await create('Load two')];
}
