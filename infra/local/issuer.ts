import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWK,
  type JWTPayload,
  SignJWT,
} from 'jose';
import type { DurableMap } from './ledger.ts';

/** Whom a token speaks for. */
export interface TokenClaims {
  readonly subject: string;
  readonly name?: string;
  readonly roles?: readonly string[];
  readonly rating?: number;
  /** One hour if not given; negative makes an expired token. */
  readonly expiresInS?: number;
  /** Any other claim, as it is; it may replace those that the issuer sets. */
  readonly [claim: string]: unknown;
}

/** An OpenID Connect issuer with one RS256 key, for the HTTP API's JWT authorizer. */
export interface Issuer {
  readonly url: string;
  readonly keySet: JSONWebKeySet;
  mintToken(claims: TokenClaims): Promise<string>;
  /** The public documents by path. */
  readonly documents: ReadonlyMap<string, object>;
}

const ALGORITHM = 'RS256';
const LIFETIME_S = 3600;
/** Where the functions look for roles unless the template says otherwise. */
const ROLES_CLAIM = 'cognito:groups';

export async function createIssuer(parts: {
  readonly url: string;
  readonly audience: string;
  /** Keeps the private key, so that tokens survive a restart. */
  readonly keys: DurableMap<JWK>;
}): Promise<Issuer> {
  const { url, audience, keys } = parts;
  const jwk = keys.get('key') ?? (await createKey(keys));
  const key = await importJWK(jwk, ALGORITHM);
  const keySet = { keys: [publicPart(jwk)] };
  return {
    url,
    keySet,
    documents: new Map<string, object>([
      ['/.well-known/openid-configuration', configuration(url)],
      ['/jwks.json', keySet],
    ]),
    mintToken: ({ subject, roles, expiresInS = LIFETIME_S, ...claims }) =>
      sign(key, jwk, {
        iss: url,
        aud: audience,
        sub: subject,
        iat: nowS(),
        exp: nowS() + expiresInS,
        ...(roles === undefined ? {} : { [ROLES_CLAIM]: roles }),
        ...claims,
      }),
  };
}

async function createKey(keys: DurableMap<JWK>): Promise<JWK> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  const key = { ...jwk, kid, alg: ALGORITHM, use: 'sig' };
  keys.set('key', key);
  return key;
}

const publicPart = ({ kty, n, e, kid, alg, use }: JWK): JWK =>
  ({ kty, n, e, kid, alg, use }) as JWK;

const configuration = (url: string): object => ({
  issuer: url,
  jwks_uri: `${url}/jwks.json`,
  id_token_signing_alg_values_supported: [ALGORITHM],
  response_types_supported: ['token'],
  subject_types_supported: ['public'],
});

const sign = (key: CryptoKey | Uint8Array, { kid }: JWK, claims: JWTPayload): Promise<string> =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', ...(kid && { kid }) })
    .sign(key);

/** Tokens are checked against the clock of this machine, so they are made by it, too. */
const nowS = (): number => Math.floor(Date.now() / 1000);
