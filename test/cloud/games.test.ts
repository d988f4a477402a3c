import { Chess } from 'chess.js';
import { parse } from 'csv-parse/sync';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resultSchema } from '../../shared/protocol/results-view.ts';
import {
  type ListedGame,
  listedGameSchema,
  spectatedGameSchema,
  topGameSchema,
} from '../../shared/protocol/spectate-view.ts';
import { rulesOf } from '../../shared/rules/registry.ts';
import { played, readGames } from '../protocol/notation-games.ts';
import { gameId, playerId } from '../support/builders.ts';
import {
  ARENAS,
  GAMES,
  type ManyGames,
  MOVES,
  openManyGames,
  pathOf,
  WRITTEN,
} from './many-games.ts';
import { eventually } from './stored-arena.ts';
import { problemIn } from './two-arenas.ts';

let arenas: ManyGames;
beforeAll(async () => {
  arenas = await openManyGames();
});
afterAll(() => arenas.stop());

const ask: ManyGames['ask'] = (path, accept) => arenas.ask(path, accept);
const allOf: ManyGames['allOf'] = (path, accept) => arenas.allOf(path, accept);

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
    expect(arenas.running.errors).toEqual([]);
  });
});

/** Exactly what is documented. */
function documented<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const parsed = v.parse(schema, value);
  expect(parsed).toEqual(value);
  return parsed;
}

async function linesOf<S extends v.GenericSchema>(path: string, schema: S) {
  const lines = (await allOf(path)).split('\n').slice(0, -1);
  return lines.map((line) => documented(schema, JSON.parse(line)));
}

const json = async <S extends v.GenericSchema>(path: string, schema: S) => {
  const { status, type, text } = await ask(path);
  expect([path, status, type]).toEqual([path, 200, 'application/json']);
  return documented(schema, JSON.parse(text));
};

describe('whoever watches an arena over HTTP', () => {
  const live = gameId(1_000 + GAMES);
  const topPath = `/arenas/${ARENAS.chess.id}/top-game`;

  beforeAll(async () => {
    arenas.inside.clock({ t: 'standings', arena: ARENAS.chess.id, changedAtMs: Date.now() });
    await eventually(async () => (await json(topPath, topGameSchema)).game, 20_000);
  });

  it('finds the game that runs in every list, with the ranks of both, and by itself', async () => {
    const { game } = await json(topPath, topGameSchema);
    const [line, ...others] = await linesOf(`${pathOf('chess')}?state=live`, listedGameSchema);
    const ranks = game?.ranks ?? { first: 0, second: 0 };

    expect(others).toEqual([]);
    expect(new Set([ranks.first, ranks.second, 1, 2])).toEqual(new Set([1, 2]));
    expect(line).toMatchObject({ id: live, ranks, end: null, times: null, scored: false });
    expect(await json(`/games/${live}`, spectatedGameSchema)).toEqual(game);
    expect(game).toMatchObject({ id: live, arenaName: ARENAS.chess.name, ply: 3 });
    for (const [who, found] of [
      [1, [live]],
      [3, []],
    ] as const) {
      const path = `${pathOf('chess')}?state=live&player=${playerId(who)}`;
      expect((await linesOf(path, listedGameSchema)).map(({ id }) => id)).toEqual(found);
    }
  });

  it('gets the games of one player, finished ones alone, page by page', async () => {
    const path = `${pathOf('chess')}?player=${playerId(1)}`;
    const all = await linesOf(path, listedGameSchema);
    const finished = await linesOf(`${path}&state=finished`, listedGameSchema);
    const theirs = await linesOf(`${pathOf('chess')}?state=finished`, listedGameSchema);
    const texts = readGames(await allOf(`${path}&format=pgn`));

    expect([all.length, finished.length, texts.length]).toEqual([GAMES + 1, GAMES, GAMES]);
    expect(all.filter(({ id }) => id !== live)).toEqual(finished);
    expect(finished.map(({ id }) => id).toSorted()).toEqual(theirs.map(({ id }) => id).toSorted());
  });

  it('reads a finished game in its notation, and one that runs as JSON alone', async () => {
    const done = `/games/${gameId(1_000)}`;
    const shown = await json(done, spectatedGameSchema);
    const named = await ask(`${done}?format=pgn`);
    const [read] = readGames(named.text);

    expect(shown).toMatchObject({ id: gameId(1_000), ply: 3, counted: true });
    expect(named.type).toBe('application/x-chess-pgn; charset=utf-8');
    expect(await ask(done, 'application/x-chess-pgn')).toEqual(named);
    expect([read?.tags.get('GameId'), read?.moves]).toEqual([gameId(1_000), WRITTEN.chess]);
    for (const [path, expected] of [
      [`${done}?format=pdn`, 'one of json, pgn, text for a game of chess'],
      [`/games/${live}?format=pgn`, 'one of json for a game that runs'],
      [`${pathOf('chess')}?state=live&format=pgn`, 'one of ndjson for games that run'],
    ] as const) {
      const wrong = { status: 400, code: 'invalid', field: 'format', expected };
      expect(problemIn(await ask(path))).toMatchObject(wrong);
    }
  });

  it('gets the results as lines of JSON and as a sheet', async () => {
    const path = `/arenas/${ARENAS.chess.id}/results`;
    const lines = await linesOf(path, resultSchema);
    const sheet = await ask(path, 'text/csv');
    const read: Record<string, string>[] = parse(sheet.text, { columns: true });

    expect(lines.map(({ rank }) => rank)).toEqual([1, 2, 2, 4]);
    expect(sheet.type).toBe('text/csv; header=present; charset=utf-8');
    expect(read.map(({ player, points }) => [player, Number(points)])).toEqual(
      lines.map(({ player, points }) => [player, points]),
    );
    expect(await ask(`${path}?format=csv`)).toEqual(sheet);
  });

  it('may keep what was read for a moment', async () => {
    const arena = `/arenas/${ARENAS.chess.id}`;
    const paths = [`/games/${live}`, topPath, `${pathOf('chess')}?state=live`];
    for (const path of [...paths, `${arena}/results`]) {
      const { headers } = await fetch(`${arenas.running.cloud.httpUrl}${path}`);
      expect([path, headers.get('cache-control')]).toEqual([path, 'public, max-age=2']);
    }
  });

  it.each([
    ['/games/x', { status: 404, code: 'noSuchGame', field: 'id' }],
    ['/games/AAAAAAAAAAA', { status: 404, code: 'noSuchGame', field: 'id' }],
    ['/arenas/AAAAAAAAAAA/top-game', { status: 404, code: 'noSuchArena' }],
    ['/arenas/AAAAAAAAAAA/results', { status: 404, code: 'noSuchArena' }],
    [`${pathOf('chess')}?state=over`, { status: 400, code: 'invalid', field: 'state' }],
    [`${pathOf('chess')}?player=x`, { status: 400, code: 'invalid', field: 'player' }],
    [`${pathOf('chess')}?player=AAAAAAAAAAA`, { status: 404, code: 'notEntered' }],
    [`${pathOf('chess')}?state=live&cursor=1`, { status: 400, field: 'cursor' }],
    [`/arenas/${ARENAS.chess.id}/results?format=pdf`, { status: 400, field: 'format' }],
    [`/arenas/${ARENAS.chess.id}/results?version=1`, { status: 404, field: 'version' }],
    [`/arenas/${ARENAS.chess.id}/results?cursor=0`, { status: 400, field: 'cursor' }],
  ])('is told what is wrong with %s', async (path, expected) => {
    expect(problemIn(await ask(path))).toMatchObject(expected);
  });

  it('broke nothing', () => {
    expect(arenas.running.errors).toEqual([]);
  });
});
