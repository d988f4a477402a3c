import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Policy } from '../../shared/arena/policy.ts';
import { buildSheet } from '../../shared/arena/sheet.ts';
import type { Entrant } from '../../shared/arena/tally.ts';
import { present } from '../../shared/core/assert.ts';
import { type Contestant, entrantsOf, type Played, WINNERS } from '../arena/tournaments.ts';

/**
 * Where published tables lie, which are not ours to keep here; null: not given. A folder that is
 * given and lacks a file is an error.
 */
export const FOLDER: string | null = process.env.ARENA_VECTORS || null;

const read = <T>(file: string): T =>
  JSON.parse(readFileSync(join(present(FOLDER, 'ARENA_VECTORS'), file), 'utf8'));

/** A published line of an arena: whole points, the sheet with the oldest game first. */
export interface PublishedLine {
  readonly rank: number;
  readonly player: string;
  readonly score: number;
  /** null: no game. */
  readonly performance: number | null;
}

interface ArenaFile {
  readonly players: readonly { readonly id: string; readonly startRating: number | null }[];
  readonly games: readonly {
    readonly start: number;
    readonly white: string;
    readonly black: string;
    readonly result: string;
    readonly plies: number;
    readonly whiteBerserk: boolean;
    readonly blackBerserk: boolean;
    readonly whiteRating: number;
    readonly blackRating: number;
    readonly termination: string;
  }[];
  readonly rules: { readonly durationSeconds: number };
  readonly published: {
    readonly standings: readonly (PublishedLine & {
      readonly rating: number;
      readonly sheet: readonly number[];
    })[];
    readonly standingsAfterRemoval: readonly PublishedLine[];
    readonly removedLater: readonly string[];
  };
}

/** The published arena: its players with their logs, its table and the one without two of them. */
export function publishedArena() {
  const { players, games, rules, published } = read<ArenaFile>('arena_lichess_A.json');
  const final = new Map(published.standings.map(({ player, rating }) => [player, rating]));
  // Who never played has no start of a game to read a rating from; his did not change.
  const contestants = players.map(
    ({ id, startRating }): Contestant => ({
      name: id,
      rating: startRating ?? present(final.get(id), `rating of ${id}`),
    }),
  );
  const played = games.map(
    (game): Played => ({
      names: { first: game.white, second: game.black },
      winner: winnerOf(game.result),
      ratings: { first: game.whiteRating, second: game.blackRating },
      plies: game.plies,
      berserk: { first: game.whiteBerserk, second: game.blackBerserk },
      // Three more ended before both had moved, by resignation: here that is no no-show.
      noShow: game.termination === 'Abandoned',
      // Only starts are published, and that all of these games were counted.
      endedAtMs: game.start * 1_000,
    }),
  );
  const entrants = entrantsOf(contestants, played);
  return { entrants, endsAtMs: rules.durationSeconds * 1_000, ...published };
}

export type PublishedArena = ReturnType<typeof publishedArena>;

/** Players whose sheet by this policy is not the published one. */
export function wrongSheets(
  { entrants, standings, endsAtMs }: PublishedArena,
  policy: Policy,
): string[] {
  const logs = new Map<string, Entrant['log']>(entrants.map(({ player, log }) => [player, log]));
  return standings.flatMap(({ player, score, sheet }) => {
    const ours = buildSheet({ policy, endsAtMs }, present(logs.get(player), `log of ${player}`));
    const paid = ours.scores.map(({ points }) => points / 2);
    return paid.join() === sheet.join() && ours.points === score * 2 ? [] : [player];
  });
}

/** A published event with tie-breaks; values are those of the file, in whole points. */
export interface EventFile<Line> {
  readonly players: readonly {
    readonly id: string;
    readonly rating: number | null;
    readonly scoreForOpponents?: number;
  }[];
  readonly games: readonly {
    readonly white: string;
    readonly black: string;
    readonly result: string;
  }[];
  readonly published: readonly (Line & { readonly player: string })[];
}

export type EventName =
  | 'wwrc2024'
  | 'uzchess2025'
  | 'worldblitz2021'
  | 'draughts_ouagadougou2022'
  | 'draughts_summer_rapid2023';

/** The event; ratings stay what they were at its start, and who has none counts as 0. */
export function publishedEvent<Line>(name: EventName) {
  const { players, games, published } = read<EventFile<Line>>(`tiebreak_${name}.json`);
  const ratings = new Map(players.map(({ id, rating }) => [id, rating ?? 0]));
  const ratingOf = (player: string): number => present(ratings.get(player), `rating of ${player}`);
  const played = games.map(
    ({ white, black, result }): Played => ({
      names: { first: white, second: black },
      winner: winnerOf(result),
      ratings: { first: ratingOf(white), second: ratingOf(black) },
    }),
  );
  const contestants = players.map((one) => ({ name: one.id, rating: ratingOf(one.id) }));
  return { players, published, entrants: entrantsOf(contestants, played) };
}

function winnerOf(result: string): Played['winner'] {
  const winner = WINNERS[result];
  if (winner === undefined) throw new Error(`no result: ${result}`);
  return winner;
}

/** Tie-breaks of the published arena, computed by other programs and never published. */
export const computedRows = () =>
  read<{ readonly rows: readonly ComputedRow[] }>('arena_lichess_A.seed001_computed.json').rows;

export interface ComputedRow {
  readonly player: string;
  readonly games: number;
  readonly points: number;
  readonly buchholzCut1: number;
  readonly buchholz: number;
  readonly sonnebornBerger: number;
  readonly wins: number;
  readonly blackWins: number;
  /** Rounded to four digits; null below two games. */
  readonly arocCut1: number | null;
}

/** Published sheets without their games, oldest game first. */
export interface SheetRow {
  readonly score: number;
  readonly sheet: readonly number[];
  /** Whether the next win would have counted double. */
  readonly fire?: boolean;
  readonly nb?: { readonly game: number; readonly berserk: number; readonly win: number };
}

export const publishedSheets = (): readonly SheetRow[] =>
  read<{ readonly cases: readonly { readonly rows: readonly SheetRow[] }[] }>(
    'arena_sheets_public.json',
  ).cases.flatMap(({ rows }) => rows);
