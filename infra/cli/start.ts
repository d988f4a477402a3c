import { setTimeout as sleep } from 'node:timers/promises';
import type { ArenaView } from '../../shared/protocol/arena-view.ts';
import type { LocalCloud } from '../local/local-cloud.ts';
import { type Client, httpClient } from './client.ts';
import { openCloud } from './cloud.ts';
import { conclude } from './conclude.ts';
import { type Flags, parseFlags, USAGE } from './flags.ts';
import { arenaName, policyIn, unfinishedArena } from './own-arena.ts';
import { createScreen, type Screen } from './screen.ts';
import { openTroupe } from './troupe.ts';

/** Bots arrive before the start. */
const STARTS_IN_MS = 10_000;
const LOOK_EVERY_MS = 1_000;
/** A frozen ranking is there this long after the end at the latest; late games take more. */
const FREEZE_MS_MAX = 30_000;
const LATE_GAMES_MS_MAX = 60_000;
/** Of the token that is printed. */
const TOKEN_S = 12 * 3_600;

function fail(line: string): void {
  console.error(line);
  process.exitCode = 1;
}

async function main(options: Flags): Promise<void> {
  const screen = createScreen(options.quiet);
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  process.once('SIGTERM', () => interrupted.abort());
  screen.say('starting the embedded cloud …');
  const faults: string[] = [];
  const cloud = await openCloud({
    ...options,
    onLog: (source, line) => note(faults, source, line),
  });
  try {
    const faultsSeen = await show(cloud, options, screen, interrupted.signal, faults);
    if (faultsSeen > 0) process.exitCode = 1;
  } finally {
    await cloud.stop();
  }
}

/** Plays one arena to its frozen ranking; the number of things that were wrong. */
async function show(
  cloud: LocalCloud,
  options: Flags,
  screen: Screen,
  signal: AbortSignal,
  faults: string[],
): Promise<number> {
  const client = httpClient(cloud.httpUrl);
  const token = await organiserToken(cloud);
  greet(cloud, token, screen);
  const arena = await findOrCreate(client, token, options, screen);
  const { players, seed } = options;
  const troupe = openTroupe(cloud, client, arena, { players, seed, signal });
  await watch(client, arena, screen, signal);
  if (!signal.aborted) await troupe.done;
  if (!signal.aborted) {
    faults.push(...(await conclude(client, arena, troupe.reconnects(), screen.say)));
    screen.say(faults.length === 0 ? 'Checked: everything agrees.' : `${faults.length} faults:`);
    for (const fault of faults) screen.say(`  ${fault}`);
  }
  if (options.once || signal.aborted) return faults.length;
  screen.say('\nThe cloud stays up; Ctrl-C stops it.');
  await aborted(signal);
  return 0;
}

/** What a function or the cloud reports as an error is a fault of the run. */
function note(faults: string[], source: string, line: string): void {
  if (!line.includes('"level":"error"') && !line.startsWith('bug:')) return;
  faults.push(`${source}: ${line.slice(0, 500)}`);
  console.error(faults.at(-1));
}

const organiserToken = (cloud: LocalCloud): Promise<string> =>
  cloud.issuer.mintToken({
    subject: 'organiser',
    name: 'Organiser',
    roles: ['organiser'],
    expiresInS: TOKEN_S,
  });

function greet(cloud: LocalCloud, token: string, { say }: Screen): void {
  say(`HTTP API    ${cloud.httpUrl}`);
  say(`WebSocket   ${cloud.socketUrl}?ticket=…  (a ticket: POST ${cloud.httpUrl}/tickets)`);
  say(`issuer      ${cloud.httpUrl}/.well-known/openid-configuration`);
  say(`a token to try them with (organiser, 12 hours):\n${token}\n`);
}

/** An arena that an earlier run left unfinished goes on; else there is a new one. */
async function findOrCreate(
  client: Client,
  token: string,
  { minutes, limitMs, incrementMs, ...wanted }: Flags,
  { say }: Screen,
): Promise<ArenaView> {
  const { preset, game, rated } = wanted;
  const unfinished = unfinishedArena(await client.arenas(), wanted);
  if (unfinished !== undefined) {
    say(`${unfinished.name} ${unfinished.id} goes on`);
    return unfinished;
  }
  const arena = await client.createArena(token, {
    ...{ name: arenaName(wanted), game, preset, rated },
    clock: { limitMs, incrementMs },
    startsAtMs: Date.now() + STARTS_IN_MS,
    durationMs: Math.round(minutes * 60_000),
  });
  const kind = `${rated ? 'rated' : 'casual'} ${game}, rules ${preset}`;
  say(`${arena.name} ${arena.id}: ${kind}, ${minutes} min, starts in ${STARTS_IN_MS / 1_000} s`);
  return arena;
}

/** Shows the table until it is frozen. */
async function watch(
  client: Client,
  watched: ArenaView,
  screen: Screen,
  signal: AbortSignal,
): Promise<void> {
  const { id, endsAtMs } = watched;
  const waits = policyIn(watched).lateGames === 'counted';
  const untilMs = endsAtMs + FREEZE_MS_MAX + (waits ? LATE_GAMES_MS_MAX : 0);
  while (!signal.aborted) {
    const [arena, table] = await Promise.all([client.arena(id), client.table(id)]);
    screen.live(arena, table);
    if (arena.state === 'frozen') return;
    if (Date.now() > untilMs) throw new Error('the ranking was not frozen in time');
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {});
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

const flags = parseFlags(process.argv.slice(2));
if (!flags.ok) fail(flags.error);
else if (flags.value.help) console.log(USAGE);
else await main(flags.value).catch((error: Error) => fail(error.message));
