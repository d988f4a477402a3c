import {
  CfnIntegrationResponse,
  WebSocketApi,
  type WebSocketIntegration,
  type WebSocketRoute,
  WebSocketStage,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { WebSocketLambdaAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import {
  WebSocketLambdaIntegration,
  WebSocketMockIntegration,
} from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct, type IDependable } from 'constructs';
import { loggingAccounts, socketAccessLog } from './access-log.ts';
import type { FunctionName } from './function-table.ts';
import type { Settings } from './settings.ts';
import { SOCKET_THROTTLES, throttleRoutes } from './throttles.ts';

/** The words of `t` that have a route of their own, and the function behind them. */
const MESSAGE_ROUTES = {
  move: 'move',
  lobby: 'lobby',
  enter: 'lobby',
  leave: 'lobby',
  hello: 'lobby',
  pause: 'lobby',
  resume: 'lobby',
  $default: 'game',
} as const satisfies Record<string, FunctionName>;

/** Answered by the gateway itself: keeps a connection open and tells the server's time. */
const PONG_TEMPLATE = '{"t":"pong","nowMs":$context.requestTimeEpoch}';

/** The catch-all of the gateway: as a response key, and escaped as a selection expression. */
const DEFAULT_KEY = '$default';
const DEFAULT_SELECTION = '\\$default';

type Handlers = Readonly<Record<FunctionName, IFunction>>;

/**
 * The players' side. The API and its stage come first, because functions need their address; the
 * routes come when there are functions.
 */
export class SocketApi extends Construct {
  readonly api: WebSocketApi;
  readonly stage: WebSocketStage;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    this.api = new WebSocketApi(this, 'Api', {
      apiName: `shield-arena-${settings.stage}-socket`,
      routeSelectionExpression: '$request.body.t',
    });
    this.stage = new WebSocketStage(this, 'Stage', {
      webSocketApi: this.api,
      stageName: settings.stage,
      autoDeploy: true,
      ...socketAccessLog(this, settings),
    });
    this.stage.node.addDependency(...loggingAccounts(this, settings));
  }

  addRoutes(functions: Handlers): void {
    const messages = Object.entries(MESSAGE_ROUTES).map(([routeKey, name]) =>
      this.api.addRoute(routeKey, {
        integration: new WebSocketLambdaIntegration(`To-${name}`, functions[name]),
        returnResponse: true,
      }),
    );
    const routes = [...this.#addPresence(functions), ...messages, ...this.#addPing()];
    throttleRoutes(this.stage, routes, SOCKET_THROTTLES);
  }

  #addPresence({ authorize, presence }: Handlers): WebSocketRoute[] {
    const integration = new WebSocketLambdaIntegration('To-presence', presence);
    const authorizer = new WebSocketLambdaAuthorizer('Ticket', authorize, {
      identitySource: ['route.request.querystring.ticket'],
    });
    return [
      this.api.addRoute('$connect', { integration, authorizer }),
      this.api.addRoute('$disconnect', { integration }),
    ];
  }

  /**
   * CDK makes route, route response and integration, but not the integration's response. The stage
   * waits for that as well: what comes after its first deployment may not be part of it.
   */
  #addPing(): IDependable[] {
    const route = this.api.addRoute('ping', {
      integration: new WebSocketMockIntegration('Pong', {
        requestTemplates: { [DEFAULT_KEY]: '{"statusCode":200}' },
        templateSelectionExpression: DEFAULT_SELECTION,
      }),
      returnResponse: true,
    });
    const { integrationId } = route.node.findChild('Pong') as WebSocketIntegration;
    const pong = new CfnIntegrationResponse(this, 'PongResponse', {
      apiId: this.api.apiId,
      integrationId,
      integrationResponseKey: DEFAULT_KEY,
      responseTemplates: { [DEFAULT_KEY]: PONG_TEMPLATE },
      templateSelectionExpression: DEFAULT_SELECTION,
    });
    return [route, pong];
  }
}
