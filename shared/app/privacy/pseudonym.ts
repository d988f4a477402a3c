import { idToBytes, type PlayerId } from '../../core/ids.ts';

const SHOWN_BYTES = 4;

/**
 * What a player is called who wants to be forgotten. It says nothing that his id, which stays where
 * his results are, does not say: so whoever repeats an erasure gives the same one.
 */
export function pseudonymOf(player: PlayerId): string {
  const shown = idToBytes(player).subarray(-SHOWN_BYTES);
  return `player ${[...shown].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
