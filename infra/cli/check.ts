import type { ListedGame } from '../../shared/app/list-games.ts';
import { type Policy, PRESETS, type PresetName } from '../../shared/arena/policy.ts';
import type { StandingView, TableView } from '../../shared/protocol/table-view.ts';
import { rulesOf } from '../../shared/rules/registry.ts';
import { type Line, recompute } from './recompute.ts';

/** The presets whose tables `recompute` knows; of the others only the games are checked here. */
const RECOMPUTED: readonly PresetName[] = ['oware-shield', 'dutch'];

/**
 * What is wrong with a frozen arena, one line each; nothing is what it should be. The table is
 * whole, without those whom an organiser has taken out; a policy is one of the presets as they are.
 */
export function checkArena(
  table: TableView,
  games: readonly ListedGame[],
  endsAtMs: number,
  policy: Policy = PRESETS['oware-shield'],
  out: ReadonlySet<string> = new Set(),
): string[] {
  const ofGames = [
    ...games.flatMap(checkGame),
    ...checkNobodyTwice(games),
    ...games.flatMap((game) => checkCounted(game, endsAtMs, policy)),
  ];
  if (!RECOMPUTED.includes(policy.preset)) return ofGames;
  const lines = recompute(games, endsAtMs, out);
  return [...ofGames, ...checkTable(table, lines), ...checkWinners(table, lines, policy)];
}

/** A late game counts where the rules say so. */
function checkCounted({ id, end, counted }: ListedGame, endsAtMs: number, policy: Policy) {
  if (end === null) return [];
  const expected = policy.lateGames === 'counted' || end.endedAtMs <= endsAtMs;
  return counted === expected ? [] : [`game ${id} ${counted ? 'counts' : 'does not count'}`];
}

/** All with the most points, or all of them whom the table ranks first. */
function checkWinners(table: TableView, lines: readonly Line[], { winners }: Policy): string[] {
  const most = Math.max(...lines.map(({ points }) => points));
  const expected = lines
    .filter(({ rank, points }) => (winners === 'mostPoints' ? points === most : rank === 1))
    .map(({ player }) => player);
  const [ours, theirs] = [expected, table.winners].map((players) => [...players].sort().join(' '));
  return ours === theirs ? [] : [`the winners are ${theirs}, recomputed ${ours}`];
}

/** Finished games must be scored, and end as their moves and their end say. */
function checkGame(game: ListedGame): string[] {
  if (game.end === null) return [`game ${game.id} still runs`];
  const faults = game.scored ? [] : [`game ${game.id} is finished and not scored`];
  const rules = rulesOf(game.kind);
  let position = rules.replay(new Uint8Array());
  for (const text of game.moves === '' ? [] : game.moves.split(' ')) {
    const move = rules.move(position, text);
    if (move === null) return [...faults, `game ${game.id} holds the illegal move ${text}`];
    position = move.position;
  }
  const outcome = rules.outcome(position);
  const { winner, ending } = game.end;
  const agrees = outcome === null || (outcome.winner === winner && outcome.ending === ending);
  return agrees ? faults : [...faults, `game ${game.id} does not end as its moves do`];
}

/** No player may have two games at the same time. */
function checkNobodyTwice(games: readonly ListedGame[]): string[] {
  const spans = games.flatMap((game) => {
    const { id, startedAtMs, end } = game;
    const endedAtMs = end?.endedAtMs ?? Number.POSITIVE_INFINITY;
    return [game.first, game.second].map(({ id: player }) => ({
      player,
      id,
      startedAtMs,
      endedAtMs,
    }));
  });
  spans.sort((a, b) => a.startedAtMs - b.startedAtMs);
  return spans.flatMap((span, index) => {
    const other = spans
      .slice(0, index)
      .find(({ player, endedAtMs }) => player === span.player && endedAtMs > span.startedAtMs);
    return other === undefined
      ? []
      : [`player ${span.player} is in games ${other.id} and ${span.id} at once`];
  });
}

function checkTable(table: TableView, expected: readonly Line[]): string[] {
  const played = table.standings.filter((line) => line.games > 0);
  const faults = played.length === expected.length ? [] : ['the table misses players who played'];
  const byPlayer = new Map(played.map((line) => [line.player as string, line]));
  for (const line of expected) faults.push(...differences(line, byPlayer.get(line.player)));
  return faults;
}

function differences(expected: Line, shown: StandingView | undefined): string[] {
  if (shown === undefined) return [`player ${expected.player} played and is not in the table`];
  const fields = ['rank', 'points', 'sheet', 'performance'] as const;
  return fields.flatMap((field) => {
    const [ours, theirs] = [JSON.stringify(expected[field]), JSON.stringify(shown[field])];
    return ours === theirs ? [] : [`${shown.name}: ${field} is ${theirs}, recomputed ${ours}`];
  });
}
