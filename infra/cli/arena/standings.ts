import { getArenaOperation } from '../../../shared/protocol/api/arena-operations.ts';
import { getStandingsOperation } from '../../../shared/protocol/api/read-operations.ts';
import {
  getResultsOperation,
  type RESULT_FORMATS,
} from '../../../shared/protocol/api/spectate-operations.ts';
import type { ArenaDetails } from '../../../shared/protocol/arena-details.ts';
import type { StandingView, TableView } from '../../../shared/protocol/table-view.ts';
import { tableLines } from '../columns.ts';
import { policyIn } from '../own-arena.ts';
import { apiCommand, type Call, given } from './api-command.ts';
import { arenaIn } from './arena-lines.ts';
import { jsonOf } from './client/answer.ts';
import type { OnlineCommand } from './command.ts';
import { wholeIn } from './flags/arena-flags.ts';
import { counted } from './text.ts';
import type { FlagLine } from './usage.ts';

const VERSION = { version: { type: 'string' } } as const;
const VERSION_LINE: FlagLine = ['--version N', 'of a final ranking, from 1 (the valid one)'];

/** A page of a table; one of a version that was named says less. */
type Page = Pick<TableView, 'players' | 'winners' | 'version'> & {
  readonly final?: boolean;
  readonly standings: readonly StandingView[];
};

export const standings = apiCommand({
  name: 'standings',
  summary: 'shows the table of an arena',
  operands: ['ID'],
  about: `Shows the table of an arena: rank, name, points, a fire, what decides between equal
points, and the points of every game, the oldest first.`,
  flags: [VERSION_LINE],
  examples: ['standings 0Ab1Cd2Ef3G | head -12'],
  access: 'open',
  options: VERSION,
  run: async ({ flags, operands: [id = ''], api, show, json }) => {
    const version = given(wholeIn('version', flags.version))?.toString();
    const path = { id };
    const arena = json ? null : arenaIn(await api.ask(getArenaOperation, { path }));
    for (let page = 0, seen = 0, players = 1; seen < players; page++) {
      const query = { page: `${page}`, version };
      const answer = await api.ask(getStandingsOperation, { path, query });
      const table = jsonOf<Page>(answer);
      await show(answer, () => (arena === null ? [] : pageLines(arena, table, page === 0)));
      if (table.standings.length === 0) break;
      [seen, players] = [seen + table.standings.length, table.players];
    }
  },
});

function pageLines(arena: ArenaDetails, table: Page, isFirst: boolean): readonly string[] {
  const [titles = '', ...lines] = tableLines(table.standings, policyIn(arena));
  if (!isFirst) return lines;
  const { players, winners, version, final } = table;
  const names = winners.map((winner) => nameOf(table, winner)).join(', ');
  const state = final === false ? arena.state : `version ${version} of the final ranking`;
  return [
    `${arena.name}, ${counted(players, 'player')}, ${state}`,
    ...(names === '' ? [] : [`won by ${names}`]),
    ...(lines.length === 0 ? [] : [titles, ...lines]),
  ];
}

const nameOf = (table: Page, player: string): string =>
  table.standings.find((line) => line.player === player)?.name ?? player;

export const csvResults = resultsCommand('csv', 'CSV, with the names of its columns');
export const ndjsonResults = resultsCommand('ndjson', 'one JSON value a line');

function resultsCommand(format: (typeof RESULT_FORMATS)[number], about: string): OnlineCommand {
  return apiCommand({
    name: `results ${format}`,
    summary: `prints the table of an arena as ${about}`,
    operands: ['ID'],
    about: `Prints the table of an arena, or one version of its final ranking, as ${about}.`,
    flags: [VERSION_LINE],
    examples: [`results ${format} 0Ab1Cd2Ef3G > results.${format}`],
    access: 'open',
    raw: true,
    options: VERSION,
    run: (call) => printResults(format, call),
  });
}

async function printResults(
  format: string,
  { flags, operands: [id = ''], api, print }: Call<typeof VERSION>,
): Promise<void> {
  const version = given(wholeIn('version', flags.version))?.toString();
  const asking = { path: { id }, query: { format, version }, accept: '*/*' };
  for await (const page of api.pages(getResultsOperation, asking)) await print(page.text);
}
