import {
  CorsHttpMethod,
  HttpApi,
  HttpMethod,
  type HttpRoute,
  HttpStage,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { httpAccessLog } from './access-log.ts';
import { EXPOSED_HEADERS, PREFLIGHT_AGE } from './cors.ts';
import type { Settings, TokenIssuer } from './settings.ts';
import { HTTP_DEFAULT, HTTP_THROTTLES, throttleRoutes } from './throttles.ts';

interface Route {
  readonly method: HttpMethod;
  readonly path: string;
  /** `token`: the gateway checks it. `open`: a public read, or a secret in the body. */
  readonly access: 'token' | 'open';
}

const route = (method: HttpMethod, path: string, access: Route['access']): Route => ({
  method,
  path,
  access,
});
const { GET, POST, PUT, PATCH, DELETE } = HttpMethod;

/** Those of `shared/protocol/api`; a test holds the two together. */
const ROUTES: readonly Route[] = [
  route(POST, '/arenas', 'token'),
  route(GET, '/arenas', 'open'),
  route(GET, '/me/arenas', 'token'),
  route(GET, '/arenas/{id}', 'open'),
  route(PATCH, '/arenas/{id}', 'token'),
  route(POST, '/arenas/{id}/copy', 'token'),
  route(POST, '/arenas/{id}/cancel', 'token'),
  route(POST, '/arenas/{id}/entries/close', 'token'),
  route(POST, '/arenas/{id}/entries/open', 'token'),
  route(GET, '/arenas/{id}/organisers', 'token'),
  route(PUT, '/arenas/{id}/organisers', 'token'),
  route(POST, '/arenas/{id}/notes', 'token'),
  route(GET, '/arenas/{id}/audit', 'token'),
  route(GET, '/arenas/{id}/standings', 'open'),
  route(GET, '/arenas/{id}/stats', 'open'),
  route(GET, '/arenas/{id}/rules', 'open'),
  route(GET, '/arenas/{id}/games', 'open'),
  route(GET, '/arenas/{id}/export', 'open'),
  route(GET, '/arenas/{id}/players/{player}', 'open'),
  route(GET, '/arenas/{id}/me', 'token'),
  route(GET, '/arenas/{id}/entry', 'token'),
  route(GET, '/arenas/{id}/allow-list', 'token'),
  route(PUT, '/arenas/{id}/allow-list', 'token'),
  route(POST, '/arenas/{id}/players/{player}/remove', 'token'),
  route(POST, '/arenas/{id}/players/{player}/disqualify', 'token'),
  route(POST, '/arenas/{id}/players/{player}/reinstate', 'token'),
  route(POST, '/series', 'token'),
  route(GET, '/series', 'open'),
  route(GET, '/series/{id}', 'open'),
  route(PATCH, '/series/{id}', 'token'),
  route(POST, '/series/{id}/pause', 'token'),
  route(POST, '/series/{id}/resume', 'token'),
  route(GET, '/series/{id}/organisers', 'token'),
  route(PUT, '/series/{id}/organisers', 'token'),
  route(GET, '/series/{id}/audit', 'token'),
  route(GET, '/series/{id}/history', 'open'),
  route(GET, '/series/{id}/calendar.ics', 'open'),
  route(GET, '/players/{id}', 'open'),
  route(GET, '/ratings/{kind}', 'open'),
  route(POST, '/tickets', 'token'),
  route(GET, '/openapi.json', 'open'),
  route(POST, '/guests', 'open'),
  route(POST, '/guests/{id}/tickets', 'open'),
  route(POST, '/guests/{id}/reports', 'open'),
  route(POST, '/guests/{id}/erase', 'open'),
  route(DELETE, '/players/me', 'token'),
  route(POST, '/reports', 'token'),
  route(GET, '/arenas/{id}/reports', 'token'),
  route(PUT, '/players/{id}/ban', 'token'),
  route(DELETE, '/players/{id}/ban', 'token'),
  route(GET, '/bans', 'token'),
  route(GET, '/games/{id}', 'open'),
  route(GET, '/players/{id}/arenas', 'open'),
  route(GET, '/arenas/{id}/top-game', 'open'),
  route(GET, '/arenas/{id}/results', 'open'),
  route(POST, '/webhooks', 'token'),
  route(GET, '/webhooks', 'token'),
  route(DELETE, '/webhooks/{id}', 'token'),
  route(POST, '/webhooks/{id}/test', 'token'),
  route(GET, '/webhooks/{id}/deliveries', 'token'),
  route(POST, '/webhooks/{id}/deliveries/{delivery}/retry', 'token'),
];

/** Whether anybody may ask: the gateway checks no token there. */
export const isOpen = (routeKey: string): boolean =>
  ROUTES.some(({ method, path, access }) => access === 'open' && `${method} ${path}` === routeKey);

/** Organisers, tickets and public reads. */
export class ArenaHttpApi extends Construct {
  readonly api: HttpApi;
  readonly stage: HttpStage;

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id);
    this.api = new HttpApi(this, 'Api', {
      apiName: `shield-arena-${props.settings.stage}-http`,
      createDefaultStage: false,
      // With a name of ours there is one door: one TLS policy, and no way around that name.
      disableExecuteApiEndpoint: props.settings.domain !== null,
      corsPreflight: {
        allowOrigins: ['*'],
        allowMethods: [
          CorsHttpMethod.GET,
          CorsHttpMethod.POST,
          CorsHttpMethod.PUT,
          CorsHttpMethod.PATCH,
          CorsHttpMethod.DELETE,
        ],
        allowHeaders: ['authorization', 'content-type', 'idempotency-key', 'if-match'],
        exposeHeaders: EXPOSED_HEADERS,
        maxAge: PREFLIGHT_AGE,
      },
    });
    this.stage = new HttpStage(this, 'Stage', {
      httpApi: this.api,
      autoDeploy: true,
      throttle: HTTP_DEFAULT,
      ...httpAccessLog(this, props.settings),
    });
    throttleRoutes(this.stage, this.#addRoutes(props), HTTP_THROTTLES);
  }

  #addRoutes({ handler, tokens }: Props): HttpRoute[] {
    // One permission for the API: one for each route is more than the policy of a function holds.
    const integration = new HttpLambdaIntegration('To-http', handler, {
      scopePermissionToRoute: false,
    });
    const authorizer = new HttpJwtAuthorizer('Token', tokens.issuer, {
      jwtAudience: [tokens.audience],
    });
    return ROUTES.flatMap(({ method, path, access }) => {
      const guard = access === 'token' ? { authorizer } : {};
      return this.api.addRoutes({ path, methods: [method], integration, ...guard });
    });
  }
}

interface Props {
  readonly settings: Settings;
  readonly handler: IFunction;
  readonly tokens: TokenIssuer;
}
