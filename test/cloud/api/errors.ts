import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OnceRecord } from '../../../shared/app/records.ts';
import { SENDINGS_PER_HOUR } from '../../../shared/app/webhooks/deliveries.ts';
import { sha256Hex } from '../../../shared/core/hash.ts';
import type { RefusalCode } from '../../../shared/core/refusal.ts';
import { type Operation, refusalsOf, routeKeyOf } from '../../../shared/protocol/api/operation.ts';
import { OPERATIONS } from '../../../shared/protocol/api/operations.ts';
import { statusOf } from '../../../shared/protocol/api/problem.ts';
import { fromSchema, leastOf } from '../../support/from-schema.ts';
import { stored } from '../stored-arena.ts';
import { NOBODY } from '../two-arenas.ts';
import { ALLOWED, documentsOf } from './contract.ts';
import { SPECIAL } from './special-errors.ts';
import { type ApiWorld, type Request, SUBJECTS } from './world.ts';

/** Too many writers at once: tests of the use cases show it, no client can bring it about. */
const NOT_BY_CLIENTS: ReadonlySet<RefusalCode> = new Set(['busy']);

const HOUR_MS = 3_600_000;

const CELLS = OPERATIONS.flatMap((operation) =>
  refusalsOf(operation)
    .filter((code) => !NOT_BY_CLIENTS.has(code))
    .map((code) => ({ operation, code, key: routeKeyOf(operation) })),
);

/** Every documented refusal of every operation is given. */
export function describeErrors(world: () => ApiWorld): void {
  describe('a documented refusal', () => {
    it.each(CELLS)('of $key: $code', async ({ operation, code }) => {
      const good = await goodRequest(world(), operation);
      const wrong = await wrongRequest(world(), good, code);
      const reply = await world().send(wrong);

      expect([reply.status, reply.type, reply.text]).toEqual([
        statusOf(code),
        'application/problem+json',
        expect.stringContaining(`"code":"${code}"`),
      ]);
      expect((await documentsOf(world())).flawsOf(operation, reply)).toEqual([]);
    });
  });
}

/** A request that would succeed. */
async function goodRequest(world: ApiWorld, operation: Operation): Promise<Request> {
  const documents = await documentsOf(world);
  const schema = documents.of(operation).requestBody?.content['application/json']?.schema;
  const path = await world.pathFor(operation);
  // The player of the contract has used up what one may report in an hour.
  const as = operation.access === 'player' ? 'coOrganiser' : ALLOWED[operation.access];
  if (schema === undefined) return { operation, as, path };
  const [drawn] = fc.sample(fromSchema(leastOf(schema)), { numRuns: 1 });
  return { operation, as, path, body: await world.bodyFor(operation, drawn) };
}

/** The same request made wrong in this way. */
async function wrongRequest(world: ApiWorld, good: Request, code: RefusalCode): Promise<Request> {
  const special = SPECIAL[good.operation.id]?.[code];
  if (special !== undefined) return { ...good, ...(await special(world, good)) };
  switch (code) {
    case 'forbidden':
      return { ...good, as: good.operation.access === 'steward' ? 'organiser' : 'player' };
    case 'malformed':
      return { ...good, body: '[1]' };
    case 'tooLarge':
      return { ...good, body: `{"x":"${'x'.repeat(500_000)}"}` };
    case 'invalid':
      return invalid(good);
    case 'versionConflict':
      return { ...good, headers: { 'if-match': '"999999"' } };
    case 'keyInUse':
      return inUse(world, good);
    case 'keyReused':
      return reused(world, good);
    case 'noSuchArena':
    case 'noSuchGame':
    case 'notFound':
      return { ...good, path: { ...good.path, id: NOBODY } };
    case 'notEntered':
      return { ...good, path: { ...good.path, player: NOBODY } };
    default:
      throw new Error(`say how ${good.operation.id} is refused with ${code}`);
  }
}

function invalid(good: Request): Request {
  const { body, ifMatch, once, query } = good.operation;
  if (body !== undefined) return { ...good, body: { x: 1 } };
  if (query !== undefined) return { ...good, query: { cursor: '!', page: 'x', format: 'x' } };
  if (ifMatch) return { ...good, headers: { 'if-match': '1' } };
  return once ? { ...good, headers: { 'idempotency-key': 'a b' } } : good;
}

let keys = 0;

async function reused(world: ApiWorld, good: Request): Promise<Request> {
  await forgetSendings(world);
  const headers = { 'idempotency-key': `reused-${++keys}` };
  const first = await world.send({ ...good, headers });
  expect(first.status).toBeLessThan(300);
  // Fields in another order, or a body that nobody reads: another request.
  return { ...good, headers, body: ` ${JSON.stringify(good.body ?? {})}` };
}

/** The contract may have sent all the tests and retries of the hour. */
async function forgetSendings({ arenas }: ApiWorld): Promise<void> {
  const key = `sendings ${SUBJECTS.coOrganiser} ${Math.floor(Date.now() / HOUR_MS)}`;
  const counter = { type: 'quota', key, version: 0, expiresAtMs: 0 } as const;
  for (let sent = 0; sent < SENDINGS_PER_HOUR; sent++) {
    await arenas.inside.store.commit([{ op: 'giveBack', counter }]);
  }
}

/** Somebody is at it: his record lies there, and he has not answered. */
async function inUse(world: ApiWorld, good: Request): Promise<Request> {
  const { operation, path = {}, body } = good;
  const key = `used-${++keys}`;
  const rawPath = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => path[name] ?? '');
  const text = body === undefined ? '' : JSON.stringify(body);
  const record: OnceRecord = {
    type: 'once',
    keyHash: await sha256Hex(JSON.stringify([SUBJECTS[good.as], operation.id, key])),
    version: 0,
    fingerprint: await sha256Hex(JSON.stringify([operation.method, rawPath, text])),
    seed: 'seed',
    askedAtMs: Date.now(),
    lockedUntilMs: Date.now() + 60_000,
    answer: null,
    expiresAtMs: Date.now() + 60_000,
  };
  await stored(world.arenas.inside.store, [{ op: 'create', entity: record }]);
  return { ...good, headers: { 'idempotency-key': key } };
}
