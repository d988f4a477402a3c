import { expect } from 'vitest';
import { METRICS, UNIT_METRICS } from '../../shared/app/metrics.ts';
import { metricsIn } from './embedded-metrics.ts';

type Line = Readonly<Record<string, unknown>>;

/** Fields of a line, beside the metrics that it holds; `docs/operations.md` says what they mean. */
export const LOG_FIELDS = [
  ...['level', 'requestId', 'trace', 'cold', 'ms', 't', 'route', 'status', 'refused', 'cid'],
  ...['ply', 'connection', 'records', 'messages', 'failures', 'error'],
  ...['arena', 'game', 'player', 'series', 'webhook'],
];

const METRIC_FIELDS = [
  ...Object.keys(METRICS),
  ...Object.keys(UNIT_METRICS),
  ...['_aws', 'service', 'stage', 'function'],
];

/** Lines of functions; the cloud itself speaks in words. */
export const linesOf = (printed: readonly string[]): Line[] =>
  printed.filter((text) => text.startsWith('{')).map((text) => JSON.parse(text) as Line);

/** Names that the bots of a local arena bear. */
const NAMES = ['Ama', 'Kofi', 'Esi', 'Kwame'];

/**
 * One line an invocation, of known fields alone, with ids where there are some, and nothing in it
 * that is secret or personal.
 */
export function checkLines(printed: readonly string[], secrets: readonly string[]): void {
  const lines = linesOf(printed);
  const known = new Set([...LOG_FIELDS, ...METRIC_FIELDS]);
  const unknown = lines.flatMap((line) => Object.keys(line).filter((field) => !known.has(field)));
  expect([...new Set(unknown)]).toEqual([]);
  const requests = lines.filter(({ ms }) => ms !== undefined).map(({ requestId }) => requestId);
  expect(new Set(requests).size).toBe(requests.length);

  expect(secrets.length).toBeGreaterThan(0);
  const leaked = [...secrets, ...NAMES.map((name) => `"${name}"`), 'Bearer ', 'eyJ'];
  const all = printed.join('\n');
  expect(leaked.filter((secret) => all.includes(secret))).toEqual([]);

  checkMoves(lines.filter(({ t, MoveAccepted }) => t === 'move' && MoveAccepted === 1));
}

/** Moves that lost a race have read twice, repeated ones have written nothing; most are neither. */
const ALONE_MIN = 0.8;

/** An accepted move says whose it was and where; it costs 0.5 RRU and 1 WRU (architecture 7). */
function checkMoves(moves: readonly Line[]): void {
  const alone = moves.filter(
    ({ ConsumedRru, ConsumedWru }) => ConsumedRru === 0.5 && ConsumedWru === 1,
  );
  expect(alone.length).toBeGreaterThan(ALONE_MIN * moves.length);
  for (const move of moves) {
    expect(move.level).toBe('info');
    for (const id of [move.game, move.player]) expect(id).toMatch(/^[\w-]{11}$/);
    expect(move.connection).toEqual(expect.any(String));
    expect(move.ply).toEqual(expect.any(Number));
    expect(metricsIn(move).map(({ dimensions }) => dimensions)).toEqual([
      { service: 'shield-arena', stage: 'local' },
      { service: 'shield-arena', stage: 'local', function: 'shield-arena-local-move' },
    ]);
  }
}
