import type { GameKind, Side } from '../rules/rules.ts';

export type SideWords = Readonly<Record<Side, string>>;

const BOARD = { first: 'White', second: 'Black' };
const BORD = { first: 'wit', second: 'zwart' };

/** What players of each game call the two sides, in every language that we speak. */
export const SIDE_WORDS = {
  en: { oware: { first: 'South', second: 'North' }, chess: BOARD, draughts: BOARD },
  nl: { oware: { first: 'Zuid', second: 'Noord' }, chess: BORD, draughts: BORD },
} as const satisfies Readonly<Record<string, Readonly<Record<GameKind, SideWords>>>>;
