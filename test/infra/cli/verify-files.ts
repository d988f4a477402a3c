import { Readable } from 'node:stream';
import type { Report } from '../../../infra/cli/arena/report.ts';
import { verifyExport } from '../../../infra/cli/arena/verify.ts';
import { standingLine } from '../../../shared/app/export-lines.ts';
import { closeRanks, finalLine } from '../../../shared/arena/final.ts';
import type { Policy, PresetName } from '../../../shared/arena/policy.ts';
import { rankEntrants, winnersOf } from '../../../shared/arena/ranking.ts';
import { present } from '../../../shared/core/assert.ts';
import type { DoneGame } from '../../../shared/game/game.ts';
import { exported, type Played, playedArena } from '../../support/exports.ts';

export const SEED = Number(process.env.SEED ?? 20_261_130);
const SEEDS_TRIED = 300;
const TOLD = ['quickDraw', 'drawStreak', 'winOnFire'];

/** A line of a file of any type, to be changed at will. */
export interface Line {
  type: string;
  id: string;
  policy: Record<string, unknown>;
  game: string;
  startsAtMs: number;
  endsAtMs: number;
  rating: number;
  joinedAtMs: number;
  removed: boolean;
  disqualified: boolean | string[];
  startedAtMs: number;
  endedAtMs: number;
  first: string;
  second: string;
  firstRating: number;
  secondRating: number;
  firstGlicko: number[];
  secondGlicko: number[];
  firstRatedGames: number;
  secondRatedGames: number;
  firstRatedAtMs: number | null;
  secondRatedAtMs: number | null;
  rated: boolean;
  winner: string | null;
  ending: string;
  plies: number;
  berserk: string[];
  counted: boolean;
  moves: string;
  times: number[];
  remainingMs: { first: number; second: number };
  lastAtMs: number;
  clock: { limitMs: number; incrementMs: number };
  version: number;
  winners: string[];
  hash: string;
  player: string;
  rank: number;
  points: number;
  sheet: number[];
  reasons: string[];
  performance: unknown;
  games: number;
  wins: number;
  tiebreaks: Record<string, unknown>;
  [field: string]: unknown;
}

/** Classic arenas have berserk clocks here, which pay nothing: their flags must not matter. */
const POLICY: { readonly [P in PresetName]?: Partial<Policy> } = { classic: { berserk: true } };

/**
 * An arena at whose top points are shared and tie-breaks decide, so that every rule says something.
 */
export async function tellingArena(preset: PresetName): Promise<Played> {
  for (let seed = SEED; seed < SEED + SEEDS_TRIED; seed++) {
    const played = await playedArena(preset, { seed, policy: POLICY[preset] ?? {} });
    const { policy } = played.arena;
    const lines = present(played.finals.at(-1), 'final').lines.map((line) => ({
      ...line,
      games: line.performance.count,
    }));
    const most = winnersOf({ ...policy, winners: 'mostPoints' }, lines);
    const reasons = new Set(lines.flatMap((line) => line.reasons));
    const hasLate = played.games.some(({ endedAtMs, endsAtMs }) => endedAtMs > endsAtMs);
    const hasAll = policy.streak === null || TOLD.every((reason) => reasons.has(reason));
    if (
      hasLate &&
      hasLaterGame(played.games, ({ ending }) => ending === 'noShow') &&
      hasAll &&
      most.length !== winnersOf({ ...policy, winners: 'firstRank' }, lines).length
    ) {
      console.log(`${preset}: SEED=${SEED}, arena of seed ${seed}`);
      return played;
    }
  }
  throw new Error(`no arena with a tie at its top from seed ${SEED} on`);
}

/** Whether a game like that is not the last one of its players. */
const hasLaterGame = (games: Played['games'], like: (game: DoneGame) => boolean): boolean =>
  games.some(({ startedAtMs, seats }) =>
    games.some(
      (earlier) =>
        like(earlier) &&
        earlier.startedAtMs < startedAtMs &&
        earlier.seats.first.player === seats.first.player,
    ),
  );

/** Its export with every field that a line may have, also those that we do not write. */
export async function fullFile(played: Played): Promise<Line[]> {
  const { arena, rows } = played;
  const out = new Set(present(played.finals.at(-1), 'final').disqualified);
  const standings = closeRanks(rankEntrants(arena, rows, true), out).map((place) => {
    const { rolling, tieBreaks } = place;
    return standingLine(arena.policy, { ...finalLine(place), rolling, tieBreaks });
  });
  const lines = linesOf(await exported(played)).filter(({ type }) => type !== 'standing');
  for (const line of lines) {
    if (line.type !== 'game') continue;
    line.clocks = Array.from({ length: line.plies }, () => 1_800);
  }
  return [...lines, ...linesOf(textOf(standings))];
}

export const linesOf = (text: string): Line[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

export const textOf = (lines: readonly object[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');

/** Verifies a text as if it came out of a file. */
export const verifyText = (text: string): Promise<Report> =>
  verifyExport(Readable.from([Buffer.from(text)], { objectMode: false }));

export const verifyLines = (lines: readonly Line[]): Promise<Report> => verifyText(textOf(lines));

/** The lines of a report that begin with this word. */
export const reported = ({ lines }: Report, word: string): string[] =>
  lines.filter((line) => line.startsWith(`${word} `));

export const summaryOf = ({ lines }: Report): string => lines.at(-1) ?? '';

/** What the report says it has not recomputed. */
export const unrecomputed = (report: Report): string[] =>
  (reported(report, 'notRecomputed')[0] ?? '').split(' ').slice(1);

/** The games in the order in which they were started. */
export const gamesInOrder = (lines: readonly Line[]): Line[] =>
  lines
    .filter(({ type }) => type === 'game')
    .sort((a, b) => a.startedAtMs - b.startedAtMs || (a.id < b.id ? -1 : 1));

/** The first line of a type that is as wanted. */
export const pick = (
  lines: readonly Line[],
  type: string,
  wanted: (line: Line) => boolean = () => true,
): Line =>
  present(
    lines.find((line) => line.type === type && wanted(line)),
    `${type} line`,
  );

/** A game of two visible players that counts and that nobody may call quick. */
export function aGame(lines: readonly Line[], wanted: (line: Line) => boolean = () => true): Line {
  const shown = new Set(lines.flatMap(({ type, player }) => (type === 'standing' ? player : [])));
  return pick(
    lines,
    'game',
    (line) =>
      shown.has(line.first) &&
      shown.has(line.second) &&
      line.counted &&
      line.plies > 20 &&
      wanted(line),
  );
}

export const won = ({ winner }: Line): boolean => winner === 'first';
