import { CorsHttpMethod, HttpApi, HttpMethod, HttpStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { httpAccessLog } from './access-log.ts';
import type { Settings, TokenIssuer } from './settings.ts';

interface Route {
  readonly method: HttpMethod;
  readonly path: string;
  /** `token`: the gateway checks it. `open`: a public read, or a secret in the body. */
  readonly access: 'token' | 'open';
}

const ROUTES: readonly Route[] = [
  { method: HttpMethod.POST, path: '/arenas', access: 'token' },
  { method: HttpMethod.GET, path: '/arenas', access: 'open' },
  { method: HttpMethod.GET, path: '/arenas/{id}', access: 'open' },
  { method: HttpMethod.GET, path: '/arenas/{id}/standings', access: 'open' },
  { method: HttpMethod.GET, path: '/arenas/{id}/stats', access: 'open' },
  { method: HttpMethod.GET, path: '/arenas/{id}/rules', access: 'open' },
  { method: HttpMethod.GET, path: '/arenas/{id}/games', access: 'open' },
  { method: HttpMethod.GET, path: '/arenas/{id}/export', access: 'open' },
  { method: HttpMethod.GET, path: '/arenas/{id}/players/{player}', access: 'open' },
  { method: HttpMethod.GET, path: '/arenas/{id}/me', access: 'token' },
  { method: HttpMethod.POST, path: '/arenas/{id}/players/{player}/remove', access: 'token' },
  { method: HttpMethod.POST, path: '/arenas/{id}/players/{player}/disqualify', access: 'token' },
  { method: HttpMethod.POST, path: '/arenas/{id}/players/{player}/reinstate', access: 'token' },
  { method: HttpMethod.GET, path: '/players/{id}', access: 'open' },
  { method: HttpMethod.GET, path: '/ratings/{kind}', access: 'open' },
  { method: HttpMethod.POST, path: '/tickets', access: 'token' },
  { method: HttpMethod.POST, path: '/guests', access: 'open' },
  { method: HttpMethod.POST, path: '/guests/{id}/tickets', access: 'open' },
];

/** Requests per second. The account's 10,000 are shared with moves, which must not run dry. */
const THROTTLE = { rateLimit: 1_000, burstLimit: 2_000 };

/** Organisers, tickets and public reads. */
export class ArenaHttpApi extends Construct {
  readonly api: HttpApi;

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id);
    this.api = new HttpApi(this, 'Api', {
      apiName: `shield-arena-${props.settings.stage}-http`,
      createDefaultStage: false,
      corsPreflight: {
        allowOrigins: ['*'],
        allowMethods: [CorsHttpMethod.GET, CorsHttpMethod.HEAD],
      },
    });
    new HttpStage(this, 'Stage', {
      httpApi: this.api,
      autoDeploy: true,
      throttle: THROTTLE,
      ...httpAccessLog(this, props.settings),
    });
    this.#addRoutes(props);
  }

  #addRoutes({ handler, tokens }: Props): void {
    const integration = new HttpLambdaIntegration('To-http', handler);
    const authorizer = new HttpJwtAuthorizer('Token', tokens.issuer, {
      jwtAudience: [tokens.audience],
    });
    for (const { method, path, access } of ROUTES) {
      const guard = access === 'token' ? { authorizer } : {};
      this.api.addRoutes({ path, methods: [method], integration, ...guard });
    }
  }
}

interface Props {
  readonly settings: Settings;
  readonly handler: IFunction;
  readonly tokens: TokenIssuer;
}
