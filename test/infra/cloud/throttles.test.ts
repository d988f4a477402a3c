import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { ACCOUNT_RATE } from '../../../infra/cloud/settings.ts';
import { HTTP_DEFAULT, HTTP_THROTTLES, SOCKET_THROTTLES } from '../../../infra/cloud/throttles.ts';
import { exampleStack, only, type Properties, readable } from './example-stack.ts';

interface Limits {
  readonly ThrottlingRateLimit: number;
  readonly ThrottlingBurstLimit: number;
}

const stack = exampleStack();
const routes = stack.resources('AWS::ApiGatewayV2::Route');
const stages = new Map(
  Object.entries(stack.template.findResources('AWS::ApiGatewayV2::Stage')).map(([id, stage]) => [
    readable({ Ref: id }),
    stage as { Properties: Properties; DependsOn: readonly string[] },
  ]),
);

const stageOf = (api: Api) => only([...stages], ([id]) => id === `{${api}Stage}`)[1];
const keysOf = (api: Api) =>
  routes.flatMap(([, { ApiId, RouteKey }]) =>
    readable(ApiId) === `{${api}}` ? [String(RouteKey)] : [],
  );
const ownOf = (api: Api) => stageOf(api).Properties.RouteSettings as Record<string, Limits>;

type Api = 'SocketApi' | 'HttpApi';

/** Requests and how many of them at once. */
const rate = (found: Limits | undefined) =>
  found && [found.ThrottlingRateLimit, found.ThrottlingBurstLimit];

describe('WebSocket routes', () => {
  it.each([
    ['$connect', 500, 500],
    ['$disconnect', 500, 2_500],
    ['move', 2_500, 2_500],
    ['$default', 300, 1_000],
    ['lobby', 1_000, 5_000],
    ['hello', 500, 500],
    ['enter', 300, 1_000],
    ['leave', 100, 500],
    ['pause', 100, 500],
    ['resume', 100, 500],
    ['ping', 1_000, 2_500],
  ])('%s takes %i a second, %i at once', (key, aSecond, atOnce) => {
    expect(rate(ownOf('SocketApi')[key])).toEqual([aSecond, atOnce]);
  });

  it('have a number each, so that none falls back to what the account may take', () => {
    expect(Object.keys(ownOf('SocketApi')).sort()).toEqual(keysOf('SocketApi').sort());
  });
});

describe('HTTP routes', () => {
  it.each([
    ['POST /tickets', 500, 500],
    ['POST /guests/{id}/tickets', 500, 500],
    ['POST /guests', 100, 500],
    ['GET /arenas', 200, 400],
    ['GET /arenas/{id}', 200, 400],
    ['GET /arenas/{id}/standings', 300, 600],
    ['GET /arenas/{id}/top-game', 200, 400],
    ['GET /games/{id}', 200, 400],
    ['GET /arenas/{id}/export', 20, 40],
    ['GET /arenas/{id}/games', 20, 40],
    ['POST /reports', 20, 40],
    ['POST /guests/{id}/reports', 20, 40],
  ])('%s takes %i a second, %i at once', (key, aSecond, atOnce) => {
    expect(rate(ownOf('HttpApi')[key])).toEqual([aSecond, atOnce]);
  });

  it('without a number of their own take 100 a second, 200 at once', () => {
    const { DefaultRouteSettings } = stageOf('HttpApi').Properties;
    expect(rate(DefaultRouteSettings as Limits)).toEqual([100, 200]);
    expect(rate(DefaultRouteSettings as Limits)).toEqual(Object.values(HTTP_DEFAULT));
    expect(keysOf('HttpApi').length).toBeGreaterThan(Object.keys(HTTP_THROTTLES).length);
  });
});

describe.each(['SocketApi', 'HttpApi'] as const)('the stage of %s', (api) => {
  it('names routes that are there', () => {
    expect(keysOf(api)).toEqual(expect.arrayContaining(Object.keys(ownOf(api))));
  });

  it('waits for them: the gateway refuses numbers for a route that it does not have', () => {
    const { DependsOn } = stageOf(api);
    const named = routes.filter(([, { ApiId, RouteKey }]) => {
      return readable(ApiId) === `{${api}}` && String(RouteKey) in ownOf(api);
    });
    expect(named.length).toBeGreaterThan(10);
    expect(DependsOn).toEqual(expect.arrayContaining(named.map(([id]) => id)));
  });
});

describe('the stage of the sockets', () => {
  it('waits for the answer to ping, which would not be part of it', () => {
    const [pong] = only(stack.resources('AWS::ApiGatewayV2::IntegrationResponse'));
    expect(stageOf('SocketApi').DependsOn).toContain(pong);
  });

  it('waits for the logging role of the account, where it has a log', () => {
    const logging = exampleStack({ manageApiGatewayAccount: true });
    const [account] = only(logging.resources('AWS::ApiGateway::Account'));
    logging.template.hasResource('AWS::ApiGatewayV2::Stage', {
      Properties: { StageName: 'dev' },
      DependsOn: Match.arrayWith([account]),
    });
  });
});

describe('the rate of the account', () => {
  const socket = (key: keyof typeof SOCKET_THROTTLES) => SOCKET_THROTTLES[key].rateLimit;
  const http = (key: keyof typeof HTTP_THROTTLES) => HTTP_THROTTLES[key].rateLimit;
  /** The message, and the post to the opponent. */
  const withPost = (key: 'move' | '$default') => 2 * socket(key);

  it('is not used up by an arena in full swing', () => {
    const reads = [
      http('GET /arenas'),
      http('GET /arenas/{id}'),
      http('GET /arenas/{id}/standings'),
      http('GET /arenas/{id}/top-game'),
      http('GET /games/{id}'),
    ].reduce((a, b) => a + b);

    const all = withPost('move') + withPost('$default') + socket('lobby') + socket('ping') + reads;

    expect(all).toBeLessThanOrEqual(0.9 * ACCOUNT_RATE);
  });

  it('is not used up by everybody coming back while others play', () => {
    const tickets = http('POST /tickets') + http('POST /guests/{id}/tickets');
    const lines = socket('$connect') + socket('$disconnect') + socket('hello') + socket('ping');

    expect(withPost('move') + tickets + lines).toBeLessThanOrEqual(0.9 * ACCOUNT_RATE);
  });

  it('lets 10,000 players move, and more', () => {
    expect(socket('move')).toBeGreaterThan((10_000 / 2 / 180) * 70);
  });
});
