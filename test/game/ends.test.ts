import { describe, expect, it } from 'vitest';
import { FLAG_GRACE_MS, LATE_WRITE_MS } from '../../shared/game/clock.ts';
import type { Command } from '../../shared/game/command.ts';
import { fence, fencedIfLate, finish, finishOverdue } from '../../shared/game/finish.ts';
import { PLIES_MAX, sideOf, turnOf } from '../../shared/game/game.ts';
import { OWARE_START, oware } from '../../shared/rules/oware.ts';
import vectors from '../rules/vectors/oware-vectors.json' with { type: 'json' };
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
  player,
  quietMoves,
  refusalOf,
  START_MS,
  withMoves,
} from './board.ts';

const FLAG: Command = { t: 'claimFlag' };
const RESIGN: Command = { t: 'resign' };
const BERSERK: Command = { t: 'berserk' };
/** Opened at 0 and 1 s, so the first mover's 180 s end at 181 s. */
const opened = afterMoves(newGame(), 'Ca', 0);
const DEADLINE = 181_000;

describe('a side that has run out of time', () => {
  it.each([
    ['long before', 100_000, 'tooEarly', 82_000],
    ['on the deadline', DEADLINE, 'tooEarly', 1_000],
    ['just before the end of the grace', DEADLINE + 999, 'tooEarly', 1],
  ])('is not flagged %s', (_, ms, code, retryInMs) => {
    expect(decide(opened, 'second', FLAG, momentAt(ms))).toEqual({
      kind: 'refused',
      refusal: { code, retryInMs },
    });
  });

  it.each(['first', 'second'] as const)('is flagged after the grace, by %s', (side) => {
    const done = nextDone(opened, side, FLAG, momentAt(DEADLINE + FLAG_GRACE_MS));

    expect(done).toMatchObject({ winner: 'second', ending: 'flag' });
  });

  it('lost at its deadline, whoever notices it and whenever', () => {
    const stamps = [FLAG, RESIGN, moveIn(opened), { t: 'offerDraw', ply: 2 } as const].map(
      (command, i) => nextDone(opened, 'first', command, momentAt(DEADLINE + 1_000 + i * 60_000)),
    );

    for (const done of [...stamps, finishOverdue(opened, START_MS + 10 * ENDS_MS)]) {
      expect(done).toMatchObject({
        winner: 'second',
        ending: 'flag',
        endedAtMs: START_MS + DEADLINE,
      });
    }
  });

  it.each([moveIn(opened), RESIGN, { t: 'acceptDraw' } as const])(
    'may do nothing in the grace: $t',
    (command) => {
      expect(decide(opened, 'first', command, momentAt(DEADLINE + 1))).toEqual({
        kind: 'refused',
        refusal: { code: 'outOfTime', retryInMs: 999 },
      });
    },
  );

  it('may still move when its message reached the gateway in time', () => {
    const late = next(opened, 'first', moveIn(opened), momentAt(DEADLINE, 900));

    expect(late).toMatchObject({ state: 'live', ply: 3 });
  });

  it('loses with an offer pending', () => {
    const offered = nextLive(opened, 'first', { t: 'offerDraw', ply: 2 }, momentAt(2_000));
    const done = nextDone(offered, 'second', FLAG, momentAt(DEADLINE + 1_000));

    expect(done).toMatchObject({ winner: 'second', ending: 'flag' });
  });

  it('draws when the opponent cannot win: it holds 24 seeds', () => {
    const { moves, holder } = gameWithHalf();
    const game = withMoves(moves);
    const done = nextDone(game, holder, FLAG, momentAt(DEADLINE));

    expect(turnOf(game)).toBe(holder);
    expect(done).toMatchObject({ winner: null, ending: 'flag' });
  });
});

describe('a side that does not make its first move', () => {
  const [first, second] = [newGame(), afterMoves(newGame(), 'C', 5_000)];

  it.each([
    ['the first mover', first, 21_000, 'second'],
    ['the other', second, 26_000, 'first'],
  ] as const)('loses as no-show at the countdown: %s', (_, game, ms, winner) => {
    const early = decide(game, winner, FLAG, momentAt(ms + 999));
    const done = nextDone(game, winner, FLAG, momentAt(ms + 1_000));

    expect(refusalOf(early)).toEqual({ code: 'tooEarly', retryInMs: 1 });
    expect(done).toMatchObject({ winner, ending: 'noShow', endedAtMs: START_MS + ms });
  });

  it('is flagged instead where there is no countdown', () => {
    const game = newGame({ firstMoveMs: null });
    const done = nextDone(game, 'second', FLAG, momentAt(181_000));

    expect(done).toMatchObject({ winner: 'second', ending: 'flag' });
  });

  it('resigns when it resigns', () => {
    const done = nextDone(newGame(), 'first', RESIGN, momentAt(3_000));

    expect(done).toMatchObject({ winner: 'second', ending: 'resign', ply: 0 });
  });
});

describe('a game', () => {
  it('may be resigned any time, by either side, at the time of the message', () => {
    for (const side of ['first', 'second'] as const) {
      const done = nextDone(opened, side, RESIGN, momentAt(7_000, 400));
      expect(done).toMatchObject({ ending: 'resign', endedAtMs: START_MS + 7_000 });
      expect(done.winner).not.toBe(side);
    }
  });

  it('ends by its own rules with the move that ends it', () => {
    const { moves, last, result } = rulesEnd();
    const game = withMoves(moves);
    const command: Command = { t: 'move', ply: game.ply, move: last };
    const decision = decide(game, turnOf(game), command, momentAt(9_000));

    expect(decision).toMatchObject({
      kind: 'progress',
      event: { t: 'moved', by: turnOf(game), move: last },
      game: { state: 'done', ...result, ply: game.ply + 1, endedAtMs: START_MS + 9_000 },
    });
  });

  it('is a draw after a thousand turns', () => {
    const moves = quietMoves(PLIES_MAX - 1);
    const [shorter, game] = [withMoves(moves.subarray(0, -1)), withMoves(moves)];

    expect(next(shorter, turnOf(shorter), moveIn(shorter), momentAt(1)).state).toBe('live');
    expect(nextDone(game, turnOf(game), quietMove(moves), momentAt(1))).toMatchObject({
      winner: null,
      ending: 'tooLong',
      ply: PLIES_MAX,
    });
  });

  it('knows who plays in it', () => {
    expect([1, 2, 3].map((who) => sideOf(opened, player(who)))).toEqual(['first', 'second', null]);
  });
});

describe("at the arena's end", () => {
  const slow = newGame({ limitMs: 3 * ENDS_MS, firstMoveMs: ENDS_MS });
  const running = afterMoves(slow, 'Ca', ENDS_MS - 20_000);

  it.each([
    ['in time', ENDS_MS, LATE_WRITE_MS, ENDS_MS],
    ['stored too late', ENDS_MS, LATE_WRITE_MS + 1, ENDS_MS + 1],
    ['said long before and stored too late', ENDS_MS - 9_000, 11_001, ENDS_MS + 1],
    ['late', ENDS_MS + 700, 0, ENDS_MS + 700],
    ['very late', ENDS_MS + 60_000, 0, ENDS_MS + 60_000],
  ])('a resignation %s is stamped so', (_, ms, lateMs, stampMs) => {
    const done = nextDone(running, 'first', RESIGN, momentAt(ms, lateMs));

    expect(done.endedAtMs).toBe(START_MS + stampMs);
  });

  it.each([
    ['move', moveIn(running)],
    ['offerDraw', { t: 'offerDraw', ply: 2 } as const],
  ])('a %s stored too late fences its game in the same write', (_, command) => {
    const at = momentAt(ENDS_MS - 1_000, LATE_WRITE_MS + 1_001);
    const live = nextLive(running, 'first', command, at);
    const inTime = nextLive(running, 'first', command, momentAt(ENDS_MS - 1_000, 3_000));

    expect(live).toEqual({ ...inTime, endedNotBeforeMs: START_MS + ENDS_MS + 1 });
  });

  it('berserk stored too late fences its game too', () => {
    const at = momentAt(1_000, ENDS_MS + LATE_WRITE_MS);

    expect(nextLive(newGame(), 'first', BERSERK, at).endedNotBeforeMs).toBe(START_MS + ENDS_MS + 1);
  });

  it('a deadline before it keeps its stamp, however late it is noticed', () => {
    const done = nextDone(opened, 'second', FLAG, momentAt(ENDS_MS * 2, LATE_WRITE_MS * 2));

    expect(done.endedAtMs).toBe(START_MS + DEADLINE);
  });

  it('the fence stamps every ending late and leaves the clocks alone', () => {
    const fenced = fence(opened);
    const moved = nextLive(fenced, 'first', moveIn(fenced), momentAt(6_000));
    const unfenced = nextLive(opened, 'first', moveIn(opened), momentAt(6_000));
    const stamp = START_MS + ENDS_MS + 1;

    expect(fenced).toEqual({ ...opened, endedNotBeforeMs: stamp, version: opened.version + 1 });
    expect(moved.remainingMs).toEqual(unfenced.remainingMs);
    expect(nextDone(moved, 'second', RESIGN, momentAt(7_000)).endedAtMs).toBe(stamp);
    expect(finishOverdue(fenced, START_MS + DEADLINE + 1_000)?.endedAtMs).toBe(stamp);
  });

  it('a fenced game that ends later still keeps the later time', () => {
    const end = { winner: null, ending: 'agreement', endedAtMs: START_MS + ENDS_MS + 5 } as const;

    expect(finish(fence(running), end).endedAtMs).toBe(START_MS + ENDS_MS + 5);
  });

  it('a fence is set once', () => {
    const fenced = fence(running);

    expect(fencedIfLate(fenced, START_MS + 2 * ENDS_MS)).toBe(fenced);
  });
});

/** The move after a quiet game that goes on: not every legal one does. */
function quietMove(moves: Uint8Array): Command {
  const position = oware.replay(moves);
  const move = oware.legal(position).find((text) => {
    const played = oware.move(position, text);
    return played !== null && oware.outcome(played.position) === null;
  });
  return { t: 'move', ply: moves.length, move: move ?? '' };
}

/** A running game out of the vectors whose side to move holds exactly 24 seeds. */
function gameWithHalf() {
  for (const { moves } of [...vectors.realGames, ...vectors.randomGames]) {
    let position = OWARE_START;
    const packed: number[] = [];
    for (const letter of moves) {
      const holder = position.ply % 2 === 0 ? 'first' : 'second';
      const store = position.stores[holder === 'first' ? 0 : 1];
      if (store === 24) return { moves: Uint8Array.from(packed), holder } as const;
      const move = oware.move(position, letter);
      if (move === null) break;
      packed.push(...move.packed);
      position = move.position;
    }
  }
  throw new Error('no vector has a side to move that holds 24 seeds');
}

/** A vector game without its last move, which wins by majority. */
function rulesEnd() {
  const game = vectors.randomGames.find(({ end }) => end.reason === 'majority');
  const letters = [...(game?.moves ?? '')];
  const last = letters.pop() ?? '';
  const moves = Uint8Array.from(letters, (letter) => 'ABCDEFabcdef'.indexOf(letter));
  const winner = game?.end.winner === 'south' ? 'first' : 'second';
  return { moves, last, result: { winner, ending: 'majority' } };
}
