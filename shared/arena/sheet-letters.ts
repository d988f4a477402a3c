import { present } from '../core/assert.ts';

/** Why an entry paid what it paid. */
export const REASONS = [
  'noShow',
  'loss',
  'quickDraw',
  'drawOnFire',
  'draw',
  'longDraw',
  'drawStreak',
  'win',
  'winOnFire',
  'afterEnd',
] as const;
export type Reason = (typeof REASONS)[number];

/** Whether a berserk win earned its bonus; null: no berserk win. */
export type BerserkPart = 'bonus' | 'tooShort' | null;

/** All that a score says beside its points. */
export interface Meaning {
  readonly reason: Reason;
  readonly berserk: BerserkPart;
}

/** One letter for everything that a score can say: a whole sheet is a word. */
const LETTERS: { readonly [R in Reason]: string } = {
  noShow: 'n',
  loss: 'l',
  quickDraw: 'q',
  drawOnFire: 'D',
  draw: 'd',
  longDraw: 'g',
  drawStreak: 's',
  win: 'w',
  winOnFire: 'W',
  afterEnd: 'e',
};
export const AFTER_END = LETTERS.afterEnd;

/** The letters of berserk wins. */
const BERSERK_LETTERS = {
  bonus: { win: 'b', winOnFire: 'B' },
  tooShort: { win: 't', winOnFire: 'T' },
} as const;

/** Only wins have a berserk part. */
export function letterOf(reason: Reason, berserk: BerserkPart): string {
  if (berserk === null) return LETTERS[reason];
  return BERSERK_LETTERS[berserk][reason === 'winOnFire' ? 'winOnFire' : 'win'];
}

const MEANINGS: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...REASONS.map((reason) => [LETTERS[reason], { reason, berserk: null }] as const),
  ...(['bonus', 'tooShort'] as const).flatMap((berserk) =>
    (['win', 'winOnFire'] as const).map(
      (reason) => [BERSERK_LETTERS[berserk][reason], { reason, berserk }] as const,
    ),
  ),
]);

export const SHEET_LETTERS: readonly string[] = [...MEANINGS.keys()];

export const meaningOf = (letter: string): Meaning =>
  present(MEANINGS.get(letter), `meaning of the letter ${letter}`);
