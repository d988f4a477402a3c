import { expect } from 'vitest';
import type { StatsView } from '../../shared/protocol/table-view.ts';
import { anOpenArena, arenaId } from '../support/builders.ts';
import { type RunningCloud, runCloud } from './running-cloud.ts';
import { type Played, smallArena } from './small-arena.ts';
import { eventually, type Inside, insideOf, storeArena } from './stored-arena.ts';

/** One more than a page. */
export const PLAYERS = 101;
/** Nobody and nothing has this id. */
export const NOBODY = 'AAAAAAAAAAA';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WITHIN_MS = 20_000;

const GAMES: readonly Played[] = [
  { id: 1, first: 1, second: 2, winner: 'first', plies: 40 },
  { id: 2, first: 2, second: 3, winner: null, plies: 40 },
  { id: 3, first: 1, second: 3, winner: 'second', plies: 41, berserk: 'second' },
];

const nowMs = Date.now();
export const OPEN = anOpenArena({
  ...{ id: arenaId(1), name: '<Open>', owner: 'o', playersMax: 200 },
  ...{ startsAtMs: nowMs - HOUR_MS, endsAtMs: nowMs + HOUR_MS },
});
/** Its end and the grace after it are over, so it is frozen as soon as somebody looks. */
export const OVER = anOpenArena({
  ...{ id: arenaId(2), name: 'Over', owner: 'o', playersMax: 200 },
  ...{ startsAtMs: nowMs - HOUR_MS, endsAtMs: nowMs - MINUTE_MS },
});
export const open = `/arenas/${OPEN.id}`;
export const over = `/arenas/${OVER.id}`;

/** A cloud with an arena that runs and one that is frozen, both with the same three games. */
export interface TwoArenas {
  readonly running: RunningCloud;
  readonly inside: Inside;
  readonly ask: (path: string, init?: RequestInit) => Promise<Answer>;
  /** The JSON of a read that succeeds. */
  readonly read: (path: string) => Promise<unknown>;
  readonly tableOf: (path: string) => Promise<SomeTable>;
  readonly until: (isSo: () => Promise<boolean>) => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

/** An answer as a test looks at it. */
export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly link: string | null;
  readonly text: string;
}

/** What a table and a version of a final ranking have in common. */
export interface SomeTable {
  readonly version: number;
  readonly standings: readonly { readonly player: string; readonly rank: number }[];
}

export async function openTwoArenas(): Promise<TwoArenas> {
  const running = await runCloud();
  const inside = insideOf(running.cloud);
  const ask = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(`${running.cloud.httpUrl}${path}`, init);
    const { status, headers } = response;
    const type = headers.get('content-type') ?? '';
    return { status, type, link: headers.get('link'), text: await response.text() };
  };
  const read = async (path: string): Promise<unknown> => {
    const { status, type, text } = await ask(path);
    expect([path, status, type]).toEqual([path, 200, 'application/json']);
    return JSON.parse(text);
  };
  const tableOf = (path: string) => read(path) as Promise<SomeTable>;
  const until = (isSo: () => Promise<boolean>) =>
    eventually(async () => ((await isSo()) ? true : null), WITHIN_MS);
  await storeBoth(inside);
  for (const path of [open, over]) {
    // Its numbers are written last.
    await until(async () => ((await read(`${path}/stats`)) as StatsView).players > 0);
  }
  const stop = async () => {
    inside.close();
    await running.cloud.stop();
  };
  return { running, inside, ask, read, tableOf, until, stop };
}

async function storeBoth(inside: Inside): Promise<void> {
  const others = GAMES.map((game) => ({ ...game, id: game.id + GAMES.length }));
  for (const [arena, played] of [
    [OPEN, GAMES],
    [OVER, others],
  ] as const) {
    const { rows, games } = smallArena(arena, PLAYERS, played);
    await storeArena(inside, arena, rows, games);
  }
  inside.clock({ t: 'standings', arena: OPEN.id, changedAtMs: nowMs });
  inside.clock({ t: 'arena', arena: OVER.id });
}

/** The problem details of an answer; their status is that of the answer. */
export function problemIn({ status, type, text }: Answer): object {
  expect(type).toBe('application/problem+json');
  const problem = JSON.parse(text) as { status: number; type: string; code: string };
  expect([problem.status, problem.type]).toEqual([status, `urn:shield-arena:${problem.code}`]);
  return problem;
}
