import { firstMoveMsOf } from '../../../shared/arena/arena.ts';
import { isFirstMove } from '../../../shared/game/clock.ts';
import type { BySide } from '../../../shared/game/game.ts';
import { type ClockTerms, clocksAfter, remainingAfter } from '../../../shared/game/times.ts';
import type { LineOf } from '../../../shared/protocol/export.ts';
import { EVERY_RULE_ENDING, type Side, sideAt } from '../../../shared/rules/rules.ts';
import type { Findings } from './findings.ts';

type Arena = LineOf<'arena'>;
type Game = LineOf<'game'>;

/** A game whose times are known, with the clocks that follow from them. */
interface Timed {
  readonly arena: Arena;
  readonly game: Game;
  readonly times: readonly number[];
  /** When the last move came, or the pairing (epoch ms). */
  readonly lastAtMs: number;
  readonly terms: ClockTerms;
  readonly remainingMs: BySide<number>;
}

/** Adds up the times of a game by itself: the clocks and the end must follow from them. */
export function checkClocks(arena: Arena, game: Game, findings: Findings): void {
  const { times, plies, startedAtMs } = game;
  const subject = `game ${game.id}`;
  if (times === undefined) return;
  if (times === null) {
    findings.cannot('times are unknown', 'remainingMs');
    return;
  }
  findings.judge(times.length === plies, subject, 'times', `${times.length} of them`, plies);
  if (times.length !== plies) return;
  const lastAtMs = times.reduce((sum, ms) => sum + ms, startedAtMs);
  if (game.lastAtMs !== undefined) {
    findings.compare(subject, 'lastAtMs', game.lastAtMs, lastAtMs);
  }
  const found = termsOf(arena, game).map((terms): Timed => {
    const remainingMs = remainingAfter(terms, times);
    return { arena, game, times, lastAtMs, terms, remainingMs };
  });
  const timed = found.find((one) => fits(one)) ?? found[0];
  if (timed === undefined) return;
  if (game.remainingMs !== undefined) {
    const { first, second } = game.remainingMs;
    findings.compare(subject, 'remainingMs', { first, second }, timed.remainingMs);
  }
  checkTurns(timed, findings);
  checkEnd(timed, findings);
}

const fits = ({ game, remainingMs }: Timed): boolean =>
  game.remainingMs?.first === remainingMs.first && game.remainingMs.second === remainingMs.second;

const ANYBODY: readonly (readonly Side[])[] = [[], ['first'], ['second'], ['first', 'second']];

/** Where nobody says who went berserk the clocks may; without those nothing follows. */
function termsOf({ clock, policy }: Arena, game: Game): ClockTerms[] {
  const { lagAllowanceMs } = policy;
  const unknown = game.remainingMs === undefined ? [] : ANYBODY;
  return (game.berserk === undefined ? unknown : [game.berserk]).map((sides) => ({
    ...{ ...clock, lagAllowanceMs },
    berserk: { first: sides.includes('first'), second: sides.includes('second') },
  }));
}

/** Nobody moves when his time is over. */
function checkTurns(timed: Timed, findings: Findings): void {
  const { arena, game, times, terms } = timed;
  const clocks = clocksAfter(terms, times);
  const before = remainingAfter(terms, []);
  for (const [ply, ms] of times.entries()) {
    const leftMs = clocks[ply - 2] ?? before[sideAt(ply)];
    const mostMs = mostOf(arena, ply, leftMs);
    if (ms > mostMs) {
      findings.differ(`game ${game.id}`, 'times', `${ms} as ply ${ply + 1}`, `at most ${mostMs}`);
    }
  }
}

/** How long a turn may take (ms). */
function mostOf({ clock, policy }: Arena, ply: number, leftMs: number): number {
  const countdownMs = isFirstMove(ply) ? firstMoveMsOf({ ...clock, policy }) : null;
  return countdownMs ?? leftMs + policy.lagAllowanceMs;
}

/** Whoever ended the game did so in time; what ended by a deadline did not end at another time. */
function checkEnd(timed: Timed, findings: Findings): void {
  const { arena, game, lastAtMs } = timed;
  const { endedAtMs } = game;
  const span = spanOf(timed);
  if (endedAtMs === undefined || span === null) return;
  const [fromMs, toMs] = span;
  // An end that was stored too late says nothing but that.
  const isStamped = endedAtMs === arena.endsAtMs + 1 && fromMs <= endedAtMs;
  const isRight = isStamped || (fromMs <= endedAtMs && endedAtMs <= toMs);
  const expected = fromMs === toMs ? fromMs : `from ${fromMs} to ${toMs}`;
  const after = lastAtMs === fromMs ? `, the last move at ${lastAtMs}` : '';
  findings.judge(isRight, `game ${game.id}`, 'endedAtMs', endedAtMs, `${expected}${after}`);
}

/** The first and the last instant at which the game may have ended like that (epoch ms). */
function spanOf({ arena, game, lastAtMs, remainingMs }: Timed): readonly [number, number] | null {
  const { ending, plies } = game;
  const deadlineMs = lastAtMs + mostOf(arena, plies, remainingMs[sideAt(plies)]);
  switch (ending) {
    case 'voided':
    case 'unknown':
      return null;
    case 'removed':
      return [lastAtMs, Number.POSITIVE_INFINITY];
    case 'flag':
    case 'noShow':
      return [deadlineMs, deadlineMs];
    default:
      return [lastAtMs, endsByMove(arena, ending) ? lastAtMs : deadlineMs];
  }
}

/** Of the ends that the rules give, chess has one that somebody must ask for. */
const endsByMove = ({ game }: Arena, ending: Game['ending']): boolean =>
  ending === 'tooLong' ||
  (EVERY_RULE_ENDING.some((one) => one === ending) &&
    !(game === 'chess' && ending === 'threefold'));
