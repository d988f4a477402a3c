import { expect } from 'vitest';
import { GAMES_READ_MAX } from '../../shared/app/ports.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import type { GameKind } from '../../shared/rules/rules.ts';
import { newGame, seat } from '../game/board.ts';
import { played } from '../protocol/notation-games.ts';
import { anOpenArena, arenaId, gameId } from '../support/builders.ts';
import { type RunningCloud, runCloud } from './running-cloud.ts';
import { smallArena } from './small-arena.ts';
import { type Inside, insideOf, storeArena } from './stored-arena.ts';
import type { Answer } from './two-arenas.ts';

const HOUR_MS = 3_600_000;
const startsAtMs = Date.now() - HOUR_MS;
/** More than a page. */
export const GAMES = GAMES_READ_MAX + 20;
export const MOVES = {
  oware: 'C d F',
  chess: 'e2e4 e7e5 g1f3',
  draughts: '32-28 19-23 28x19 14x23',
} as const;
export const WRITTEN = {
  oware: ['C', 'd', 'F'],
  chess: ['e4', 'e5', 'Nf3'],
  draughts: ['32-28', '19-23', '28x19', '14x23'],
} as const;

const arenaOf = (kind: GameKind, which: number): Arena =>
  anOpenArena({
    ...{ id: arenaId(which), kind, name: `An "${kind}" arena`, playersMax: 200 },
    ...{ startsAtMs, endsAtMs: startsAtMs + 2 * HOUR_MS },
  });
export const ARENAS = {
  oware: arenaOf('oware', 1),
  chess: arenaOf('chess', 2),
  draughts: arenaOf('draughts', 3),
};

export const pathOf = (kind: GameKind) => `/arenas/${ARENAS[kind].id}/games`;

/** A cloud with an arena of each kind, in which more than a page of games was played. */
export interface ManyGames {
  readonly running: RunningCloud;
  readonly inside: Inside;
  readonly ask: (path: string, accept?: string) => Promise<Answer & { vary: string | null }>;
  /** The text of all pages, each asked for as the link before it says. */
  readonly allOf: (path: string, accept?: string) => Promise<string>;
  readonly stop: () => Promise<void>;
}

export async function openManyGames(): Promise<ManyGames> {
  const running = await runCloud();
  const inside = insideOf(running.cloud);
  for (const [which, kind] of (['oware', 'chess', 'draughts'] as const).entries()) {
    await storeGames(inside, kind, 1_000 * which);
  }
  const ask: ManyGames['ask'] = async (path, accept) => {
    const headers = accept === undefined ? {} : { accept };
    const response = await fetch(`${running.cloud.httpUrl}${path}`, { headers });
    const header = (name: string) => response.headers.get(name);
    return {
      status: response.status,
      type: header('content-type') ?? '',
      link: header('link'),
      vary: header('vary'),
      text: await response.text(),
    };
  };
  const allOf: ManyGames['allOf'] = async (path, accept) => {
    let [text, next] = ['', path as string | undefined];
    for (let first = true; next !== undefined; first = false) {
      // A link says all that there is to say: nothing but the first question has a header.
      const page: Answer = first ? await ask(next, accept) : await ask(next);
      expect(page.status).toBe(200);
      text += page.text;
      next = /^<(.*)>; rel="next"$/.exec(page.link ?? '')?.[1];
    }
    return text;
  };
  const stop = async () => {
    inside.close();
    await running.cloud.stop();
  };
  return { running, inside, ask, allOf, stop };
}

/** Finished games of three players, all with the same moves, and one of 1 and 2 that runs. */
async function storeGames(inside: Inside, kind: GameKind, idsFrom: number): Promise<void> {
  const arena = ARENAS[kind];
  const { moves, ply } = played(kind, MOVES[kind]);
  const { rows, games } = smallArena(
    arena,
    4,
    Array.from({ length: GAMES }, (_, index) => {
      const [first, second] = index % 2 === 0 ? ([1, 2] as const) : ([3, 1] as const);
      const winner = index % 3 === 0 ? null : index % 3 === 1 ? 'first' : 'second';
      return { id: idsFrom + index, first, second, winner, plies: ply };
    }),
  );
  const seats = { first: seat(1), second: seat(2) };
  const part = { id: gameId(idsFrom + GAMES), arena: arena.id, kind, seats };
  const [startedAtMs, endsAtMs] = [Date.now(), arena.endsAtMs];
  const started = newGame({ ...part, startedAtMs, endsAtMs });
  const live = { ...started, moves, ply, deadlineMs: endsAtMs };
  const plays = { state: 'play', game: live.id } as const;
  await storeArena(
    inside,
    arena,
    rows.map((row, index) => (index < 2 ? { ...row, ...plays } : row)),
    [...games.map((game) => ({ ...game, moves })), live],
  );
}
