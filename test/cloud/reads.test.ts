import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXPORT_PAGE_BYTES_MAX } from '../../shared/app/export-arena.ts';
import type { ServerMessage } from '../../shared/protocol/server-message.ts';
import { anIdleRow, anOpenArena, arenaId, playerId } from '../support/builders.ts';
import { openLine } from '../support/line.ts';
import { storeArena, stored } from './stored-arena.ts';
import {
  type Answer,
  NOBODY,
  OPEN,
  OVER,
  open,
  openTwoArenas,
  over,
  PLAYERS,
  problemIn,
  type TwoArenas,
} from './two-arenas.ts';

let arenas: TwoArenas;
beforeAll(async () => {
  arenas = await openTwoArenas();
});
afterAll(() => arenas.stop());

const ask: TwoArenas['ask'] = (path, init) => arenas.ask(path, init);
const read: TwoArenas['read'] = (path) => arenas.read(path);
const tableOf: TwoArenas['tableOf'] = (path) => arenas.tableOf(path);

describe('standings over HTTP', () => {
  it('are a page of a hundred lines, with all that a line shows', async () => {
    const page = await tableOf(`${open}/standings`);
    const next = await tableOf(`${open}/standings?page=1`);

    expect(page).toMatchObject({ arena: OPEN.id, state: 'open', final: false, players: PLAYERS });
    expect([page.standings.length, next.standings.length]).toEqual([100, 1]);
    expect(page.standings[0]).toEqual({
      ...{ rank: 1, player: playerId(3), name: '3', rating: 1_400, points: 4, sheet: [1, 3] },
      ...{ reasons: ['draw', 'win+berserk'], onFire: false, games: 2, wins: 1, berserks: 1 },
      performance: { sum: 1_500 + 2_100, count: 2 },
      ...{ performanceRolling: null, tieBreaks: null, directEncounter: null, state: 'absent' },
    });
    expect(page.standings.map(({ rank }) => rank).slice(0, 5)).toEqual([1, 2, 3, 4, 4]);
  });

  it('of a page after the last are empty', async () => {
    const page = await tableOf(`${open}/standings?page=7`);

    expect(page).toMatchObject({ page: 7, players: PLAYERS, standings: [] });
  });

  it('around a player are the page that he is on', async () => {
    const last = await tableOf(`${open}/standings?page=1`);
    const player = last.standings[0]?.player;

    expect(await read(`${open}/standings?around=${player}`)).toEqual(last);
    expect(await read(`${open}/standings?around=${playerId(3)}`)).toMatchObject({ page: 0 });
  });

  it('of a frozen arena are its final ranking, and each version can be asked for', async () => {
    const page = await tableOf(`${over}/standings`);
    const final = await tableOf(`${over}/standings?version=1&page=0`);
    const last = await tableOf(`${over}/standings?version=1&page=1`);

    const winners = [playerId(3)];
    expect(page).toMatchObject({ state: 'frozen', final: true, version: 1, winners });
    expect(final).toMatchObject({ version: 1, winners, frozenAtMs: OVER.endsAtMs, page: 0 });
    expect(final).toMatchObject({ disqualified: [], correction: null, players: PLAYERS });
    const places = ({ standings }: typeof page) =>
      standings.map((line) => [line.rank, line.player]);
    expect(places(final)).toEqual(places(page));
    expect(last.standings).toHaveLength(1);
  });
});

describe('an arena and its players over HTTP', () => {
  it('come in numbers', async () => {
    expect(await read(`${open}/stats`)).toEqual({
      ...{ players: PLAYERS, games: 3, moves: 121, wins: { first: 1, second: 1 }, draws: 1 },
      ...{ berserkRate: 1 / 6, averageRating: 1_500 },
    });
  });

  it('say of each game of a player why it paid what it paid', async () => {
    expect(await read(`${open}/players/${playerId(3)}`)).toMatchObject({
      ...{ arena: OPEN.id, player: playerId(3), rank: 1, points: 4, removed: false, removal: null },
      scores: [
        { opponent: playerId(2), opponentName: '2', result: 'draw', points: 1, reason: 'draw' },
        {
          ...{ opponent: playerId(1), side: 'second', plies: 41, berserk: true, counted: true },
          ...{ points: 3, reason: 'win+berserk' },
          behind: { performance: 2_100, opponentPoints: 2, sonnebornBerger: 2 },
        },
      ],
    });
  });
});

describe('the rules of an arena over HTTP', () => {
  const FORMS = [
    ['json', 'application/json', 'application/json', '"lang":"LANG"'],
    ['html', 'text/html', 'text/html; charset=utf-8', '<html lang="LANG"'],
    ['markdown', 'text/markdown', 'text/markdown; charset=utf-8', '# '],
  ] as const;
  const TITLES = { en: 'the rules', nl: 'de regels' };

  it.each(['en', 'nl'] as const)('come in three forms: %s', async (lang) => {
    for (const [format, accept, type, part] of FORMS) {
      const named = await ask(`${open}/rules?lang=${lang}&format=${format}`, {
        headers: { accept: 'image/png' },
      });
      const accepted = await ask(`${open}/rules?lang=${lang}`, { headers: { accept } });

      expect([named.status, named.type]).toEqual([200, type]);
      expect(named.text).toContain(part.replace('LANG', lang));
      expect(named.text).toContain(TITLES[lang]);
      expect(accepted).toEqual(named);
    }
  });

  it('are HTML for a browser, JSON for whoever asks for nothing, and English', async () => {
    const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

    const page = await ask(`${open}/rules`, { headers: browser });
    expect(page.type).toBe('text/html; charset=utf-8');
    expect(page.text).not.toContain(OPEN.name);
    expect(await read(`${open}/rules`)).toMatchObject({ lang: 'en' });
  });
});

/** Names as long as the database takes them: an export of two pages in a few rows. */
const LARGE_NAME = 'x'.repeat(390_000);
const LARGE_PLAYERS = 12;

async function storeLarge(): Promise<string> {
  const { inside } = arenas;
  const large = anOpenArena({ ...OPEN, id: arenaId(3) });
  await storeArena(inside, large, []);
  for (let who = 1; who <= LARGE_PLAYERS; who++) {
    const parts = { name: LARGE_NAME, why: 'connected' } as const;
    const entity = anIdleRow(who, { arena: large.id, ...parts });
    await stored(inside.store, [{ op: 'create', entity }]);
  }
  return large.id;
}

describe('an export over HTTP', () => {
  const linesIn = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; id?: string });

  it('is one page where everything fits into it', async () => {
    const { status, type, link, text } = await ask(`${over}/export`);
    const counts = Map.groupBy(linesIn(text), (line) => line.type);

    expect([status, type, link]).toEqual([200, 'application/x-ndjson', null]);
    expect([...counts].map(([line, { length }]) => [line, length])).toEqual([
      ['arena', 1],
      ['player', PLAYERS],
      ['game', 3],
      ['final', 1],
      ['standing', PLAYERS],
    ]);
  });

  it('names its next page in a link, and each page is small enough', async () => {
    const large = await storeLarge();
    const pages: Answer[] = [];
    let next: string | undefined = `/arenas/${large}/export`;
    while (next !== undefined) {
      const page = await ask(next);
      pages.push(page);
      next = /^<(.*)>; rel="next"$/.exec(page.link ?? '')?.[1];
    }

    expect(pages.map(({ status }) => status)).toEqual([200, 200]);
    for (const { text } of pages) {
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(EXPORT_PAGE_BYTES_MAX);
    }
    const players = Array.from({ length: LARGE_PLAYERS }, (_, index) => playerId(index + 1));
    const ids = pages.flatMap(({ text }) => linesIn(text).map(({ id }) => id));
    expect(ids).toEqual([large, ...players]);
  });
});

/** What a player of the local cloud is answered about himself; null: without a token. */
async function askMe(arena: string, name: string | null) {
  const { cloud, tokenOf } = arenas.running;
  const headers = name === null ? {} : { authorization: `Bearer ${await tokenOf(name)}` };
  const response = await fetch(`${cloud.httpUrl}/arenas/${arena}/me`, { headers: { ...headers } });
  const cache = response.headers.get('cache-control');
  return { status: response.status, cache, body: await response.json() };
}

describe('a player who asks about himself over HTTP', () => {
  const lone = anOpenArena({ ...OPEN, id: arenaId(4) });

  it('hears what the push has told him of his waiting', async () => {
    const { client, tokenOf } = arenas.running;
    const { id: arena } = lone;
    const pushed: ServerMessage[] = [];
    await storeArena(arenas.inside, lone, []);
    const url = await client.socketUrl(await tokenOf('Ama'));
    const line = await openLine(url, (message) => void pushed.push(message));
    await line.ask({ t: 'enter', arena });
    expect((await askMe(arena, 'Ama')).body).toMatchObject({ state: 'idle', waiting: null });
    const answer = await line.ask({ t: 'lobby', arena, after: null });
    await arenas.until(async () => pushed.some(({ t }) => t === 'waiting'));
    const me = await askMe(arena, 'Ama');
    line.close();

    if (answer?.t !== 'state') throw new Error('no state');
    const [told] = pushed;
    if (told?.t !== 'waiting') throw new Error(`${told?.t} comes first`);
    const { reason, widensAtMs } = told;
    expect([reason, told.arena]).toEqual(['odd', arena]);
    expect(me).toMatchObject({
      ...{ status: 200, cache: 'no-store' },
      body: { ...answer.you, arena, waiting: { present: true, reason, widensAtMs } },
    });
  });

  it('is nobody without a token, nor where he has not entered', async () => {
    const notFound = { status: 404, cache: 'no-store' };
    expect(await askMe(lone.id, null)).toMatchObject({ status: 401 });
    expect(await askMe(lone.id, 'Kofi')).toMatchObject({
      ...{ ...notFound, body: { code: 'notEntered', field: 'id' } },
    });
    for (const arena of [NOBODY, 'x']) {
      expect(await askMe(arena, 'Ama')).toMatchObject({
        ...{ ...notFound, body: { code: 'noSuchArena', field: 'id' } },
      });
    }
    expect(arenas.running.errors).toEqual([]);
  });
});

const invalid = (field: string) => ({ status: 400, code: 'invalid', field });

/** What is asked for, and what is wrong with it. */
const WRONG_READS: readonly (readonly [string, object])[] = [
  [`${open}/standings?page=-1`, invalid('page')],
  [`${open}/standings?page=x`, invalid('page')],
  [`${open}/standings?page=1.5`, invalid('page')],
  [`${open}/standings?page=`, invalid('page')],
  [`${open}/standings?page=0&page=1`, invalid('page')],
  [`${over}/standings?version=0`, invalid('version')],
  [`${over}/standings?version=-1`, invalid('version')],
  [`${over}/standings?version=2`, { status: 404, code: 'notFound', field: 'version' }],
  [`${open}/standings?version=1`, { status: 404, code: 'notFound', field: 'version' }],
  [`${open}/standings?around=x`, invalid('around')],
  [`${open}/standings?around=${NOBODY}`, { status: 404, code: 'notEntered', field: 'around' }],
  [`${open}/players/x`, { status: 404, code: 'notEntered', field: 'player' }],
  [`${open}/players/${NOBODY}`, { status: 404, code: 'notEntered', field: 'player' }],
  [`${open}/rules?lang=de`, invalid('lang')],
  [`${open}/rules?format=pdf`, invalid('format')],
  [`${open}/export?cursor=nonsense`, invalid('cursor')],
  [`${open}/export?cursor=`, invalid('cursor')],
  [`${open}/export?cursor=1-finals-1`, invalid('cursor')],
  ...['standings', 'stats', 'rules', 'export', 'games', `players/${NOBODY}`].flatMap((what) =>
    [NOBODY, 'x'].map((id): readonly [string, object] => [
      `/arenas/${id}/${what}`,
      { status: 404, code: 'noSuchArena', field: 'id' },
    ]),
  ),
];

describe('a read of something that is not there', () => {
  it.each(WRONG_READS)('%s is a problem with code and field', async (path, expected) => {
    expect(problemIn(await ask(path))).toMatchObject(expected);
  });

  it('says what was expected', async () => {
    const page = problemIn(await ask(`${open}/standings?page=x`));
    const lang = problemIn(await ask(`${open}/rules?lang=de`));

    expect(page).toMatchObject({ expected: 'an integer from 0' });
    expect(lang).toMatchObject({ expected: 'one of en, nl' });
  });
});
