import { describe, expect, it } from 'vitest';
import { connect, onLine, pause, resume, returnToLobby } from '../../shared/arena/presence.ts';
import { isPresent, LEASE_MS, type Row } from '../../shared/arena/row.ts';
import { connectionId } from '../../shared/core/ids.ts';
import { anIdleRow, aReadyRow, gameId, STARTS_AT_MS } from '../support/builders.ts';
import { entry } from './sheets.ts';

/** Well after the start. */
const NOW_MS = STARTS_AT_MS + 600_000;
const LAST = gameId(1);
const RUNNING = gameId(2);
const OTHER = gameId(9);
const log = [{ ...entry('W'), game: LAST, endedAtMs: NOW_MS - 5_000 }];

/** The states a row can be in, each after one scored game. */
const ROWS = {
  idle: anIdleRow(1, { log }),
  ready: aReadyRow(1, { log, readySinceMs: NOW_MS - 4_000, leaseUntilMs: NOW_MS + 5_001 }),
  lapsed: aReadyRow(1, { log, readySinceMs: NOW_MS - 90_000, leaseUntilMs: NOW_MS }),
  play: aReadyRow(1, { log, state: 'play', game: RUNNING }),
  wished: aReadyRow(1, { log, state: 'play', game: RUNNING, wish: true }),
  paused: anIdleRow(1, { log, paused: true }),
  pausedInPlay: aReadyRow(1, { log, state: 'play', game: RUNNING, paused: true }),
  removed: anIdleRow(1, { log, removed: true }),
  elsewhere: anIdleRow(1, { log, seated: false }),
} satisfies Record<string, Row>;
type Name = keyof typeof ROWS;

const lobby = (row: Row, after: Row['game']): Row =>
  returnToLobby(row, after, NOW_MS, STARTS_AT_MS);

/** What becomes of a row whose player says `lobby` after this game. */
type Outcome = 'same' | 'ready' | 'renewed' | 'wakes' | 'wish';

function outcomeOf(before: Row, after: Row): Outcome | string {
  if (after === before) return 'same';
  if (before.state === 'idle' && after.state === 'ready') return 'ready';
  if (before.state === 'play' && after.wish) return 'wish';
  return after.why === 'ready' ? 'wakes' : 'renewed';
}

describe('a lobby return, in every state and after every game', () => {
  it.each<[Name, last: Outcome, running: Outcome]>([
    ['idle', 'ready', 'same'],
    ['ready', 'renewed', 'same'],
    ['lapsed', 'wakes', 'same'],
    ['play', 'same', 'wish'],
    ['wished', 'same', 'same'],
    ['paused', 'same', 'same'],
    ['pausedInPlay', 'same', 'same'],
    ['removed', 'same', 'same'],
    ['elsewhere', 'same', 'same'],
  ])('%s: after the last scored game %s, after the running one %s', (name, last, running) => {
    const row = ROWS[name];

    expect(outcomeOf(row, lobby(row, LAST))).toBe(last);
    expect(outcomeOf(row, lobby(row, RUNNING))).toBe(running);
    expect(lobby(row, OTHER)).toBe(row);
    expect(lobby(row, null)).toBe(row);
  });

  it.each(Object.keys(ROWS) as Name[])('%s: never clears a pause, never leaves a game', (name) => {
    const row = ROWS[name];

    for (const after of [LAST, RUNNING, OTHER, null]) {
      const { paused, game, log: games } = lobby(row, after);
      expect({ paused, game, log: games }).toEqual({
        ...{ paused: row.paused, game: row.game, log: row.log },
      });
    }
  });

  it.each(['ready', 'lapsed'] as const)('%s: keeps its place, with a new lease', (name) => {
    const row = ROWS[name];

    expect(lobby(row, LAST)).toEqual({
      ...row,
      version: row.version + 1,
      why: name === 'ready' ? 'lease' : 'ready',
      leaseUntilMs: NOW_MS + LEASE_MS,
    });
  });

  it('waits from later than the end of his last game, whatever this clock says', () => {
    const row = { ...ROWS.idle, log: [{ ...entry('W'), game: LAST, endedAtMs: NOW_MS + 300 }] };

    expect(lobby(row, LAST).readySinceMs).toBe(NOW_MS + 301);
    expect(lobby(ROWS.idle, LAST).readySinceMs).toBe(NOW_MS);
  });

  it('before the first game comes after none', () => {
    expect(lobby(anIdleRow(1), null)).toMatchObject({ state: 'ready', readySinceMs: NOW_MS });
    expect(lobby(anIdleRow(1), LAST).state).toBe('idle');
  });
});

describe('a lease', () => {
  it('is over at its instant', () => {
    const ready = aReadyRow(1, { leaseUntilMs: NOW_MS });

    expect([isPresent(ready, NOW_MS - 1), isPresent(ready, NOW_MS)]).toEqual([true, false]);
  });

  it.each([
    ['long before the start', 5, STARTS_AT_MS + LEASE_MS],
    ['at the start', STARTS_AT_MS, STARTS_AT_MS + LEASE_MS],
    ['after it', STARTS_AT_MS + 1, STARTS_AT_MS + 1 + LEASE_MS],
  ])('given %s lasts 25 s from then or from the start', (_, nowMs, untilMs) => {
    expect(returnToLobby(anIdleRow(1), null, nowMs, STARTS_AT_MS).leaseUntilMs).toBe(untilMs);
    expect(LEASE_MS).toBe(25_000);
  });
});

describe('pausing and resuming', () => {
  it.each<[Name, Row['state']]>([
    ['idle', 'idle'],
    ['ready', 'idle'],
    ['lapsed', 'idle'],
    ['play', 'play'],
    ['wished', 'play'],
  ])('%s: pauses to %s, once, and takes a wish back', (name, state) => {
    const paused = pause(ROWS[name]);

    expect(paused).toMatchObject({ paused: true, wish: false, state, why: 'paused' });
    expect(pause(paused)).toBe(paused);
  });

  it('resumes to where the lobby is next, and never from no pause', () => {
    const resumed = resume(ROWS.paused);

    expect(resumed).toMatchObject({ paused: false, state: 'idle', why: 'resumed' });
    expect(outcomeOf(resumed, lobby(resumed, LAST))).toBe('ready');
    for (const name of ['idle', 'ready', 'play'] as const)
      expect(resume(ROWS[name])).toBe(ROWS[name]);
  });
});

describe('a new connection', () => {
  const line = { connection: connectionId('newer'), connectedAtMs: 8 };

  it.each<[Name, Row['why']]>([
    ['idle', 'connected'],
    ['play', 'connected'],
    ['paused', 'connected'],
    ['ready', 'ready'],
    ['lapsed', 'ready'],
  ])('of a row that is %s: %s', (name, why) => {
    expect(connect(ROWS[name], line)).toMatchObject({ ...line, why, state: ROWS[name].state });
  });

  it('is written once', () => {
    const row = connect(ROWS.idle, line);

    expect(connect(row, line)).toBe(row);
    expect(onLine(row, line, (own) => own)).toBe(row);
  });

  it('with a step that changes nothing is still one version, and says why itself', () => {
    const row = onLine(ROWS.paused, line, (own) => lobby(own, LAST));

    expect(row).toMatchObject({ ...line, version: ROWS.paused.version + 1, why: 'connected' });
  });

  it('with a renewal wakes the pairing, whose ticket names the old connection', () => {
    const row = onLine(ROWS.ready, line, (own) => lobby(own, LAST));

    expect(row).toMatchObject({ ...line, version: ROWS.ready.version + 1, why: 'ready' });
  });
});
