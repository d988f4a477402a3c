import type { ListedGame } from '../../../../shared/app/list-games.ts';
import type { TableView } from '../../../../shared/protocol/table-view.ts';
import type { Readings } from './gauge.ts';

/** All that was seen of a played arena. Delays are ms after what they wait for, by the server. */
export interface Seen {
  readonly arena: string;
  readonly players: number;
  readonly startsAtMs: number;
  readonly readings: Readings;
  /** The first result, until the table showed it; null: it never did. */
  readonly standingsMs: number | null;
  /** The end, until the frozen ranking could be read; null: it never could. */
  readonly frozenMs: number | null;
  readonly table: TableView | null;
  readonly games: readonly ListedGame[];
  /** What `verify` says of the export, its last line last; null: there was nothing to verify. */
  readonly verified: { readonly lines: readonly string[]; readonly exitCode: number } | null;
  /** Players whose client has not left by itself. */
  readonly lost: number;
  /** Guests whom the deployment did not promise to forget. */
  readonly kept: number;
}

/** Opening, pairing and the way of the first message: a second of a queue, and cold functions. */
export const FIRST_GAME_MS_MAX = 6_000;
/** A table is four seconds old at most, and somebody may have it in a cache for two more. */
export const STANDINGS_MS_MAX = 6_000;
/** The ranking is final ten seconds after the end; looking for it takes two more. */
export const FROZEN_MS_MAX = 12_000;

/** What is not as it should be, a line each. */
export function faultsOf(seen: Seen): readonly string[] {
  const { readings, games } = seen;
  if (readings.connectMs.length === 0) return ['no player could connect'];
  if (games.length === 0) return ['no game was played', ...frozenFaults(seen)];
  return [
    ...late('the first game began', firstGameMs(seen), FIRST_GAME_MS_MAX, 'after the start'),
    ...late('the table showed it', seen.standingsMs, STANDINGS_MS_MAX, 'after the first result'),
    ...games.flatMap(({ id, end, scored }) => {
      if (end === null) return [`game ${id} has no end`];
      return scored ? [] : [`game ${id} is not scored`];
    }),
    ...(readings.moveMs.length === 0 ? ['no move was answered'] : []),
    ...frozenFaults(seen),
    ...lineFaults(seen),
    ...(seen.lost === 0 ? [] : [`${seen.lost} players have not heard of the end`]),
    ...(seen.kept === 0 ? [] : [`${seen.kept} guests are not forgotten`]),
  ];
}

/** Everybody connects once, and hears nothing that no function has said. */
function lineFaults({ readings: { connectMs, gatewayFrames }, players }: Seen): readonly string[] {
  const again = connectMs.length - players;
  return [
    ...(gatewayFrames === 0 ? [] : [`the gateway has answered ${gatewayFrames} times by itself`]),
    ...(again <= 0 ? [] : [`players have connected ${again} times more than once`]),
  ];
}

function frozenFaults({ frozenMs, table, players, verified }: Seen): readonly string[] {
  const faults = late('the ranking could be read', frozenMs, FROZEN_MS_MAX, 'after the end');
  if (table === null) return faults;
  const absent = players - table.players;
  if (absent > 0) faults.push(`${absent} players are not in the ranking`);
  if (table.winners.length === 0) faults.push('nobody has won');
  if (verified !== null && verified.exitCode !== 0) faults.push(...verified.lines);
  return faults;
}

/** By the clock of the server from both ends; null: there was no game. */
export function firstGameMs({ readings, startsAtMs }: Seen): number | null {
  const { gameStartsMs } = readings;
  return gameStartsMs.length === 0 ? null : Math.min(...gameStartsMs) - startsAtMs;
}

function late(what: string, tookMs: number | null, maxMs: number, after: string): string[] {
  if (tookMs === null) return [`${what} never, expected ${maxMs} ms ${after}`];
  return tookMs <= maxMs ? [] : [`${what} ${tookMs} ms ${after}, expected at most ${maxMs}`];
}
