import { firstMoveCountdownMs } from '../../../shared/game/clock.ts';
import type { Side } from '../../../shared/rules/rules.ts';
import { BEHAVIOUR, type Chance, type Person } from './crowd.ts';

/** The clock of the arena, and how long its games take on average (ms). */
export interface Pace {
  readonly limitMs: number;
  readonly incrementMs: number;
  readonly meanGameMs: number;
}

/** A game as it will have gone. */
export interface Course {
  readonly lengthMs: number;
  readonly plies: number;
  /** null: a draw. */
  readonly winner: Side | null;
  /** Who did not make his first move. */
  readonly absent: Side | null;
}

export interface Contestant {
  readonly person: Person;
  readonly chance: Chance;
}

/** 3+2 is expected to take 260 s and takes 240 s on average: so does every other clock here. */
const SHARE_OF_EXPECTED = 240 / 260;
const EXPECTED_MOVES = 40;

/** How long games of this clock take on average (ms). */
export const usualGameMs = (limitMs: number, incrementMs: number): number =>
  (limitMs + EXPECTED_MOVES * incrementMs) * SHARE_OF_EXPECTED;

/** How this game goes, from what the two bring to it. */
export function courseOf(pace: Pace, first: Contestant, second: Contestant): Course {
  const absent = first.chance.staysAway ? 'first' : second.chance.staysAway ? 'second' : null;
  if (absent !== null) return noShow(pace, absent);
  // Two independent standard normals make one again.
  const length = (first.chance.length + second.chance.length) / Math.SQRT2;
  const { lengthSigma, pliesMedian, pliesSigma } = BEHAVIOUR;
  const medianMs = pace.meanGameMs / Math.exp(lengthSigma ** 2 / 2);
  return {
    lengthMs: Math.round(medianMs * Math.exp(lengthSigma * length)),
    plies: Math.max(2, Math.round(pliesMedian * Math.exp(pliesSigma * length))),
    winner: winnerOf(first, second),
    absent,
  };
}

/** The first mover stays away for one countdown, the second for his own after the first move. */
function noShow({ limitMs, incrementMs }: Pace, absent: Side): Course {
  const plies = absent === 'first' ? 0 : 1;
  return {
    lengthMs: firstMoveCountdownMs(limitMs, incrementMs) + plies * FIRST_MOVE_MS,
    plies,
    winner: absent === 'first' ? 'second' : 'first',
    absent,
  };
}

/** A first move takes about this long. */
const FIRST_MOVE_MS = 3_000;

/** By Elo's curve on the true strengths, with a fixed share of draws around its middle. */
function winnerOf(first: Contestant, second: Contestant): Side | null {
  const lead = first.person.strength - second.person.strength;
  const expected = 1 / (1 + 10 ** (-lead / 400));
  const fortune = (first.chance.fortune + second.chance.fortune) % 1;
  const winning = expected - BEHAVIOUR.draws / 2;
  if (fortune < winning) return 'first';
  return fortune < winning + BEHAVIOUR.draws ? null : 'second';
}
