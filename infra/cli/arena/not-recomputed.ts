import type { Policy } from '../../../shared/arena/policy.ts';
import type { ExportFile } from './export-file.ts';

/** Fields on which nothing that is recomputed ever depends. */
const NEVER = [
  ...['arena.id', 'arena.name'],
  ...['player.name', 'player.removedAtMs', 'game.clocks'],
  ...['final.frozenAtMs', 'final.reason', 'final.actor'],
];

/** Rules that say how games come about, not what they are worth. */
const RULES_OF_PLAY: readonly (keyof Policy)[] = [
  ...(['berserk', 'pairingClosesMs', 'sideConflict'] as const),
  ...(['rematchAfterMs', 'closeness', 'reach'] as const),
  ...(['abandonClaimMs', 'publicDelayPlies'] as const),
];

/** Rules that the clocks follow from, where there are times. */
const RULES_OF_CLOCKS = ['firstMoveMs', 'lagAllowanceMs'] as const;

const RATING_PARTS = ['Glicko', 'RatedGames', 'RatedAtMs'] as const;

/** The fields of this file that nothing was recomputed from, and that were not compared. */
export function notRecomputed({ arena, fields, finals }: ExportFile): readonly string[] {
  const { policy, rated } = arena;
  const shared = policy.tiedRanks === 'shared' && finals.size > 0;
  const hasRatings = RATING_PARTS.every((part) => fields.has(`game.first${part}`));
  const hasTimes = fields.has('game.times');
  const also = [
    ...(fields.has('game.id') ? [] : ['arena.game']),
    ...(hasRatings ? [] : ['arena.rated']),
    // Alone the order inside a shared rank, which a hash sees, goes by it.
    ...(shared ? [] : ['player.joinedAtMs']),
    ...(policy.berserkBonus === null && !hasTimes ? ['game.berserk'] : []),
    ...(hasTimes ? [] : ['arena.clock', 'game.remainingMs', 'game.lastAtMs']),
  ];
  const unused = [...NEVER, ...also].filter((field) => fields.has(field));
  const rules = [
    ...RULES_OF_PLAY,
    ...(hasTimes ? [] : RULES_OF_CLOCKS),
    ...(hasRatings && rated ? [] : (['noShowRated'] as const)),
  ];
  return [...unused, ...rules.map((rule) => `arena.policy.${rule}`)].sort();
}
