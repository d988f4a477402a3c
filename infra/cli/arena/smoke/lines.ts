import { counted, labelled } from '../text.ts';
import { firstGameMs, type Seen } from './seen.ts';

/** Half of them are quicker than this, 95 and 99 of a hundred than those; null: there is none. */
export interface Spread {
  readonly count: number;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? null;
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** The numbers of a run, for people and for programs. */
export function numbersOf(seen: Seen) {
  const { readings, arena, players, games, standingsMs, frozenMs } = seen;
  return {
    ...{ arena, players, games: games.length },
    ticketMs: spreadOf(readings.ticketMs),
    connectMs: spreadOf(readings.connectMs),
    moveMs: spreadOf(readings.moveMs),
    pairingMs: spreadOf(readings.pairingMs),
    firstGameMs: firstGameMs(seen),
    ...{ standingsMs, frozenMs },
    refusals: readings.refusals,
    gatewayFrames: readings.gatewayFrames,
    // Everybody connects once.
    reconnects: Math.max(0, readings.connectMs.length - players),
    clockAheadMs: readings.clockAheadMs,
  };
}

export function smokeLines(seen: Seen, faults: readonly string[]): readonly string[] {
  const numbers = numbersOf(seen);
  const refused = Object.entries(numbers.refusals).map(([code, times]) => `${code} ${times}`);
  return [
    `${seen.arena}: ${counted(seen.players, 'player')}, ${counted(numbers.games, 'game')}`,
    ...labelled('ticket', spreadText(numbers.ticketMs)),
    ...labelled('connect', spreadText(numbers.connectMs)),
    ...labelled('move', spreadText(numbers.moveMs)),
    ...labelled('pairing wait', spreadText(numbers.pairingMs)),
    ...labelled('first game', after(numbers.firstGameMs, 'the start')),
    ...labelled('standings', after(numbers.standingsMs, 'the first result')),
    ...labelled('ranking', after(numbers.frozenMs, 'the end')),
    ...labelled('refusals', refused.join(', ') || 'none'),
    ...labelled('gateway', `${counted(numbers.gatewayFrames, 'frame')} of its own`),
    ...labelled('reconnects', `${numbers.reconnects}`),
    ...labelled('verified', seen.verified?.lines.at(-1) ?? 'nothing'),
    ...faults.map((fault) => `fault: ${fault}`),
    faults.length === 0 ? 'ok' : counted(faults.length, 'fault'),
  ];
}

const spreadText = ({ count, p50, p95, p99 }: Spread): string =>
  count === 0 ? 'none' : `p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms (${count})`;

const after = (ms: number | null, what: string): string =>
  ms === null ? 'never' : `${ms} ms after ${what}`;
