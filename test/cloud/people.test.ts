import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Entity } from '../../shared/app/entities.ts';
import { inGroups } from '../../shared/core/groups.ts';
import type { BestPage, PersonView } from '../../shared/protocol/person-view.ts';
import { playerId } from '../support/builders.ts';
import { stored } from './stored-arena.ts';
import {
  NOBODY,
  OPEN,
  OVER,
  openTwoArenas,
  over,
  problemIn,
  type SomeTable,
  type TwoArenas,
} from './two-arenas.ts';

/** Best at draughts, two pages of them; the first three are in both arenas, and 3 has won them. */
const RATED = 52;
const WINNER = playerId(3);
const WRITES_MAX = 100;
const ratedAtMs = Date.now() - 1_000;

const ratingOf = (who: number): number => 1_900.75 - who;

function entitiesOf(who: number): Entity[] {
  const player = playerId(who);
  const glicko = { rating: ratingOf(who), deviation: 60, volatility: 0.06, games: 40, ratedAtMs };
  const been = [OPEN, OVER].map(
    ({ id, startsAtMs }): Entity => ({
      ...{ type: 'participation', player, arena: id, version: 0, startsAtMs },
    }),
  );
  return [
    {
      type: 'profile',
      guest: false,
      player,
      version: 0,
      name: `${who}`,
      rating: 1_500,
      createdAtMs: 0,
    },
    { type: 'rating', player, kind: 'draughts', version: 40, glicko },
    ...(who <= 3 ? been : []),
  ];
}

let arenas: TwoArenas;
beforeAll(async () => {
  arenas = await openTwoArenas();
  const entities = Array.from({ length: RATED }, (_, index) => entitiesOf(index + 1)).flat();
  const writes = entities.map((entity) => ({ op: 'create', entity }) as const);
  for (const some of inGroups(writes, WRITES_MAX)) await stored(arenas.inside.store, some);
});
afterAll(() => arenas.stop());

const person = async (player: string) => (await arenas.read(`/players/${player}`)) as PersonView;
const best = async (path: string) => (await arenas.read(path)) as BestPage;

describe('a player over HTTP', () => {
  it('has his ratings, and the arenas he was in', async () => {
    const rank = { rank: 1, players: 101, points: 4, games: 2 };
    const arena = {
      name: '<Open>',
      series: null,
      game: 'oware',
      preset: 'oware-shield',
      rated: true,
    };
    const { startsAtMs, endsAtMs } = OPEN;
    const rating = { ratingBefore: 1_400, rating: 1_400, removed: false, disqualified: false };
    const { arenas: visits, ...rest } = await person(WINNER);

    expect(rest).toEqual({
      ...{ player: WINNER, name: '3', next: null },
      ratings: {
        ...{ oware: null, chess: null },
        draughts: { rating: 1_897, deviation: 60, games: 40, provisional: false, ratedAtMs },
      },
    });
    expect(visits).toHaveLength(2);
    expect(visits).toContainEqual({
      ...{ arena: OPEN.id, state: 'open', startsAtMs, endsAtMs, ...arena, ...rank, ...rating },
      winner: false,
    });
    expect(visits).toMatchObject([{}, {}].map(() => rank));
    expect(visits.find(({ arena: id }) => id === OVER.id)?.winner).toBe(true);
  });

  it('has the same rank in all that is read, also once somebody is disqualified', async () => {
    const decided = await arenas.ask(`${over}/players/${WINNER}/disqualify`, {
      method: 'POST',
      headers: { authorization: `Bearer ${arenas.running.organiser}` },
      body: JSON.stringify({ reason: 'two accounts' }),
    });
    expect(decided.status).toBe(200);
    const { standings } = (await arenas.read(`${over}/standings?version=2`)) as SomeTable;
    const visitOf = async (player: string) =>
      (await person(player)).arenas.find(({ arena }) => arena === OVER.id);

    for (const who of [1, 2]) {
      const player = playerId(who);
      const { rank } = (await arenas.read(`${over}/players/${player}`)) as { rank: number };
      expect(standings.find((line) => line.player === player)?.rank).toBe(rank);
      expect(await visitOf(player)).toMatchObject({ rank, players: 100, disqualified: false });
    }
    expect(await visitOf(WINNER)).toMatchObject({
      ...{ rank: null, players: 100, disqualified: true, state: 'frozen', points: 4 },
    });
  });

  it('has his arenas alone, too, and links say where the next ones are', async () => {
    const { arenas: visits, next } = await person(WINNER);
    expect(await arenas.read(`/players/${WINNER}/arenas`)).toEqual({
      ...{ player: WINNER, arenas: visits, next },
    });
    const after = `cursor=${OPEN.startsAtMs}-${OPEN.id}`;
    const later = (await arenas.read(`/players/${WINNER}?${after}`)) as PersonView;
    expect(await arenas.read(`/players/${WINNER}/arenas?${after}`)).toMatchObject({
      ...{ arenas: later.arenas, next: null },
    });
  });

  it('may be kept by whoever stands between for a moment, as may the best', async () => {
    for (const path of [`/players/${WINNER}`, '/ratings/draughts']) {
      const { headers } = await fetch(`${arenas.running.cloud.httpUrl}${path}`);
      expect(headers.get('cache-control')).toBe('public, max-age=2');
    }
  });
});

describe('the best over HTTP', () => {
  it('come page by page, each linking to the next one', async () => {
    const first = await arenas.ask('/ratings/draughts');
    const next = /^<(.*)>; rel="next"$/.exec(first.link ?? '')?.[1] ?? '';
    const page = JSON.parse(first.text) as BestPage;
    const last = await best(next);

    expect(next).toBe(`/ratings/draughts?cursor=${page.next}`);
    expect(page.ratings[0]).toEqual({ player: playerId(1), name: '1', rating: 1_899, games: 40 });
    const all = [...page.ratings, ...last.ratings];
    expect(all.map(({ name }) => Number(name))).toEqual(
      Array.from({ length: RATED }, (_, index) => index + 1),
    );
    expect([page.ratings.length, last.next]).toEqual([50, null]);
    expect(await best('/ratings/chess')).toEqual({ game: 'chess', ratings: [], next: null });
  });
});

const invalid = { status: 400, code: 'invalid', field: 'cursor' };
const noPlayer = { status: 404, code: 'notFound', field: 'id', expected: 'a player' };
const noKind = {
  ...{ status: 404, code: 'notFound', field: 'kind' },
  expected: 'one of oware, chess, draughts',
};

describe('a player or a kind that is not there', () => {
  it.each([
    [`/players/${NOBODY}`, noPlayer],
    ['/players/x', noPlayer],
    ['/players/%00', noPlayer],
    [`/players/${WINNER}?cursor=`, invalid],
    [`/players/${WINNER}?cursor=1-x`, invalid],
    [`/players/${WINNER}?cursor=1.5-${OPEN.id}`, invalid],
    [`/players/${WINNER}?cursor=1-${OPEN.id}&cursor=1-${OPEN.id}`, invalid],
    [`/players/x/arenas`, noPlayer],
    [`/players/${NOBODY}/arenas`, noPlayer],
    [`/players/${WINNER}/arenas?cursor=x`, invalid],
    ['/ratings/go', noKind],
    ['/ratings/Chess', noKind],
    ['/ratings/constructor', noKind],
    ['/ratings/chess?cursor=', invalid],
    ['/ratings/chess?cursor=best', invalid],
    [`/ratings/chess?cursor=NaN-${WINNER}`, invalid],
    ['/ratings/chess?cursor=1500-zzzzzzzzzzz', invalid],
  ])('%s is a problem that says what was expected', async (path, expected) => {
    expect(problemIn(await arenas.ask(path))).toMatchObject(expected);
  });

  it('broke nothing', () => {
    expect(arenas.running.errors).toEqual([]);
  });
});
