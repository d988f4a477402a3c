import type { Profile } from '../../../shared/app/entities.ts';
import { idOfAccount } from '../../../shared/app/players.ts';
import { REPORTS_PER_HOUR } from '../../../shared/app/reports.ts';
import { SERIES_PER_OWNER_MAX } from '../../../shared/app/series/new-series.ts';
import { NOTES_PER_HOUR } from '../../../shared/app/steering.ts';
import { SENDINGS_PER_HOUR } from '../../../shared/app/webhooks/deliveries.ts';
import { sha256Hex } from '../../../shared/core/hash.ts';
import type { ArenaId, PlayerId } from '../../../shared/core/ids.ts';
import type { RefusalCode } from '../../../shared/core/refusal.ts';
import { anIdleRow, anOpenArena } from '../../support/builders.ts';
import { stored } from '../stored-arena.ts';
import { NOBODY, OPEN, OVER } from '../two-arenas.ts';
import { byKey } from './documents.ts';
import { type ApiWorld, GAME, type Request, SOMEBODY, SUBJECTS } from './world.ts';

type Wrong = (world: ApiWorld, good: Request) => Promise<Partial<Request>> | Partial<Request>;

const onFrozen: Wrong = (_, { path }) => ({ path: { ...path, id: OVER.id } });
const REASON = { reason: 'a test' };

/** The arena of the request, called off. */
const onCancelled: Wrong = async (world, { path = {} }) => {
  const operation = byKey('POST /arenas/{id}/cancel');
  await world.send({ operation, as: 'owner', path, body: REASON });
  return {};
};

const HOUR_MS = 3_600_000;
/** The default of the stack. */
const GUESTS_PER_HOUR = 60;

/** As many arenas to come as one may have. */
async function crowdOf(world: ApiWorld, owner: string): Promise<void> {
  for (let which = 0; which < 100; which++) {
    const id = `${owner}${String(which).padStart(11 - owner.length, '0')}` as ArenaId;
    const startsAtMs = Date.now() + HOUR_MS;
    const arena = anOpenArena({
      id,
      owner,
      state: 'created',
      startsAtMs,
      endsAtMs: startsAtMs + 1,
    });
    await stored(world.arenas.inside.store, [{ op: 'create', entity: arena }]);
  }
}

/** All of a quota is used up. */
async function spent({ arenas }: ApiWorld, key: string, times: number): Promise<void> {
  const expiresAtMs = Date.now() + HOUR_MS;
  const counter = { type: 'quota', key, version: 0, expiresAtMs } as const;
  for (let time = 0; time < times; time++) {
    await arenas.inside.store.commit([{ op: 'take', counter, max: times }]);
  }
}

/** The account behind a role gets no tickets. */
async function banned(world: ApiWorld, player: PlayerId): Promise<void> {
  const ban = { ...REASON, actor: 'boss', atMs: Date.now(), untilMs: null, version: 0 };
  const entity = { type: 'ban', player, ...ban } as const;
  await world.arenas.inside.store.commit([{ op: 'create', entity }]);
}

/** The account behind this role is just being forgotten. */
const onErasing =
  (as: 'owner'): Wrong =>
  async ({ arenas: { inside } }) => {
    const player = await idOfAccount({ subject: SUBJECTS[as] });
    const profile = await inside.store.profile(player);
    if (profile !== null) await stored(inside.store, [{ op: 'delete', entity: profile }]);
    const dueAtMs = Date.now() + HOUR_MS;
    const wish = { stage: 'copies', after: null, askedAtMs: 0, dueAtMs, version: 0 } as const;
    await inside.store.commit([{ op: 'create', entity: { type: 'erasure', player, ...wish } }]);
    return { as };
  };

/** This player is in a game. */
async function playing(world: ApiWorld, player: PlayerId): Promise<void> {
  const { store } = world.arenas.inside;
  const arena = await world.newArena('open');
  const [seat, profile] = await Promise.all([store.seat(player), store.profile(player)]);
  const claim = { type: 'seat', player, arena, shard: 0 } as const;
  const row = anIdleRow(4, { arena, player, state: 'play', game: GAME, seated: true });
  await stored(store, [
    { op: 'create', entity: row },
    seat === null
      ? { op: 'create', entity: { ...claim, version: 0 } }
      : { op: 'update', before: seat, after: { ...claim, version: seat.version + 1 } },
    ...(profile === null ? [{ op: 'create' as const, entity: aProfileOf(player) }] : []),
  ]);
}

const aProfileOf = (player: PlayerId): Profile => ({
  ...{ type: 'profile', player, version: 0, name: 'Somebody', rating: 1_500 },
  ...{ guest: false, createdAtMs: 0 },
});

/** A delivery to somebody else, who has sent all that he may in this hour. */
const onSpentWebhook =
  (as: 'admin' | 'owner'): Wrong =>
  async (world) => {
    const made = async (key: string, path: Record<string, string>, body?: unknown) =>
      JSON.parse((await world.send({ operation: byKey(key), as, path, body })).text).id;
    const body = { url: 'http://127.0.0.1:9/', events: ['arena.opened'] };
    const id = await made('POST /webhooks', {}, body);
    const delivery = await made('POST /webhooks/{id}/test', { id });
    const hour = Math.floor(Date.now() / HOUR_MS);
    await spent(world, `sendings ${SUBJECTS[as]} ${hour}`, SENDINGS_PER_HOUR);
    return { as, path: { id, delivery } };
  };

const NOT_AN_ID: Wrong = (_, { path }) => ({ path: { ...path, id: 'x' } });

const withBody =
  (more: object): Wrong =>
  (_, { body }) => ({ body: { ...(body as object), ...more } });

const aPlayerIn = (arena: string, player: string): Wrong => {
  return (_, { body }) => {
    const { game: __, ...rest } = body as Record<string, unknown>;
    return { body: { ...rest, arena, player } };
  };
};

const REPORTS: Partial<Record<RefusalCode, Wrong>> = {
  noSuchGame: withBody({ game: NOBODY }),
  noSuchArena: aPlayerIn(NOBODY, SOMEBODY),
  notEntered: aPlayerIn(OPEN.id, NOBODY),
};

/** Refusals that need something to be so already. */
export const SPECIAL: Readonly<Record<string, Partial<Record<RefusalCode, Wrong>>>> = {
  createArena: {
    limitReached: async (world) => {
      await crowdOf(world, SUBJECTS.organiser);
      return { as: 'organiser' };
    },
  },
  copyArena: {
    limitReached: async (world) => {
      await crowdOf(world, SUBJECTS.admin);
      return { as: 'admin' };
    },
  },
  changeArena: {
    alreadyStarted: async (world, { path }) => ({
      path: { ...path, id: await world.newArena('open') },
      body: { durationMs: HOUR_MS },
    }),
    arenaOver: onCancelled,
  },
  cancelArena: { arenaOver: onFrozen },
  closeEntries: { arenaOver: onFrozen },
  openEntries: { arenaOver: onFrozen },
  sendNote: {
    arenaOver: onCancelled,
    tooMany: async (world, { path = {} }) => {
      const hour = Math.floor(Date.now() / HOUR_MS);
      await spent(world, `notes ${path.id} ${hour}`, NOTES_PER_HOUR);
      return {};
    },
  },
  removePlayer: { arenaOver: onFrozen },
  disqualifyPlayer: { tooEarly: (_, { path }) => ({ path: { ...path, id: OPEN.id } }) },
  reinstatePlayer: { tooEarly: (_, { path }) => ({ path: { ...path, id: OPEN.id } }) },
  getStandings: {
    notEntered: () => ({ query: { around: NOBODY } }),
    notFound: () => ({ query: { version: 99 } }),
  },
  getMe: { notEntered: () => ({ as: 'organiser' }) },
  createTicket: {
    banned: async (world) => {
      await banned(world, await idOfAccount({ subject: SUBJECTS.organiser }));
      return { as: 'organiser' };
    },
    erasing: onErasing('owner'),
  },
  eraseMe: {
    gameRunning: async (world) => {
      await playing(world, await idOfAccount({ subject: SUBJECTS.coOrganiser }));
      return { as: 'coOrganiser' };
    },
  },
  eraseGuest: {
    notFound: NOT_AN_ID,
    forbidden: withBody({ secret: 'wrong' }),
    gameRunning: async (world) => {
      const { id, secret } = world.spareGuest;
      await playing(world, id);
      return { path: { id }, body: { secret } };
    },
  },
  createGuest: {
    tooMany: async (world) => {
      const hour = Math.floor(Date.now() / HOUR_MS);
      await spent(world, `guests ${await sha256Hex(`127.0.0.1 ${hour}`)}`, GUESTS_PER_HOUR);
      return {};
    },
  },
  createGuestTicket: {
    notFound: NOT_AN_ID,
    forbidden: withBody({ secret: 'wrong' }),
    banned: async (world) => {
      const { id, secret } = world.spareGuest;
      await banned(world, id);
      return { path: { id }, body: { secret } };
    },
  },
  createGuestReport: {
    ...REPORTS,
    notFound: NOT_AN_ID,
    forbidden: withBody({ secret: 'wrong' }),
    tooMany: async (world, { path = {} }) => {
      const hour = Math.floor(Date.now() / HOUR_MS);
      await spent(world, `reports ${path.id} ${hour}`, REPORTS_PER_HOUR);
      return {};
    },
  },
  createReport: {
    ...REPORTS,
    erasing: onErasing('owner'),
    tooMany: async (world) => {
      const reporter = await idOfAccount({ subject: SUBJECTS.admin });
      await spent(
        world,
        `reports ${reporter} ${Math.floor(Date.now() / HOUR_MS)}`,
        REPORTS_PER_HOUR,
      );
      return { as: 'admin' };
    },
  },
  createSeries: {
    limitReached: async (world) => {
      await spent(world, `series ${SUBJECTS.organiser}`, SERIES_PER_OWNER_MAX);
      return { as: 'organiser' };
    },
  },
  createWebhook: {
    limitReached: async (world, good) => {
      for (let hook = 0; hook < 10; hook++) await world.send({ ...good, as: 'organiser' });
      return { as: 'organiser' };
    },
  },
  testWebhook: { tooMany: onSpentWebhook('admin') },
  retryDelivery: { tooMany: onSpentWebhook('owner') },
  listGames: { notEntered: () => ({ query: { player: NOBODY } }) },
  getResults: { notFound: () => ({ query: { version: 99 } }) },
  setAllowList: { arenaOver: onFrozen },
  liftBan: { notFound: NOT_AN_ID },
  getRatings: { notFound: (_, { path }) => ({ path: { ...path, kind: 'go' } }) },
};
