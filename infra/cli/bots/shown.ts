/** The rules that a short arena shall show. */
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

const isShown = (word: string): word is Shown => (SHOWN as readonly string[]).includes(word);

/** The rules that one entry of a sheet shows, by its reason code. */
export function shownBy(reason: string): Shown[] {
  const words = reason === 'afterEnd' ? ['afterBell'] : reason.split('+');
  return words.filter(isShown);
}
