import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idOfAccount } from '../../shared/app/players.ts';
import { pseudonymOf } from '../../shared/app/privacy/pseudonym.ts';
import { present } from '../../shared/core/assert.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import type { Seat } from '../../shared/game/game.ts';
import { anOpenArena, arenaId, playerId } from '../support/builders.ts';
import { type RunningCloud, runCloud } from './running-cloud.ts';
import { smallArena } from './small-arena.ts';
import { eventually, type Inside, insideOf, storeArena, stored } from './stored-arena.ts';

const NAME = 'Nachtegaal';
const HOUR_MS = 3_600_000;
const WITHIN_MS = 30_000;

/** Its end and the grace are over: it is frozen as soon as somebody looks. */
const OVER = anOpenArena({
  ...{ id: arenaId(7), name: 'Over', owner: 'o' },
  ...{ startsAtMs: Date.now() - 2 * HOUR_MS, endsAtMs: Date.now() - HOUR_MS },
});

let running: RunningCloud;
let inside: Inside;
let token: string;
let esi: PlayerId;

const ask = async (method: string, path: string, body?: object) => {
  const response = await fetch(`${running.cloud.httpUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
};
/** All that everybody may read of her. */
const PUBLIC = [
  ...[`/arenas/${OVER.id}/standings`, `/arenas/${OVER.id}/standings?version=1`],
  ...[`/arenas/${OVER.id}/export`, `/arenas/${OVER.id}/games`, `/arenas/${OVER.id}/results`],
];
const publicTexts = () =>
  Promise.all([...PUBLIC, `/players/${esi}`].map(async (path) => (await ask('GET', path)).text));

beforeAll(async () => {
  running = await runCloud();
  inside = insideOf(running.cloud);
  token = await running.tokenOf(NAME);
  esi = await idOfAccount({ subject: NAME });
  const { rows, games } = smallArena(OVER, 3, [
    { id: 71, first: 1, second: 2, winner: 'first', plies: 40 },
  ]);
  const named = <T extends { readonly player: PlayerId; readonly name: string }>(one: T): T =>
    one.player === playerId(1) ? { ...one, player: esi, name: NAME } : one;
  await storeArena(
    inside,
    OVER,
    rows.map(named),
    games.map((game) => {
      const [first, second] = [named<Seat>(game.seats.first), named<Seat>(game.seats.second)];
      return { ...game, seats: { first, second } };
    }),
  );
  const { id: arena, startsAtMs } = OVER;
  const been = { type: 'participation', player: esi, arena, version: 0, startsAtMs } as const;
  await stored(inside.store, [{ op: 'create', entity: been }]);
  inside.clock({ t: 'arena', arena });
  const isFrozen = async () => (await ask('GET', PUBLIC[0] ?? '')).text.includes('"final":true');
  await eventually(async () => (await isFrozen()) || null, WITHIN_MS);
  expect((await ask('POST', '/tickets')).status).toBe(201);
});
afterAll(async () => {
  inside.close();
  await running.cloud.stop();
});

describe('an account that asks to be forgotten', () => {
  it('is named in public, until it asks; then nowhere, and may come again', async () => {
    for (const text of await publicTexts()) expect(text).toContain(NAME);

    const asked = await ask('DELETE', '/players/me');
    expect([asked.status, JSON.parse(asked.text)]).toEqual([
      202,
      { player: esi, name: pseudonymOf(esi), done: false },
    ]);
    const wish = await eventually(async () => {
      const erasure = await inside.store.erasure(esi);
      return erasure?.stage === 'copies' ? erasure : null;
    }, WITHIN_MS);
    expect(await ask('POST', '/tickets')).toMatchObject({
      status: 409,
      text: expect.stringContaining('"code":"erasing"'),
    });

    // Two minutes later, at once.
    const due = { ...wish, version: wish.version + 1, dueAtMs: Date.now() - 1_000 };
    await stored(inside.store, [{ op: 'update', before: wish, after: due }]);
    inside.clock({ t: 'erase', player: esi });
    await eventually(async () => (await inside.store.erasure(esi)) === null || null, WITHIN_MS);
    const texts = await publicTexts();
    for (const text of texts) expect(text).not.toContain(NAME);
    expect(texts.filter((text) => text.includes(pseudonymOf(esi)))).toHaveLength(texts.length);
    expect(JSON.parse((await ask('DELETE', '/players/me')).text)).toMatchObject({ done: true });
    expect((await ask('POST', '/tickets')).status).toBe(201);
  });

  it('is a guest whose secret is good for nothing afterwards', async () => {
    const made = await ask('POST', '/guests', { name: NAME });
    const { id, secret } = JSON.parse(made.text) as { id: string; secret: string };
    const erase = (word: string) => ask('POST', `/guests/${id}/erase`, { secret: word });

    expect((await erase('wrong')).status).toBe(403);
    expect(await erase(secret)).toMatchObject({
      status: 202,
      text: expect.stringContaining(pseudonymOf(id as PlayerId)),
    });
    expect((await erase(secret)).status).toBe(403);
    expect((await ask('POST', `/guests/${id}/tickets`, { secret })).status).toBe(403);
    expect((await ask('GET', `/players/${id}`)).text).toContain(pseudonymOf(id as PlayerId));
  });

  it('and no function has failed', () => {
    expect(present(running.errors, 'errors')).toEqual([]);
  });
});
