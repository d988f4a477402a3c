import { aGame, pick, won } from './verify-files.ts';
import { type Change, game } from './verify-results.ts';

/** Where it pays nothing, it still halves a clock. */
export const berserk = (sees: Change['sees']): Change => ({
  field: 'game.berserk',
  make: (lines) => {
    const one = aGame(lines, (line) => won(line) && !line.berserk.includes('first'));
    one.berserk = [...one.berserk, 'first'];
  },
  sees,
});

/** One change for each field on which clocks and ends depend. */
export const CLOCKS: readonly Change[] = [
  {
    field: 'game.times',
    make: (lines) => {
      const one = aGame(lines);
      one.times = one.times.map((ms, ply) => (ply === 7 ? ms + 1 : ms));
    },
    sees: game('remainingMs'),
  },
  {
    field: 'game.remainingMs',
    make: (lines) => void (aGame(lines).remainingMs.second -= 1),
    sees: game('remainingMs'),
  },
  {
    field: 'game.lastAtMs',
    make: (lines) => void (aGame(lines).lastAtMs += 1),
    sees: game('lastAtMs'),
  },
  {
    field: 'arena.clock',
    make: (lines) => void (pick(lines, 'arena').clock.incrementMs += 1),
    sees: game('remainingMs'),
  },
  {
    field: 'arena.policy.lagAllowanceMs',
    make: (lines) => void (pick(lines, 'arena').policy.lagAllowanceMs = 1),
    sees: game('remainingMs'),
  },
  {
    field: 'arena.policy.firstMoveMs',
    make: (lines) => void (pick(lines, 'arena').policy.firstMoveMs = 12_000),
    sees: game('endedAtMs'),
  },
];
