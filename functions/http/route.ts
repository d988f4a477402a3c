import type * as v from 'valibot';
import type { Account } from '../../shared/app/entities.ts';
import { once } from '../../shared/app/once.ts';
import { idOfAccount } from '../../shared/app/players.ts';
import type { Random } from '../../shared/core/random.ts';
import { type Refusal, refuse } from '../../shared/core/refusal.ts';
import { err, ok, type Result } from '../../shared/core/result.ts';
import { type Operation, routeKeyOf } from '../../shared/protocol/api/operation.ts';
import { checked } from '../../shared/protocol/client-message.ts';
import { accountOf } from '../aws/claims.ts';
import { type HttpEvent, type HttpResult, problem } from '../aws/http-handler.ts';
import { noteId } from '../aws/log.ts';
import { mayAsk } from './access.ts';
import { ports } from './ports.ts';

/** An operation and what it does. */
export interface Route {
  readonly operation: Operation;
  readonly run: (event: HttpEvent) => Promise<HttpResult>;
}

/** A request whose parts are all as they should be, by somebody who may ask. */
export interface Call<Query, Body> {
  readonly event: HttpEvent;
  readonly query: Query;
  readonly body: Body;
  /** Whom the token speaks of; an empty subject on public routes. */
  readonly account: Account;
  /** What new ids are made of; the same at every repeat of a request with a key. */
  readonly random: Random;
  /** When it was asked for (epoch ms), for the first time where it is a repeat with a key. */
  readonly askedAtMs: number;
  /** The version in `if-match`; null: none was named. */
  readonly ifMatch: number | null;
}

type Run<C> = (call: C) => Promise<HttpResult>;

/** An operation on nothing that exists, or on something that everybody may ask for. */
export const route = <Query, Body>(
  operation: Operation<Query, Body>,
  run: Run<Call<Query, Body>>,
): Route => ownedRoute(operation, async () => ok(null), run);

/** What has an owner: he and those beside him may steer it. */
export interface Owned {
  readonly owner: string;
  readonly organisers: readonly string[];
}

/** An operation on something that the path names; `load` finds it, consistently. */
export function ownedRoute<Query, Body, Thing extends Owned | null>(
  operation: Operation<Query, Body>,
  load: (event: HttpEvent) => Promise<Result<Thing, Refusal>>,
  run: (call: Call<Query, Body>, thing: Thing) => Promise<HttpResult>,
): Route {
  const answer = async (event: HttpEvent): Promise<HttpResult> => {
    if (operation.access !== 'open') noteId('player', await idOfAccount(accountOf(event)));
    const role = mayAsk(operation.access, event, null);
    if (!role.ok) return problem(role.error);
    const thing = await load(event);
    if (!thing.ok) return problem(thing.error);
    const allowed = mayAsk(operation.access, event, thing.value);
    if (!allowed.ok) return problem(allowed.error);
    const call = callOf(operation, event);
    if (!call.ok) return problem(call.error);
    return runOnce(operation, call.value, (final) => run(final, thing.value));
  };
  return { operation, run: async (event) => cached(operation, await answer(event)) };
}

function callOf<Query, Body>(
  { query, body, bodyTypes, ifMatch }: Operation<Query, Body>,
  event: HttpEvent,
): Result<Call<Query, Body>, Refusal> {
  const asked = query === undefined ? ok(undefined) : checked(query, event.query);
  if (!asked.ok) return asked;
  const said = body === undefined ? ok(undefined) : bodyIn(event, body, bodyTypes ?? []);
  if (!said.ok) return said;
  const version = ifMatch ? versionIn(event) : ok(null);
  if (!version.ok) return version;
  return ok({
    event,
    query: asked.value as Query,
    body: said.value as Body,
    account: accountOf(event),
    random: ports.random,
    askedAtMs: ports.now(),
    ifMatch: version.value,
  });
}

/** Characters; what an organiser may send at once, an allow list of ten thousand included. */
const BODY_CHARACTERS_MAX = 500_000;

function bodyIn(
  { body, headers }: HttpEvent,
  schema: v.GenericSchema,
  textTypes: readonly string[],
): Result<unknown, Refusal> {
  if (body.length > BODY_CHARACTERS_MAX) {
    return err(refuse('tooLarge', { expected: `at most ${BODY_CHARACTERS_MAX} characters` }));
  }
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  if (textTypes.includes(type.trim().toLowerCase())) return ok(body);
  const json = parsed(body);
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
  return isObject ? checked(schema, json) : err(refuse('malformed', { expected: 'a JSON object' }));
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** `"12"` as we give it in `etag`, also where a proxy made it a weak one; `*` is any version. */
function versionIn({ headers }: HttpEvent): Result<number | null, Refusal> {
  const text = headers['if-match']?.trim() ?? '*';
  if (text === '*') return ok(null);
  const [, version] = /^(?:W\/)?"(\d{1,15})"$/.exec(text) ?? [];
  return version === undefined
    ? err(refuse('invalid', { field: 'if-match', expected: 'the etag of what was read' }))
    : ok(Number(version));
}

export const etag = ({ version }: { readonly version: number }) => ({ etag: `"${version}"` });

const KEY = /^[\x21-\x7e]{1,255}$/;

/** Runs the request, and where the client gave it a key, not twice. */
async function runOnce<Query, Body>(
  operation: Operation<Query, Body>,
  call: Call<Query, Body>,
  run: Run<Call<Query, Body>>,
): Promise<HttpResult> {
  const key = operation.once ? call.event.headers['idempotency-key'] : undefined;
  if (key === undefined) return run(call);
  if (!KEY.test(key)) {
    const expected = '1 to 255 printable ASCII characters';
    return problem(refuse('invalid', { field: 'idempotency-key', expected }));
  }
  const { method, rawPath, body } = call.event;
  const request = {
    actor: call.account.subject,
    operation: operation.id,
    key,
    content: JSON.stringify([method, rawPath, body]),
  };
  const answer = await once(ports, request, async (first) => {
    const { statusCode = 200, headers = {}, body: text = '' } = await run({ ...call, ...first });
    const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    return { status: statusCode, headers: Object.fromEntries(texts), body: text };
  });
  if (!answer.ok) return problem(answer.error);
  const { status, headers, body: text } = answer.value;
  return { statusCode: status, headers: { ...headers }, body: text };
}

/** Nobody notices such an age; a cache before the API makes one read of a thousand. */
const PUBLIC = 'public, max-age=2';

/** What everybody may see may be kept for a moment, everything else not at all. */
function cached({ method, access }: Operation, result: HttpResult): HttpResult {
  const isPublic = method === 'GET' && access === 'open' && result.statusCode === 200;
  const control = isPublic ? PUBLIC : 'no-store';
  return { ...result, headers: { 'cache-control': control, ...result.headers } };
}

export const routeMap = (routes: readonly Route[]) =>
  new Map(routes.map(({ operation, run }) => [routeKeyOf(operation), run]));
