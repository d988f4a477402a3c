import * as v from 'valibot';
import type { Rate } from '../../../shared/core/rate.ts';
import { ApiProperties, integrationOf, RouteProperties } from './api-parts.ts';
import { type Blueprint, ignored, only, type Part } from './blueprint.ts';
import { functionNameOf } from './identity.ts';
import type { SocketApiPlan, SocketAuthorizerPlan, SocketRoutePlan } from './plan.ts';

const RouteSettings = v.object({
  ThrottlingBurstLimit: v.optional(v.number()),
  ThrottlingRateLimit: v.optional(v.number()),
});

const StageProperties = v.strictObject({
  ApiId: v.string(),
  StageName: v.string(),
  DefaultRouteSettings: v.optional(RouteSettings, {}),
  AutoDeploy: ignored,
  // Without effect on one machine:
  AccessLogSettings: ignored,
  Description: ignored,
  RouteSettings: ignored,
  Tags: ignored,
});

const RequestAuthorizer = v.strictObject({
  ApiId: v.string(),
  Name: v.string(),
  AuthorizerType: v.literal('REQUEST'),
  AuthorizerUri: v.string(),
  IdentitySource: v.array(v.string()),
});

const RouteResponse = v.strictObject({
  ApiId: v.string(),
  RouteId: v.string(),
  RouteResponseKey: v.literal('$default'),
});

const IntegrationResponse = v.strictObject({
  ApiId: v.string(),
  IntegrationId: v.string(),
  IntegrationResponseKey: v.string(),
  ResponseTemplates: v.record(v.string(), v.string()),
  TemplateSelectionExpression: ignored,
});

export function readSocketApi(blueprint: Blueprint): SocketApiPlan {
  const isSocket = { property: 'ProtocolType', test: (type: unknown) => type === 'WEBSOCKET' };
  const api = only(
    blueprint.parts('AWS::ApiGatewayV2::Api', ApiProperties, isSocket),
    'WebSocket API',
  );
  const ofApi = { property: 'ApiId', test: (apiId: unknown) => apiId === api.id };
  const stage = only(blueprint.parts('AWS::ApiGatewayV2::Stage', StageProperties, ofApi), 'stage');
  const routes = blueprint.parts('AWS::ApiGatewayV2::Route', RouteProperties, ofApi);
  return {
    apiId: api.id,
    stage: stage.properties.StageName,
    selectionField: selectionField(api.properties.RouteSelectionExpression),
    authorizer: readAuthorizer(blueprint, routes),
    routes: new Map(
      routes.map((route) => [route.properties.RouteKey, readRoute(blueprint, route)]),
    ),
    throttle: readThrottle(stage.properties.DefaultRouteSettings),
  };
}

function readThrottle(settings: v.InferOutput<typeof RouteSettings>): Rate | null {
  const { ThrottlingBurstLimit: burst, ThrottlingRateLimit: aSecond } = settings;
  return burst === undefined || aSecond === undefined ? null : { burst, everyMs: 1_000 / aSecond };
}

function selectionField(expression: string | undefined): string {
  const field = /^\$request\.body\.(\w+)$/.exec(expression ?? '')?.[1];
  if (field === undefined) throw new Error(`the local cloud selects no route by ${expression}`);
  return field;
}

type Route = Part<v.InferOutput<typeof RouteProperties>>;

function readAuthorizer(
  blueprint: Blueprint,
  routes: readonly Route[],
): SocketAuthorizerPlan | null {
  const guarded = routes.filter(({ properties }) => properties.AuthorizationType !== 'NONE');
  if (guarded.length === 0) return null;
  const { properties: route } = only(guarded, 'WebSocket route with an authorizer');
  if (route.RouteKey !== '$connect' || route.AuthorizationType !== 'CUSTOM')
    throw new Error(`WebSocket route ${route.RouteKey}: only $connect has a CUSTOM authorizer`);
  const isRequest = { property: 'AuthorizerType', test: (type: unknown) => type === 'REQUEST' };
  const authorizers = blueprint.parts(
    'AWS::ApiGatewayV2::Authorizer',
    RequestAuthorizer,
    isRequest,
  );
  const { properties } = only(
    authorizers.filter(({ id }) => id === route.AuthorizerId),
    'authorizer of $connect',
  );
  return {
    functionName: functionNameOf(properties.AuthorizerUri),
    identity: properties.IdentitySource.map(readIdentitySource),
  };
}

function readIdentitySource(source: string): SocketAuthorizerPlan['identity'][number] {
  const [, from, name] = /^route\.request\.(querystring|header)\.([\w-]+)$/.exec(source) ?? [];
  if ((from !== 'querystring' && from !== 'header') || name === undefined)
    throw new Error(`the local cloud does not know the identity source ${source}`);
  return { from, name };
}

function readRoute(blueprint: Blueprint, { id, properties }: Route): SocketRoutePlan {
  const integration = integrationOf(blueprint, properties);
  const responds =
    blueprint
      .parts('AWS::ApiGatewayV2::RouteResponse', RouteResponse)
      .some((response) => response.properties.RouteId === id) &&
    properties.RouteResponseSelectionExpression === '$default';
  return integration.properties.IntegrationType === 'MOCK'
    ? { kind: 'mock', template: readMockTemplate(blueprint, integration.id), responds }
    : {
        kind: 'lambda',
        functionName: functionNameOf(integration.properties.IntegrationUri),
        responds,
      };
}

function readMockTemplate(blueprint: Blueprint, integrationId: string): string {
  const responses = blueprint.parts('AWS::ApiGatewayV2::IntegrationResponse', IntegrationResponse, {
    property: 'IntegrationId',
    test: (id) => id === integrationId,
  });
  // Without an integration response the gateway has nothing to say; AWS then sends nothing useful.
  const { properties } = only(responses, `integration response of ${integrationId}`);
  const template = only(Object.values(properties.ResponseTemplates), 'response template');
  if (/[$#]/.test(template.replace(/\$context\.\w+/g, '')))
    throw new Error(`the local cloud knows only $context in response templates: ${template}`);
  return template;
}
