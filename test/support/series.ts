import { visitLobby } from '../../shared/app/lobby.ts';
import { pairArena } from '../../shared/app/pair-arena.ts';
import { runArena } from '../../shared/app/run-arena.ts';
import { createSeries } from '../../shared/app/series/new-series.ts';
import { planSeries } from '../../shared/app/series/plan-series.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { AHEAD_MS } from '../../shared/arena/planning.ts';
import type { Series } from '../../shared/arena/series.ts';
import { present } from '../../shared/core/assert.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import type { NewSeries } from '../../shared/protocol/api/series-body.ts';
import { SIDES } from '../../shared/rules/rules.ts';
import { frozenOn, liveGames, loseAndScore } from './organising.ts';
import { createStage, type Stage, speaking } from './stage.ts';

const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
export const WEEK_MS = 7 * DAY_MS;

export const utc = (text: string): number => Date.parse(`${text}Z`);
/** As `2027-03-21T19:00`. */
export const minuteOf = (ms: number): string => new Date(ms).toISOString().slice(0, 16);

/** Sundays at 20:00 in Amsterdam: Oware, 3+2, an hour. */
export const SUNDAYS: NewSeries = {
  ...{ name: 'Sunday', description: 'Every week', game: 'oware', preset: 'oware-shield' },
  policy: {},
  clock: { limitMs: 180_000, incrementMs: 2_000 },
  ...{ rated: true, durationMs: 60 * MINUTE_MS, playersMax: 100 },
  entry: { guests: true, access: 'open', ratingMin: null, ratingMax: null, gamesMin: 0 },
  zone: 'Europe/Amsterdam',
  recurrences: [{ every: 'week', on: 'sunday', at: '20:00' }],
  aheadMs: AHEAD_MS.usual,
};

/** A series that somebody has just created; a refusal throws. */
export async function createOn(
  stage: Stage,
  part: Partial<NewSeries> = {},
  owner = 'organiser',
): Promise<Series> {
  const created = await createSeries(stage.ports, owner, { ...SUNDAYS, ...part });
  if (!created.ok) throw new Error(created.error.code);
  return created.value;
}

/** A stage at this instant (UTC) with such a series. */
export async function seriesStage(at: string, part: Partial<NewSeries> = {}) {
  const stage = createStage({ nowMs: utc(at) });
  return { stage, series: await createOn(stage, part) };
}

/** All arenas, by start. */
export const arenasOn = ({ store }: Stage): Arena[] =>
  store
    .all()
    .flatMap((one) => (one.type === 'arena' ? [one] : []))
    .sort((a, b) => a.startsAtMs - b.startsAtMs);

export const startsOn = (stage: Stage): string[] =>
  arenasOn(stage).map(({ startsAtMs }) => minuteOf(startsAtMs));

/** The arena of the next edition, once the planner has created it. */
export async function nextEdition(stage: Stage): Promise<Arena> {
  for (;;) {
    const next = arenasOn(stage).find(
      ({ state, startsAtMs }) => state === 'created' && startsAtMs > stage.clock.nowMs,
    );
    if (next !== undefined) return next;
    stage.clock.nowMs += DAY_MS;
    await planSeries(stage.ports);
  }
}

/** They play one game each in this arena, those who are named first lose; then it is frozen. */
export async function playEdition(
  stage: Stage,
  arena: Arena,
  losers: readonly PlayerId[],
  winners: readonly PlayerId[],
): Promise<Arena> {
  const { ports, clock } = stage;
  clock.nowMs = arena.startsAtMs - 1_000;
  for (const [index, loser] of losers.entries()) {
    for (const player of [loser, present(winners[index], 'winner')]) {
      await visitLobby(ports, speaking(stage, player), { t: 'enter', arena: arena.id });
      const lobby = { t: 'lobby', arena: arena.id, after: null } as const;
      await visitLobby(ports, speaking(stage, player), lobby);
    }
  }
  clock.nowMs = arena.startsAtMs;
  await runArena(ports, arena.id);
  await pairArena(ports, arena.id);
  for (const game of liveGames(stage)) {
    const loser = SIDES.find((side) => losers.includes(game.seats[side].player));
    await loseAndScore(stage, game, present(loser, 'side of a loser'));
  }
  return frozenOn(stage, arena);
}
