import { setTimeout as sleep } from 'node:timers/promises';
import { arenaCodec } from '../../functions/aws/arena-item.ts';
import type { Item } from '../../functions/aws/codec.ts';
import type { LocalCloud } from '../../infra/local/local-cloud.ts';
import { openCrowd } from './crowd.ts';
import { type Flags, parseFlags, USAGE } from './flags.ts';
import { type Measured, startGauge } from './gauge.ts';
import { judge } from './judge.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { figuresOf, lawsOf, type Run, starvedBy, writtenInTime } from './report.ts';
import { createArenas, openStage, setFaults, type Times, timesOf, type Voices } from './stage.ts';
import { createTally } from './tally.ts';
import { verifyArena } from './verify.ts';
import { measureWaits } from './waits.ts';

/** Everything is over so long after the end: the last flags, the freeze, the scoring. */
const SETTLES_MS_MAX = 120_000;
const VERIFIES_MS_MAX = 60_000;
const GIVES_UP_MS = 60_000;
const LOOK_MS = 500;
const ARENAS = 2;
const SAY_MS = 10_000;
/** Before the start. */
const QUIET_MS = 2_000;
const OFFENCES_SHOWN = 5;

async function main(flags: Flags): Promise<void> {
  const leaving = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => leaving.abort());
  }
  const recorder = createRecorder(Date.now);
  const voices: Voices = { counts: new Map(), errors: [], bugs: [] };
  console.log(`load: ${flags.players} players, ${flags.moves} moves/s, seed ${flags.seed}`);
  const cloud = await openStage(flags, recorder, voices);
  try {
    const run = await play({ flags, recorder, voices, cloud }, leaving);
    if (run === null) process.exitCode = 130;
    else tell(run);
  } finally {
    await cloud.stop();
  }
}

interface Backstage {
  readonly flags: Flags;
  readonly recorder: Recorder;
  readonly voices: Voices;
  readonly cloud: LocalCloud;
}

/** Plays to the frozen rankings and judges; null where it was interrupted. */
async function play(backstage: Backstage, leaving: AbortController): Promise<Run | null> {
  const { flags, recorder, voices, cloud } = backstage;
  const { signal } = leaving;
  const times = timesOf(flags);
  const arenas = await createArenas(cloud, times);
  const tally = createTally();
  const ids = [arenas[0].id, arenas[1].id] as const;
  const { window } = times;
  endAnyway(times.endsAtMs + SETTLES_MS_MAX + VERIFIES_MS_MAX);
  const crowd = openCrowd({ cloud, arenas: ids, flags, tally, window, signal });
  const measured = await watch(times, backstage, signal);
  await settle(times, recorder, signal);
  const interrupted = signal.aborted;
  leaving.abort();
  await crowd.done;
  if (interrupted) return null;
  setFaults(cloud, false);
  const verified = arenas.map((arena) => verifyArena(cloud.httpUrl, arena));
  const late = sleep(VERIFIES_MS_MAX, ['the rankings were not shown in time'], { ref: false });
  const faults = await Promise.race([Promise.all(verified).then((all) => all.flat()), late]);
  const verdict = judge(recorder.changes, tally.silent);
  const open = [...recorder.arenas.values()].map((item) =>
    arenaCodec.decode(item as unknown as Item),
  );
  const waits = open.map((arena) => measureWaits(arena, recorder.changes));
  return { flags, times, recorder, tally, voices, measured, verdict, waits, faults, cloud };
}

/** A run that hangs ends itself, and says so. */
function endAnyway(atMs: number): void {
  const giveUp = () => {
    console.log('red: the run does not come to its end');
    process.exit(1);
  };
  setTimeout(giveUp, atMs + GIVES_UP_MS - Date.now()).unref();
}

/** Measures the load, and says every ten seconds how it goes. */
async function watch(
  { window, startsAtMs }: Times,
  { recorder, cloud, flags: { calm } }: Backstage,
  signal: AbortSignal,
): Promise<Measured> {
  let stop: (() => Measured) | null = null;
  for (let saidMs = Date.now(); Date.now() < window.untilMs && !signal.aborted; ) {
    await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
    // A start that fails is the sweep's to repeat, a minute later: not what is measured here.
    if (!calm)
      setFaults(cloud, Date.now() < startsAtMs - QUIET_MS || recorder.arenas.size === ARENAS);
    if (Date.now() >= window.fromMs) stop ??= startGauge();
    if (Date.now() < saidMs + SAY_MS) continue;
    saidMs = Date.now();
    const lastSecond = Math.floor(saidMs / 1_000) - 1;
    const leftS = Math.max(0, Math.round((window.untilMs - saidMs) / 1_000));
    console.log(
      `… ${leftS} s left, ${cloud.connectionCount()} connected, ` +
        `${recorder.movesBySecond.get(lastSecond) ?? 0} moves in the last second`,
    );
  }
  return (stop ?? startGauge())();
}

async function settle({ endsAtMs }: Times, recorder: Recorder, signal: AbortSignal): Promise<void> {
  const latestMs = endsAtMs + SETTLES_MS_MAX;
  const isOver = () => recorder.published.size === ARENAS && recorder.unfinished() === 0;
  while (!isOver() && Date.now() < latestMs && !signal.aborted) {
    await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
  }
}

function tell(run: Run): void {
  for (const line of figuresOf(run)) console.log(line);
  const laws = lawsOf(run);
  for (const { name, broken } of laws) {
    console.log(`${name}: ${broken.length}`);
    for (const offence of broken.slice(0, OFFENCES_SHOWN)) console.log(`  ${offence}`);
  }
  for (const error of run.voices.errors.slice(0, OFFENCES_SHOWN)) {
    console.log(`  error ${error.slice(0, 400)}`);
  }
  const starved = starvedBy(run);
  const isBroken = laws.some(({ broken }) => broken.length > 0);
  if (isBroken) console.log('red: a law was broken');
  else if (starved.length > 0) console.log(`invalid: ${starved.join(', ')}`);
  else console.log(writtenInTime(run) ? 'green' : 'red: acceptable pairs were written too late');
  if (isBroken || (starved.length === 0 && !writtenInTime(run))) process.exitCode = 1;
}

const flags = parseFlags(process.argv.slice(2));
if (!flags.ok) {
  console.error(`${flags.error}\n\n${USAGE}`);
  process.exitCode = 2;
} else {
  await main(flags.value).catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}
