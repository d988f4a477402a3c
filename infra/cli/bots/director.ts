import type { PlayerId } from '../../../shared/core/ids.ts';
import type { SeededRandom } from '../../../shared/core/random.ts';
import type { GameView } from '../../../shared/protocol/game-view.ts';
import type { Side } from '../../../shared/rules/rules.ts';

/** The rules that a short arena shall show; each is asked for until it was seen. */
export const SHOWN = [
  'winOnFire',
  'berserk',
  'quickDraw',
  'drawOnFire',
  'drawStreak',
  'noShow',
  'reconnect',
  'afterBell',
] as const;
export type Shown = (typeof SHOWN)[number];

/** How a game is meant to go. Both bots of a game follow the same script. */
export interface Script {
  /** This side gives up at this ply. */
  readonly resign?: { readonly side: Side; readonly ply: number };
  /** The side to move at this ply offers a draw, the other one agrees. */
  readonly drawAtPly?: number;
  readonly noShow?: Side;
  readonly berserk?: Side;
  readonly dropAtPly?: number;
  /** Thinks until the bell has gone, then hurries. */
  readonly pastTheBell?: boolean;
}

export interface Director {
  readonly scriptFor: (game: GameView) => Script;
  readonly scored: (player: PlayerId, reason: string) => void;
  readonly happened: (what: Shown) => void;
}

/** What the last scores of a player mean for his next game. */
interface Form {
  wins: number;
  drew: boolean;
}

/** Plies after which a berserk win has its bonus and a draw is neither quick nor long. */
const ENOUGH_PLIES = 16;
const SHORT_DRAW_PLY = 4;
const PAYING_DRAW_PLY = 24;

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
  const formOf = (player: PlayerId): Form => forms.get(player) ?? { wins: 0, drew: false };

  /** A rule may be planned again when its game has not come to its end for a while. */
  const wanted = (what: Shown, nowMs: number): boolean =>
    missing.has(what) && nowMs - (planned.get(what) ?? 0) > REPLAN_MS;
  const plan = (what: Shown, nowMs: number, script: Script): Script => {
    planned.set(what, nowMs);
    return script;
  };

  const decide = (game: GameView): Script => {
    const nowMs = game.startedAtMs;
    const first = formOf(game.first.id);
    const second = formOf(game.second.id);
    const stronger: Side = first.wins >= second.wins ? 'first' : 'second';
    const weaker: Side = stronger === 'first' ? 'second' : 'first';
    const wins = Math.max(first.wins, second.wins);
    const drew = (first.drew && first.wins < 2) || (second.drew && second.wins < 2);

    if (nowMs >= bell.lastStartMs && missing.has('afterBell')) return { pastTheBell: true };
    if (wins >= 2 && wanted('winOnFire', nowMs)) {
      return plan('winOnFire', nowMs, {
        resign: { side: weaker, ply: ENOUGH_PLIES },
        berserk: stronger,
      });
    }
    if (wins >= 2 && wanted('drawOnFire', nowMs)) {
      return plan('drawOnFire', nowMs, { drawAtPly: PAYING_DRAW_PLY });
    }
    if (drew && wanted('drawStreak', nowMs)) {
      return plan('drawStreak', nowMs, { drawAtPly: PAYING_DRAW_PLY });
    }
    if (wins === 0 && wanted('noShow', nowMs)) return plan('noShow', nowMs, { noShow: weaker });
    if (wins === 0 && wanted('quickDraw', nowMs)) {
      return plan('quickDraw', nowMs, { drawAtPly: SHORT_DRAW_PLY });
    }
    if (wanted('berserk', nowMs)) {
      const resign = { side: weaker, ply: ENOUGH_PLIES + 2 };
      return plan('berserk', nowMs, { berserk: stronger, resign });
    }
    if (wanted('reconnect', nowMs)) return plan('reconnect', nowMs, { dropAtPly: 5 });
    // Runs of wins are what fires need: the one ahead wins quickly while they are still to be seen.
    const firesNeeded = missing.has('winOnFire') || missing.has('drawOnFire');
    if (firesNeeded && wins > 0) return { resign: { side: weaker, ply: 6 + random.below(6) } };
    return firesNeeded && random.unit() < 0.5
      ? { resign: { side: random.unit() < 0.5 ? 'first' : 'second', ply: 6 + random.below(6) } }
      : {};
  };

  return {
    scriptFor: (game) => {
      const script = scripts.get(game.id) ?? decide(game);
      scripts.set(game.id, script);
      return script;
    },
    scored: (player, reason) => {
      forms.set(player, nextForm(formOf(player), reason));
      for (const what of shownBy(reason)) missing.delete(what);
    },
    happened: (what) => {
      missing.delete(what);
    },
  };
}

const REPLAN_MS = 20_000;

function nextForm(form: Form, reason: string): Form {
  if (reason.startsWith('win')) return { wins: form.wins + 1, drew: false };
  const isDraw = /draw/i.test(reason);
  return { wins: 0, drew: isDraw || form.drew };
}

/** The rules that one entry of a sheet shows. */
export function shownBy(reason: string): Shown[] {
  const [base, berserk] = reason.split('+');
  const shown: Shown[] = [];
  if (base === 'winOnFire' || base === 'quickDraw' || base === 'drawOnFire') shown.push(base);
  if (base === 'drawStreak' || base === 'noShow') shown.push(base);
  if (base === 'afterEnd') shown.push('afterBell');
  if (berserk === 'berserk') shown.push('berserk');
  return shown;
}
