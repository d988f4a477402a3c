import { type Refusal, refuse } from '../../shared/core/refusal.ts';
import { err, ok, type Result } from '../../shared/core/result.ts';
import type { Access } from '../../shared/protocol/api/operation.ts';
import { ADMIN, accountOf, hasRole, ORGANISER } from '../aws/claims.ts';
import type { HttpEvent } from '../aws/http-handler.ts';
import type { Owned } from './route.ts';

/**
 * Whether the caller may do this, to this thing where it has an owner. The gateway has checked the
 * token; its roles and the owner are checked here and nowhere else. Refusals: unauthorized (it
 * speaks of nobody), forbidden.
 */
export function mayAsk(
  access: Access,
  event: HttpEvent,
  thing: Owned | null,
): Result<null, Refusal> {
  if (access === 'open') return ok(null);
  const { length } = accountOf(event).subject;
  // Whoever is nobody would be the same as everybody else who is.
  if (length === 0 || length > SUBJECT_CHARACTERS_MAX) {
    const expected = `a claim sub of 1 to ${SUBJECT_CHARACTERS_MAX} characters`;
    return err(refuse('unauthorized', { field: 'sub', expected }));
  }
  switch (access) {
    case 'player':
      return ok(null);
    case 'admin':
      return only(hasRole(event, ADMIN), `role ${ADMIN}`);
    case 'organiser':
      return only(isOrganiser(event), `role ${ORGANISER}`);
    case 'steward':
    case 'owner':
      return isOrganiser(event)
        ? only(thing === null || steers(access, event, thing), EXPECTED[access])
        : only(false, `role ${ORGANISER}`);
  }
}

/** As OpenID Connect Core has it (section 2, `sub`). */
const SUBJECT_CHARACTERS_MAX = 255;

const EXPECTED = { steward: 'an organiser of it', owner: 'the organiser who made it' } as const;

const only = (is: boolean, expected: string): Result<null, Refusal> =>
  is ? ok(null) : err(refuse('forbidden', { expected }));

/** Admins may do whatever organisers may. */
const isOrganiser = (event: HttpEvent): boolean =>
  hasRole(event, ORGANISER) || hasRole(event, ADMIN);

function steers(access: 'steward' | 'owner', event: HttpEvent, thing: Owned): boolean {
  const { subject } = accountOf(event);
  if (thing.owner === subject || hasRole(event, ADMIN)) return true;
  return access === 'steward' && thing.organisers.includes(subject);
}
