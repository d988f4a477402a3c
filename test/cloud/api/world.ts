import type { Entity } from '../../../shared/app/entities.ts';
import { idOfAccount } from '../../../shared/app/players.ts';
import type { ArenaId, PlayerId } from '../../../shared/core/ids.ts';
import { idFromBytes } from '../../../shared/core/ids.ts';
import { seededRandom } from '../../../shared/core/random.ts';
import { type Operation, routeKeyOf } from '../../../shared/protocol/api/operation.ts';
import { anIdleRow, anOpenArena, aReadyRow, gameId, playerId } from '../../support/builders.ts';
import { stored } from '../stored-arena.ts';
import { OPEN, OVER, openTwoArenas, type TwoArenas } from '../two-arenas.ts';

/** Who asks: nobody, or an account with a role; `owner` has made everything that has an owner. */
export const ROLES = ['nobody', 'player', 'organiser', 'coOrganiser', 'owner', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const SUBJECTS: Readonly<Record<Role, string>> = {
  nobody: '',
  player: 'p',
  organiser: 'another',
  coOrganiser: 'co',
  owner: 'o',
  admin: 'boss',
};

/** A request as a test makes it. */
export interface Request {
  readonly operation: Operation;
  readonly as: Role;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  /** JSON, or a text as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly headers: Headers;
  readonly text: string;
}

/** A running cloud in which everything exists that an operation may be about. */
export interface ApiWorld {
  readonly arenas: TwoArenas;
  readonly send: (request: Request) => Promise<Reply>;
  /** What the path of an operation names, with everything as it should be. */
  readonly pathFor: (operation: Operation) => Promise<Record<string, string>>;
  /** The same where nothing is changed: arenas are not made anew. */
  readonly anyPathFor: (operation: Operation) => Promise<Record<string, string>>;
  /** A body for those operations whose schema does not say all. */
  readonly bodyFor: (operation: Operation, drawn: unknown) => Promise<unknown>;
  /** Somebody without an account of whom nothing else is asked. */
  readonly spareGuest: GuestView;
  /** An arena of the owner, with a player who is in it. */
  readonly newArena: (state: 'created' | 'open') => Promise<ArenaId>;
  readonly stop: () => Promise<void>;
}

const HOUR_MS = 3_600_000;
/** Who is in every arena of the owner. */
export const SOMEBODY = playerId(3);
export const GAME = gameId(1);
const LOOPBACK = 'http://127.0.0.1:9/';

export async function openApiWorld(): Promise<ApiWorld> {
  const arenas = await openTwoArenas();
  const { inside, running } = arenas;
  const random = seededRandom(Date.now());
  const tokens = new Map<Role, string>();
  for (const role of ROLES) {
    const roles = role === 'admin' ? ['admin'] : role === 'player' ? [] : ['organiser'];
    const claims = { subject: SUBJECTS[role], name: role, roles };
    if (role !== 'nobody') tokens.set(role, await running.cloud.issuer.mintToken(claims));
  }

  const send = async (request: Request): Promise<Reply> => {
    const { operation, path = {}, query = {}, body, headers = {} } = request;
    const token = tokens.get(request.as);
    const target = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(path[name] ?? 'x'),
    );
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const response = await fetch(`${running.cloud.httpUrl}${target}?${search}`, {
      method: operation.method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? '';
    const { status, headers: answered } = response;
    return { status, type, headers: answered, text: await response.text() };
  };

  const newArena = async (state: 'created' | 'open'): Promise<ArenaId> => {
    const id = idFromBytes<ArenaId>(random.bytes(8));
    const fromMs = Date.now() + (state === 'created' ? HOUR_MS : -HOUR_MS);
    const times = { startsAtMs: fromMs, endsAtMs: fromMs + 2 * HOUR_MS };
    const arena = anOpenArena({ id, ...times, state, owner: 'o', organisers: ['co'] });
    const row = anIdleRow(3, { arena: id, connection: null });
    await stored(inside.store, [
      { op: 'create', entity: arena },
      { op: 'create', entity: row },
    ]);
    return id;
  };

  await prepare(arenas);
  const made = await makeThings(send);

  const pathWith = async (operation: Operation, arena: ApiWorld['newArena']) => {
    const id = await made.idFor(operation, arena);
    return { id, player: SOMEBODY, kind: 'oware', delivery: made.delivery };
  };

  return {
    arenas,
    send,
    newArena,
    spareGuest: made.spareGuest,
    pathFor: (operation) => pathWith(operation, newArena),
    anyPathFor: (operation) => pathWith(operation, async () => OPEN.id),
    bodyFor: async ({ id }, drawn) => inFuture(made.bodies[id] ?? drawn),
    stop: () => arenas.stop(),
  };
}

/** A start that is drawn may be over. */
const inFuture = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && Number((body as Body).startsAtMs) < Date.now()
    ? { ...body, startsAtMs: Date.now() + HOUR_MS }
    : body;

interface Body {
  readonly startsAtMs?: number;
}

/** Profiles, and the caller's own row in the arena that runs. */
async function prepare({ inside }: TwoArenas): Promise<void> {
  const me = await idOfAccount({ subject: SUBJECTS.player });
  const profile = { type: 'profile', version: 0, rating: 1_500, guest: false, createdAtMs: 0 };
  const entities = [SOMEBODY, playerId(1), me].map(
    (player, name) => ({ ...profile, player, name: `${name}` }) as Entity,
  );
  const row = { ...aReadyRow(3), player: me, arena: OPEN.id, connection: null };
  for (const entity of [...entities, row]) await stored(inside.store, [{ op: 'create', entity }]);
  for (const { id } of [OPEN, OVER]) {
    const before = await inside.store.arena(id, 'consistent');
    if (before === null) throw new Error('no arena');
    const after = { ...before, organisers: ['co'], version: before.version + 1 };
    await stored(inside.store, [{ op: 'update', before, after }]);
  }
}

interface GuestView {
  readonly id: PlayerId;
  readonly secret: string;
}

interface Things {
  readonly spareGuest: GuestView;
  readonly delivery: string;
  readonly bodies: Readonly<Record<string, unknown>>;
  readonly idFor: (operation: Operation, newArena: ApiWorld['newArena']) => Promise<string>;
}

const NEW_SERIES = {
  name: 'Sundays',
  zone: 'Europe/Amsterdam',
  recurrences: [{ every: 'week', on: 'sunday', at: '20:00' }],
  clock: { limitMs: 180_000, incrementMs: 0 },
  durationMs: HOUR_MS,
};

/** A series, a webhook with a delivery, a guest: made as anybody makes them. */
async function makeThings(send: ApiWorld['send']): Promise<Things> {
  const { byKey } = await import('./documents.ts');
  const made = async <T>(key: string, request: Omit<Request, 'operation'>): Promise<T> => {
    const { status, text } = await send({ operation: byKey(key), ...request });
    if (status >= 300) throw new Error(`${key}: ${status} ${text}`);
    return JSON.parse(text) as T;
  };
  const newWebhook = { url: LOOPBACK, events: ['arena.opened'] };
  const series = await made<{ id: string }>('POST /series', { as: 'owner', body: NEW_SERIES });
  await made('PUT /series/{id}/organisers', {
    ...{ as: 'owner', path: { id: series.id }, body: { organisers: ['co'] } },
  });
  const newHook = async (): Promise<string> =>
    (await made<{ id: string }>('POST /webhooks', { as: 'coOrganiser', body: newWebhook })).id;
  const webhook = { id: await newHook() };
  const otherHook = async (): Promise<string | undefined> => {
    const { webhooks } = await made<{ webhooks: { id: string }[] }>('GET /webhooks', {
      as: 'coOrganiser',
    });
    return webhooks.find(({ id }) => id !== webhook.id)?.id;
  };
  const delivery = await made<{ id: string }>('POST /webhooks/{id}/test', {
    ...{ as: 'coOrganiser', path: { id: webhook.id } },
  });
  const guest = await made<GuestView>('POST /guests', {
    ...{ as: 'nobody', body: { name: 'Ama' } },
  });
  const spareGuest = await made<GuestView>('POST /guests', {
    ...{ as: 'nobody', body: { name: 'Kofi' } },
  });
  const erasedGuest = await made<GuestView>('POST /guests', {
    ...{ as: 'nobody', body: { name: 'Uil' } },
  });
  const other = await made<{ id: string }>('POST /series', { as: 'owner', body: NEW_SERIES });
  const { secret } = guest;
  const report = { game: GAME, reason: 'an engine' };
  return {
    spareGuest,
    delivery: delivery.id,
    bodies: {
      createWebhook: newWebhook,
      setAllowList: { players: [SOMEBODY] },
      createSeries: NEW_SERIES,
      createReport: report,
      createGuestReport: { ...report, secret },
      createGuestTicket: { secret },
      eraseGuest: { secret: erasedGuest.secret },
    },
    idFor: async (operation, newArena) => {
      const [top] = operation.path.slice(1).split('/');
      if (operation.id === 'setSeriesOrganisers') return other.id;
      if (top === 'series') return series.id;
      if (operation.id === 'deleteWebhook') return (await otherHook()) ?? newHook();
      if (top === 'webhooks') return webhook.id;
      if (operation.id === 'eraseGuest') return erasedGuest.id;
      if (top === 'guests') return guest.id;
      if (top === 'games') return GAME;
      if (top === 'players') return operation.id.includes('an') ? playerId(1) : SOMEBODY;
      return arenaFor(operation, newArena);
    },
  };
}

const ON_FROZEN: ReadonlySet<string> = new Set([
  'POST /arenas/{id}/players/{player}/disqualify',
  'POST /arenas/{id}/players/{player}/reinstate',
]);

/** What changes an arena gets one of its own. */
async function arenaFor(operation: Operation, newArena: ApiWorld['newArena']): Promise<string> {
  if (ON_FROZEN.has(routeKeyOf(operation))) return OVER.id;
  if (operation.method === 'GET') return OPEN.id;
  return newArena(operation.path.includes('/players/') ? 'open' : 'created');
}
