import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../shared/protocol/api/operation.ts';
import { routeKeyOf } from '../../../shared/protocol/api/operation.ts';
import { OPERATIONS } from '../../../shared/protocol/api/operations.ts';
import { fromSchema, leastOf, type SomeSchema } from '../../support/from-schema.ts';
import { type Documents, readDocument } from './documents.ts';
import { type ApiWorld, type Reply, type Request, ROLES, type Role } from './world.ts';

const SEED = Number(process.env.SEED ?? 20_261_130);
/** Of all answers; the others are refusals. */
const SUCCESSES_MIN = 0.3;

/** A role that may. */
export const ALLOWED: Readonly<Record<Operation['access'], Role>> = {
  open: 'nobody',
  player: 'player',
  organiser: 'coOrganiser',
  steward: 'coOrganiser',
  owner: 'owner',
  admin: 'admin',
};

/** Whoever asks to be forgotten is of no use to other tests. */
const SPARE: readonly Role[] = ['nobody', 'player'];

/** What is drawn for one request; the path of a good one is made when it is sent. */
interface Drawn {
  readonly good: boolean;
  readonly as: Role;
  readonly id: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

const WILD = fc.oneof(
  fc.constantFrom('', 'x', '0', "'", '../..', 'AAAAAAAAAAA', '😀'),
  fc.string(),
);

function drawnFor(documents: Documents, operation: Operation) {
  const { parameters, requestBody } = documents.of(operation);
  const fields = parameters.filter((one) => one.in === 'query');
  const properties = Object.fromEntries(fields.map(({ name, schema }) => [name, schema]));
  const query: SomeSchema = { type: 'object', properties };
  const body = requestBody?.content['application/json']?.schema;
  const good = fc.record({
    good: fc.constant(true),
    as: fc.constant(ALLOWED[operation.access]),
    id: fc.constant(''),
    query: fromSchema(query) as fc.Arbitrary<Record<string, unknown>>,
    body: body === undefined ? fc.constant(undefined) : fromSchema(body),
  });
  const least = fc.record({
    good: fc.constant(true),
    as: fc.constant(ALLOWED[operation.access]),
    id: fc.constant(''),
    query: fc.constant({}),
    body: body === undefined ? fc.constant(undefined) : fromSchema(leastOf(body)),
  });
  const wild = fc.record({
    good: fc.constant(false),
    as: fc.constantFrom(...(operation.id === 'eraseMe' ? SPARE : ROLES)),
    id: WILD,
    query: fc.dictionary(fc.constantFrom('cursor', 'page', 'state', 'format', 'x'), WILD),
    body: operation.method === 'GET' ? fc.constant(undefined) : fc.oneof(fc.json(), WILD),
  });
  const any: fc.Arbitrary<Drawn> = fc.oneof(
    { weight: 3, arbitrary: good },
    { weight: 2, arbitrary: wild },
  );
  return { least: least as fc.Arbitrary<Drawn>, any };
}

async function requestOf(
  world: ApiWorld,
  operation: Operation,
  { good, as, id, query, body }: Drawn,
): Promise<Request> {
  const path = await world.pathFor(operation);
  if (!good) return { operation, as, path: { ...path, ...(id !== '' && { id }) }, query, body };
  // A cursor is what a page ends with: no schema draws one.
  const { cursor: _, ...rest } = query;
  const full = body === undefined ? undefined : await world.bodyFor(operation, body);
  return { operation, as, path, query: rest, ...(full !== undefined && { body: full }) };
}

/** Of every operation so many requests, drawn from the document that the API itself gives. */
export function describeContract(world: () => ApiWorld, perOperation: number): void {
  describe(`${perOperation} requests of every operation, seed ${SEED}`, () => {
    const statuses: number[] = [];

    it.each(OPERATIONS.map((operation) => ({ operation, key: routeKeyOf(operation) })))(
      '$key is answered as documented',
      async ({ operation }) => {
        const documents = await documentsOf(world());
        const { least, any } = drawnFor(documents, operation);
        const drawn = fc.sample(any, { seed: SEED, numRuns: perOperation });
        const own: number[] = [];
        // With nothing that may be left out: every operation succeeds.
        const certain = fc.sample(least, { seed: SEED, numRuns: 1 });
        for (const one of [...certain, ...drawn]) {
          const request = await requestOf(world(), operation, one);
          const reply = await world().send(request);
          expect(flawsOf(documents, request, reply)).toEqual([]);
          own.push(reply.status);
        }
        statuses.push(...own);
        expect(own.filter((status) => status < 300)).not.toEqual([]);
      },
    );

    it('succeeds often enough, and never fails', () => {
      const successes = statuses.filter((status) => status < 300).length;
      const share = successes / statuses.length;
      const failures = statuses.filter((status) => status >= 500);
      console.log(`${statuses.length} requests, ${successes} of them successes`);
      expect(share).toBeGreaterThanOrEqual(SUCCESSES_MIN);
      expect(failures).toEqual([]);
    });
  });
}

/** Each with the request, so that whoever reads it can send it. */
function flawsOf(documents: Documents, request: Request, reply: Reply): string[] {
  const flaws = reply.status >= 500 ? [`${reply.status}: ${reply.text}`] : [];
  const { operation, ...said } = request;
  return [...flaws, ...documents.flawsOf(operation, reply)].map(
    (flaw) => `${flaw} | ${routeKeyOf(operation)} ${JSON.stringify(said)}`,
  );
}

let documents: Documents | null = null;

export async function documentsOf({ arenas }: ApiWorld): Promise<Documents> {
  documents ??= readDocument((await arenas.ask('/openapi.json')).text);
  return documents;
}
