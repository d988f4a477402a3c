import { describe, expect, it } from 'vitest';
import { banPlayer, liftBan, listBans } from '../../shared/app/bans.ts';
import { admit, issueTicket } from '../../shared/app/players.ts';
import type { Ports } from '../../shared/app/ports.ts';
import type { Ban } from '../../shared/app/records.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import type { BanPage } from '../../shared/protocol/fair-view.ts';
import { accountOn, guestOn, ticketOn } from '../support/people.ts';
import { raceOnStage } from '../support/race.ts';
import { createStage, playersOf, START_MS } from '../support/stage.ts';

const [unknown] = playersOf(1) as [PlayerId];
const ban = { reason: 'two accounts', untilMs: null, actor: 'admin' } as const;
const DAY_MS = 86_400_000;

/** An account and a guest. */
async function two() {
  const stage = createStage();
  const account = await accountOn(stage.ports, { subject: 's', name: 'Esi', rating: null });
  const { id: guest } = await guestOn(stage.ports, 'Ama');
  return { stage, ports: stage.ports, account, guest };
}

const refusedWith = (expected: string) => ({ ok: false, error: { code: 'banned', expected } });

describe('a player who is banned', () => {
  it('gets no ticket, with an account or without, and is told for how long and why', async () => {
    const { ports, account, guest } = await two();
    await banPlayer(ports, account, ban);
    await banPlayer(ports, guest, { ...ban, untilMs: START_MS + DAY_MS });

    expect(await issueTicket(ports, account)).toEqual(refusedWith('for good: two accounts'));
    expect(await issueTicket(ports, guest)).toEqual(
      refusedWith('until 2027-01-16T08:00:00.000Z: two accounts'),
    );
  });

  it('gets tickets again from the very instant at which it is over', async () => {
    const { stage, ports, guest } = await two();
    const untilMs = START_MS + DAY_MS;
    await banPlayer(ports, guest, { ...ban, untilMs });
    stage.clock.nowMs = untilMs - 1;
    expect(await issueTicket(ports, guest)).toMatchObject({ error: { code: 'banned' } });
    stage.clock.nowMs = untilMs;
    expect((await listBans(ports, null)).ok && (await listBans(ports, null))).toMatchObject({
      ...{ value: { bans: [], next: null } },
    });
    await ticketOn(ports, guest);
  });

  it('is so until it is lifted, which may be done twice, and others are not', async () => {
    const { ports, account, guest } = await two();
    await banPlayer(ports, account, ban);
    await ticketOn(ports, guest);
    expect(await liftBan(ports, account)).toEqual({ ok: true, value: null });
    expect(await liftBan(ports, account)).toEqual({ ok: true, value: null });
    await ticketOn(ports, account);
  });

  it('may use the ticket that he already has: bans look at new ones', async () => {
    const { ports, guest } = await two();
    const { ticket } = await ticketOn(ports, guest);
    await banPlayer(ports, guest, ban);
    expect(await admit(ports, ticket)).toBe(guest);
  });

  it('has the last ban that was given, in its words', async () => {
    const { ports, guest } = await two();
    await banPlayer(ports, guest, ban);
    const untilMs = START_MS + 1;
    const second = { reason: 'rude', actor: 'other', untilMs };
    expect(await banPlayer(ports, guest, second)).toEqual({
      ok: true,
      value: { player: guest, name: 'Ama', atMs: START_MS, ...second },
    });
    expect(await issueTicket(ports, guest)).toEqual(
      refusedWith('until 2027-01-15T08:00:00.001Z: rude'),
    );
  });

  it.each([
    ['nobody', unknown, null, { code: 'notFound', field: 'id', expected: 'a player' }],
    [
      'somebody until now',
      null,
      START_MS,
      { code: 'invalid', field: 'untilMs', expected: 'an instant that is to come' },
    ],
  ])('is not %s', async (_, player, untilMs, error) => {
    const { ports, guest } = await two();
    const answer = await banPlayer(ports, player ?? guest, { ...ban, untilMs });
    expect(answer).toEqual({ ok: false, error });
    expect(await listBans(ports, null)).toMatchObject({ value: { bans: [] } });
  });
});

describe('two admins at once', () => {
  it('ban and lift one after the other, and neither is refused', async () => {
    const { stage, guest } = await two();
    await banPlayer(stage.ports, guest, ban);
    const left = new Set<boolean>();
    await raceOnStage('a ban and its end', {
      from: stage,
      tasks: () => [
        (ports: Ports) => banPlayer(ports, guest, { ...ban, reason: 'again' }),
        (ports: Ports) => liftBan(ports, guest),
      ],
      check: async ({ store }, results) => {
        expect(results).toMatchObject([{ ok: true }, { ok: true }]);
        const found = await store.ban(guest);
        left.add(found !== null);
        if (found !== null) expect(found).toMatchObject({ reason: 'again' });
      },
    });
    expect(left).toEqual(new Set([true, false]));
  });
});

describe('the bans', () => {
  it('have a next page behind one whose bans are all over', async () => {
    const { ports, stage } = await two();
    for (const [index, player] of playersOf(51).entries()) {
      const untilMs = index < 50 ? START_MS : null;
      const entity: Ban = { type: 'ban', version: 0, player, ...ban, atMs: 0, untilMs };
      await stage.store.commit([{ op: 'create', entity }]);
    }
    const first = await listBans(ports, null);
    expect(first).toMatchObject({ value: { bans: [], next: playersOf(50).at(-1) } });
    expect(await listBans(ports, first.ok ? first.value.next : null)).toMatchObject({
      ...{ value: { bans: [{ player: playersOf(51).at(-1) }], next: null } },
    });
  });

  it('are by player, page after page, with names, and without those that are over', async () => {
    const { ports, stage } = await two();
    const guests: PlayerId[] = [];
    for (let one = 0; one < 120; one++) guests.push((await guestOn(ports, `guest ${one}`)).id);
    for (const [index, player] of guests.entries()) {
      const untilMs = index % 10 === 0 ? START_MS + 1 : null;
      await banPlayer(ports, player, { ...ban, untilMs });
    }
    stage.clock.nowMs += 1;
    const pages: BanPage[] = [];
    let cursor: string | null = null;
    do {
      const page = await listBans(ports, cursor);
      if (!page.ok) throw new Error(page.error.code);
      pages.push(page.value);
      cursor = page.value.next;
    } while (cursor !== null);
    const all = pages.flatMap(({ bans }) => bans);

    expect(pages).toHaveLength(3);
    expect(all.map(({ player }) => player)).toEqual(
      guests.filter((_, index) => index % 10 !== 0).toSorted(),
    );
    for (const { player, name } of all) expect(name).toBe(`guest ${guests.indexOf(player)}`);
    for (const wrong of ['', 'x', `${unknown}x`]) {
      expect(await listBans(ports, wrong)).toMatchObject({
        ...{ ok: false, error: { code: 'invalid', field: 'cursor' } },
      });
    }
  });
});
