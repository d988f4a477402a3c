import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ListedGame } from '../../../../shared/app/list-games.ts';
import { inGroups } from '../../../../shared/core/groups.ts';
import type { ArenaId } from '../../../../shared/core/ids.ts';
import { seededRandom } from '../../../../shared/core/random.ts';
import { listGamesOperation } from '../../../../shared/protocol/api/game-operations.ts';
import { eraseGuestOperation } from '../../../../shared/protocol/api/privacy-operations.ts';
import {
  createGuestOperation,
  createGuestTicketOperation,
  getExportOperation,
  getStandingsOperation,
} from '../../../../shared/protocol/api/read-operations.ts';
import type { ArenaDetails } from '../../../../shared/protocol/arena-details.ts';
import type { TableView } from '../../../../shared/protocol/table-view.ts';
import { runBot } from '../../bots/bot.ts';
import { greedyBrain, randomBrain } from '../../bots/brain.ts';
import { openDevice } from '../../bots/device.ts';
import type { Director } from '../../bots/director.ts';
import type { Api } from '../api.ts';
import { jsonOf } from '../client/answer.ts';
import { verifyExport } from '../verify.ts';
import { createGauge, type Gauge } from './gauge.ts';
import type { Seen } from './seen.ts';
import { shortGames } from './short-games.ts';

const LOOK_EVERY_MS = 250;
/** Whoever has no frozen ranking by then has none. */
const GIVES_UP_MS = 30_000;
/** Games that ran at the end are given up by the bots, and are over and scored by then. */
const SETTLES_MS = 30_000;
const LEAVES_MS = 10_000;
const GUESTS_AT_ONCE = 10;

interface Guest {
  readonly id: string;
  readonly secret: string;
}

interface Played {
  readonly api: Api;
  readonly arena: ArenaDetails;
  readonly players: number;
  readonly signal: AbortSignal;
}

/** Guests come to an arena, play it to its end, and everything is looked at. */
export async function playSmoke({ api, arena, players, signal }: Played): Promise<Seen> {
  const gauge = createGauge(arena.startsAtMs);
  const leaving = new AbortController();
  const guests: Guest[] = [];
  const names = Array.from({ length: players }, (_, one) => `Smoke ${one + 1}`);
  for (const some of inGroups(names, GUESTS_AT_ONCE)) {
    if (!signal.aborted)
      guests.push(...(await Promise.all(some.map((name) => guestOf(api, name)))));
  }
  const director = shortGames(seededRandom(players));
  let lost = players;
  const bots = guests.map((guest, index) =>
    bot({ api, arena, gauge, director, guest, index, signal: leaving.signal }).then(() => {
      if (!leaving.signal.aborted) lost -= 1;
    }),
  );
  try {
    const watched = await watch(api, arena, gauge, signal);
    const games = await settledGames(api, arena, signal);
    const verified = watched.table === null ? null : await verifyArena(api, arena);
    await Promise.race([Promise.all(bots), rest(LEAVES_MS, signal)]);
    const { id, startsAtMs } = arena;
    const readings = gauge.read();
    const kept = signal.aborted ? 0 : await eraseAll(api, guests);
    return { arena: id, players, startsAtMs, readings, ...watched, games, verified, lost, kept };
  } finally {
    leaving.abort();
    await Promise.all(bots);
  }
}

async function guestOf(api: Api, name: string): Promise<Guest> {
  return jsonOf<Guest>(await api.ask(createGuestOperation, { body: { name } }));
}

/** Asks for all guests to be forgotten; how many the deployment would rather keep. */
async function eraseAll(api: Api, guests: readonly Guest[]): Promise<number> {
  let kept = 0;
  for (const some of inGroups(guests, GUESTS_AT_ONCE)) {
    const asked = some.map(({ id, secret }) =>
      api.ask(eraseGuestOperation, { path: { id }, body: { secret } }),
    );
    const answers = await Promise.allSettled(asked);
    kept += answers.filter(({ status }) => status === 'rejected').length;
  }
  return kept;
}

interface BotParts extends Pick<Played, 'api' | 'arena' | 'signal'> {
  readonly gauge: Gauge;
  readonly director: Director;
  readonly guest: Guest;
  readonly index: number;
}

function bot({ api, arena, gauge, director, guest, index, signal }: BotParts): Promise<void> {
  const { id, secret } = guest;
  const random = seededRandom(index + 1);
  return runBot({
    ...{ arena: arena.id as ArenaId, endsAtMs: arena.endsAtMs, playsOnMs: 0, signal, random },
    socketUrl: async () => {
      const askedAtMs = Date.now();
      const asking = { path: { id }, body: { secret } };
      const { url } = jsonOf<{ url: string }>(await api.ask(createGuestTicketOperation, asking));
      gauge.ticket(Date.now() - askedAtMs);
      return url;
    },
    brain: index % 2 === 0 ? greedyBrain : randomBrain,
    director,
    device: openDevice(gauge.watch()),
  });
}

/** Reads the table over and over, as spectators do, until it is frozen. */
async function watch(
  api: Api,
  { id, endsAtMs }: ArenaDetails,
  gauge: Gauge,
  signal: AbortSignal,
): Promise<Pick<Seen, 'standingsMs' | 'frozenMs' | 'table'>> {
  let standingsMs: number | null = null;
  const serverNowMs = () => Date.now() + (gauge.read().clockAheadMs ?? 0);
  while (!signal.aborted && serverNowMs() < endsAtMs + GIVES_UP_MS) {
    const table = jsonOf<TableView>(await api.ask(getStandingsOperation, { path: { id } }));
    const { firstScoredAtMs } = gauge.read();
    if (firstScoredAtMs !== null && table.standings.some(({ games }) => games > 0)) {
      standingsMs ??= Math.max(0, Date.now() - firstScoredAtMs);
    }
    if (table.final) return { standingsMs, frozenMs: serverNowMs() - endsAtMs, table };
    await rest(LOOK_EVERY_MS, signal);
  }
  return { standingsMs, frozenMs: null, table: null };
}

/** The games, once all of them are over and scored, or when that takes too long. */
async function settledGames(
  api: Api,
  { id }: ArenaDetails,
  signal: AbortSignal,
): Promise<readonly ListedGame[]> {
  const untilMs = Date.now() + SETTLES_MS;
  for (;;) {
    const games: ListedGame[] = [];
    const asking = { path: { id }, accept: 'application/x-ndjson' };
    for await (const { text } of api.pages(listGamesOperation, asking)) {
      const lines = text.split('\n').filter((line) => line !== '');
      games.push(...lines.map((line) => JSON.parse(line) as ListedGame));
    }
    const isSettled = games.every(({ scored }) => scored);
    if (isSettled || signal.aborted || Date.now() > untilMs) return games;
    await rest(LOOK_EVERY_MS, signal);
  }
}

async function verifyArena(api: Api, { id }: ArenaDetails): Promise<NonNullable<Seen['verified']>> {
  const pages: string[] = [];
  const asking = { path: { id }, accept: 'application/x-ndjson' };
  for await (const { text } of api.pages(getExportOperation, asking)) pages.push(text);
  return verifyExport(Readable.from(pages));
}

const rest = (ms: number, signal: AbortSignal): Promise<unknown> =>
  sleep(ms, undefined, { signal }).catch(() => {});
