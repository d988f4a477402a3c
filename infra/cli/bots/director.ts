import type { PlayerId } from '../../../shared/core/ids.ts';
import type { SeededRandom } from '../../../shared/core/random.ts';
import type { GameView } from '../../../shared/protocol/game-view.ts';
import { otherSide, type Side } from '../../../shared/rules/rules.ts';
import { type Forms, SCENES, type Script } from './scenes.ts';
import { SHOWN, type Shown, shownBy } from './shown.ts';

/** Decides how games are meant to go. Both bots of a game follow the same script. */
export interface Director {
  readonly scriptFor: (game: GameView) => Script;
  readonly scored: (player: PlayerId, reason: string) => void;
  readonly happened: (what: Shown) => void;
}

/** What the last scores of a player mean for his next game. */
interface Form {
  readonly wins: number;
  readonly drew: boolean;
}

/** A rule is asked for again when its game has not brought it for so long. */
const REPLAN_MS = 20_000;
const NEWCOMER: Form = { wins: 0, drew: false };

/**
 * Makes a short arena show the rules: it knows what every bot was paid and arranges the next games
 * so that what has not been seen yet can happen. Everything else is played to its natural end.
 */
export function createDirector(
  random: SeededRandom,
  bell: { readonly lastStartMs: number },
): Director {
  const scripts = new Map<string, Script>();
  const forms = new Map<PlayerId, Form>();
  const missing = new Set<Shown>(SHOWN);
  const planned = new Map<Shown, number>();

  const decide = (game: GameView): Script => {
    const nowMs = game.startedAtMs;
    const now = formsOf(game, forms, nowMs >= bell.lastStartMs);
    const scene = SCENES.find(
      ({ shows, fits }) =>
        missing.has(shows) && nowMs - (planned.get(shows) ?? 0) > REPLAN_MS && fits(now),
    );
    if (scene === undefined) return quickWin(now, missing, random);
    planned.set(scene.shows, nowMs);
    return scene.script(now);
  };

  return {
    scriptFor: (game) => {
      const script = scripts.get(game.id) ?? decide(game);
      scripts.set(game.id, script);
      return script;
    },
    scored: (player, reason) => {
      forms.set(player, nextForm(forms.get(player) ?? NEWCOMER, reason));
      for (const what of shownBy(reason)) missing.delete(what);
    },
    happened: (what) => {
      missing.delete(what);
    },
  };
}

function formsOf(game: GameView, forms: ReadonlyMap<PlayerId, Form>, last: boolean): Forms {
  const first = forms.get(game.first.id) ?? NEWCOMER;
  const second = forms.get(game.second.id) ?? NEWCOMER;
  const stronger: Side = first.wins >= second.wins ? 'first' : 'second';
  return {
    last,
    stronger,
    weaker: otherSide(stronger),
    wins: Math.max(first.wins, second.wins),
    drew: [first, second].some(({ drew, wins }) => drew && wins < 2),
  };
}

/** Fires need runs of wins: while they are to be seen, the one ahead wins soon. */
function quickWin(now: Forms, missing: ReadonlySet<Shown>, random: SeededRandom): Script {
  if (!missing.has('winOnFire') && !missing.has('drawOnFire')) return {};
  if (now.wins === 0 && random.unit() < 0.5) return {};
  return { resign: { side: now.weaker, ply: 6 + random.below(6) } };
}

function nextForm(form: Form, reason: string): Form {
  if (reason.startsWith('win')) return { wins: form.wins + 1, drew: false };
  return { wins: 0, drew: form.drew || /draw/i.test(reason) };
}
