import { setTimeout as sleep } from 'node:timers/promises';
import type { LocalCloud } from '../../infra/local/local-cloud.ts';
import type { ArenaView } from '../../shared/protocol/arena-view.ts';
import { startGauge } from '../load/gauge.ts';
import { createRecorder, type Recorder } from '../load/recorder.ts';
import { openStage, type Voices } from '../load/stage.ts';
import { createTally } from '../load/tally.ts';
import { openOrganiser, type Times, timesOf } from './arenas.ts';
import { type Crowd, openCrowd } from './crowd.ts';
import { type Flags, parseFlags, USAGE } from './flags.ts';
import { colourOf, starvedBy } from './judge.ts';
import { figuresOf, judgeRun, type Run } from './run.ts';
import { createVersions, type Versions } from './versions.ts';

/** Everything is over so long after the end: the last games, the freeze, the scoring. */
const SETTLES_MS_MAX = 300_000;
const GIVES_UP_MS = 60_000;
const LOOK_MS = 500;
const SAY_MS = 10_000;
const CASES_SHOWN = 5;
const CASE_CHARACTERS = 400;
/** Whoever interrupts a run does not wait for its cloud. */
const LEAVES_MS_MAX = 2_000;
const INTERRUPTED = 130;

interface Backstage {
  readonly flags: Flags;
  readonly recorder: Recorder;
  readonly versions: Versions;
  readonly voices: Voices;
  readonly cloud: LocalCloud;
  readonly signal: AbortSignal;
}

async function main(flags: Flags): Promise<void> {
  const leaving = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => leave(leaving));
  console.log(`soak: ${flags.players} players, ${flags.minutes} minutes, seed ${flags.seed}`);
  const [recorder, versions] = [createRecorder(Date.now), createVersions()];
  const voices: Voices = { counts: new Map(), errors: [], bugs: [] };
  const both: Recorder = {
    ...recorder,
    onCommit: (commit) => {
      recorder.onCommit(commit);
      versions.onCommit(commit);
    },
  };
  const cloud = await openStage({ ...flags, moves: 1, calm: true }, both, voices);
  const { signal } = leaving;
  try {
    const run = await play({ flags, recorder, versions, voices, cloud, signal });
    if (run === null) process.exitCode = INTERRUPTED;
    else await tell(run);
  } finally {
    await cloud.stop();
  }
}

function leave(leaving: AbortController): void {
  if (leaving.signal.aborted) process.exit(INTERRUPTED);
  leaving.abort();
  setTimeout(() => process.exit(INTERRUPTED), LEAVES_MS_MAX).unref();
}

/** Plays until every game is scored and both rankings are shown; null where it was interrupted. */
async function play(backstage: Backstage): Promise<Run | null> {
  const { flags, recorder, versions, voices, cloud, signal } = backstage;
  const times = timesOf(flags, Date.now());
  endAnyway(times);
  const organiser = await openOrganiser(cloud);
  const arenas: readonly [ArenaView, ArenaView] = [
    await organiser.createArena('Torture', times),
    await organiser.createArena('Marathon', times),
  ];
  const tally = createTally();
  const gauge = startGauge();
  const crowd = openCrowd({ cloud, organiser, arenas, flags, tally, versions, voices });
  await settle(backstage, times, crowd);
  const measured = gauge();
  crowd.close();
  if (signal.aborted) return null;
  const acknowledged = crowd.acknowledged();
  return { cloud, arenas, recorder, versions, voices, tally, acknowledged, measured };
}

/** A run that hangs ends itself, and says so. */
function endAnyway({ endsAtMs }: Times): void {
  const giveUp = (): void => {
    console.log('red: the run does not come to its end');
    process.exit(1);
  };
  setTimeout(giveUp, endsAtMs + SETTLES_MS_MAX + GIVES_UP_MS - Date.now()).unref();
}

async function settle(
  { recorder, cloud, signal }: Backstage,
  { startsAtMs, endsAtMs }: Times,
  crowd: Crowd,
): Promise<void> {
  const latestMs = endsAtMs + SETTLES_MS_MAX;
  const isOver = (): boolean =>
    recorder.published.size === crowd.arenas && recorder.unfinished() === 0;
  for (let saidMs = Date.now(); !isOver() && Date.now() < latestMs && !signal.aborted; ) {
    await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
    if (Date.now() < saidMs + SAY_MS) continue;
    saidMs = Date.now();
    const second = Math.floor(saidMs / 1_000) - 1;
    const seconds = (atMs: number): string => `${Math.round((atMs - saidMs) / 1_000)} s`;
    const [what, atMs] = saidMs < startsAtMs ? ['start', startsAtMs] : ['end', endsAtMs];
    console.log(
      `… ${what} in ${seconds(atMs)}, ${cloud.connectionCount()} connected, ` +
        `${recorder.movesBySecond.get(second) ?? 0} moves in the last second`,
    );
  }
}

async function tell(run: Run): Promise<void> {
  const judged = await judgeRun(run);
  for (const line of figuresOf(run, judged)) console.log(line);
  for (const { name, broken } of judged.laws) {
    console.log(`${name}: ${broken.length}`);
    for (const one of broken.slice(0, CASES_SHOWN))
      console.log(`  ${one.slice(0, CASE_CHARACTERS)}`);
  }
  const starved = starvedBy(run.measured);
  const colour = colourOf(judged.laws, judged.wanting, starved);
  console.log(`wanting: ${judged.wanting.length}`);
  for (const one of judged.wanting) console.log(`  ${one.slice(0, CASE_CHARACTERS)}`);
  const broken = judged.laws.filter((law) => law.broken.length > 0).map(({ name }) => name);
  const why = colour === 'invalid' ? starved : [...broken, ...(broken[0] ? [] : ['see wanting'])];
  console.log(colour === 'green' ? colour : `${colour}: ${why.join(', ')}`);
  if (colour === 'red') process.exitCode = 1;
}

const flags = parseFlags(process.argv.slice(2));
if (!flags.ok) {
  console.error(`${flags.error}; --help shows all flags`);
  process.exitCode = 2;
} else if (flags.value === 'help') console.log(USAGE);
else {
  await main(flags.value).catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}
