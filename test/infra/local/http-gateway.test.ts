import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MiniCloud, startMiniCloud } from './mini-cloud.ts';

const HTTP = `export const handler = async (event) => {
  const { do: what } = event.queryStringParameters ?? {};
  if (what === 'crash') throw new Error('crashed');
  if (what === 'hang') await new Promise(() => {});
  if (what === 'bad') return { statusCode: 'yes' };
  if (what === 'plain') return { any: 'thing' };
  if (what === 'binary') return { statusCode: 200, body: '/wA=', isBase64Encoded: true };
  if (what === 'full') return {
    statusCode: 201, body: '{"a":1}', cookies: ['a=1', 'b=2'],
    headers: { 'Content-Type': 'application/json', 'access-control-allow-origin': 'https://mine' },
  };
  return { statusCode: 200, body: JSON.stringify(event) };
};`;

let cloud: MiniCloud;

beforeAll(async () => {
  cloud = await startMiniCloud({ http: HTTP });
});
afterAll(() => cloud.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(cloud.httpUrl + path, { headers });

const eventOf = async (response: Promise<Response>) =>
  (await response).json() as Promise<Record<string, unknown>>;

describe('a request', () => {
  test('becomes an event of format 2.0', async () => {
    const event = await eventOf(
      get('/arenas/a%20b?x=1&x=2&y=', { cookie: 'c=1; d=2', 'X-Own': 'v' }),
    );

    expect(event).toMatchObject({
      version: '2.0',
      routeKey: 'GET /arenas/{id}',
      rawPath: '/arenas/a%20b',
      rawQueryString: 'x=1&x=2&y=',
      cookies: ['c=1', 'd=2'],
      headers: { 'x-own': 'v' },
      queryStringParameters: { x: '1,2', y: '' },
      pathParameters: { id: 'a b' },
      isBase64Encoded: false,
      requestContext: {
        stage: '$default',
        routeKey: 'GET /arenas/{id}',
        http: { method: 'GET', path: '/arenas/a%20b', sourceIp: '127.0.0.1' },
        timeEpoch: expect.any(Number),
      },
    });
    expect(event).not.toHaveProperty('body');
    expect(event).not.toHaveProperty('requestContext.authorizer');
  });

  test('prefers a static path over a parameter', async () => {
    expect(await eventOf(get('/arenas/best'))).toMatchObject({ routeKey: 'GET /arenas/best' });
  });

  test.each([
    ['an unknown path', '/nobody', 'GET'],
    ['a longer path', '/arenas/1/2', 'GET'],
    ['an empty parameter', '/arenas/', 'GET'],
    ['another method', '/arenas/1', 'DELETE'],
    ['a path that no URL can hold', '//', 'GET'],
  ])('with %s is 404', async (_what, path, method) => {
    const response = await fetch(cloud.httpUrl + path, { method });

    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ message: 'Not Found' });
  });
});

describe('an answer', () => {
  test('has its status, headers and cookies', async () => {
    const response = await get('/arenas?do=full');

    expect(response.status).toBe(201);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(await response.json()).toEqual({ a: 1 });
  });

  test('without a status is the JSON body of a success', async () => {
    const response = await get('/arenas?do=plain');

    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ any: 'thing' });
  });

  test('in base64 is decoded', async () => {
    const response = await get('/arenas?do=binary');

    expect(new Uint8Array(await response.arrayBuffer())).toEqual(Uint8Array.of(255, 0));
  });

  test.each(['crash', 'hang', 'bad'])('of a function that does %s is a bare 500', async (what) => {
    const response = await get(`/arenas?do=${what}`);

    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ message: 'Internal Server Error' });
  });
});

describe('CORS', () => {
  const ORIGIN = { origin: 'https://site.example' };

  test('is answered without the function', async () => {
    const before = cloud.counters.functions['mini-http']?.invocations;
    const response = await fetch(`${cloud.httpUrl}/arenas`, { method: 'OPTIONS', headers: ORIGIN });

    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-methods')).toBe('GET');
    expect(response.headers.get('access-control-max-age')).toBe('60');
    expect(cloud.counters.functions['mini-http']?.invocations).toBe(before);
  });

  test('replaces what the function says, and is left out without an origin', async () => {
    const withOrigin = await get('/arenas?do=full', ORIGIN);

    expect(withOrigin.headers.get('access-control-allow-origin')).toBe('*');
    expect((await get('/arenas')).headers.has('access-control-allow-origin')).toBe(false);
  });
});

describe('a route with a token', () => {
  const post = (authorization: string | null, body = '{"a":1}') =>
    fetch(`${cloud.httpUrl}/arenas`, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        ...(authorization === null ? {} : { authorization }),
      },
    });

  test('gives the function the claims as texts', async () => {
    const token = await cloud.issuer.mintToken({
      subject: 'u1',
      name: 'Ada',
      roles: ['organiser', 'player'],
      rating: 1600,
      email_verified: true,
      nested: { b: 1, a: 'x' },
    });

    const event = await eventOf(post(`Bearer ${token}`));

    expect(event).toMatchObject({ body: '{"a":1}', isBase64Encoded: false });
    expect(event).toHaveProperty('requestContext.authorizer.jwt.scopes', null);
    expect(event).toHaveProperty('requestContext.authorizer.jwt.claims', {
      sub: 'u1',
      name: 'Ada',
      'cognito:groups': '[organiser player]',
      rating: '1600',
      email_verified: 'true',
      nested: 'map[a:x b:1]',
      iss: cloud.httpUrl,
      aud: 'mini',
      iat: expect.stringMatching(/^\d+$/),
      exp: expect.stringMatching(/^\d+$/),
    });
  });

  test.each<[string, () => Promise<string | null>]>([
    ['no token', async () => null],
    ['no token at all', async () => 'Bearer x.y.z'],
    ['an expired token', () => cloud.issuer.mintToken({ subject: 'u', expiresInS: -1 })],
    ['a token of another issuer', () => cloud.issuer.mintToken({ subject: 'u', iss: 'https://x' })],
    ['a token for somebody else', () => cloud.issuer.mintToken({ subject: 'u', aud: 'other' })],
    [
      'an altered token',
      async () => {
        const [head, , signature] = (await cloud.issuer.mintToken({ subject: 'u' })).split('.');
        const other = (await cloud.issuer.mintToken({ subject: 'admin' })).split('.')[1];
        return `Bearer ${head}.${other}.${signature}`;
      },
    ],
  ])('refuses %s', async (_what, header) => {
    const response = await post(await header());

    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ message: 'Unauthorized' });
  });

  test('the public documents of the issuer verify its tokens', async () => {
    const token = await cloud.issuer.mintToken({ subject: 'u1' });
    const configuration = await (await get('/.well-known/openid-configuration')).json();
    const { issuer, jwks_uri } = configuration as { issuer: string; jwks_uri: string };

    const { payload } = await jwtVerify(token, createRemoteJWKSet(new URL(jwks_uri)), { issuer });

    expect(payload.sub).toBe('u1');
    expect(await (await fetch(jwks_uri)).text()).not.toContain('"d"');
  });
});
