import type { IResource } from 'aws-cdk-lib';
import { CfnStage, type IStage } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IDependable } from 'constructs';

/** What all callers of a route together may ask in a second, and all at once. */
export interface Throttle {
  readonly rateLimit: number;
  readonly burstLimit: number;
}

const throttle = (rateLimit: number, burstLimit: number): Throttle => ({ rateLimit, burstLimit });

/**
 * Routes of the WebSocket API, each with its own: none of them falls back to a default. The numbers
 * are for 10,000 players, and keep one route from starving the rest of the account's rate.
 */
export const SOCKET_THROTTLES = {
  /** The account's quota of new connections. */
  $connect: throttle(500, 500),
  /** Best effort for players, but a storm that is over should be cleaned up. */
  $disconnect: throttle(500, 2_500),
  /** 1,944 a second in games of 3 minutes; each costs a second request, the post to the other. */
  move: throttle(2_500, 2_500),
  /** Offers, claims and resignations, with a post each. All may go berserk in a first wave. */
  $default: throttle(300, 1_000),
  /** Every 10 s by whoever waits; all at once when a large arena starts, within a few seconds. */
  lobby: throttle(1_000, 5_000),
  /** One for every new connection. */
  hello: throttle(500, 500),
  /** Ten thousand enter in half a minute. */
  enter: throttle(300, 1_000),
  leave: throttle(100, 500),
  pause: throttle(100, 500),
  resume: throttle(100, 500),
  /** Every 20 s, and four more in the first seconds of a connection. Costs no function. */
  ping: throttle(1_000, 2_500),
} as const satisfies Readonly<Record<string, Throttle>>;

/** Every route of the HTTP API that has no number of its own: organisers, and single readers. */
export const HTTP_DEFAULT = throttle(100, 200);

/** Routes of the HTTP API that crowds use, or that cost more than others. */
export const HTTP_THROTTLES = {
  /** One for every new connection. */
  'POST /tickets': throttle(500, 500),
  'POST /guests/{id}/tickets': throttle(500, 500),
  /** A class comes in at once; `guestsPerHour` holds back a single address. */
  'POST /guests': throttle(100, 500),
  // Spectators are behind caches of 1 to 2 seconds, where there is a CDN; players read them, too.
  'GET /arenas': throttle(200, 400),
  'GET /arenas/{id}': throttle(200, 400),
  'GET /arenas/{id}/standings': throttle(300, 600),
  'GET /arenas/{id}/top-game': throttle(200, 400),
  'GET /games/{id}': throttle(200, 400),
  /** Answers of up to 4 MB, from thousands of items. */
  'GET /arenas/{id}/export': throttle(20, 40),
  'GET /arenas/{id}/games': throttle(20, 40),
  // A human writes few of them.
  'POST /reports': throttle(20, 40),
  'POST /guests/{id}/reports': throttle(20, 40),
} as const satisfies Readonly<Record<string, Throttle>>;

/**
 * Gives routes their numbers; CDK knows them for a whole stage only. A stage that names a route
 * which is not there yet cannot be made, so it waits for the routes.
 */
export function throttleRoutes(
  stage: IStage & IResource,
  routes: readonly IDependable[],
  throttles: Readonly<Record<string, Throttle>>,
): void {
  const { defaultChild } = stage.node;
  if (!(defaultChild instanceof CfnStage)) throw new Error('a stage of our own is expected');
  const settings = Object.entries(throttles).map(([key, { rateLimit, burstLimit }]) => [
    key,
    { ThrottlingRateLimit: rateLimit, ThrottlingBurstLimit: burstLimit },
  ]);
  defaultChild.routeSettings = Object.fromEntries(settings);
  stage.node.addDependency(...routes);
}
