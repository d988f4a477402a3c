import { rowCodec } from '../../functions/aws/arena-item.ts';
import type { Item } from '../../functions/aws/codec.ts';
import { type Line, recompute } from '../../infra/cli/recompute.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import type { ArenaView } from '../../shared/protocol/arena-view.ts';
import type { GameView } from '../../shared/protocol/game-view.ts';
import type { StandingView, TableView } from '../../shared/protocol/table-view.ts';
import type { StoredChange } from '../load/recorder.ts';

/** Whom the organiser has taken out, by the last stored rows. */
export function removedPlayers(changes: readonly StoredChange[]): ReadonlySet<PlayerId> {
  const rows = changes.flatMap((change) =>
    change.kind === 'row' ? [rowCodec.decode(change.item as unknown as Item)] : [],
  );
  return new Set(rows.filter(({ removed }) => removed).map(({ player }) => player));
}

/** A frozen table as it is shown against one recomputed from the games: ranks are closed up. */
export function tableFaults(
  shown: readonly StandingView[],
  games: readonly GameView[],
  endsAtMs: number,
  removed: ReadonlySet<string>,
): string[] {
  const all = recompute(games, endsAtMs);
  const gone = all.filter(({ player }) => removed.has(player));
  const expected = all
    .filter(({ player }) => !removed.has(player))
    .map((line) => ({
      ...line,
      rank: line.rank - gone.filter(({ rank }) => rank < line.rank).length,
    }));
  const lines = new Map(shown.map((line) => [line.player as string, line]));
  const played = shown.filter((line) => line.games > 0).length;
  return [
    ...(played === expected.length ? [] : [`${played} players in the table, ${expected.length}`]),
    ...expected.flatMap((line) => differences(line, lines.get(line.player))),
  ];
}

function differences(expected: Line, shown: StandingView | undefined): string[] {
  if (shown === undefined) return [`player ${expected.player} played and is not in the table`];
  return (['rank', 'points', 'sheet', 'performance'] as const).flatMap((field) => {
    const [ours, theirs] = [JSON.stringify(expected[field]), JSON.stringify(shown[field])];
    return ours === theirs ? [] : [`${shown.name}: ${field} is ${theirs}, recomputed ${ours}`];
  });
}

/** All pages of the table of a frozen arena. Throws where it is not frozen, or not readable. */
export async function shownTable(httpUrl: string, { id }: ArenaView): Promise<StandingView[]> {
  const lines: StandingView[] = [];
  for (let [page, isLast] = [0, false]; !isLast; page++) {
    const response = await fetch(`${httpUrl}/arenas/${id}/standings?page=${page}`);
    if (!response.ok) throw new Error(`page ${page} of ${id}: ${response.status}`);
    const table = (await response.json()) as TableView;
    if (!table.final) throw new Error(`the ranking of ${id} is not frozen`);
    lines.push(...table.standings);
    isLast = lines.length >= table.players || table.standings.length === 0;
  }
  return lines;
}
