import { pairingClosesMsOf } from '../../shared/arena/arena.ts';
import { seededRandom } from '../../shared/core/random.ts';
import type { ArenaView } from '../../shared/protocol/arena-view.ts';
import type { LocalCloud } from '../local/local-cloud.ts';
import { runBot } from './bots/bot.ts';
import { greedyBrain, randomBrain } from './bots/brain.ts';
import { createDirector } from './bots/director.ts';
import { shownIn } from './bots/shown.ts';
import type { Client } from './client.ts';
import { policyIn } from './own-arena.ts';

const NAMES = [
  'Ama',
  'Kofi',
  'Esi',
  'Kwame',
  'Abena',
  'Yaw',
  'Akua',
  'Kojo',
  'Adwoa',
  'Kwasi',
  'Efua',
  'Kwabena',
  'Afia',
  'Kwaku',
  'Araba',
  'Fiifi',
];
const RATING_MIN = 1_200;
const RATING_SPREAD = 800;
/** Games that start this close to the end of the pairing are drawn out beyond the bell. */
const LAST_GAMES_MS = 6_000;
/** Where late games count they go on for so long: the arena is to be seen waiting for them. */
const PLAY_ON_MS = 12_000;

export interface Troupe {
  /** Resolves when every bot has left. */
  readonly done: Promise<void>;
  readonly reconnects: () => number;
}

/** The bots of one arena: players like any others, who speak the public protocol only. */
export function openTroupe(
  cloud: Pick<LocalCloud, 'issuer'>,
  client: Client,
  arena: ArenaView,
  options: { readonly players: number; readonly seed: number; readonly signal: AbortSignal },
): Troupe {
  const { players, seed, signal } = options;
  let reconnects = 0;
  const { startsAtMs, endsAtMs, clock } = arena;
  const policy = policyIn(arena);
  const { pairingClosesMs, lateGames } = policy;
  const closesMs = pairingClosesMsOf(pairingClosesMs, clock.limitMs, endsAtMs - startsAtMs);
  const director = createDirector(seededRandom(seed), {
    shows: shownIn(policy),
    lastStartMs: endsAtMs - closesMs - LAST_GAMES_MS,
  });
  const counting = {
    ...director,
    happened: (what: Parameters<typeof director.happened>[0]) => {
      if (what === 'reconnect') reconnects += 1;
      director.happened(what);
    },
  };
  const bots = Array.from({ length: players }, (_, index) => {
    const random = seededRandom(seed * 1_000 + index);
    const rating = RATING_MIN + random.below(RATING_SPREAD);
    const name = NAMES[index] ?? `Bot ${index + 1}`;
    const socketUrl = async () =>
      client.socketUrl(await cloud.issuer.mintToken({ subject: `bot-${index}`, name, rating }));
    return runBot({
      arena: arena.id,
      socketUrl,
      brain: index % 2 === 0 ? greedyBrain : randomBrain,
      random,
      director: counting,
      endsAtMs,
      playsOnMs: lateGames === 'counted' ? PLAY_ON_MS : 0,
      signal,
    });
  });
  return { done: Promise.all(bots).then(() => {}), reconnects: () => reconnects };
}
