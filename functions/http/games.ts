import { decodeGamesCursor, encodeGamesCursor } from '../../shared/app/games-cursor.ts';
import { listGames, listGameTexts } from '../../shared/app/list-games.ts';
import { listLiveGame, listLiveGames } from '../../shared/app/list-live-games.ts';
import { listPlayerGames, listPlayerGameTexts } from '../../shared/app/list-player-games.ts';
import { findGame, showGame } from '../../shared/app/show-game.ts';
import { showTopGame } from '../../shared/app/top-game.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { type GameId, parseId } from '../../shared/core/ids.ts';
import { type Refusal, refuse } from '../../shared/core/refusal.ts';
import { ok, type Result } from '../../shared/core/result.ts';
import {
  type GamesQuery,
  getGameOperation,
  getTopGameOperation,
  listGamesOperation,
} from '../../shared/protocol/api/game-operations.ts';
import { formatsOf, type GameFormat, gameText } from '../../shared/protocol/notation/notation.ts';
import type { GameKind } from '../../shared/rules/rules.ts';
import {
  type HttpEvent,
  type HttpResult,
  json,
  ndjson,
  problem,
  textual,
} from '../aws/http-handler.ts';
import { rememberingFor } from '../aws/remembered.ts';
import { formatOf, MEDIA_TYPES } from './formats.ts';
import { arenaRoute } from './paths.ts';
import { type Route, route } from './route.ts';
import { watching } from './watching.ts';

/**
 * The games of an arena, page after page: `?format=`, or what the client accepts. NDJSON has the
 * running ones, too; the notations have the finished ones.
 */
const getGames = arenaRoute(listGamesOperation, async ({ event, query }, arena) => {
  const format = listFormatOf(event, arena.kind, query.state === 'live');
  if (!format.ok) return problem(format.error);
  const headersFor = (next: string | null) => headersOf(arena, query, format.value, next);
  if (format.value === 'ndjson') {
    const lines = await linesOf(arena, query);
    if (!lines.ok) return problem(lines.error);
    return ndjson(lines.value.games, headersFor(lines.value.next));
  }
  const texts = await textsOf(arena, query);
  if (!texts.ok) return problem(texts.error);
  const { games, next } = texts.value;
  return textual(MEDIA_TYPES[format.value], games.join(''), headersFor(next));
});

interface Page<G> {
  readonly games: readonly G[];
  readonly next: string | null;
}

async function linesOf(arena: Arena, query: GamesQuery): Promise<Result<Page<object>, Refusal>> {
  const { state, player, cursor = null } = query;
  if (state === 'live') {
    return player === undefined
      ? listLiveGames(watching, arena, cursor)
      : listLiveGame(watching, arena, player);
  }
  const finished = state === 'finished';
  const from = decodeGamesCursor(arena, cursor);
  if (!from.ok) return from;
  const page =
    player === undefined
      ? ok(await listGames(watching, arena, from.value, finished))
      : await listPlayerGames(watching, arena, player, from.value, finished);
  if (!page.ok) return page;
  const { games, next } = page.value;
  return ok({ games, next: next && encodeGamesCursor(next) });
}

async function textsOf(arena: Arena, query: GamesQuery): Promise<Result<Page<string>, Refusal>> {
  const { player, cursor = null } = query;
  const from = decodeGamesCursor(arena, cursor);
  if (!from.ok) return from;
  const page =
    player === undefined
      ? ok(await listGameTexts(watching, arena, from.value))
      : await listPlayerGameTexts(watching, arena, player, from.value);
  if (!page.ok) return page;
  const { texts, next } = page.value;
  return ok({ games: texts, next: next && encodeGamesCursor(next) });
}

/** The link says the form again, so whoever follows it need not send the header. */
function headersOf(
  { id }: Arena,
  { state, player }: GamesQuery,
  format: GameFormat,
  next: string | null,
): Record<string, string> {
  if (next === null) return VARIES;
  const query = new URLSearchParams({
    ...{ cursor: next, format },
    ...(state !== undefined && { state }),
    ...(player !== undefined && { player }),
  });
  return { ...VARIES, link: `</arenas/${id}/games?${query}>; rel="next"` };
}

const VARIES = { vary: 'accept' };

/** A game that runs has no result yet, without which there is no notation of it. */
function listFormatOf(
  event: HttpEvent,
  kind: GameKind,
  live: boolean,
): Result<GameFormat, Refusal> {
  const texts = live ? [] : textFormatsOf(kind);
  const what = live ? 'games that run' : `a game of ${kind}`;
  return formatOf(event, ['ndjson', ...texts], expectedOf(['ndjson', ...texts], what));
}

const textFormatsOf = (kind: GameKind) =>
  formatsOf(kind).filter((format): format is Exclude<GameFormat, 'ndjson'> => format !== 'ndjson');

const expectedOf = (formats: readonly string[], what: string): string =>
  `one of ${formats.join(', ')} for ${what}`;

const getGame = route(getGameOperation, async ({ event }): Promise<HttpResult> => {
  const id = parseId<GameId>(event.path.id);
  if (id === null) return problem(refuse('noSuchGame', { field: 'id' }));
  const found = await findGame(watching, id);
  if (!found.ok) return problem(found.error);
  const { game, arena } = found.value;
  const texts = game.state === 'done' ? textFormatsOf(game.kind) : [];
  const what = game.state === 'done' ? `a game of ${game.kind}` : 'a game that runs';
  const format = formatOf(event, ['json', ...texts], expectedOf(['json', ...texts], what));
  if (!format.ok) return problem(format.error);
  return format.value === 'json' || game.state === 'live'
    ? json(200, await showGame(watching, found.value), VARIES)
    : textual(MEDIA_TYPES[format.value], gameText(arena, game), VARIES);
});

/** Shown on every page of an arena, and it may take a hundred rows. */
const TOP_GAME_KEPT_MS = 1_000;
const topGame = rememberingFor(
  TOP_GAME_KEPT_MS,
  watching.now,
  ({ id }: Arena) => id,
  (arena) => showTopGame(watching, arena),
);

const getTopGame = arenaRoute(getTopGameOperation, async (_, arena) =>
  json(200, await topGame(arena)),
);

export const GAME_ROUTES: readonly Route[] = [getGames, getGame, getTopGame];
