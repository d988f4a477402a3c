import { describe, expect, it } from 'vitest';
import { FLAG_GRACE_MS, usualAbandonClaimMs } from '../../shared/game/clock.ts';
import type { Command } from '../../shared/game/command.ts';
import { finishOverdue } from '../../shared/game/finish.ts';
import {
  afterMoves,
  decide,
  ENDS_MS,
  momentAt,
  moveIn,
  newGame,
  next,
  nextDone,
  nextLive,
  refusalOf,
  repeatedEvent,
  START_MS,
} from './board.ts';

const CLAIM: Command = { t: 'claimAbandoned' };
const HERE: Command = { t: 'here' };
const FLAG: Command = { t: 'claimFlag' };
const ASKED_MS = 30_000;
/** Opened at 0 and 1 s: the first mover is to move, his 180 s end at 181 s. */
const opened = afterMoves(newGame(), 'Ca', 0);
const CLAIMED_AT = 40_000;
const claimed = nextLive(opened, 'second', CLAIM, momentAt(CLAIMED_AT));

describe('a player who says that the other one has left', () => {
  it('has him asked, and wins at the deadline that is stored then', () => {
    expect(claimed).toMatchObject({
      claim: { by: 'second', deadlineMs: START_MS + CLAIMED_AT + ASKED_MS },
      deadlineMs: START_MS + CLAIMED_AT + ASKED_MS,
      remainingMs: opened.remainingMs,
      version: opened.version + 1,
    });
    for (const lateMs of [0, 5_000, ENDS_MS]) {
      const atMs = CLAIMED_AT + ASKED_MS + FLAG_GRACE_MS + lateMs;
      const done = nextDone(claimed, 'second', FLAG, momentAt(atMs));
      expect(done).toMatchObject({
        winner: 'second',
        ending: 'abandoned',
        endedAtMs: START_MS + CLAIMED_AT + ASKED_MS,
      });
      expect(finishOverdue(claimed, START_MS + atMs)).toEqual(done);
    }
  });

  it('is told how long it takes, not before the grace', () => {
    const early = decide(claimed, 'second', FLAG, momentAt(CLAIMED_AT + ASKED_MS));

    expect(refusalOf(early)).toEqual({ code: 'tooEarly', retryInMs: FLAG_GRACE_MS });
  });

  it('says it twice and is answered alike: the deadline stays', () => {
    const again = decide(claimed, 'second', CLAIM, momentAt(CLAIMED_AT + 5_000));
    const done = nextDone(claimed, 'second', FLAG, momentAt(CLAIMED_AT + 60_000));

    expect(repeatedEvent(again)).toEqual({ t: 'areYouThere', by: 'second' });
    expect(repeatedEvent(decide(done, 'second', CLAIM, momentAt(200_000)))).toEqual({ t: 'ended' });
    expect(refusalOf(decide(done, 'first', CLAIM, momentAt(200_000)))?.code).toBe('gameOver');
  });

  it.each([
    ['whose turn it is', 'first', {}, 'yourTurn'],
    ['in an arena without this rule', 'second', { abandonClaimMs: null }, 'claimNotAllowed'],
  ] as const)('is refused %s', (_, side, part, code) => {
    const game = afterMoves(newGame(part), 'Ca', 0);

    expect(refusalOf(decide(game, side, CLAIM, momentAt(CLAIMED_AT)))).toEqual({ code });
  });

  it('cannot win later than the clock: a flag that falls first is a flag', () => {
    const late = nextLive(opened, 'second', CLAIM, momentAt(170_000));

    expect(late.deadlineMs).toBe(START_MS + 181_000);
    expect(nextDone(late, 'second', FLAG, momentAt(182_000))).toMatchObject({ ending: 'flag' });
  });
});

describe('a player who is asked whether he is there', () => {
  it.each<[string, Command]>([
    ['says so', HERE],
    ['moves', moveIn(claimed)],
    ['offers a draw', { t: 'offerDraw', ply: 2 }],
  ])('and %s plays on with the clock he has', (_, command) => {
    const answered = nextLive(claimed, 'first', command, momentAt(CLAIMED_AT + 29_000));

    expect(answered.claim).toBeNull();
    const deadlines = command.t === 'move' ? [180_000 + CLAIMED_AT + 29_000] : [181_000];
    expect(deadlines).toContain(answered.deadlineMs - START_MS);
    expect(finishOverdue(answered, START_MS + CLAIMED_AT + 60_000)).toBeNull();
  });

  it('is not asked again for as long as he was given', () => {
    const answered = nextLive(claimed, 'first', HERE, momentAt(50_000));

    expect(refusalOf(decide(answered, 'second', CLAIM, momentAt(60_000)))).toEqual({
      code: 'tooEarly',
      retryInMs: 20_000,
    });
    expect(nextLive(answered, 'second', CLAIM, momentAt(80_000)).claim).not.toBeNull();
  });

  it('answers twice, or is not asked, and nothing changes', () => {
    const answered = next(claimed, 'first', HERE, momentAt(50_000));

    for (const [game, side] of [
      [answered, 'first'],
      [opened, 'first'],
      [claimed, 'second'],
    ] as const) {
      const decision = decide(game, side, HERE, momentAt(51_000));
      expect(repeatedEvent(decision)).toEqual({ t: 'stillHere', by: side });
    }
  });

  it('is too late after the deadline, and has lost after the grace', () => {
    const atMs = CLAIMED_AT + ASKED_MS + 1;

    expect(refusalOf(decide(claimed, 'first', HERE, momentAt(atMs)))?.code).toBe('outOfTime');
    expect(nextDone(claimed, 'first', HERE, momentAt(atMs + FLAG_GRACE_MS))).toMatchObject({
      winner: 'second',
      ending: 'abandoned',
    });
  });

  it('is not helped by what the other one does', () => {
    const offered = nextLive(claimed, 'second', { t: 'offerDraw', ply: 2 }, momentAt(45_000));

    expect(offered.claim).toEqual(claimed.claim);
    expect(offered.deadlineMs).toBe(claimed.deadlineMs);
  });

  it('may still be flagged with what the clock said: berserk keeps the claim', () => {
    const fresh = newGame({ firstMoveMs: null });
    const first = nextLive(fresh, 'second', CLAIM, momentAt(1_000));
    const faster = nextLive(first, 'second', { t: 'berserk' }, momentAt(2_000));

    expect(faster.deadlineMs).toBe(START_MS + 1_000 + ASKED_MS);
  });
});

describe('what a message needs on its way', () => {
  const lagging = newGame({ lagAllowanceMs: 500 });

  it('costs no time up to the allowance, and is no gain below it', () => {
    const moved = (ms: number) =>
      nextLive(afterMoves(lagging, 'Ca', 0), 'first', moveIn(opened), momentAt(1_000 + ms));

    expect(moved(0).remainingMs.first).toBe(182_000);
    expect(moved(400).remainingMs.first).toBe(182_000);
    expect(moved(900).remainingMs.first).toBe(181_600);
  });

  it('puts the flag off, but not the countdown of the first move', () => {
    expect(lagging.deadlineMs).toBe(newGame().deadlineMs);
    expect(afterMoves(lagging, 'Ca', 0).deadlineMs).toBe(opened.deadlineMs + 500);
  });
});

describe('how long a leaver is asked', () => {
  it.each([
    [180_000, 2_000, 30_000],
    [1_800_000, 0, 180_000],
  ])('with %i ms and %i ms a move: %i ms', (limitMs, incrementMs, expectedMs) => {
    expect(usualAbandonClaimMs(limitMs, incrementMs)).toBe(expectedMs);
  });
});
