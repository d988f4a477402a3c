import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ListedGame } from '../../shared/app/list-games.ts';
import type { ArenaView } from '../../shared/protocol/arena-view.ts';
import type { ExportLine } from '../../shared/protocol/export.ts';
import { verifyExport } from './arena/verify.ts';
import { checkArena } from './check.ts';
import type { Client } from './client.ts';
import { tableLines } from './columns.ts';
import { policyIn } from './own-arena.ts';
import { ratingsSeen } from './ratings-seen.ts';
import { ruleLines, rulesSeen } from './rules-seen.ts';

const LOOK_EVERY_MS = 1_000;
/** Late games are over this long after the freeze. */
const SETTLE_MS_MAX = 60_000;

/** Shows a frozen arena and checks it by its games; what is wrong, one line each. */
export async function conclude(
  client: Client,
  arena: ArenaView,
  reconnects: number,
  say: (line: string) => void,
): Promise<string[]> {
  const { id, endsAtMs } = arena;
  const policy = policyIn(arena);
  const games = await settledGames(client, id);
  const table = await client.wholeTable(id);
  say('\nThe frozen ranking');
  for (const line of tableLines(table.standings, policy, ratingsSeen(games))) say(line);
  const names = table.standings.filter(({ player }) => table.winners.includes(player));
  say(`\nWinner${names.length > 1 ? 's' : ''}: ${names.map(({ name }) => name).join(', ')}`);
  say(`\n${games.length} games; the rules at work:`);
  for (const line of ruleLines(rulesSeen(policy, endsAtMs, table, games, reconnects))) {
    say(`  ${line}`);
  }
  const pages: string[] = [];
  for await (const page of client.exportPages(id)) pages.push(page);
  const faults = checkArena(table, games, endsAtMs, policy, outOf(pages));
  return [...faults, ...(await verifyFrozen(pages, say))];
}

/** Players whom an organiser has taken out, meanwhile or afterwards. */
function outOf(pages: readonly string[]): ReadonlySet<string> {
  const lines = pages.flatMap((page) => page.split('\n').filter((line) => line !== ''));
  const out = lines.flatMap((text) => {
    const line = JSON.parse(text) as ExportLine;
    return line.type === 'player' && (line.removed || line.disqualified) ? [line.id] : [];
  });
  return new Set(out);
}

/** Does with the export what `arena verify` does with a file. */
async function verifyFrozen(
  pages: readonly string[],
  say: (line: string) => void,
): Promise<readonly string[]> {
  const { lines, exitCode } = await verifyExport(Readable.from(pages));
  say(`\nVerified from its export: ${lines.at(-1)}`);
  if (exitCode === 0) return [];
  const differences = lines.filter((line) => line.startsWith('difference '));
  return differences.length > 0 ? differences : lines;
}

/** The games once those after the bell are over and scored, too. */
async function settledGames(client: Client, id: string): Promise<readonly ListedGame[]> {
  const untilMs = Date.now() + SETTLE_MS_MAX;
  for (;;) {
    const games = await client.games(id);
    if (games.every(({ scored }) => scored) || Date.now() > untilMs) return games;
    await sleep(LOOK_EVERY_MS);
  }
}
