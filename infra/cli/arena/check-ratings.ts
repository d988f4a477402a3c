import { err, ok, type Result } from '../../../shared/core/result.ts';
import {
  displayed,
  type GameScore,
  NEW_RATING,
  type Rating,
  rateGame,
} from '../../../shared/game/glicko.ts';
import { otherSide, SIDES, type Side } from '../../../shared/rules/rules.ts';
import type { ExportFile, Game, StoredRating } from './export-file.ts';
import type { Findings } from './findings.ts';
import { mayBeNoShow } from './logs.ts';

/**
 * How far apart two ratings may be that are the same: exponentials differ in their last digits from
 * one machine to the next. Points of rating and deviation; a volatility is found step by step.
 */
const SAME_WITHIN = [1e-6, 1e-6, 1e-7] as const;

type Arena = ExportFile['arena'];
type Glicko = NonNullable<StoredRating['glicko']>;

/**
 * Holds the rating of every player at every game against what his game before made of it, as long
 * as he was rated nowhere else in between. The games are given in start order.
 */
export function checkRatings(
  { arena }: Pick<ExportFile, 'arena'>,
  games: readonly Game[],
  findings: Findings,
): void {
  const latest = new Map<string, Game>();
  for (const game of games) {
    if (game.ending === 'voided' || game.first === game.second) continue;
    for (const side of SIDES) {
      checkRating(game, side, findings);
      const before = latest.get(game[side]);
      if (before !== undefined) checkNext(arena, before, game, side, findings);
      latest.set(game[side], game);
    }
  }
}

/** What must hold inside a rating, whatever the player has done before. */
function checkRating({ id, ratings }: Game, side: Side, findings: Findings): void {
  const { shown, glicko, games, ratedAtMs } = ratings[side];
  const subject = `game ${id}`;
  if (glicko !== undefined) {
    const [rating, deviation, volatility] = glicko;
    const { deviation: widest, volatility: initial } = NEW_RATING;
    findings.compare(subject, `${side}Rating`, shown, displayed({ ...NEW_RATING, rating }));
    const isNew = deviation === widest && volatility === initial;
    if (games === 0 && !isNew) {
      findings.differ(subject, `${side}Glicko`, glicko, [rating, widest, initial]);
    }
  }
  if (games !== undefined && ratedAtMs !== undefined && (games === 0) !== (ratedAtMs === null)) {
    const expected = games === 0 ? null : `the end of rated game ${games}`;
    findings.differ(subject, `${side}RatedAtMs`, ratedAtMs, expected);
  }
}

/** Holds the rating of whoever sits there against the one that his game `before` left him. */
function checkNext(arena: Arena, before: Game, game: Game, side: Side, findings: Findings): void {
  const { glicko, games, ratedAtMs } = game.ratings[side];
  if ([glicko, games, ratedAtMs].every((part) => part === undefined)) return;
  const subject = `game ${game.id}`;
  const expected = ratingAfter(arena, before, before.first === game[side] ? 'first' : 'second');
  const stored = ratingIn(game, side);
  if (!expected.ok || stored === null) {
    findings.cannot(expected.ok ? ABSENT : expected.error, `${side}Glicko`);
    return;
  }
  const gap = gapBefore(stored, before, expected.value);
  if (gap !== null) {
    findings.cannot(gap, `${side}Glicko`);
    return;
  }
  const [is, shouldBe] = [glickoOf(stored), glickoOf(expected.value)];
  findings.judge(isSame(is, shouldBe), subject, `${side}Glicko`, is, shouldBe);
  findings.compare(subject, `${side}RatedGames`, stored.games, expected.value.games);
  findings.compare(subject, `${side}RatedAtMs`, stored.ratedAtMs, expected.value.ratedAtMs);
}

const ABSENT = 'a rating is not there in full';
const ENDLESS = 'endedAtMs is absent';
const ELSEWHERE = 'somebody was rated elsewhere in between';

/** Why a rating need not follow from the game before; what was rated in between ended after it. */
function gapBefore(stored: Rating, { endedAtMs }: Game, expected: Rating): string | null {
  if (stored.games <= expected.games) return null;
  if (endedAtMs === undefined) return ENDLESS;
  return (stored.ratedAtMs ?? 0) > endedAtMs ? ELSEWHERE : null;
}

/** The rating after this game of whoever sat there, or why nobody can know it. */
function ratingAfter(arena: Arena, game: Game, side: Side): Result<Rating, string> {
  const mine = ratingIn(game, side);
  if (mine === null) return err(ABSENT);
  const { noShowRated } = arena.policy;
  const isVague = game.winner !== null && mayBeNoShow(game);
  if (arena.rated && !noShowRated && isVague) return err('an ending is unknown');
  const isRated = arena.rated && (noShowRated || game.ending !== 'noShow');
  if (!isRated) return ok(mine);
  const theirs = ratingIn(game, otherSide(side));
  if (theirs === null) return err(ABSENT);
  const { winner, endedAtMs } = game;
  if (endedAtMs === undefined) return err(ENDLESS);
  const score: GameScore = winner === null ? 0.5 : winner === side ? 1 : 0;
  const rated = rateGame(mine, theirs, score, endedAtMs);
  return ok(rated.ok ? rated.value : mine);
}

function ratingIn({ ratings }: Game, side: Side): Rating | null {
  const { glicko, games, ratedAtMs } = ratings[side];
  if (glicko === undefined || games === undefined || ratedAtMs === undefined) return null;
  const [rating, deviation, volatility] = glicko;
  return { rating, deviation, volatility, games, ratedAtMs };
}

const glickoOf = ({ rating, deviation, volatility }: Rating): Glicko => [
  rating,
  deviation,
  volatility,
];

const isSame = (a: Glicko, b: Glicko): boolean =>
  SAME_WITHIN.every((within, index) => Math.abs((a[index] ?? 0) - (b[index] ?? 0)) <= within);
