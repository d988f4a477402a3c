import { describe, expect, it } from 'vitest';
import { setAllowList } from '../../shared/app/entry/allow-list.ts';
import { visitLobby } from '../../shared/app/lobby.ts';
import { pairArena } from '../../shared/app/pair-arena.ts';
import { runArena } from '../../shared/app/run-arena.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import type { EntryRules } from '../../shared/arena/entry-rules.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import {
  arenaWith,
  changed,
  enter,
  entitiesOf,
  leave,
  opened,
  type Person,
  settled,
} from '../support/entering.ts';
import {
  arenaOf,
  createStage,
  lineOf,
  playersOf,
  rowOf,
  type Stage,
  speaking,
} from '../support/stage.ts';

const [ama, kofi, esi] = playersOf(3) as [PlayerId, PlayerId, PlayerId];
const PEOPLE: readonly (readonly [PlayerId, Person])[] = [
  [ama, { ratings: { oware: settled(1_800), chess: settled(1_300, 7) } }],
  [kofi, { ratings: { oware: settled(1_500) } }],
  [esi, { guest: true, rating: 1_450 }],
];

/** All three have entered an arena that asked for nothing, and are ready. */
async function entered(): Promise<{ readonly stage: Stage; readonly arena: Arena }> {
  const entities = PEOPLE.flatMap(([player, person]) => entitiesOf(player, person));
  const { stage, arena } = await arenaWith({}, createStage({ entities }));
  for (const [player] of PEOPLE) {
    await enter(stage, player, arena);
    const message = { t: 'lobby', arena: arena.id, after: null } as const;
    await visitLobby(stage.ports, speaking(stage, player), message);
  }
  return { stage, arena };
}

const asking = (stage: Stage, arena: Arena, part: Partial<EntryRules>) =>
  changed(stage, arena, ({ entry }) => ({ entry: { ...entry, ...part } }));

const thereIn = async (stage: Stage, arena: Arena) =>
  (await stage.store.rows(arena, 'consistent')).map(({ player }) => player).sort();

const told = (stage: Stage) => stage.announced.filter(({ message }) => message.t === 'left');

describe('an arena that opens', () => {
  it.each<[string, Partial<EntryRules>, readonly PlayerId[]]>([
    ['a rating limit', { ratingMax: 1_700 }, [kofi]],
    ['another one', { ratingMin: 1_600 }, [ama]],
    ['a number of games', { gamesMin: 1 }, [ama, kofi]],
    ['an account', { guests: false }, [ama, kofi]],
    ['a place on the list', { access: 'list' }, [kofi, esi]],
  ])('asks again for %s that was not asked for before', async (_, part, stay) => {
    const { stage, arena } = await entered();
    const by = { actor: 'organiser', version: null };
    await setAllowList(stage.ports, arena, by, { players: [kofi, esi], accounts: [] });
    const open = await opened(stage, await asking(stage, arena, part));

    expect(open.state).toBe('open');
    expect(await thereIn(stage, open)).toEqual([...stay].sort());
    const gone = [ama, kofi, esi].filter((player) => !stay.includes(player));
    const [condition] = part.access === 'list' ? ['list'] : Object.keys(part);
    const left = { t: 'left', arena: arena.id, condition, expected: expect.any(String) };
    expect(told(stage)).toEqual([{ connections: gone.map((one) => lineOf(one)), message: left }]);
    for (const player of gone) {
      expect((await stage.store.seat(player))?.arena).toBeNull();
      expect(await stage.store.participations(player, null, 10)).toEqual([]);
      expect(await enter(stage, player, open)).toMatchObject({ code: 'entryRefused' });
    }
    expect(await stage.store.placesTaken(open)).toBe(stay.length);
    expect(stage.bugs).toEqual([]);
  });

  it('asks for no password again, and leaves the removed where they are', async () => {
    const { stage, arena } = await entered();
    const row = await rowOf(stage, arena, esi);
    const removal = { reason: 'x', actor: 'o', atMs: 1 };
    const after = { ...row, removed: true, removal, version: row.version + 1 };
    await stage.store.commit([
      { op: 'update', before: row, after: { ...after, state: 'idle', why: 'removed' } },
    ]);
    const password = { salt: '', hash: '' };
    await asking(stage, arena, { access: 'password', password, guests: false });

    const open = await opened(stage, arena);

    expect(await thereIn(stage, open)).toEqual([ama, kofi, esi].sort());
    expect(told(stage)).toEqual([]);
  });

  it('takes whoever was taken out and meets them again', async () => {
    const { stage, arena } = await entered();
    const open = await opened(stage, await asking(stage, arena, { access: 'list' }));
    expect(await thereIn(stage, open)).toEqual([]);
    const by = { actor: 'organiser', version: null };
    await setAllowList(stage.ports, open, by, { players: [ama], accounts: [] });

    expect(await enter(stage, ama, open)).toMatchObject({ you: { seated: true, games: 0 } });
    expect(stage.bugs).toEqual([]);
  });

  it('and asks for nothing looks at nobody', async () => {
    const { stage, arena } = await entered();
    const calls: string[] = [];
    const store = new Proxy(stage.ports.store, {
      get: (target, name) => {
        calls.push(String(name));
        return Reflect.get(target, name);
      },
    });
    stage.clock.nowMs = arena.startsAtMs;
    await runArena({ ...stage.ports, store }, arena.id);

    expect((await arenaOf(stage, arena.id)).state).toBe('open');
    const looked = ['rowsAfter', 'profiles', 'rating', 'allowList', 'seat'];
    expect(calls.filter((name) => looked.includes(name))).toEqual([]);
  });

  it('for another game than was said has the ratings of this one', async () => {
    const { stage, arena } = await entered();
    await changed(stage, arena, () => ({ kind: 'chess', gameChanged: true }));
    const open = await opened(stage, arena);

    const rows = await Promise.all([ama, kofi, esi].map((one) => rowOf(stage, open, one)));
    expect(rows.map(({ rating, joinedRating }) => [rating, joinedRating])).toEqual([
      [1_300, 1_300],
      [1_500, 1_500],
      [1_450, 1_450],
    ]);
    expect(rows.map(({ glicko }) => glicko.games)).toEqual([7, 0, 0]);
    await pairArena(stage.ports, open.id);
    const games = stage.store.all().flatMap((one) => (one.type === 'game' ? [one] : []));
    expect(games).toHaveLength(1);
    for (const { seats, kind } of games) {
      expect(kind).toBe('chess');
      // Who came last is the odd one.
      expect([seats.first.rating, seats.second.rating].sort()).toEqual([1_300, 1_500]);
    }
    expect(stage.bugs).toEqual([]);
  });

  it('that dies anywhere is opened by the next look, and nobody is told twice', async () => {
    const { stage: from, arena } = await entered();
    await changed(from, arena, ({ entry }) => ({
      ...{ kind: 'chess', gameChanged: true, entry: { ...entry, guests: false, gamesMin: 1 } },
    }));
    const entities = from.store.all();
    let calls = Number.POSITIVE_INFINITY;
    for (let dies = 0; dies < calls; dies++) {
      const stage = createStage({ entities, nowMs: arena.startsAtMs });
      let made = 0;
      const store = new Proxy(stage.ports.store, {
        get: (target, name) => {
          if (made++ === dies) throw new Error('dies');
          return Reflect.get(target, name);
        },
      });
      const died = await runArena({ ...stage.ports, store }, arena.id).then(
        () => false,
        () => true,
      );
      if (!died) calls = made;
      await runArena(stage.ports, arena.id);

      const open = await arenaOf(stage, arena.id);
      expect(open.state).toBe('open');
      expect(await thereIn(stage, open)).toEqual([ama]);
      expect(await rowOf(stage, open, ama)).toMatchObject({ rating: 1_300 });
      expect(await stage.store.placesTaken(open)).toBe(1);
      const lines = told(stage).flatMap(({ connections }) => connections);
      expect(new Set(lines).size).toBe(lines.length);
      expect(stage.bugs).toEqual([]);
    }
    console.log(`an opening that dies: ${calls} places`);
    expect(calls).toBeGreaterThan(10);
  });

  it('for many: all who do not meet it any more are out, page after page', async () => {
    const many = playersOf(200);
    const entities = many.flatMap((player, index) =>
      entitiesOf(player, { guest: index % 2 === 1 }),
    );
    const { stage, arena } = await arenaWith({}, createStage({ entities }));
    for (const player of many) await enter(stage, player, arena);
    // A shard is read page after page; here a page is smaller.
    const { store } = stage.ports;
    const paged = {
      ...store,
      rowsAfter: ((of, after) => store.rowsAfter(of, after, 60)) as typeof store.rowsAfter,
    };
    await asking(stage, arena, { guests: false });
    stage.clock.nowMs = arena.startsAtMs;
    await runArena({ ...stage.ports, store: paged }, arena.id);

    const open = await arenaOf(stage, arena.id);
    expect(await thereIn(stage, open)).toEqual(many.filter((_, index) => index % 2 === 0).sort());
    expect(await stage.store.placesTaken(open)).toBe(100);
    expect(stage.bugs).toEqual([]);
  });
});

describe('whoever leaves before the start', () => {
  it('is not asked', async () => {
    const { stage, arena } = await entered();
    await leave(stage, esi, arena);
    const open = await opened(stage, await asking(stage, arena, { guests: false }));
    expect(told(stage)).toEqual([]);
    expect(await thereIn(stage, open)).toEqual([ama, kofi].sort());
  });
});
