import { describe, expect, it } from 'vitest';
import { createGauge } from '../../../infra/cli/arena/smoke/gauge.ts';
import { numbersOf, smokeLines, spreadOf } from '../../../infra/cli/arena/smoke/lines.ts';
import { faultsOf, type Seen } from '../../../infra/cli/arena/smoke/seen.ts';

const GAME = { id: 'g1', end: { winner: 'first' }, scored: true };
const TABLE = { players: 4, winners: ['p1'] };

/** A run in which all was right, but for these. */
const seen = (part: object = {}, readings: object = {}): Seen =>
  ({
    ...{ arena: 'a1', players: 4, startsAtMs: 1_000_000, standingsMs: 2_000, frozenMs: 8_000 },
    ...{ table: TABLE, games: [GAME], lost: 0, kept: 0 },
    verified: { lines: ['ok players=4 games=1 compared=9 notComparable=0'], exitCode: 0 },
    readings: {
      ...{ ticketMs: [30], connectMs: [1, 2, 3, 4], moveMs: [5, 6], pairingMs: [7] },
      ...{ gameStartsMs: [1_002_000, 1_001_000], firstScoredAtMs: 1, refusals: {} },
      ...{ gatewayFrames: 0, clockAheadMs: 0 },
      ...readings,
    },
    ...part,
  }) as unknown as Seen;

describe('what a smoke test finds wrong', () => {
  it('is nothing where all is right', () => {
    expect(faultsOf(seen())).toEqual([]);
    expect(smokeLines(seen(), []).at(-1)).toBe('ok');
  });

  it.each([
    ['nobody could connect', seen({}, { connectMs: [] }), 'no player could connect'],
    ['no game', seen({ games: [] }, { gameStartsMs: [] }), 'no game was played'],
    [
      'an arena that opens late',
      seen({}, { gameStartsMs: [1_006_001] }),
      'the first game began 6001 ms after the start, expected at most 6000',
    ],
    [
      'a table that stands still',
      seen({ standingsMs: null }),
      'the table showed it never, expected 6000 ms after the first result',
    ],
    [
      'a game without an end',
      seen({ games: [GAME, { id: 'g2', end: null }] }),
      'game g2 has no end',
    ],
    [
      'a game that is not scored',
      seen({ games: [{ ...GAME, scored: false }] }),
      'game g1 is not scored',
    ],
    [
      'no frozen ranking',
      seen({ frozenMs: null, table: null, verified: null }),
      'the ranking could be read never, expected 12000 ms after the end',
    ],
    [
      'a ranking that is late',
      seen({ frozenMs: 12_001 }),
      'the ranking could be read 12001 ms after the end, expected at most 12000',
    ],
    [
      'somebody who is not in it',
      seen({ table: { ...TABLE, players: 3 } }),
      '1 players are not in the ranking',
    ],
    ['no winner', seen({ table: { ...TABLE, winners: [] } }), 'nobody has won'],
    [
      'points that the games do not give',
      seen({ verified: { lines: ['difference player p1 points'], exitCode: 1 } }),
      'difference player p1 points',
    ],
    ['moves without an answer', seen({}, { moveMs: [] }), 'no move was answered'],
    [
      'a gateway that speaks for itself',
      seen({}, { gatewayFrames: 2 }),
      'the gateway has answered 2 times by itself',
    ],
    [
      'a connection that was lost',
      seen({}, { connectMs: [1, 2, 3, 4, 5] }),
      'players have connected 1 times more than once',
    ],
    [
      'a player who still waits for the end',
      seen({ lost: 1 }),
      '1 players have not heard of the end',
    ],
    ['a guest whom nobody forgets', seen({ kept: 1 }), '1 guests are not forgotten'],
  ])('%s', (_, run, fault) => {
    const faults = faultsOf(run);

    expect(faults).toEqual([fault]);
    expect(smokeLines(run, faults).slice(-2)).toEqual([`fault: ${fault}`, '1 fault']);
  });
});

describe('the numbers of a smoke test', () => {
  it('are quantiles of what was measured', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

    expect(spreadOf(hundred)).toEqual({ count: 100, p50: 50, p95: 95, p99: 99 });
    expect(spreadOf([7])).toEqual({ count: 1, p50: 7, p95: 7, p99: 7 });
    expect(spreadOf([])).toEqual({ count: 0, p50: null, p95: null, p99: null });
    expect(numbersOf(seen())).toMatchObject({ firstGameMs: 1_000, reconnects: 0 });
    expect(numbersOf(seen({}, { connectMs: [1, 2, 3, 4, 5] }))).toMatchObject({ reconnects: 1 });
  });

  it('are read off the lines: moves, games, refusals and what the gateway says itself', () => {
    const gauge = createGauge(0);
    const line = gauge.watch();
    const says = (frame: object) => line.heard(JSON.stringify(frame));
    line.opened(12);
    line.sent('{"t":"ping"}');
    says({ t: 'pong', nowMs: Date.now() + 60_000 });
    line.sent('{"t":"lobby","arena":"a","after":null,"cid":"1"}');
    says({ t: 'state', cid: '1' });
    says({ t: 'paired', game: { startedAtMs: 1_500 } });
    line.sent('{"t":"move","game":"g","ply":0,"move":"A","cid":"2"}');
    says({ t: 'moved', game: 'g', cid: '2' });
    line.sent('{"t":"move","game":"g","ply":1,"move":"A","cid":"3"}');
    says({ t: 'refused', code: 'notYourTurn', cid: '3' });
    says({ message: 'Forbidden', connectionId: 'c', requestId: 'r' });
    line.heard('not JSON');
    says({ t: 'scored', game: 'g' });

    const readings = gauge.read();
    expect(readings.connectMs).toEqual([12]);
    expect(readings.moveMs).toHaveLength(2);
    expect(readings.pairingMs).toHaveLength(1);
    expect(readings.gameStartsMs).toEqual([1_500]);
    expect(readings.refusals).toEqual({ notYourTurn: 1 });
    expect(readings.gatewayFrames).toBe(2);
    expect(readings.firstScoredAtMs).not.toBeNull();
    expect(Math.abs((readings.clockAheadMs ?? 0) - 60_000)).toBeLessThan(1_000);
  });
});
