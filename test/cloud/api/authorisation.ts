import { describe, expect, it } from 'vitest';
import type { Access, Operation } from '../../../shared/protocol/api/operation.ts';
import { routeKeyOf } from '../../../shared/protocol/api/operation.ts';
import { OPERATIONS } from '../../../shared/protocol/api/operations.ts';
import { type ApiWorld, ROLES, type Role } from './world.ts';

type Verdict = 'yes' | 401 | 403;

/** Who may do what, as it is decided; `organiser` is one who has nothing to do with the thing. */
const TABLE: Readonly<Record<Access, Readonly<Record<Role, Verdict>>>> = {
  open: row('yes', 'yes', 'yes', 'yes', 'yes', 'yes'),
  player: row(401, 'yes', 'yes', 'yes', 'yes', 'yes'),
  organiser: row(401, 403, 'yes', 'yes', 'yes', 'yes'),
  steward: row(401, 403, 403, 'yes', 'yes', 'yes'),
  owner: row(401, 403, 403, 403, 'yes', 'yes'),
  admin: row(401, 403, 403, 403, 403, 'yes'),
};

function row(...verdicts: readonly Verdict[]): Record<Role, Verdict> {
  return Object.fromEntries(ROLES.map((role, index) => [role, verdicts[index]])) as never;
}

/** Secrets and passwords are refused with the same status, and are no matter of roles. */
const HAS_SECRET: ReadonlySet<string> = new Set([
  ...['createGuestTicket', 'createGuestReport', 'eraseGuest'],
]);

const CELLS = OPERATIONS.filter(({ id }) => !HAS_SECRET.has(id)).flatMap((operation) =>
  ROLES.map((role) => ({
    operation,
    role,
    key: routeKeyOf(operation),
    verdict: TABLE[operation.access][role],
  })),
);

export function describeAuthorisation(world: () => ApiWorld): void {
  describe('who may ask', () => {
    it('not a token that speaks of nobody, or of a name without end', async () => {
      const { cloud } = world().arenas.running;
      for (const subject of ['', 's'.repeat(256)]) {
        const token = await cloud.issuer.mintToken({ subject, roles: ['admin'] });
        const headers = { authorization: `Bearer ${token}` };
        const { status } = await fetch(`${cloud.httpUrl}/me/arenas`, { headers });
        expect(status).toBe(401);
      }
    });

    it.each(CELLS)('$key as $role: $verdict', async ({ operation, role, verdict }) => {
      const path = await world().anyPathFor(operation);
      const { status } = await world().send({ operation, as: role, path, ...wrongBody(operation) });
      expect(status === 401 || status === 403 ? status : 'yes').toBe(verdict);
      expect(status).toBeLessThan(500);
    });
  });
}

/** Access comes first: whoever may ask hears that the body is wrong, and nothing changes. */
const wrongBody = ({ body }: Operation) => (body === undefined ? {} : { body: '{"x":1}' });
