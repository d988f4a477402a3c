import type { Player } from './player.ts';

/** Measures how long each waiting player could have been paired with somebody else who waited. */
export interface LegalWaits {
  readonly arrive: (player: Player, nowMs: number) => void;
  /** Gives the time (ms) in which another ready player was legal; 0 for one who never came. */
  readonly leave: (player: Player, nowMs: number) => number;
  /** The number of players around may have changed between two and more. */
  readonly recheck: (nowMs: number) => void;
}

interface Wait {
  /** Other waiting players whom he has not just met. */
  partners: number;
  legalSinceMs: number | null;
  legalMs: number;
}

/** `isDuel`: only two are around, so that even those who have just met may meet again. */
export function newLegalWaits(isDuel: () => boolean): LegalWaits {
  const waits = new Map<Player, Wait>();
  const update = (wait: Wait, nowMs: number): void => {
    const isLegal = wait.partners > 0 || (waits.size === 2 && isDuel());
    if (isLegal) wait.legalSinceMs ??= nowMs;
    else if (wait.legalSinceMs !== null) {
      wait.legalMs += nowMs - wait.legalSinceMs;
      wait.legalSinceMs = null;
    }
  };
  const recheck = (nowMs: number): void => {
    for (const wait of waits.values()) update(wait, nowMs);
  };
  return {
    recheck,
    arrive: (player, nowMs) => {
      const own: Wait = { partners: 0, legalSinceMs: null, legalMs: 0 };
      for (const [other, wait] of waits) {
        if (haveJustMet(player, other)) continue;
        own.partners += 1;
        wait.partners += 1;
      }
      waits.set(player, own);
      recheck(nowMs);
    },
    leave: (player, nowMs) => {
      const own = waits.get(player);
      if (own === undefined) return 0;
      waits.delete(player);
      for (const [other, wait] of waits) if (!haveJustMet(player, other)) wait.partners -= 1;
      recheck(nowMs);
      return own.legalMs + (own.legalSinceMs === null ? 0 : nowMs - own.legalSinceMs);
    },
  };
}

const haveJustMet = (a: Player, b: Player): boolean => a.lastOpponent === b || b.lastOpponent === a;
