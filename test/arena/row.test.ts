import { describe, expect, it } from 'vitest';
import { ticketOf } from '../../shared/arena/pool.ts';
import {
  disconnect,
  isSuperseded,
  onLine,
  pause,
  resume,
  returnToLobby,
} from '../../shared/arena/presence.ts';
import { aroundUntilMs, LEASE_MS, PLACE_KEPT_MS, type Row } from '../../shared/arena/row.ts';
import { scoreRow, seatRow, voidRow } from '../../shared/arena/score.ts';
import { connectionId } from '../../shared/core/ids.ts';
import type { DoneGame, LiveGame } from '../../shared/game/game.ts';
import { aGame, anArena, aRow } from '../support/samples.ts';

const live = aGame({ who: 0, version: 0, ply: 0, done: false }) as LiveGame;
const done = aGame({ who: 0, version: 1, ply: 30, done: true }) as DoneGame;
const STARTS_AT_MS = 100;

const row = (state: Row['state'], more: Partial<Row> = {}): Row => ({
  ...aRow({ who: 0, version: 3, state, seated: true, since: 1, games: 0, connected: true }),
  paused: false,
  removed: false,
  removal: null,
  ...more,
});
const back = (from: Row, nowMs = 1_000): Row => returnToLobby(from, null, nowMs, STARTS_AT_MS);

describe('a lobby return', () => {
  it('makes an idle player ready, with a lease', () => {
    expect(back(row('idle'))).toMatchObject({
      state: 'ready',
      why: 'ready',
      readySinceMs: 1_000,
      leaseUntilMs: 1_000 + LEASE_MS,
      version: 4,
    });
  });

  it('before the start lasts until after it', () => {
    const early = returnToLobby(row('idle'), null, 5, STARTS_AT_MS);

    expect(early.leaseUntilMs).toBe(STARTS_AT_MS + LEASE_MS);
  });

  it('of a ready player renews his lease and wakes nobody', () => {
    const ready = row('ready', { leaseUntilMs: 6_001 });

    expect(back(ready)).toMatchObject({ why: 'lease', readySinceMs: 1, leaseUntilMs: 26_000 });
  });

  it('shortly before a lapse wakes the pairing: it may be stored after it', () => {
    expect(back(row('ready', { leaseUntilMs: 6_000 }))).toMatchObject({ why: 'ready' });
  });

  it('after a lapse wakes the pairing again', () => {
    expect(back(row('ready', { leaseUntilMs: 1_000 }))).toMatchObject({ why: 'ready' });
  });

  it('within 60 s of a lapse finds place and waiting time as they were, afterwards not', () => {
    const lapsed = row('ready', { leaseUntilMs: 1_000 });
    const backAfter = (ms: number) => back(lapsed, 1_000 + ms);

    for (const ms of [0, 1, PLACE_KEPT_MS - 1]) {
      const leaseUntilMs = 1_000 + ms + LEASE_MS;
      expect(backAfter(ms)).toMatchObject({ why: 'ready', readySinceMs: 1, leaseUntilMs });
    }
    expect(backAfter(PLACE_KEPT_MS)).toMatchObject({
      ...{ state: 'ready', why: 'ready', readySinceMs: 61_000, leaseUntilMs: 86_000 },
    });
  });

  it('after a game that was longer than the lease of its wish keeps the place', () => {
    const wished = row('ready', { leaseUntilMs: 1_000, readySinceMs: 90_000 });
    const renewed = (nowMs: number) => returnToLobby(wished, null, nowMs, STARTS_AT_MS);

    expect(renewed(91_000)).toMatchObject({ why: 'ready', readySinceMs: 90_000 });
    expect(renewed(90_000 + PLACE_KEPT_MS)).toMatchObject({ readySinceMs: 150_000 });
  });

  it('before the start, long before it, keeps the place too', () => {
    const early = row('ready', { leaseUntilMs: 500_000 + LEASE_MS });

    expect(returnToLobby(early, null, 400_000, 500_000)).toMatchObject({
      ...{ why: 'lease', readySinceMs: 1, leaseUntilMs: 500_000 + LEASE_MS },
    });
  });

  it('during the game is a wish, once', () => {
    const playing = row('play');
    const wished = returnToLobby(playing, live.id, 1_000, STARTS_AT_MS);

    expect(wished).toMatchObject({
      ...{ state: 'play', wish: true, why: 'wish', leaseUntilMs: 1_000 + LEASE_MS },
    });
    expect(returnToLobby(wished, live.id, 1_001, STARTS_AT_MS)).toBe(wished);
    // It holds as long as a lease, and is renewed like one.
    expect(returnToLobby(wished, live.id, 20_000, STARTS_AT_MS)).toMatchObject({
      ...{ state: 'play', wish: true, leaseUntilMs: 20_000 + LEASE_MS },
    });
  });

  it.each([
    ['of somebody who is behind', row('play')],
    ['of a paused player', row('idle', { paused: true })],
    ['of a removed player', row('idle', { removed: true })],
    ['of a player who sits elsewhere', row('idle', { seated: false })],
    ['after another game than his last', row('idle', { log: aRow({ ...sample, games: 1 }).log })],
  ])('%s changes nothing', (_, from) => {
    expect(back(from)).toBe(from);
  });
});

const sample = {
  ...{ who: 0, version: 0, state: 'idle', seated: true, since: 1, connected: true },
};

describe('a pause', () => {
  it('takes a ready player out and a wish back; a game goes on', () => {
    expect(pause(row('ready'))).toMatchObject({ state: 'idle', paused: true });
    expect(pause(row('play', { wish: true }))).toMatchObject({ state: 'play', wish: false });
  });

  it('is cleared by resuming, not by a lobby return', () => {
    const paused = pause(row('ready'));

    expect(back(paused)).toBe(paused);
    expect(resume(paused)).toMatchObject({ paused: false, state: 'idle' });
    expect(resume(row('idle')).version).toBe(3);
  });
});

describe('a connection', () => {
  const newer = { connection: connectionId('newer'), connectedAtMs: 8 };

  it('takes the row over from an older one, and a ready player gets a new ticket', () => {
    expect(onLine(row('idle'), newer, (own) => own)).toMatchObject({ ...newer, why: 'connected' });
    expect(onLine(row('ready'), newer, (own) => own)).toMatchObject({ ...newer, why: 'ready' });
  });

  it('and a step are one version', () => {
    const both = onLine(row('idle'), newer, (own) => back(own));

    expect(both).toMatchObject({ ...newer, state: 'ready', version: 4 });
  });

  it('is superseded by a newer one', () => {
    expect(isSuperseded(row('idle'), { ...newer, connectedAtMs: 6 })).toBe(true);
    expect(isSuperseded(row('idle'), newer)).toBe(false);
    expect(isSuperseded(row('idle'), { ...newer, connectedAtMs: 7 })).toBe(false);
  });

  it('clears only itself when it is closed', () => {
    const own = row('idle');

    expect(disconnect(own, connectionId('another'))).toBe(own);
    expect(disconnect(own, connectionId('connection='))).toMatchObject({ connection: null });
  });
});

describe('scoring', () => {
  it('takes the game once', () => {
    const scored = scoreRow(row('play'), done, 9_000) as Row;

    expect(scored).toMatchObject({ state: 'idle', game: null, why: 'scored', scoredAtMs: 9_000 });
    expect(scored.log).toHaveLength(1);
    expect(scoreRow(scored, done, 9_001)).toBeNull();
    expect(scoreRow(row('ready'), done, 9_000)).toBeNull();
  });

  it('makes ready again who wished it, unless he paused or was removed', () => {
    const scored = (more: Partial<Row>) =>
      scoreRow(row('play', { wish: true, ...more }), done, 9_000);

    expect(scored({ leaseUntilMs: 400 })).toMatchObject({
      ...{ state: 'ready', why: 'scoredReady', readySinceMs: 9_000 },
      // A phone that has been silent since its wish is not paired.
      leaseUntilMs: 400,
    });
    expect(scored({ paused: true })).toMatchObject({ state: 'idle' });
    expect(scored({ removed: true })).toMatchObject({ state: 'idle' });
  });

  it('lichess-org/lila#12286: pauses who did not show up, and nobody else', () => {
    const noShow = { ...done, ending: 'noShow', winner: 'second' } as const;
    const resigned = { ...noShow, ending: 'resign' } as const;
    const of = (game: DoneGame) => scoreRow(row('play', { wish: true }), game, 9_000);

    expect(of(noShow)).toMatchObject({ paused: true, state: 'idle' });
    expect(of({ ...noShow, winner: 'first' })).toMatchObject({ paused: false, state: 'ready' });
    expect(of(resigned)).toMatchObject({ paused: false, state: 'ready' });
  });
});

describe('a voided game', () => {
  it('sends the one who is gone away and keeps the place of the other', () => {
    const gone = voidRow(row('play'), live, ['first']);
    const other = voidRow(row('play', { leaseUntilMs: 500 }), live, ['second']);

    expect(gone).toMatchObject({ state: 'idle', connection: null });
    // He is as present as he was when he was paired: nothing has been heard of him since.
    expect(other).toMatchObject({ state: 'ready', readySinceMs: 1, leaseUntilMs: 500 });
    expect(voidRow(row('ready'), live, ['first'])).toBeNull();
  });

  it('of two who are gone sends both away', () => {
    for (const player of [live.seats.first.player, live.seats.second.player]) {
      const away = row('play', { player, connection: null });
      expect(voidRow(away, live, ['first', 'second'])).toMatchObject({ state: 'idle' });
    }
  });

  it('is none for a row that plays another one, or has come back on a newer line', () => {
    const other = row('play', { game: aGame({ who: 1, version: 0, ply: 0, done: false }).id });
    const back = row('play', { connection: connectionId('newer') });

    expect(voidRow(other, live, ['first'])).toBeNull();
    expect(voidRow(back, live, ['first'])).toBeNull();
    expect(voidRow(row('play', { connection: null }), live, ['first'])).not.toBeNull();
  });

  it.each(['paused', 'removed'] as const)('does not make a %s player ready again', (mark) => {
    const marked = row('play', { [mark]: true });

    expect(voidRow(marked, live, ['second'])).toMatchObject({
      ...{ state: 'idle', [mark]: true, game: null, wish: false },
      connection: marked.connection,
    });
  });
});

describe('seating', () => {
  const ready = row('ready', { leaseUntilMs: 500 });
  const ticket = ticketOf(anArena({ who: 0, version: 0, state: 'open' }), ready);
  const seat = (from: Row, nowMs = 499) =>
    ticket === null ? null : seatRow(from, ticket, live.id, nowMs);

  it('is for the row as its ticket says', () => {
    expect(seat(ready)).toMatchObject({ state: 'play', game: live.id, why: 'paired', version: 4 });
  });

  it.each([
    ['whose lease is over', ready, 500],
    ['on another connection', { ...ready, connection: connectionId('other') }, 0],
    ['that has waited since another instant', { ...ready, readySinceMs: 2 }, 0],
    ['that sits elsewhere', { ...ready, seated: false }, 0],
    ['that plays', { ...ready, state: 'play' as const }, 0],
  ])('is not for a row %s', (_, from, nowMs) => {
    expect(seat(from, nowMs)).toBeNull();
  });
});

describe('until when a player takes part', () => {
  const LEASED = { leaseUntilMs: 9_000 };

  it.each([
    ['plays', row('play'), Number.POSITIVE_INFINITY],
    ['plays whatever his lease was', row('play', LEASED), Number.POSITIVE_INFINITY],
    ['waits', row('ready', LEASED), 9_000],
    ['waits without a lease', row('ready', { leaseUntilMs: null }), 0],
    ['is back from a game', row('idle', { ...LEASED, scoredAtMs: 10_000 }), 70_000],
    ['waits after a game', row('ready', { ...LEASED, scoredAtMs: 10_000 }), 70_000],
    ['has waited since', row('ready', { leaseUntilMs: 90_000, scoredAtMs: 10_000 }), 90_000],
    ['has not asked for a game', row('idle', LEASED), 0],
    ['plays and pauses', row('play', { paused: true }), 0],
    ['is back from a game and pauses', row('idle', { paused: true, scoredAtMs: 10_000 }), 0],
    ['plays and is removed', row('play', { removed: true }), 0],
    ['sits elsewhere', row('idle', { seated: false, scoredAtMs: 10_000 }), 0],
  ] as const)('who %s: %#', (_, who, expectedMs) => {
    expect(aroundUntilMs(who)).toBe(expectedMs);
  });
});
