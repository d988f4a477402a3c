import { checkArena } from '../../infra/cli/check.ts';
import { httpClient } from '../../infra/cli/client.ts';
import type { ArenaView } from '../../shared/protocol/arena-view.ts';
import type { TableView } from '../../shared/protocol/table-view.ts';

/** What is wrong with a frozen arena as the public API shows it, one line each. */
export async function verifyArena(baseUrl: string, arena: ArenaView): Promise<string[]> {
  const client = httpClient(baseUrl);
  const games = await client.games(arena.id);
  const table = await wholeTable(baseUrl, arena);
  const frozen = table.final ? [] : [`the ranking of ${arena.name} is not frozen`];
  return [...frozen, ...checkArena(table, games, arena.endsAtMs)];
}

/** All pages as one. */
async function wholeTable(baseUrl: string, { id }: ArenaView): Promise<TableView> {
  const page = async (number: number): Promise<TableView> => {
    const response = await fetch(`${baseUrl}/arenas/${id}/standings?page=${number}`);
    if (!response.ok) throw new Error(`page ${number} of ${id}: ${response.status}`);
    return (await response.json()) as TableView;
  };
  let whole = await page(0);
  for (let number = 1; whole.standings.length < whole.players; number++) {
    const { standings } = await page(number);
    if (standings.length === 0) break;
    whole = { ...whole, standings: [...whole.standings, ...standings] };
  }
  return whole;
}
