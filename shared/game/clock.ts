import { type Side, sideAt } from '../rules/rules.ts';
import { type BySide, type Game, type LiveGame, turnOf, withSide } from './game.ts';

/** A move that reached the gateway in time may wait this long for a cold start and still win. */
export const FLAG_GRACE_MS = 1_000;
/** A function this far past the end of the arena stamps what it stores as late. */
export const LATE_WRITE_MS = 2_000;

/** Moves that an ordinary game is thought to have; turns an increment into expected time. */
const EXPECTED_MOVES = 40;

/** How long an ordinary game is expected to take one side (ms). */
const expectedGameMs = (limitMs: number, incrementMs: number): number =>
  limitMs + EXPECTED_MOVES * incrementMs;

/** First-move countdown by expected game time, up to (not including) each bound, in ms. */
const FIRST_MOVE_STEPS = [
  { belowMs: 30_000, countdownMs: 11_000 },
  { belowMs: 180_000, countdownMs: 16_000 },
  { belowMs: 480_000, countdownMs: 21_000 },
  { belowMs: 1_500_000, countdownMs: 25_000 },
];
const FIRST_MOVE_SLOWEST_MS = 30_000;

/** How long each side has for its first move (ms), by the arena's clock. */
export function firstMoveCountdownMs(limitMs: number, incrementMs: number): number {
  const expectedMs = expectedGameMs(limitMs, incrementMs);
  const step = FIRST_MOVE_STEPS.find(({ belowMs }) => expectedMs < belowMs);
  return step?.countdownMs ?? FIRST_MOVE_SLOWEST_MS;
}

const ABANDON_CLAIM_LEAST_MS = 30_000;
const ABANDON_CLAIM_SHARE = 10;

/** How long a leaver is asked whether he is there, by the arena's clock (ms). */
export const usualAbandonClaimMs = (limitMs: number, incrementMs: number): number =>
  Math.max(
    ABANDON_CLAIM_LEAST_MS,
    Math.floor(expectedGameMs(limitMs, incrementMs) / ABANDON_CLAIM_SHARE),
  );

/** A clock without an initial time starts with its increment, and with this at least (lichess). */
const LEAST_INITIAL_MS = 3_000;

/** What each side starts with (ms). */
export const initialTimeMs = (limitMs: number, incrementMs: number): number =>
  limitMs > 0 ? limitMs : Math.max(incrementMs, LEAST_INITIAL_MS);

/**
 * The initial time (ms) of a player who went berserk; his increment is zero. Nothing is halved
 * where the increment is worth more than the initial time (1+2 keeps its minute).
 */
export function berserkLimitMs(limitMs: number, incrementMs: number): number {
  return limitMs < EXPECTED_MOVES * incrementMs ? limitMs : Math.floor(limitMs / 2);
}

/** Remaining times after the side to move has moved at `atMs`. */
export function clockAfterMove(game: LiveGame, atMs: number): BySide<number> {
  const side = turnOf(game);
  const changeMs = clockChangeMs(game, game.ply, atMs - game.lastAtMs);
  return withSide(game.remainingMs, side, game.remainingMs[side] + changeMs);
}

/** What a turn that took so long does to the clock of its side: each side's first one is free. */
export function clockChangeMs(
  { berserk, incrementMs, lagAllowanceMs }: ClockRules,
  ply: number,
  tookMs: number,
): number {
  if (isFirstMove(ply)) return 0;
  const spentMs = Math.max(0, tookMs - lagAllowanceMs);
  return (berserk[sideAt(ply)] ? 0 : incrementMs) - spentMs;
}

type ClockRules = Pick<Game, 'berserk' | 'incrementMs' | 'lagAllowanceMs'>;

/** When the side to move will have lost by its clock. */
export function clockDeadlineMs(
  game: Pick<Game, 'firstMoveMs' | 'lagAllowanceMs' | 'lastAtMs' | 'ply' | 'remainingMs'>,
  side: Side,
): number {
  const countdownMs = isFirstMove(game.ply) ? game.firstMoveMs : null;
  return game.lastAtMs + (countdownMs ?? game.remainingMs[side] + game.lagAllowanceMs);
}

/** When the side to move will have lost: by its clock, or sooner where it is said to have left. */
export const deadlineOf = (game: Omit<LiveGame, 'deadlineMs'>): number =>
  Math.min(
    clockDeadlineMs(game, sideAt(game.ply)),
    game.claim?.deadlineMs ?? Number.POSITIVE_INFINITY,
  );

/** Whether the deadline has passed for good, so that nothing received in time can be on its way. */
export const isOverdue = (game: Game, nowMs: number): boolean =>
  nowMs >= game.deadlineMs + FLAG_GRACE_MS;

export const isFirstMove = (ply: number): boolean => ply < 2;
