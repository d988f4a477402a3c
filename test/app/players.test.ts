import { describe, expect, it } from 'vitest';
import { ATTEMPTS_MAX } from '../../shared/app/change.ts';
import { checkGuest, createGuest } from '../../shared/app/guests.ts';
import { admit, RATING_START, TICKET_MS } from '../../shared/app/players.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import { accountOn, guestOn, ticketOn } from '../support/people.ts';
import { createStage, playersOf } from '../support/stage.ts';

const [player] = playersOf(1) as [PlayerId];

describe('a ticket', () => {
  it('admits its player once', async () => {
    const { ports } = createStage();
    const { ticket, expiresInMs } = await ticketOn(ports, player);
    expect(expiresInMs).toBe(TICKET_MS);
    expect(await admit(ports, ticket)).toBe(player);
    expect(await admit(ports, ticket)).toBeNull();
  });

  it('admits one of two connections that bring it at once', async () => {
    const { ports } = createStage();
    const { ticket } = await ticketOn(ports, player);
    const admitted = await Promise.all([admit(ports, ticket), admit(ports, ticket)]);
    expect(admitted.filter((one) => one !== null)).toEqual([player]);
  });

  // localstack/localstack#4039
  it('is good until it expires, and used up by coming too late', async () => {
    const { ports, clock } = createStage();
    const early = await ticketOn(ports, player);
    const late = await ticketOn(ports, player);
    clock.nowMs += TICKET_MS - 1;
    expect(await admit(ports, early.ticket)).toBe(player);
    clock.nowMs += 1;
    expect(await admit(ports, late.ticket)).toBeNull();
    clock.nowMs -= TICKET_MS;
    expect(await admit(ports, late.ticket)).toBeNull();
  });

  it('is stored as its hash only, and a made-up one admits nobody', async () => {
    const { ports, store } = createStage();
    const { ticket } = await ticketOn(ports, player);
    expect(JSON.stringify(store.all())).not.toContain(ticket);
    expect(await admit(ports, 'made-up')).toBeNull();
  });

  it('survives a URL as it is', async () => {
    const { ports } = createStage();
    for (let i = 0; i < 100; i++) {
      const { ticket } = await ticketOn(ports, player);
      expect(encodeURIComponent(ticket)).toBe(ticket);
    }
  });
});

describe('a guest', () => {
  it('is whoever knows the secret, which is not stored', async () => {
    const { ports, store } = createStage();
    const { id, secret } = await guestOn(ports, 'Ama');
    expect(await checkGuest(ports, id, secret)).toEqual({ ok: true, value: id });
    expect(JSON.stringify(store.all())).not.toContain(secret);
    expect(await store.profile(id)).toMatchObject({ name: 'Ama', rating: RATING_START });
  });

  it('is refused with another secret, and so is who is no guest, with the same word', async () => {
    const { ports } = createStage();
    const first = await guestOn(ports, 'Ama');
    const second = await guestOn(ports, 'Kofi');
    expect(first.secret).not.toBe(second.secret);
    const refusal = { ok: false, error: { code: 'forbidden', field: 'secret' } };
    expect(await checkGuest(ports, first.id, second.secret)).toEqual(refusal);
    expect(await checkGuest(ports, first.id, '')).toEqual(refusal);
    expect(await checkGuest(ports, player, first.secret)).toEqual(refusal);
  });
});

describe('an account', () => {
  const account = { subject: 'subject', name: 'Esi', rating: null };

  it('is the same player at every visit, and keeps his first profile', async () => {
    const { ports, store } = createStage();
    const first = await accountOn(ports, account);
    expect(await accountOn(ports, { ...account, name: 'renamed', rating: 2_000 })).toBe(first);
    expect(await store.profile(first)).toMatchObject({ name: 'Esi', rating: RATING_START });
  });

  it('is one player for two first visits at once', async () => {
    const { ports, store } = createStage();
    const visits = [accountOn(ports, account), accountOn(ports, account)];
    const [a, b] = await Promise.all(visits);
    expect(a).toBe(b);
    expect(store.all()).toHaveLength(1);
  });

  it('brings its first rating, and is another player under another subject', async () => {
    const { ports, store } = createStage();
    const here = await accountOn(ports, { ...account, rating: 1_800 });
    const there = await accountOn(ports, { ...account, subject: 'other' });
    expect(await store.profile(here)).toMatchObject({ rating: 1_800 });
    expect(there).not.toBe(here);
  });
});

describe('what somebody new is given, while transactions hold his items', () => {
  /** Ports whose commits meet another transaction so often. */
  function busyPorts(times: number) {
    const stage = createStage();
    let left = times;
    const commit: typeof stage.store.commit = async (writes) =>
      left-- > 0 ? { kind: 'busy' } : stage.store.commit(writes);
    return { stage, ports: { ...stage.ports, store: { ...stage.store, commit } } };
  }

  it('is stored all the same', async () => {
    for (const times of [1, ATTEMPTS_MAX - 1]) {
      const { stage, ports } = busyPorts(times);
      const { id } = await guestOn(ports, 'Ama');
      expect(await stage.store.guest(id)).not.toBeNull();
      expect(await stage.store.profile(id)).toMatchObject({ name: 'Ama' });
    }
    const { stage, ports } = busyPorts(2);
    const { ticket } = await ticketOn(ports, playersOf(1)[0] as PlayerId);
    expect(await admit(stage.ports, ticket)).toBe(playersOf(1)[0]);
  });

  it('is not promised where it cannot be stored', async () => {
    const { ports } = busyPorts(ATTEMPTS_MAX);

    const origin = { address: '203.0.113.7', guestsPerHour: 60, guestDays: 90 };
    expect(await createGuest(ports, 'Ama', origin)).toEqual({
      ok: false,
      error: { code: 'busy' },
    });
    const busy = busyPorts(ATTEMPTS_MAX);
    await expect(ticketOn(busy.ports, player)).rejects.toThrow('too contended');
  });
});
