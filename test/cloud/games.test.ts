import { Chess } from 'chess.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListedGame } from '../../shared/app/list-games.ts';
import { GAMES_READ_MAX } from '../../shared/app/ports.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { rulesOf } from '../../shared/rules/registry.ts';
import type { GameKind } from '../../shared/rules/rules.ts';
import { newGame, seat } from '../game/board.ts';
import { played, readGames } from '../protocol/notation-games.ts';
import { anOpenArena, arenaId, gameId, playerId } from '../support/builders.ts';
import { type RunningCloud, runCloud } from './running-cloud.ts';
import { smallArena } from './small-arena.ts';
import { type Inside, insideOf, storeArena } from './stored-arena.ts';
import { type Answer, problemIn } from './two-arenas.ts';

const HOUR_MS = 3_600_000;
const startsAtMs = Date.now() - HOUR_MS;
/** More than a page. */
const GAMES = GAMES_READ_MAX + 20;
const MOVES = {
  oware: 'C d F',
  chess: 'e2e4 e7e5 g1f3',
  draughts: '32-28 19-23 28x19 14x23',
} as const;
const WRITTEN = {
  oware: ['C', 'd', 'F'],
  chess: ['e4', 'e5', 'Nf3'],
  draughts: ['32-28', '19-23', '28x19', '14x23'],
} as const;

const arenaOf = (kind: GameKind, which: number): Arena =>
  anOpenArena({
    ...{ id: arenaId(which), kind, name: `An "${kind}" arena`, playersMax: 200 },
    ...{ startsAtMs, endsAtMs: startsAtMs + 2 * HOUR_MS },
  });
const ARENAS = {
  oware: arenaOf('oware', 1),
  chess: arenaOf('chess', 2),
  draughts: arenaOf('draughts', 3),
};

let running: RunningCloud;
let inside: Inside;
beforeAll(async () => {
  running = await runCloud();
  inside = insideOf(running.cloud);
  for (const [which, kind] of (['oware', 'chess', 'draughts'] as const).entries()) {
    await storeGames(kind, 1_000 * which);
  }
});
afterAll(async () => {
  inside.close();
  await running.cloud.stop();
});

/** Finished games of three players, all with the same moves, and one of 1 and 2 that runs. */
async function storeGames(kind: GameKind, idsFrom: number): Promise<void> {
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

async function ask(path: string, accept?: string): Promise<Answer & { vary: string | null }> {
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
}

const pathOf = (kind: GameKind) => `/arenas/${ARENAS[kind].id}/games`;

/** The text of all pages, each asked for as the link before it says. */
async function allOf(path: string, accept?: string): Promise<string> {
  let [text, next] = ['', path as string | undefined];
  for (let first = true; next !== undefined; first = false) {
    // A link says all that there is to say: nothing but the first question has a header.
    const page: Answer = first ? await ask(next, accept) : await ask(next);
    expect(page.status).toBe(200);
    text += page.text;
    next = /^<(.*)>; rel="next"$/.exec(page.link ?? '')?.[1];
  }
  return text;
}

const FORMS = [
  ['chess', 'pgn', 'application/x-chess-pgn'],
  ['draughts', 'pdn', 'application/x-draughts-pdn'],
  ['chess', 'text', 'text/plain'],
  ['draughts', 'text', 'text/plain'],
  ['oware', 'text', 'text/plain'],
] as const;

describe('the games of an arena over HTTP', () => {
  it.each(FORMS)('of %s come as %s, by name or by header', async (kind, format, type) => {
    const named = await ask(`${pathOf(kind)}?format=${format}`, 'image/png');
    const accepted = await ask(pathOf(kind), type);

    expect([named.status, named.type]).toEqual([200, `${type}; charset=utf-8`]);
    expect(named).toEqual(accepted);
    expect(named.vary).toBe('accept');
    const read = readGames(await allOf(pathOf(kind), type));
    expect(read).toHaveLength(GAMES);
    expect(new Set(read.map(({ tags }) => tags.get('GameId'))).size).toBe(GAMES);
    for (const { tags, moves } of read) {
      expect(moves).toEqual(WRITTEN[kind]);
      expect(tags.get('Event')).toBe(ARENAS[kind].name);
    }
  });

  it.each(['oware', 'chess', 'draughts'] as const)('of %s are lines of JSON else', async (kind) => {
    const lines = await allOf(pathOf(kind));
    const games = lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as ListedGame);
    const { texts } = rulesOf(kind);
    const { moves } = played(kind, MOVES[kind]);

    expect(games).toHaveLength(GAMES + 1);
    expect(games.filter(({ end }) => end === null)).toHaveLength(1);
    expect(new Set(games.map((game) => game.moves))).toEqual(new Set([texts(moves).join(' ')]));
    expect((await ask(pathOf(kind))).type).toBe('application/x-ndjson');
  });

  it('are a file that chess.js reads, game after game', async () => {
    for (const text of (await allOf(`${pathOf('chess')}?format=pgn`)).split(/\n\n(?=\[)/)) {
      const judge = new Chess();
      // It does not know of escapes in a tag.
      judge.loadPgn(text.replace(/\\"/g, "'"), { strict: true });
      expect(judge.history()).toEqual(WRITTEN.chess);
    }
  });

  it.each([
    ['chess', 'application/json, text/plain, */*', 'application/x-ndjson'],
    [
      'chess',
      'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      'application/x-ndjson',
    ],
    ['chess', 'text/plain;q=0.4, application/x-chess-pgn;q=0.5', 'application/x-chess-pgn'],
    ['chess', 'application/x-chess-pgn;q=0', 'application/x-ndjson'],
    ['chess', 'text/*, */*;q=0.1', 'text/plain'],
    [
      'draughts',
      'application/x-chess-pgn, application/x-draughts-pdn',
      'application/x-draughts-pdn',
    ],
    ['oware', 'application/x-chess-pgn, */*;q=0.1', 'application/x-ndjson'],
    ['oware', 'TEXT/PLAIN; charset=utf-8', 'text/plain'],
    ['oware', 'image/png', 'application/x-ndjson'],
  ] as const)('of %s for who accepts %s are %s', async (kind, accept, expected) => {
    const { status, type } = await ask(pathOf(kind), accept);
    expect([status, type.split(';')[0]]).toEqual([200, expected]);
  });

  it.each([
    ['oware', 'pgn', 'one of ndjson, text for a game of oware'],
    ['oware', 'pdn', 'one of ndjson, text for a game of oware'],
    ['chess', 'pdn', 'one of ndjson, pgn, text for a game of chess'],
    ['draughts', 'pgn', 'one of ndjson, pdn, text for a game of draughts'],
    ['draughts', 'PDN', 'one of ndjson, pdn, text for a game of draughts'],
    ['chess', '', 'one of ndjson, pgn, text for a game of chess'],
  ] as const)('of %s never come as "%s"', async (kind, format, expected) => {
    const wrong = { status: 400, code: 'invalid', expected };
    const named = await ask(`${pathOf(kind)}?format=${format}`);
    expect(problemIn(named)).toMatchObject({ ...wrong, field: 'format' });
    if (format !== 'pgn' && format !== 'pdn') return;
    const type = { pgn: 'application/x-chess-pgn', pdn: 'application/x-draughts-pdn' }[format];
    expect(problemIn(await ask(pathOf(kind), type))).toMatchObject({ ...wrong, field: 'accept' });
  });

  it.each(['', 'x', `0-${playerId(1)}`, `1-${playerId(1)}-0`])(
    'have no page at the cursor "%s"',
    async (cursor) => {
      const answer = await ask(`${pathOf('chess')}?format=pgn&cursor=${cursor}`);
      expect(problemIn(answer)).toMatchObject({ code: 'invalid', field: 'cursor' });
    },
  );

  it('of an arena that is not there are not there either', async () => {
    const answer = await ask('/arenas/AAAAAAAAAAA/games?format=pgn');
    expect(problemIn(answer)).toMatchObject({ status: 404, code: 'noSuchArena', field: 'id' });
    expect(running.errors).toEqual([]);
  });
});
