import { setTimeout as sleep } from 'node:timers/promises';
import { httpClient } from '../../infra/cli/client.ts';
import type { LocalCloud } from '../../infra/local/local-cloud.ts';
import { inGroups } from '../../shared/core/groups.ts';
import type { ArenaId } from '../../shared/core/ids.ts';
import { type SeededRandom, seededRandom } from '../../shared/core/random.ts';
import type { Flags } from './flags.ts';
import { createPace } from './pace.ts';
import { type LoadPlayer, startPlayer } from './player.ts';
import type { Tally } from './tally.ts';

/** Everybody who plays, and what happens to some of them. */
export interface Crowd {
  /** Resolves when all have left. */
  readonly done: Promise<void>;
}

export interface CrowdOptions {
  readonly cloud: LocalCloud;
  readonly arenas: readonly [ArenaId, ArenaId];
  readonly flags: Flags;
  readonly tally: Tally;
  /** The load itself (epoch ms). */
  readonly window: { readonly fromMs: number; readonly untilMs: number };
  readonly signal: AbortSignal;
}

/** The rest is at home in the second arena. */
const FIRST_ARENA_SHARE = 0.7;
const TRAVELLER_SHARE = 0.2;
const SILENT_SHARE = 0.02;
/** In this part of the load, so that what follows from a silence can be seen. */
const SILENCE_FROM = 0.05;
const SILENCE_UNTIL = 0.55;
/** One after the other. */
const SILENCES = ['afterReturn', 'afterWish', 'now'] as const;
const RATING_MIN = 1_200;
const RATING_SPREAD = 800;
/** Handshakes that wait for each other, as at a router. */
const AT_ONCE = 10;
const BETWEEN_GROUPS_MS = 250;
/** Some tokens go to bots whose games have ended meanwhile. */
const PACE_MARGIN = 1.06;

/** Lets everybody come, group by group, and some of them fall silent. */
export function openCrowd(options: CrowdOptions): Crowd {
  const { flags, signal } = options;
  const random = seededRandom(flags.seed);
  const pace = createPace(flags.moves * PACE_MARGIN);
  signal.addEventListener('abort', pace.stop);
  const players: LoadPlayer[] = [];
  const done = (async () => {
    const indexes = Array.from({ length: flags.players }, (_, index) => index);
    const seeds = indexes.map(() => random.below(2 ** 31));
    for (const group of inGroups(indexes, AT_ONCE)) {
      if (signal.aborted) break;
      for (const index of group) players.push(open(options, pace, index, seeds[index] ?? 0));
      await sleep(BETWEEN_GROUPS_MS, undefined, { signal }).catch(() => {});
    }
    if (!flags.calm) silenceSome(options, players, random);
    await Promise.all(players.map((player) => player.done));
    pace.stop();
  })();
  return { done };
}

function open(
  { cloud, arenas, flags, tally, window, signal }: CrowdOptions,
  pace: ReturnType<typeof createPace>,
  index: number,
  seed: number,
): LoadPlayer {
  const client = httpClient(cloud.httpUrl);
  const random = seededRandom(seed);
  const rating = RATING_MIN + random.below(RATING_SPREAD);
  const subject = `load-${flags.seed}-${index}`;
  return startPlayer({
    ...{ arenas, random, pace, tally, signal },
    home: random.unit() < FIRST_ARENA_SHARE ? arenas[0] : arenas[1],
    travels: random.unit() < TRAVELLER_SHARE,
    pliesPerSecond: flags.moves / (flags.players / 2),
    untilMs: window.untilMs,
    socketUrl: async () =>
      client.socketUrl(await cloud.issuer.mintToken({ subject, name: `Bot ${index}`, rating })),
  });
}

function silenceSome(
  { window, signal, tally }: CrowdOptions,
  players: readonly LoadPlayer[],
  random: SeededRandom,
): void {
  const lengthMs = window.untilMs - window.fromMs;
  const left = [...players];
  for (let n = 0; n < Math.ceil(players.length * SILENT_SHARE); n++) {
    const [player] = left.splice(random.below(left.length), 1);
    const share = SILENCE_FROM + random.unit() * (SILENCE_UNTIL - SILENCE_FROM);
    const silence = SILENCES[n % SILENCES.length] ?? 'now';
    const inMs = Math.max(0, window.fromMs + share * lengthMs - Date.now());
    sleep(inMs, undefined, { signal }).then(
      () => {
        tally.count(`silence ${silence}`);
        player?.fallSilent(silence);
      },
      () => {},
    );
  }
}
