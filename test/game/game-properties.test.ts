import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { berserkLimitMs } from '../../shared/game/clock.ts';
import type { Command, Decision } from '../../shared/game/command.ts';
import { fence } from '../../shared/game/finish.ts';
import { type Game, type LiveGame, turnOf } from '../../shared/game/game.ts';
import { otherSide, SIDES, type Side } from '../../shared/rules/rules.ts';
import { decide, moveIn, newGame, START_MS } from './board.ts';

const GAMES = 200 * Number(process.env.SEEDS ?? 1);
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
console.log(`game properties: SEED=${seed}, ${GAMES} games`);

/** One message: who says what, how long after the last one (ms), and how late it is decided. */
const step = fc.record({
  side: fc.constantFrom('turn' as const, ...SIDES),
  what: fc.oneof(
    { weight: 40, arbitrary: fc.constant('move' as const) },
    {
      weight: 20,
      arbitrary: fc.constantFrom(
        ...(['berserk', 'offerDraw', 'acceptDraw', 'declineDraw'] as const),
        ...(['claimFlag', 'claimAbandoned', 'here', 'badMove', 'oldMove', 'fence'] as const),
      ),
    },
    { weight: 1, arbitrary: fc.constant('resign' as const) },
  ),
  pick: fc.nat(59),
  waitMs: fc.oneof(
    { weight: 60, arbitrary: fc.integer({ min: -3_000, max: 6_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 200_000 }) },
  ),
  lateMs: fc.nat(4_000),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const start = fc.record({
  limitMs: fc.constantFrom(30_000, 60_000, 180_000),
  incrementMs: fc.constantFrom(0, 1_000, 3_000),
  firstMoveMs: fc.constantFrom(11_000, 21_000, null),
  abandonClaimMs: fc.constantFrom(1_000, 3_000, null),
  lagAllowanceMs: fc.constantFrom(0, 300),
  berserkable: fc.boolean(),
  endsAtMs: fc.integer({ min: START_MS, max: START_MS + 400_000 }),
});

/** Every decision on the way: the game before, what was said when, and what came of it. */
interface Turn {
  readonly before: Game;
  readonly side: Side;
  readonly command: Command;
  readonly atMs: number;
  readonly decision: Decision;
}

const histories = fc
  .tuple(start, fc.array(step, { minLength: 20, maxLength: 160, size: 'max' }))
  .map(([part, steps]) => {
    const turns: Turn[] = [];
    let game: Game = newGame(part);
    let atMs = START_MS;
    for (const said of steps) {
      if (said.what === 'fence') {
        if (game.state === 'live') game = fence(game);
        continue;
      }
      atMs += said.waitMs;
      const side = said.side === 'turn' ? turnOf(game) : said.side;
      const command = commandOf(game, said);
      const before = structuredClone(game);
      const decision = decide(game, side, command, { atMs, nowMs: atMs + said.lateMs });
      expect(game, 'deciding changes nothing').toEqual(before);
      turns.push({ before, side, command, atMs, decision });
      if (decision.kind === 'progress') game = decision.game;
    }
    return turns;
  });

function commandOf(game: Game, { what, pick }: Step): Command {
  switch (what) {
    case 'move':
      return game.state === 'live' ? moveIn(game, pick) : { t: 'move', ply: game.ply, move: 'A' };
    case 'badMove':
      return { t: 'move', ply: game.ply, move: 'G' };
    case 'oldMove':
      return { t: 'move', ply: pick % (game.ply + 1), move: 'A' };
    case 'offerDraw':
      return { t: 'offerDraw', ply: game.ply };
    case 'fence':
      throw new Error('a fence is no command');
    default:
      return { t: what };
  }
}

const counts = new Map<string, number>();
const count = (what: string): unknown => counts.set(what, (counts.get(what) ?? 0) + 1);

/** Checks a law on every step that made progress, in many games. */
function everyProgress(law: (turn: Turn, after: Game) => void): void {
  const holds = (turns: readonly Turn[]): void => {
    for (const turn of turns) {
      if (turn.decision.kind === 'progress') law(turn, turn.decision.game);
    }
  };
  fc.assert(fc.property(histories, holds), { seed, numRuns: GAMES });
}

describe('in any game, whatever is sent when', () => {
  it('one save raises the version by one, and moves and ply agree', () => {
    everyProgress(({ before, decision }, after) => {
      expect(before.state).toBe('live');
      expect(after.version).toBe(before.version + 1);
      expect(after.moves).toHaveLength(after.ply);
      expect(after.moves.subarray(0, before.ply)).toEqual(before.moves);
      const moved = decision.kind === 'progress' && decision.event.t === 'moved';
      expect(after.ply - before.ply).toBe(moved ? 1 : 0);
      count(after.state === 'done' ? after.ending : 'live');
    });
  });

  it('time never runs backwards', () => {
    everyProgress(({ before }, after) => {
      expect(after.lastAtMs).toBeGreaterThanOrEqual(before.lastAtMs);
      if (after.state === 'live') expect(after.deadlineMs).toBeGreaterThanOrEqual(after.lastAtMs);
      else expect(after.endedAtMs).toBeGreaterThanOrEqual(after.lastAtMs);
    });
  });

  it('a clock gains only by the increment, and is never below zero', () => {
    everyProgress(({ before, side, decision }, after) => {
      if (decision.kind !== 'progress' || decision.event.t !== 'moved') return;
      const other = otherSide(side);
      const gainMs = after.remainingMs[side] - before.remainingMs[side];
      expect(gainMs).toBeLessThanOrEqual(before.berserk[side] ? 0 : before.incrementMs);
      expect(after.remainingMs[side]).toBeGreaterThanOrEqual(0);
      expect(after.remainingMs[other]).toBe(before.remainingMs[other]);
    });
  });

  it('both clocks are what a ledger of the moves says', () => {
    const holds = (turns: readonly Turn[]): void => {
      const spentMs = { first: 0, second: 0 };
      for (const { before, side, atMs, decision } of turns) {
        if (decision.kind !== 'progress') continue;
        const isMove = decision.event.t === 'moved';
        const elapsedMs = atMs - before.lastAtMs - before.lagAllowanceMs;
        if (isMove && before.ply >= 2) spentMs[side] += Math.max(0, elapsedMs);
        for (const each of SIDES) {
          expect(decision.game.remainingMs[each]).toBe(ledger(decision.game, each) - spentMs[each]);
        }
      }
    };
    fc.assert(fc.property(histories, holds), { seed, numRuns: GAMES });
  });

  it('what moves nothing keeps clocks, moves and the time of the last move', () => {
    everyProgress(({ before, decision }, after) => {
      if (decision.kind !== 'progress' || decision.event.t === 'moved') return;
      expect([after.moves, after.lastAtMs]).toEqual([before.moves, before.lastAtMs]);
      if (decision.event.t !== 'berserked') expect(after.remainingMs).toEqual(before.remainingMs);
    });
  });

  it('a fence is final, and no ending is stamped before it', () => {
    everyProgress(({ before }, after) => {
      if (before.endedNotBeforeMs !== null) {
        expect(after.endedNotBeforeMs).toBe(before.endedNotBeforeMs);
      }
      if (after.state !== 'done' || after.endedNotBeforeMs === null) return;
      expect(after.endedNotBeforeMs).toBe(after.endsAtMs + 1);
      expect(after.endedAtMs).toBeGreaterThan(after.endsAtMs);
    });
  });

  it('what was said and stored is recognised when it comes again', () => {
    everyProgress(({ side, command, atMs, decision }, after) => {
      if (decision.kind !== 'progress' || !hasTakenEffect(command, decision)) return;
      const again = decide(after, side, command, { atMs: atMs + 500, nowMs: atMs + 700 });
      expect(again).toEqual({ kind: 'repeat', event: decision.event });
    });
  });

  it('nothing follows the end', () => {
    const holds = (turns: readonly Turn[]): void => {
      for (const { before, decision } of turns) {
        if (before.state === 'done') expect(decision.kind).not.toBe('progress');
      }
    };
    fc.assert(fc.property(histories, holds), { seed, numRuns: GAMES });
  });

  it('met every way to end that chance can meet', () => {
    console.log([...counts].map(([what, times]) => `${times} ${what}`).join(', '));
    const met = ['live', 'resign', 'agreement', 'flag', 'noShow', 'abandoned'];

    expect(met.filter((what) => !counts.has(what))).toEqual([]);
  });
});

/** Time given to a side so far: its limit, and an increment for every move but the first. */
function ledger(game: Game, side: Side): number {
  const { limitMs, incrementMs, ply } = game;
  if (game.berserk[side]) return berserkLimitMs(limitMs, incrementMs);
  const ownMoves = side === 'first' ? Math.ceil(ply / 2) : Math.floor(ply / 2);
  return limitMs + incrementMs * Math.max(0, ownMoves - 1);
}

/** The clock may have ended the game instead; an offer may have agreed to another one. */
function hasTakenEffect(command: Command, decision: Decision & { kind: 'progress' }): boolean {
  if (decision.event.t !== 'ended') return true;
  const ending = (decision.game as Exclude<Game, LiveGame>).ending;
  const own: Partial<Record<Command['t'], readonly string[]>> = {
    resign: ['resign'],
    offerDraw: ['agreement'],
    acceptDraw: ['agreement'],
    claimFlag: ['flag', 'noShow'],
  };
  return own[command.t]?.includes(ending) ?? false;
}
