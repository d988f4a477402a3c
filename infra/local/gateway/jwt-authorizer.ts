import { createLocalJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import { err, ok, type Result } from '../../../shared/core/result.ts';
import type { Issuer } from '../issuer.ts';
import type { JwtPlan } from '../template/plan.ts';

/** What a function sees of a token: `requestContext.authorizer.jwt`. */
export interface VerifiedToken {
  readonly claims: Readonly<Record<string, string>>;
  readonly scopes: readonly string[] | null;
}

export type CheckToken = (
  header: string | undefined,
  plan: JwtPlan,
) => Promise<Result<VerifiedToken, 401 | 403>>;

/** Checks signature, issuer, audience, times and scopes of the Authorization header. */
export function createTokenCheck(issuer: Issuer): CheckToken {
  const keys = createLocalJWKSet(issuer.keySet);
  const options = { issuer: issuer.url, algorithms: ['RS256'], requiredClaims: ['exp'] };
  return async (header, plan) => {
    const claims = await verified(header, (token) => jwtVerify(token, keys, options));
    if (claims === null || !isMeantFor(claims, plan.audience)) return err(401);
    const scopes = scopesOf(claims).filter((scope) => plan.scopes.includes(scope));
    if (plan.scopes.length > 0 && scopes.length === 0) return err(403);
    return ok({ claims: claimTexts(claims), scopes: plan.scopes.length > 0 ? scopes : null });
  };
}

async function verified(
  header: string | undefined,
  verify: (token: string) => Promise<{ payload: JWTPayload }>,
): Promise<JWTPayload | null> {
  // The scheme is optional for this gateway.
  const token = header?.replace(/^Bearer +/i, '').trim();
  if (!token) return null;
  try {
    return (await verify(token)).payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/** Access tokens of some issuers carry `client_id` instead of an audience. */
function isMeantFor({ aud, client_id }: JWTPayload, audience: readonly string[]): boolean {
  const named = aud ?? client_id;
  return [named].flat().some((name) => typeof name === 'string' && audience.includes(name));
}

const scopesOf = ({ scope }: JWTPayload): readonly string[] =>
  typeof scope === 'string' ? scope.split(' ') : [];

const claimTexts = (claims: JWTPayload): Record<string, string> =>
  Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, claimText(value)]));

/** As AWS writes claims: a list is `[a b]`, an object `map[a:1 b:2]`. */
function claimText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(claimText).join(' ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `map[${entries.map(([key, inner]) => `${key}:${claimText(inner)}`).join(' ')}]`;
}
