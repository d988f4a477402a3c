import { lichess } from './lichess.ts';
import { ours } from './ours.ts';
import { playstrategy } from './playstrategy.ts';
import type { PairingRule } from './world.ts';

export const PAIRING_NAMES = ['ours', 'lichess', 'playstrategy'] as const;
export type PairingName = (typeof PAIRING_NAMES)[number];

/** The pairing rules that can be simulated. */
export const PAIRING_RULES: { readonly [Name in PairingName]: PairingRule } = {
  ours,
  lichess,
  playstrategy,
};
