import type { PlayerId } from '../../../shared/core/ids.ts';
import { coin, type SeededRandom } from '../../../shared/core/random.ts';
import type { GameView } from '../../../shared/protocol/game-view.ts';
import { type GameKind, otherSide, type Side } from '../../../shared/rules/rules.ts';
import { type Forms, SCENES, type Script } from './scenes.ts';
import { type Shown, shownBy } from './shown.ts';

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

/** What an arena has to show, and from when on a game is one of its last (epoch ms). */
export interface Programme {
  readonly shows: readonly Shown[];
  readonly lastStartMs: number;
}

/**
 * Makes a short arena show the rules: it knows what every bot was paid and arranges the next games
 * so that what has not been seen yet can happen. Everything else is played as bots play.
 */
export function createDirector(random: SeededRandom, { shows, lastStartMs }: Programme): Director {
  const scripts = new Map<string, Script>();
  const forms = new Map<PlayerId, Form>();
  const missing = new Set<Shown>(shows);
  const planned = new Map<Shown, number>();

  const decide = (game: GameView): Script => {
    const nowMs = game.startedAtMs;
    const now = formsOf(game, forms, nowMs >= lastStartMs);
    const scene = SCENES.find(
      ({ shows, fits }) =>
        missing.has(shows) && nowMs - (planned.get(shows) ?? 0) > REPLAN_MS && fits(now),
    );
    if (scene === undefined) {
      return quickWin(now, missing, random) ?? plainGame(game.kind, random);
    }
    planned.set(scene.shows, nowMs);
    const script = scene.script(now);
    return script.dropAtPly === undefined ? script : { ...plainGame(game.kind, random), ...script };
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
function quickWin(now: Forms, missing: ReadonlySet<Shown>, random: SeededRandom): Script | null {
  if (!missing.has('winOnFire') && !missing.has('drawOnFire')) return null;
  if (now.wins === 0 && random.unit() < 0.5) return null;
  return { resign: { side: now.weaker, ply: 6 + random.below(6) } };
}

/**
 * The share of games that are played to their natural end. Bots who choose at random are through
 * with a game of Oware or draughts after some 80 plies, and with one of chess after 300.
 */
const PLAYED_OUT: Readonly<Record<GameKind, number>> = { oware: 1, draughts: 0.2, chess: 0.05 };
const DRAWN = 0.25;

/** A game without a scene of its own. The others have an end like a resignation or a draw. */
function plainGame(kind: GameKind, random: SeededRandom): Script {
  if (random.unit() < PLAYED_OUT[kind]) return {};
  if (random.unit() < DRAWN) return { drawAtPly: 22 + random.below(8) };
  return { resign: { side: coin(random) ? 'first' : 'second', ply: 8 + random.below(16) } };
}

function nextForm(form: Form, reason: string): Form {
  if (reason.startsWith('win')) return { wins: form.wins + 1, drew: false };
  return { wins: 0, drew: form.drew || /draw/i.test(reason) };
}
