import type { Policy } from '../../../shared/arena/policy.ts';

/** The rules that a short arena may show. */
export const SHOWN = [
  ...(['win', 'draw', 'loss', 'winOnFire', 'berserk', 'quickDraw', 'drawOnFire'] as const),
  ...(['drawStreak', 'noShow', 'reconnect', 'afterBell', 'lateGame'] as const),
] as const;
export type Shown = (typeof SHOWN)[number];

/** The rules that an arena of this policy has to show; where fires burn, wins need no mention. */
export function shownIn(policy: Policy): readonly Shown[] {
  const { streak, berserk, berserkBonus, quickDrawMaxPlies, drawStreakLongMinPlies } = policy;
  const has: Readonly<Record<Shown, boolean>> = {
    ...{ win: streak === null, draw: streak === null, loss: streak === null },
    ...{ winOnFire: streak !== null, drawOnFire: streak !== null },
    berserk: berserk && berserkBonus !== null,
    quickDraw: quickDrawMaxPlies !== null,
    drawStreak: drawStreakLongMinPlies !== null,
    ...{ noShow: true, reconnect: true },
    afterBell: policy.lateGames === 'ignored',
    lateGame: policy.lateGames === 'counted',
  };
  return SHOWN.filter((what) => has[what]);
}

const isShown = (word: string): word is Shown => (SHOWN as readonly string[]).includes(word);

/** The rules that one entry of a sheet shows, by its reason code. */
export function shownBy(reason: string): Shown[] {
  const words = reason === 'afterEnd' ? ['afterBell'] : reason.split('+');
  return words.filter(isShown);
}
