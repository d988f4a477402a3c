import { describe, expect, it } from 'vitest';
import { checkGuest } from '../../shared/app/guests.ts';
import { visitLobby } from '../../shared/app/lobby.ts';
import { accountPlayer, idOfAccount } from '../../shared/app/players.ts';
import { continueErasure } from '../../shared/app/privacy/continue-erasure.ts';
import { COPIED_WITHIN_MS } from '../../shared/app/privacy/erasing-times.ts';
import { pseudonymOf } from '../../shared/app/privacy/pseudonym.ts';
import { requestErasure } from '../../shared/app/privacy/request-erasure.ts';
import { listReports } from '../../shared/app/reports.ts';
import { present } from '../../shared/core/assert.ts';
import {
  ama,
  esi,
  forget,
  lived,
  NAME,
  placesOf,
  rowIn,
  WORDS,
  workOff,
} from '../support/forgetting.ts';
import { accountOn, guestOn, personOn } from '../support/people.ts';
import { createStage, gameOf, openArena, pairedArena, rowOf, speaking } from '../support/stage.ts';

const name = pseudonymOf(esi);

describe('a player who wants to be forgotten', () => {
  it('had his name in everything that is made of him', async () => {
    const { stage } = await lived();
    const kinds = (await placesOf(stage, NAME)).map((place) => place.split(' ')[0]);
    expect(new Set(kinds)).toEqual(new Set(['profile', 'row', 'game', 'pool', 'page', 'order']));
    expect(await placesOf(stage, WORDS)).toHaveLength(1);
  });

  it('has it nowhere any more, and is told so when he asks again', async () => {
    const { stage } = await lived();
    expect(await forget(stage, esi)).toEqual({ player: esi, name, done: false });
    await workOff(stage);

    expect(await placesOf(stage, NAME)).toEqual([]);
    expect(await placesOf(stage, WORDS)).toEqual([]);
    expect(await forget(stage, esi)).toEqual({ player: esi, name, done: true });
    expect(stage.counts.get('PlayersErased')).toBe(1);
    expect(stage.bugs).toEqual([]);
  });

  it('keeps his results, his ratings and where he was, under a pseudonym', async () => {
    const { stage, frozen, open } = await lived();
    const { store } = stage;
    const before = await rowIn(stage, frozen, esi);
    const rating = await store.rating(esi, 'oware');
    const game = await gameOf(stage, present(before.log[0], 'game').game);
    await forget(stage, esi);
    await workOff(stage);

    const after = { ...before, name, why: 'renamed', version: before.version + 1 };
    expect(await rowIn(stage, frozen, esi)).toEqual(after);
    expect((await rowIn(stage, open, esi)).log).toHaveLength(1);
    expect(await store.rating(esi, 'oware')).toEqual(rating);
    const names = (await gameOf(stage, game.id)).seats;
    expect([names.first, names.second].map((seat) => seat.name).sort()).toEqual(
      ['player 1', name].sort(),
    );
    const { arenas, ...shown } = await personOn(stage.ports, esi);
    expect(shown).toMatchObject({ name });
    expect(arenas.map(({ arena }) => arena)).toEqual([open.id, frozen.id]);
  });

  it('is not in arenas to come any more, and his place is free', async () => {
    const { stage, coming } = await lived();
    expect(await stage.store.placesTaken(coming)).toBe(1);
    await forget(stage, esi);
    await workOff(stage);

    expect(await stage.store.row(coming, esi, 'consistent')).toBeNull();
    expect(await stage.store.placesTaken(coming)).toBe(0);
  });

  it('is out of the running one at once: told, without a seat, not to be paired', async () => {
    const { stage, open } = await lived();
    await forget(stage, esi);

    expect(await rowIn(stage, open, esi)).toMatchObject({ seated: false, state: 'idle' });
    expect(stage.told.at(-1)?.message).toMatchObject({ t: 'left', arena: open.id });
    expect(await stage.store.profile(esi)).toBeNull();
    const enter = { t: 'enter', arena: open.id } as const;
    expect(await visitLobby(stage.ports, speaking(stage, esi), enter)).toMatchObject({
      ...{ t: 'refused', code: 'unauthorized' },
    });
  });

  it('has to end his game first', async () => {
    const { stage } = await pairedArena([esi, ama]);
    const before = stage.store.all();
    expect(await requestErasure(stage.ports, esi)).toMatchObject({
      ...{ ok: false, error: { code: 'gameRunning' } },
    });
    expect(stage.store.all()).toEqual(before);
  });

  it('leaves nothing where nobody has ever heard of him', async () => {
    const stage = createStage();
    expect(await forget(stage, esi)).toEqual({ player: esi, name, done: true });
    expect(stage.store.all()).toEqual([]);
    expect(stage.queued).toEqual([]);
  });

  it('is a guest without a secret then', async () => {
    const stage = createStage();
    const { id, secret } = await guestOn(stage.ports, NAME);
    await forget(stage, id);

    expect(await checkGuest(stage.ports, id, secret)).toMatchObject({ ok: false });
    await workOff(stage);
    expect(await placesOf(stage, NAME)).toEqual([]);
  });

  it('has reported somebody, and at some time, which organisers still see', async () => {
    const { stage, open } = await lived();
    await forget(stage, esi);
    await workOff(stage);

    const reports = await listReports(stage.ports, open.id, null);
    expect(reports.ok && reports.value.reports).toMatchObject([
      { reporter: { player: esi, name }, player: { player: ama, name: 'player 1' } },
    ]);
  });
});

describe('an account that comes back', () => {
  const account = { subject: 'esi', name: NAME, rating: null };

  it('waits until all is done, and then begins anew; old results keep the pseudonym', async () => {
    const stage = createStage();
    const player = await accountOn(stage.ports, account);
    const { arena } = await openArena([player, ama], stage);
    await forget(stage, player);
    expect(await accountPlayer(stage.ports, account)).toMatchObject({
      ...{ ok: false, error: { code: 'erasing', retryInMs: COPIED_WITHIN_MS + 1_000 } },
    });
    await continueErasure(stage.ports, player);
    stage.clock.nowMs += 5_000;
    expect(await accountPlayer(stage.ports, account)).toMatchObject({
      ...{ ok: false, error: { code: 'erasing', retryInMs: COPIED_WITHIN_MS - 4_000 } },
    });
    await workOff(stage);

    expect(await accountOn(stage.ports, { ...account, name: 'Uil' })).toBe(player);
    expect(await idOfAccount(account)).toBe(player);
    const caller = speaking(stage, player);
    await visitLobby(stage.ports, caller, { t: 'enter', arena: arena.id });
    expect(await rowOf(stage, arena, player)).toMatchObject({
      ...{ seated: true, name: pseudonymOf(player) },
    });
    const { arena: next } = await openArena([player], stage);
    expect(await rowOf(stage, next, player)).toMatchObject({ name: 'Uil' });
    expect(stage.bugs).toEqual([]);
  });
});
