import { describe, expect, it } from 'vitest';
import { setAllowList } from '../../shared/app/entry/allow-list.ts';
import { PASSWORD_TRIES } from '../../shared/app/entry/password-check.ts';
import { showEntry } from '../../shared/app/entry/show-entry.ts';
import { visitLobby } from '../../shared/app/lobby.ts';
import { idOfAccount } from '../../shared/app/players.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import type { EntryBody } from '../../shared/protocol/http.ts';
import {
  arenaWith,
  changed,
  enter,
  entitiesOf,
  type Person,
  settled,
  storePerson,
} from '../support/entering.ts';
import { accountOn } from '../support/people.ts';
import { createStage, playersOf, rowOf, speaking } from '../support/stage.ts';

const [ama, kofi] = playersOf(2) as [PlayerId, PlayerId];
const by = { actor: 'organiser', version: null };
const SECRET = { access: 'password', password: 'open sesame' } as const;

describe('whoever does not meet a condition', () => {
  const strong: Person = { ratings: { oware: settled(1_800) } };
  it.each<[string, Partial<EntryBody>, Person, string]>([
    ['an account', { guests: false }, { guest: true }, 'guests'],
    ['the password', SECRET, {}, 'password'],
    ['a place on the list', { access: 'list' }, {}, 'list'],
    ['a lower rating', { ratingMax: 1_799 }, strong, 'ratingMax'],
    ['a higher rating', { ratingMin: 1_801 }, strong, 'ratingMin'],
    ['a rating that is known well', { ratingMax: 2_000 }, { rating: 1_700 }, 'ratingMax'],
    [
      'a rating at this game',
      { ratingMin: 1 },
      { ratings: { chess: settled(1_800) } },
      'ratingMin',
    ],
    ['more games', { gamesMin: 41 }, strong, 'gamesMin'],
  ])('is refused, and told which: %s', async (_, entry, person, field) => {
    const { stage, arena } = await arenaWith(entry);
    await storePerson(stage, ama, person);
    const before = stage.store.all();

    const answer = await enter(stage, ama, arena);

    expect(answer).toEqual({
      ...{ t: 'refused', code: 'entryRefused', field, expected: expect.any(String) },
    });
    expect(stage.store.all()).toEqual(before);
  });

  it('and whoever meets all of them is let in', async () => {
    const all = { guests: false, ratingMin: 1_700, ratingMax: 1_800, gamesMin: 40, ...SECRET };
    const known = createStage({ entities: entitiesOf(ama, strong) });
    const { stage, arena } = await arenaWith(all, known);

    expect(await enter(stage, ama, arena, 'open barley')).toMatchObject({ field: 'password' });
    expect(await enter(stage, ama, arena, SECRET.password)).toMatchObject({
      you: { seated: true },
    });
    expect(stage.bugs).toEqual([]);
  });

  it('is let in as soon as he is on the list, by id or by account', async () => {
    const { stage, arena } = await arenaWith({ access: 'list' });
    const account = { subject: 'google|kofi', name: 'Kofi', rating: null };
    const other = await accountOn(stage.ports, account);
    await storePerson(stage, ama);
    await storePerson(stage, kofi);
    expect(await enter(stage, ama, arena)).toMatchObject({ field: 'list' });
    const body = { players: [ama], accounts: [account.subject] };
    await setAllowList(stage.ports, arena, by, body);

    expect(await enter(stage, ama, arena)).toMatchObject({ t: 'state' });
    expect(await enter(stage, other, arena)).toMatchObject({ t: 'state' });
    expect(await enter(stage, kofi, arena)).toMatchObject({ field: 'list' });
  });

  it('is looked at on the arena as it is, not as it was a moment ago', async () => {
    const { stage, arena } = await arenaWith({ guests: false });
    await storePerson(stage, ama, { guest: true });
    await changed(stage, arena, ({ entry }) => ({ entry: { ...entry, guests: true } }));
    const { store } = stage.ports;
    const stale = {
      ...store,
      arena: async (_: unknown, read: string) =>
        read === 'eventual' ? arena : store.arena(arena.id, 'consistent'),
    } as typeof store;
    const message = { t: 'enter', arena: arena.id } as const;

    const answer = await visitLobby(
      { ...stage.ports, store: stale },
      speaking(stage, ama),
      message,
    );

    expect(answer).toMatchObject({ t: 'state', you: { seated: true } });
  });
});

describe('whoever has been let in before', () => {
  it('gives no password again, and comes back also where entries are closed', async () => {
    const { stage, arena } = await arenaWith(SECRET);
    const { arena: other } = await arenaWith({}, stage);
    for (const player of [ama, kofi]) await storePerson(stage, player);
    await enter(stage, ama, arena, SECRET.password);
    await enter(stage, ama, other);
    await changed(stage, arena, () => ({ entriesClosed: true }));

    expect(await enter(stage, kofi, arena, SECRET.password)).toEqual({
      ...{ t: 'refused', code: 'entriesClosed', field: 'arena' },
    });
    expect(await enter(stage, ama, arena)).toMatchObject({ you: { seated: true } });
  });

  it('is checked for everything else when he comes back', async () => {
    const { stage, arena } = await arenaWith({});
    const { arena: other } = await arenaWith({}, stage);
    await storePerson(stage, ama, { ratings: { oware: settled(1_800) } });
    await enter(stage, ama, arena);
    await enter(stage, ama, other);
    await changed(stage, arena, ({ entry }) => ({ entry: { ...entry, ratingMax: 1_700 } }));

    expect(await enter(stage, ama, arena)).toMatchObject({ field: 'ratingMax' });
    expect(await rowOf(stage, other, ama)).toMatchObject({ seated: true });
  });

  it('and sits there still may repeat it', async () => {
    const { stage, arena } = await arenaWith({});
    await storePerson(stage, ama, { guest: true });
    await enter(stage, ama, arena);
    await changed(stage, arena, ({ entry }) => ({ entry: { ...entry, guests: false } }));
    expect(await enter(stage, ama, arena)).toMatchObject({ you: { seated: true } });
  });
});

describe('whoever guesses a password', () => {
  it('gets nowhere after some tries, not even by the right one, until the next hour', async () => {
    const { stage, arena } = await arenaWith(SECRET);
    for (const player of [ama, kofi]) await storePerson(stage, player);
    for (let tries = 0; tries < PASSWORD_TRIES; tries++) {
      expect(await enter(stage, ama, arena, `guess ${tries}`)).toMatchObject({ field: 'password' });
    }
    expect(await enter(stage, ama, arena, SECRET.password)).toMatchObject({ field: 'password' });
    expect(await enter(stage, kofi, arena, SECRET.password)).toMatchObject({ t: 'state' });
    stage.clock.nowMs += 3_600_000;
    expect(await enter(stage, ama, arena, SECRET.password)).toMatchObject({ t: 'state' });
  });
});

describe('an arena that is over', () => {
  it.each(['cancelled', 'frozen'] as const)('takes nobody: %s', async (state) => {
    const { stage, arena } = await arenaWith({});
    await storePerson(stage, ama);
    const cancellation = { reason: 'rain', actor: 'organiser', atMs: 1 };
    await changed(stage, arena, () => ({ state, cancellation }));
    expect(await enter(stage, ama, arena)).toMatchObject({ code: 'arenaOver' });
  });
});

describe('what a player is told before he enters', () => {
  const account = { subject: 'ama', name: 'Ama', rating: null };

  it('is every condition, and nothing is stored for it', async () => {
    const { stage, arena } = await arenaWith({ ...SECRET, guests: false, gamesMin: 5 });
    const before = stage.store.all();

    expect(await showEntry(stage.ports, arena, account)).toEqual({
      ...{ accepted: false, refusal: 'entryRefused' },
      verdicts: [
        { condition: 'guests', expected: 'account', actual: 'account', ok: true },
        { condition: 'gamesMin', expected: 5, actual: 0, ok: false },
        { condition: 'password', expected: 'right', actual: null, ok: false },
      ],
    });
    expect(stage.store.all()).toEqual(before);
  });

  it('is what `enter` answers then', async () => {
    const { stage, arena } = await arenaWith({ access: 'list' });
    const { arena: other } = await arenaWith({}, stage);
    const player = await accountOn(stage.ports, account);
    await storePerson(stage, kofi);
    const told = async () => (await showEntry(stage.ports, arena, account)).refusal;
    const answered = async () => {
      const answer = await enter(stage, player, arena);
      await enter(stage, player, other);
      return answer.t === 'refused' ? answer.code : null;
    };
    const seen: unknown[] = [];
    const look = async () => {
      const refusal = await told();
      expect(await answered()).toBe(refusal);
      seen.push(refusal);
    };

    await look();
    const listed = { players: [await idOfAccount(account), kofi], accounts: [] };
    await setAllowList(stage.ports, arena, by, listed);
    await enter(stage, kofi, arena);
    const full = await changed(stage, arena, () => ({ playersMax: 1 }));
    expect((await showEntry(stage.ports, full, account)).refusal).toBe('arenaFull');
    expect(await answered()).toBe('arenaFull');
    await changed(stage, arena, () => ({ playersMax: 10, entriesClosed: true }));
    const closed = await changed(stage, arena, () => ({}));
    expect((await showEntry(stage.ports, closed, account)).refusal).toBe('entriesClosed');
    await changed(stage, arena, () => ({ entriesClosed: false }));
    await look();
    stage.clock.nowMs = arena.endsAtMs;
    await look();
    expect(seen).toEqual(['entryRefused', null, 'arenaOver']);
  });
});
