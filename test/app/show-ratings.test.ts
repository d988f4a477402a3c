import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlayerRating, Profile } from '../../shared/app/entities.ts';
import type { Store } from '../../shared/app/ports.ts';
import { pseudonymOf } from '../../shared/app/privacy/pseudonym.ts';
import { showRatings } from '../../shared/app/show-ratings.ts';
import { present } from '../../shared/core/assert.ts';
import { inGroups } from '../../shared/core/groups.ts';
import { SETTLED_DEVIATION } from '../../shared/game/glicko.ts';
import type { BestPage } from '../../shared/protocol/person-view.ts';
import { playerId } from '../support/builders.ts';
import { type LocalDatabase, localDatabase } from '../support/local-database.ts';
import { memoryStore } from '../support/memory-store.ts';

const NOW_MS = 1_800_000_000_000;
const YEAR_MS = 365 * 86_400_000;
const PAGE = 50;
/** A transaction of DynamoDB holds so many items. */
const WRITES_MAX = 100;

interface Someone {
  readonly who: number;
  readonly rating: number;
  readonly deviation?: number;
  readonly kind?: PlayerRating['kind'];
  readonly ratedAtMs?: number;
}

const ratingOf = ({ who, rating, ...more }: Someone): PlayerRating => {
  const { deviation = 60.1234567890123, kind = 'chess', ratedAtMs = NOW_MS } = more;
  const glicko = { rating, deviation, volatility: 0.0598765432109876, games: 30, ratedAtMs };
  return { type: 'rating', player: playerId(who), kind, version: 30, glicko };
};

const profileOf = (who: number): Profile => ({
  ...{ type: 'profile', guest: false, player: playerId(who), version: 0 },
  ...{ name: `name ${who}`, rating: 1_500, createdAtMs: 0 },
});

async function keep(store: Store, some: readonly Someone[]): Promise<void> {
  const entities = some.flatMap((one) => [ratingOf(one), profileOf(one.who)]);
  const writes = entities.map((entity) => ({ op: 'create', entity }) as const);
  for (const group of inGroups(writes, WRITES_MAX)) {
    expect((await store.commit(group)).kind).toBe('stored');
  }
}

/** His next game makes it this. */
async function move(store: Store, who: number, rating: number, deviation = 60): Promise<void> {
  const before = present(await store.rating(playerId(who), 'chess'), 'rating');
  const glicko = { ...before.glicko, rating, deviation, games: before.glicko.games + 1 };
  const after = { ...before, glicko, version: before.version + 1 };
  const commit = await store.commit([{ op: 'update', before, after }]);
  expect(commit.kind).toBe('stored');
}

type Show = (cursor?: string | null, nowMs?: number) => Promise<BestPage>;

const showing =
  (store: Store): Show =>
  async (cursor = null, nowMs = NOW_MS) => {
    const page = await showRatings({ store, now: () => nowMs }, 'chess', cursor);
    if (!page.ok) throw new Error(page.error.code);
    return page.value;
  };

/** All pages from this one on. */
async function walk(show: Show, first: BestPage): Promise<readonly BestPage[]> {
  const pages = [first];
  for (let { next } = first; next !== null; next = present(pages.at(-1), 'page').next) {
    pages.push(await show(next));
  }
  return pages;
}

const playersOn = (pages: readonly BestPage[]) =>
  pages.flatMap(({ ratings }) => ratings.map(({ player }) => player));

const idsOf = (some: readonly Someone[]) => some.map(({ who }) => playerId(who));

/** 120 players; ranks 31 to 110 have the same rating. */
const MANY = Array.from({ length: 120 }, (_, index): Someone => {
  const who = index + 1;
  if (who <= 30) return { who, rating: 2_000.25 - who };
  return { who, rating: who <= 110 ? 1_800.123456789 : 1_800 - who };
});

let database: LocalDatabase | null = null;
beforeAll(async () => {
  database = await localDatabase({ nowMs: () => NOW_MS });
});
afterAll(() => database?.close());

describe.each(['fake', 'database'])('the best of a kind, on the %s', (which) => {
  /** Each test has its own players. */
  const fresh = async (): Promise<Store> => {
    if (which === 'fake') return memoryStore();
    await database?.close();
    database = await localDatabase({ nowMs: () => NOW_MS });
    return database.store;
  };

  it('come fifty a page, each once, also where many have the same rating', async () => {
    const store = await fresh();
    await keep(store, MANY);
    const show = showing(store);
    const pages = await walk(show, await show());

    expect(pages.map(({ ratings }) => ratings.length)).toEqual([
      PAGE,
      PAGE,
      MANY.length - 2 * PAGE,
    ]);
    expect(playersOn(pages).sort()).toEqual(idsOf(MANY).sort());
    const shown = pages.flatMap(({ ratings }) => ratings.map(({ rating }) => rating));
    expect(shown).toEqual(MANY.map(({ rating }) => Math.trunc(rating)));
    const first = { player: playerId(1), name: 'name 1', rating: 1_999, games: 30 };
    expect(pages[0]).toMatchObject({ game: 'chess', ratings: { 0: first } });
  });

  it('end where the last page is full', async () => {
    const store = await fresh();
    await keep(store, MANY.slice(0, PAGE));

    expect(await showing(store)()).toMatchObject({ next: null, ratings: { length: PAGE } });
  });

  it('are nobody where nobody is certain enough, and of one kind only', async () => {
    const store = await fresh();
    await keep(store, [
      { who: 1, rating: 2_700, deviation: SETTLED_DEVIATION + 0.01 },
      { who: 2, rating: 2_600, kind: 'draughts' },
    ]);

    expect(await showing(store)()).toEqual({ game: 'chess', ratings: [], next: null });
  });

  it('lose who is not certain any more, and have him again later', async () => {
    const store = await fresh();
    await keep(store, [{ who: 1, rating: 2_000 }]);
    await move(store, 1, 1_950, SETTLED_DEVIATION + 1);
    expect((await showing(store)()).ratings).toEqual([]);
    await move(store, 1, 1_960, SETTLED_DEVIATION);

    expect((await showing(store)()).ratings).toMatchObject([{ rating: 1_960, games: 32 }]);
  });

  it('that move while pages are turned hide nobody else, and nobody for good', async () => {
    const store = await fresh();
    await keep(store, MANY);
    const show = showing(store);
    const first = await show();
    const [cursorHolder] = playersOn([first]).slice(-1);
    const [climber, faller] = [playerId(115), playerId(2)];
    await move(store, 115, 2_500);
    await move(store, 2, 1_600);
    // He at whom the page ended has gone, too: the place stays.
    const holder = present(
      MANY.find(({ who }) => playerId(who) === cursorHolder),
      'holder',
    );
    await move(store, holder.who, 2_400);
    const seen = playersOn(await walk(show, first));

    const missed = idsOf(MANY).filter((player) => !seen.includes(player));
    const twice = seen.filter((player, index) => seen.indexOf(player) !== index);
    expect([missed, twice]).toEqual([[climber], [faller]]);
    const again = playersOn(await walk(show, await show()));
    expect(again.slice(0, 2)).toEqual([climber, cursorHolder]);
    expect([...again].sort()).toEqual(idsOf(MANY).sort());
  });

  it('leave out who is provisional again by now, be it a whole page, and go on', async () => {
    const store = await fresh();
    const isActive = ({ who }: Someone): boolean => who > PAGE && who % 5 !== 0;
    const ratedAtMs = NOW_MS - 3 * YEAR_MS;
    await keep(
      store,
      MANY.map((one) => ({
        ...{ who: one.who, rating: 2_000 - one.who },
        ...(isActive(one) ? {} : { ratedAtMs }),
      })),
    );
    const show = showing(store);
    const pages = await walk(show, await show());

    expect(pages.map(({ ratings }) => ratings.length)).toEqual([0, 40, 16]);
    expect(playersOn(pages).sort()).toEqual(idsOf(MANY.filter(isActive)).sort());
  });

  it('have a pseudonym of somebody whose profile was deleted', async () => {
    const store = await fresh();
    await keep(store, [{ who: 1, rating: 1_700 }]);
    await store.commit([{ op: 'create', entity: ratingOf({ who: 2, rating: 1_800 }) }]);

    const { ratings } = await showing(store)();
    expect(ratings.map(({ name }) => name)).toEqual([pseudonymOf(playerId(2)), 'name 1']);
  });
});

describe('a page of the best', () => {
  it('costs one query, and half a unit for each name', async () => {
    const { store, meter, close } = await localDatabase({ nowMs: () => NOW_MS });
    await keep(store, MANY);
    const show = showing(store);
    Object.assign(meter, { requests: 0, readUnits: 0, writeUnits: 0 });
    await show();
    await close();

    console.log(`a page of the best: ${JSON.stringify(meter)}`);
    // 51 ratings in less than 8 KB and 50 profiles, all read eventually.
    expect(meter).toEqual({ requests: 2, readUnits: 1 + PAGE / 2, writeUnits: 0 });
  });

  it.each(['', 'x', '1800', `1800-`, '1800-x', `-1-${playerId(1)}`, `1e3-${playerId(1)}`])(
    'has no cursor like %j',
    async (cursor) => {
      const page = await showRatings({ store: memoryStore(), now: () => 0 }, 'chess', cursor);

      expect(page).toMatchObject({ ok: false, error: { code: 'invalid', field: 'cursor' } });
    },
  );
});
