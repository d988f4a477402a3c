import { greedyBrain, randomBrain } from '../../infra/cli/bots/brain.ts';
import { httpClient } from '../../infra/cli/client.ts';
import type { LocalCloud } from '../../infra/local/local-cloud.ts';
import type { ArenaId, PlayerId } from '../../shared/core/ids.ts';
import { seededRandom } from '../../shared/core/random.ts';
import type { ArenaView } from '../../shared/protocol/arena-view.ts';
import type { Voices } from '../load/stage.ts';
import type { Tally } from '../load/tally.ts';
import type { Organiser } from './arenas.ts';
import { type Bot, openBot } from './bot.ts';
import { createDirector, type Director } from './director.ts';
import type { Flags } from './flags.ts';
import { marathonLine } from './marathon.ts';
import type { Roughness } from './rough-network.ts';
import type { Versions } from './versions.ts';
import type { Acknowledged } from './witness.ts';

export interface CrowdParts {
  readonly cloud: LocalCloud;
  readonly organiser: Organiser;
  /** The one of the crowd, and the one of the marathon. */
  readonly arenas: readonly [ArenaView, ArenaView];
  readonly flags: Flags;
  readonly tally: Tally;
  readonly versions: Versions;
  readonly voices: Voices;
}

export interface Crowd {
  readonly arenas: number;
  readonly acknowledged: () => Acknowledged[];
  readonly close: () => void;
}

/** "Each connection killed at random every few seconds"; each way holds a fifth back. */
const ROUGH: Roughness = {
  killedAtMs: { min: 2_000, max: 15_000 },
  twiceShare: 0.15,
  heldShare: 0.2,
  heldMsMax: 2_000,
};
/** A thousand plies need every second of a short run. */
const CALM: Roughness = { killedAtMs: null, twiceShare: 0, heldShare: 0, heldMsMax: 0 };

const ARRIVE_WITHIN_MS = 6_000;
const ARRIVE_MS_A_PLAYER = 40;
const RATING_MIN = 1_200;
const RATING_SPREAD = 800;
/** One in so many plays at random, which makes long games. */
const RANDOM_EVERY = 8;
/** Many can afford to see every staged ending more than once. */
const MANY = 60;
const RUNNERS = 2;

/** All bots of a run, on the network that their arena has. */
export function openCrowd(parts: CrowdParts): Crowd {
  const { flags, arenas, versions } = parts;
  const [torture, track] = arenas;
  const director = createDirector({
    random: seededRandom(flags.seed),
    wanted: flags.players >= MANY ? 2 : 1,
    track: track.id,
    marathon: marathonLine(seededRandom(flags.seed)),
    endingOf: versions.endingOf,
  });
  const bots = Array.from({ length: flags.players + RUNNERS }, (_, index) =>
    openOne(parts, index < flags.players ? torture : track, index, director),
  );
  return {
    arenas: arenas.length,
    acknowledged: () => bots.flatMap(({ witness }) => witness.acknowledged),
    close: () => {
      for (const bot of bots) bot.close();
    },
  };
}

function openOne(parts: CrowdParts, arena: ArenaView, index: number, director: Director): Bot {
  const { flags, tally, cloud, arenas } = parts;
  const random = seededRandom(flags.seed * 1_000 + index);
  const rating = RATING_MIN + random.below(RATING_SPREAD);
  const name = `Bot ${index + 1}`;
  const token = cloud.issuer.mintToken({ subject: `soak-${index}`, name, rating });
  const isRunner = arena.id === arenas[1].id;
  return openBot({
    arena: arena.id as ArenaId,
    socketUrl: async () => httpClient(cloud.httpUrl).socketUrl(await token),
    roughness: isRunner ? CALM : ROUGH,
    brain: index % RANDOM_EVERY === 0 ? randomBrain : greedyBrain,
    ...{ random, director, count: tally.count },
    connectWithinMs: ARRIVE_WITHIN_MS + flags.players * ARRIVE_MS_A_PLAYER,
    remove: (player) => remove(parts, arena, player),
  });
}

function remove({ organiser, voices }: CrowdParts, arena: ArenaView, player: PlayerId): void {
  organiser
    .remove(arena, player)
    .catch((error: unknown) => voices.errors.push(`organiser: ${error}`));
}
