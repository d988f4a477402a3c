import { describe, expect, it } from 'vitest';
import {
  berserkLimitMs,
  FLAG_GRACE_MS,
  firstMoveCountdownMs,
  initialTimeMs,
  isOverdue,
  usualAbandonClaimMs,
} from '../../shared/game/clock.ts';
import type { Command } from '../../shared/game/command.ts';
import {
  afterMoves,
  decide,
  momentAt,
  moveIn,
  newGame,
  next,
  nextLive,
  START_MS,
} from './board.ts';

const BERSERK: Command = { t: 'berserk' };

describe('the berserk clock', () => {
  /** Rows of scalachess, BerserkTest (MIT), and of the lichess arena FAQ (2+1, 1+2). */
  it.each([
    { clock: '10+0', limitS: 600, incrementS: 0, berserkS: 300 },
    { clock: '5+0', limitS: 300, incrementS: 0, berserkS: 150 },
    { clock: '3+0', limitS: 180, incrementS: 0, berserkS: 90 },
    { clock: '1+0', limitS: 60, incrementS: 0, berserkS: 30 },
    { clock: '4+4', limitS: 240, incrementS: 4, berserkS: 120 },
    { clock: '3+2', limitS: 180, incrementS: 2, berserkS: 90 },
    { clock: '2+10', limitS: 120, incrementS: 10, berserkS: 120 },
    { clock: '10+5', limitS: 600, incrementS: 5, berserkS: 300 },
    { clock: '10+2', limitS: 600, incrementS: 2, berserkS: 300 },
    { clock: '1+1', limitS: 60, incrementS: 1, berserkS: 30 },
    { clock: '1+3', limitS: 60, incrementS: 3, berserkS: 60 },
    { clock: '1+5', limitS: 60, incrementS: 5, berserkS: 60 },
    { clock: '2+1', limitS: 120, incrementS: 1, berserkS: 60 },
    { clock: '1+2', limitS: 60, incrementS: 2, berserkS: 60 },
    { clock: '1:20+2, the edge', limitS: 80, incrementS: 2, berserkS: 40 },
    { clock: '1:19+2, below it', limitS: 79, incrementS: 2, berserkS: 79 },
  ])('of $clock has $berserkS s', ({ limitS, incrementS, berserkS }) => {
    expect(berserkLimitMs(limitS * 1_000, incrementS * 1_000)).toBe(berserkS * 1_000);
  });

  it('is a whole number of milliseconds', () => {
    expect(berserkLimitMs(60_001, 0)).toBe(30_000);
  });
});

describe('the initial time', () => {
  it.each([
    { limitMs: 180_000, incrementMs: 2_000, initialMs: 180_000 },
    { limitMs: 1, incrementMs: 9_000, initialMs: 1 },
    { limitMs: 0, incrementMs: 1_000, initialMs: 3_000 },
    { limitMs: 0, incrementMs: 3_000, initialMs: 3_000 },
    { limitMs: 0, incrementMs: 10_000, initialMs: 10_000 },
  ])('of $limitMs + $incrementMs ms is $initialMs ms', ({ limitMs, incrementMs, initialMs }) => {
    expect(initialTimeMs(limitMs, incrementMs)).toBe(initialMs);
    expect(newGame({ limitMs, incrementMs }).remainingMs).toEqual({
      ...{ first: initialMs, second: initialMs },
    });
  });
});

describe('the first-move countdown', () => {
  it.each([
    { limitMs: 29_999, incrementMs: 0, countdownS: 11 },
    { limitMs: 30_000, incrementMs: 0, countdownS: 16 },
    { limitMs: 179_999, incrementMs: 0, countdownS: 16 },
    { limitMs: 180_000, incrementMs: 0, countdownS: 21 },
    { limitMs: 180_000, incrementMs: 2_000, countdownS: 21 },
    { limitMs: 479_999, incrementMs: 0, countdownS: 21 },
    { limitMs: 480_000, incrementMs: 0, countdownS: 25 },
    { limitMs: 1_499_999, incrementMs: 0, countdownS: 25 },
    { limitMs: 1_500_000, incrementMs: 0, countdownS: 30 },
    { limitMs: 60_000, incrementMs: 1_000, countdownS: 16 },
    { limitMs: 60_000, incrementMs: 3_000, countdownS: 21 },
    { limitMs: 0, incrementMs: 1_000, countdownS: 16 },
  ])('of $limitMs + $incrementMs ms is $countdownS s', ({ limitMs, incrementMs, countdownS }) => {
    expect(firstMoveCountdownMs(limitMs, incrementMs)).toBe(countdownS * 1_000);
  });

  it('runs for the first mover from the pairing, for the other from that move', () => {
    const paired = newGame();
    expect(paired.deadlineMs).toBe(START_MS + 21_000);

    const opened = nextLive(paired, 'first', moveIn(paired), momentAt(20_000));
    expect(opened.deadlineMs).toBe(START_MS + 20_000 + 21_000);
  });

  it('is the clock itself where an arena has none', () => {
    expect(newGame({ firstMoveMs: null }).deadlineMs).toBe(START_MS + 180_000);
  });
});

describe('the time in which a leaver answers', () => {
  it.each([
    { limitMs: 180_000, incrementMs: 2_000, claimMs: 30_000 },
    { limitMs: 300_009, incrementMs: 0, claimMs: 30_000 },
    { limitMs: 300_010, incrementMs: 0, claimMs: 30_001 },
    { limitMs: 300_000, incrementMs: 3_000, claimMs: 42_000 },
    { limitMs: 0, incrementMs: 10_000, claimMs: 40_000 },
    { limitMs: 1_500_000, incrementMs: 10_000, claimMs: 190_000 },
  ])('by $limitMs + $incrementMs ms is $claimMs ms', ({ limitMs, incrementMs, claimMs }) => {
    expect(usualAbandonClaimMs(limitMs, incrementMs)).toBe(claimMs);
  });
});

describe('the clocks of a game', () => {
  it("cost nothing and earn nothing for each side's first move", () => {
    const opened = afterMoves(newGame(), 'Ca', 15_000);

    expect(opened.remainingMs).toEqual({ first: 180_000, second: 180_000 });
    expect(opened.deadlineMs).toBe(START_MS + 16_000 + 180_000);
  });

  it('lose the time spent and earn the increment, the mover only', () => {
    const opened = afterMoves(newGame(), 'Ca', 0);
    const third = nextLive(opened, 'first', moveIn(opened), momentAt(8_000));
    const fourth = nextLive(third, 'second', moveIn(third), momentAt(38_500));

    expect(third.remainingMs).toEqual({ first: 175_000, second: 180_000 });
    expect(third.deadlineMs).toBe(START_MS + 8_000 + 180_000);
    expect(fourth.remainingMs).toEqual({ first: 175_000, second: 151_500 });
    expect(fourth.deadlineMs).toBe(START_MS + 38_500 + 175_000);
  });

  it('earn no increment after berserk, on that side only', () => {
    const berserk = nextLive(newGame(), 'first', BERSERK, momentAt(0));
    const opened = afterMoves(berserk, 'Ca', 0);
    const third = nextLive(opened, 'first', moveIn(opened), momentAt(11_000));
    const fourth = nextLive(third, 'second', moveIn(third), momentAt(21_000));

    expect(third.remainingMs.first).toBe(80_000);
    expect(fourth.remainingMs.second).toBe(172_000);
  });

  it('may be used up to the last millisecond', () => {
    const opened = afterMoves(newGame({ incrementMs: 0 }), 'Ca', 0);
    const third = nextLive(opened, 'first', moveIn(opened), momentAt(181_000));

    expect(third.remainingMs.first).toBe(0);
  });

  it('never run backwards when a gateway is behind', () => {
    const opened = afterMoves(newGame(), 'Ca', 10_000);
    const third = next(opened, 'first', moveIn(opened), momentAt(4_000));

    expect(third.lastAtMs).toBe(opened.lastAtMs);
    expect(third.remainingMs.first).toBe(182_000);
  });
});

describe('berserk', () => {
  it('is possible before the own first move, whatever the other side has done', () => {
    const paired = newGame();
    const opened = afterMoves(paired, 'C');
    const both = nextLive(
      nextLive(paired, 'first', BERSERK, momentAt(1)),
      'second',
      BERSERK,
      momentAt(2),
    );

    expect(next(paired, 'second', BERSERK, momentAt(1)).berserk).toEqual({
      first: false,
      second: true,
    });
    expect(next(opened, 'second', BERSERK, momentAt(2_000)).remainingMs).toEqual({
      first: 180_000,
      second: 90_000,
    });
    expect(both.berserk).toEqual({ first: true, second: true });
  });

  it('changes flag, clock and deadline in one save, and nobody else', () => {
    const paired = newGame({ firstMoveMs: null });
    const berserk = nextLive(paired, 'first', BERSERK, momentAt(5_000));

    expect(berserk).toEqual({
      ...paired,
      version: 1,
      berserk: { first: true, second: false },
      remainingMs: { first: 90_000, second: 180_000 },
      deadlineMs: START_MS + 90_000,
    });
  });

  it.each([
    ['has just half of it left', 90_000, 'progress'],
    ['has less than half of it left', 90_001, 'refused'],
  ])('where the clock itself is the countdown is for who %s', (_, ms, kind) => {
    const paired = newGame({ firstMoveMs: null });

    expect(decide(paired, 'first', BERSERK, momentAt(ms)).kind).toBe(kind);
    expect(decide(paired, 'second', BERSERK, momentAt(ms)).kind).toBe('progress');
  });

  it('does not lengthen the first-move countdown', () => {
    expect(nextLive(newGame(), 'first', BERSERK, momentAt(20_000)).deadlineMs).toBe(
      START_MS + 21_000,
    );
  });
});

describe('a deadline', () => {
  it('has passed for good only after the grace', () => {
    const { deadlineMs, ...game } = newGame();

    expect(isOverdue({ ...game, deadlineMs }, deadlineMs + FLAG_GRACE_MS - 1)).toBe(false);
    expect(isOverdue({ ...game, deadlineMs }, deadlineMs + FLAG_GRACE_MS)).toBe(true);
  });
});
