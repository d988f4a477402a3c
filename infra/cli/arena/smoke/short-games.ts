import { coin, type SeededRandom } from '../../../../shared/core/random.ts';
import type { Director } from '../../bots/director.ts';
import type { Script } from '../../bots/scenes.ts';

/** Somebody resigns at a ply from here on: games of seconds, so that there are many in a minute. */
const PLIES_MIN = 8;
const PLIES_SPREAD = 12;

/** Games that are over soon. Both bots of a game have to follow the same script. */
export function shortGames(random: SeededRandom): Director {
  const scripts = new Map<string, Script>();
  return {
    scriptFor: ({ id }) => {
      const side = coin(random) ? 'first' : 'second';
      const ply = PLIES_MIN + random.below(PLIES_SPREAD);
      const script = scripts.get(id) ?? { resign: { side, ply } };
      scripts.set(id, script);
      return script;
    },
    scored: () => {},
    happened: () => {},
  };
}
