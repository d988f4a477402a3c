import type { GameView } from '../../shared/protocol/game-view.ts';
import { SIDES } from '../../shared/rules/rules.ts';
import type { RatingChanges } from './columns.ts';

/** What the rated games of an arena made of each player's rating, from the first to the last. */
export function ratingsSeen(games: readonly GameView[]): RatingChanges {
  const changes = new Map<string, { readonly before: number; readonly after: number }>();
  for (const game of [...games].sort((a, b) => a.startedAtMs - b.startedAtMs)) {
    for (const side of SIDES) {
      const change = game.end?.ratings?.[side];
      if (change === undefined) continue;
      const before = changes.get(game[side].id)?.before ?? change.before;
      changes.set(game[side].id, { before, after: change.after });
    }
  }
  return changes;
}
