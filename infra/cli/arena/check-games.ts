import { SIDES } from '../../../shared/rules/rules.ts';
import type { ExportFile, Game } from './export-file.ts';
import type { Findings } from './findings.ts';
import { countsByTimes } from './logs.ts';

/** What must hold between the games of a file, which are given in start order. */
export function checkGames(file: ExportFile, games: readonly Game[], findings: Findings): void {
  for (const game of games) {
    checkSeats(file, game, findings);
    checkTimes(file, game, findings);
    compareCounted(file, game, findings);
  }
  checkOverlaps(games, findings);
}

function checkSeats({ players }: ExportFile, game: Game, findings: Findings): void {
  const subject = `game ${game.id}`;
  for (const side of SIDES) {
    if (!players.has(game[side])) findings.differ(subject, side, game[side], 'an unknown player');
  }
  if (game.first === game.second) findings.differ(subject, 'second', game.second, 'somebody else');
}

function checkTimes({ arena }: ExportFile, game: Game, findings: Findings): void {
  const { startedAtMs, endedAtMs } = game;
  const subject = `game ${game.id}`;
  if (startedAtMs < arena.startsAtMs) {
    findings.differ(subject, 'startedAtMs', startedAtMs, `from the start ${arena.startsAtMs} on`);
  }
  if (startedAtMs >= arena.endsAtMs) {
    findings.differ(subject, 'startedAtMs', startedAtMs, `before the end ${arena.endsAtMs}`);
  }
  if (endedAtMs !== undefined && endedAtMs < startedAtMs) {
    findings.differ(subject, 'endedAtMs', endedAtMs, `not before its start ${startedAtMs}`);
  }
}

function compareCounted(file: ExportFile, game: Game, findings: Findings): void {
  if (game.counted === undefined) return;
  const byTimes = countsByTimes(file, game);
  if (byTimes === null) findings.cannot('endedAtMs is absent', 'counted');
  else findings.compare(`game ${game.id}`, 'counted', game.counted, byTimes);
}

/** Nobody plays two games at the same time. */
function checkOverlaps(games: readonly Game[], findings: Findings): void {
  /** The game of each player that ends last so far. */
  const latest = new Map<string, Game>();
  /** Players whose last game may still have run, as far as is known. */
  const endless = new Set<string>();
  for (const game of games) {
    if (game.ending === 'voided' || game.first === game.second) continue;
    for (const player of [game.first, game.second]) {
      const before = latest.get(player);
      if (endless.delete(player)) findings.cannot('endedAtMs is absent', 'overlap');
      if (before?.endedAtMs !== undefined && before.endedAtMs > game.startedAtMs) {
        const other = `after ${before.endedAtMs}, the end of ${player}'s game ${before.id}`;
        findings.differ(`game ${game.id}`, 'startedAtMs', game.startedAtMs, other);
      }
      if (game.endedAtMs === undefined) endless.add(player);
      else if ((before?.endedAtMs ?? 0) <= game.endedAtMs) latest.set(player, game);
    }
  }
}
