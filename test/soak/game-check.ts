import type { ListedGame } from '../../shared/app/list-games.ts';
import { type DoneGame, type Game, PLIES_MAX } from '../../shared/game/game.ts';
import { viewGame } from '../../shared/protocol/game-view.ts';
import { rulesOf } from '../../shared/rules/registry.ts';
import { OVER_THE_BOARD } from './scripts.ts';

/** What is wrong with a stored move list: it must replay, and end as the rules say. */
export function replayFaults(game: DoneGame): string[] {
  const rules = rulesOf(game.kind);
  const told = (fault: string): string[] => [`game ${game.id} ${fault}`];
  let outcome: ReturnType<typeof rules.outcome>;
  try {
    outcome = rules.outcome(rules.replay(game.moves));
  } catch (error) {
    return told(`does not replay: ${error}`);
  }
  if (rules.texts(game.moves).length !== game.ply) return told('has lost count of its plies');
  const stored = `${game.ending} ${game.winner}`;
  if (outcome !== null) {
    const decided = `${outcome.ending} ${outcome.winner}`;
    return decided === stored ? [] : told(`ends as ${stored}, by the rules ${decided}`);
  }
  const needsRules = (OVER_THE_BOARD as readonly string[]).includes(game.ending);
  if (needsRules) return told(`ends as ${stored}, and the rules let it go on`);
  const isTooLong = game.ply >= PLIES_MAX;
  return (game.ending === 'tooLong') === isTooLong ? [] : told(`ends as ${stored}: ${game.ply}`);
}

/** Games that are not over. */
export const endlessGames = (games: readonly Game[]): string[] =>
  games.filter(({ state }) => state === 'live').map(({ id }) => `game ${id} never ended`);

/** The public list against the store: every game is there, the same one, and scored. */
export function listFaults(stored: readonly Game[], listed: readonly ListedGame[]): string[] {
  const shown = new Map(listed.map((game) => [game.id, game]));
  return stored.flatMap((game) => {
    const found = shown.get(game.id);
    if (found === undefined) return [`game ${game.id} is not listed`];
    const { moves, end } = viewGame(game);
    const isSame = found.moves === moves && JSON.stringify(found.end) === JSON.stringify(end);
    return [
      ...(isSame ? [] : [`game ${game.id} is listed otherwise than stored`]),
      ...(found.scored ? [] : [`game ${game.id} is not scored`]),
    ];
  });
}
