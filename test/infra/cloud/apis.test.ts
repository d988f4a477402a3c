import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { routeKeyOf } from '../../../shared/protocol/api/operation.ts';
import { OPERATIONS } from '../../../shared/protocol/api/operations.ts';
import { exampleStack, only, readable } from './example-stack.ts';

const stack = exampleStack({ issuer: 'https://issuer.example', audience: 'arena' });
const { template } = stack;
const integrations = new Map(stack.resources('AWS::ApiGatewayV2::Integration'));
const routeResponses = stack.resources('AWS::ApiGatewayV2::RouteResponse');

const routes = stack.resources('AWS::ApiGatewayV2::Route').map(([id, properties]) => ({
  key: String(properties.RouteKey),
  api: readable(properties.ApiId),
  authorization: properties.AuthorizationType,
  selection: properties.RouteResponseSelectionExpression,
  responds: routeResponses.some(([, { RouteId }]) => (RouteId as { Ref: string }).Ref === id),
  integration: integrationOf(properties.Target),
}));

/** What Lambda writes around a permission: id, version, condition. */
const STATEMENT_BYTES = 300;

const socketRoutes = routes.filter(({ api }) => api === '{SocketApi}');
const httpRoutes = routes.filter(({ api }) => api === '{HttpApi}');

describe('WebSocket API', () => {
  it('selects routes by the word t', () => {
    template.hasResourceProperties('AWS::ApiGatewayV2::Api', {
      ProtocolType: 'WEBSOCKET',
      RouteSelectionExpression: '$request.body.t',
    });
  });

  it.each([
    { key: '$connect', name: 'presence', responds: false },
    { key: '$disconnect', name: 'presence', responds: false },
    { key: 'move', name: 'move', responds: true },
    { key: 'lobby', name: 'lobby', responds: true },
    { key: 'enter', name: 'lobby', responds: true },
    { key: 'leave', name: 'lobby', responds: true },
    { key: 'hello', name: 'lobby', responds: true },
    { key: 'pause', name: 'lobby', responds: true },
    { key: 'resume', name: 'lobby', responds: true },
    { key: '$default', name: 'game', responds: true },
  ])('$key goes to $name', ({ key, name, responds }) => {
    const route = only(socketRoutes, (r) => r.key === key);
    expect(route.integration.type).toBe('AWS_PROXY');
    const behind = name === 'move' ? '{DeploymentLive}' : `{Functions${name}.Arn}`;
    expect(route.integration.uri).toContain(`${behind}/invocations`);
    expect(route.responds).toBe(responds);
    expect(route.selection).toBe(responds ? '$default' : undefined);
  });

  it('has no route but these and ping', () => {
    expect(socketRoutes).toHaveLength(11);
  });

  it('answers ping itself, with the time of the gateway', () => {
    const ping = only(socketRoutes, ({ key }) => key === 'ping');
    expect(ping).toMatchObject({ selection: '$default', responds: true });
    expect(ping.integration.type).toBe('MOCK');
    template.hasResourceProperties('AWS::ApiGatewayV2::Integration', {
      IntegrationType: 'MOCK',
      RequestTemplates: { $default: '{"statusCode":200}' },
      TemplateSelectionExpression: '\\$default',
    });
    template.hasResourceProperties('AWS::ApiGatewayV2::IntegrationResponse', {
      IntegrationId: { Ref: ping.integration.id },
      IntegrationResponseKey: '$default',
      ResponseTemplates: { $default: '{"t":"pong","nowMs":$context.requestTimeEpoch}' },
      TemplateSelectionExpression: '\\$default',
    });
  });

  it('asks authorize for the ticket of a connection, and of nothing else', () => {
    template.hasResourceProperties('AWS::ApiGatewayV2::Authorizer', {
      AuthorizerType: 'REQUEST',
      IdentitySource: ['route.request.querystring.ticket'],
    });
    const guarded = socketRoutes.filter(({ authorization }) => authorization === 'CUSTOM');
    expect(guarded.map(({ key }) => key)).toEqual(['$connect']);
  });

  it('may call the function behind every route', () => {
    const sources = stack
      .resources('AWS::Lambda::Permission')
      .map(([, { SourceArn }]) => readable(SourceArn));
    for (const { key, integration } of socketRoutes) {
      if (integration.type === 'MOCK') continue;
      expect(sources.filter((arn) => arn.endsWith(`:{SocketApi}/*${key}`))).toHaveLength(1);
    }
  });
});

describe('HTTP API', () => {
  it.each(
    OPERATIONS.map((one) => ({
      key: routeKeyOf(one),
      authorization: one.access === 'open' ? 'NONE' : 'JWT',
    })),
  )('$key needs $authorization', ({ key, authorization }) => {
    const route = only(httpRoutes, (r) => r.key === key);
    expect(route.authorization).toBe(authorization);
    expect(route.integration.uri).toBe('{Functionshttp.Arn}');
    expect(integrations.get(route.integration.id)).toMatchObject({ PayloadFormatVersion: '2.0' });
  });

  it('has no route beside those of the operations', () => {
    expect(httpRoutes.map(({ key }) => key).sort()).toEqual(OPERATIONS.map(routeKeyOf).sort());
  });

  it('may call its function by one permission: the policy of a function holds 20,480 bytes', () => {
    const byFunction = Map.groupBy(stack.resources('AWS::Lambda::Permission'), ([, permission]) =>
      JSON.stringify(permission.FunctionName),
    );
    for (const permissions of byFunction.values()) {
      expect(permissions.length).toBeLessThan(10);
      const bytes = permissions.map(([, one]) => JSON.stringify(one).length + STATEMENT_BYTES);
      expect(bytes.reduce((a, b) => a + b)).toBeLessThan(16 * 1_024);
    }
    const sources = stack
      .resources('AWS::Lambda::Permission')
      .map(([, { SourceArn }]) => readable(SourceArn));
    expect(sources.filter((arn) => arn.includes('{HttpApi}'))).toEqual([
      expect.stringMatching(/:\{HttpApi\}\/\*\/\*\/\*$/),
    ]);
  });

  it('has no operation that changes a game', () => {
    const onGames = OPERATIONS.filter(({ path }) => path.includes('game'));
    expect(onGames.length).toBeGreaterThan(1);
    expect(onGames.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('checks tokens of the given issuer and audience', () => {
    template.hasResourceProperties('AWS::ApiGatewayV2::Authorizer', {
      AuthorizerType: 'JWT',
      JwtConfiguration: { Issuer: 'https://issuer.example', Audience: ['arena'] },
    });
    template.resourceCountIs('AWS::Cognito::UserPool', 0);
  });

  it('lets pages of any origin ask whatever anybody may ask, and see what they need', () => {
    template.hasResourceProperties('AWS::ApiGatewayV2::Api', {
      ProtocolType: 'HTTP',
      CorsConfiguration: {
        AllowOrigins: ['*'],
        AllowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
        AllowHeaders: ['authorization', 'content-type', 'idempotency-key', 'if-match'],
        ExposeHeaders: ['etag', 'link', 'location', 'retry-after'],
        AllowCredentials: Match.absent(),
      },
    });
  });

  it('writes an access log without query and address', () => {
    template.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      StageName: '$default',
      AccessLogSettings: {
        Format: Match.not(Match.stringLikeRegexp('query|sourceIp|\\$context\\.path')),
      },
    });
  });
});

function integrationOf(target: unknown) {
  const { 'Fn::Join': join } = target as { 'Fn::Join': readonly [string, readonly unknown[]] };
  const { Ref: id } = join[1][1] as { readonly Ref: string };
  const properties = integrations.get(id) ?? {};
  const { IntegrationType: type, IntegrationUri: uri } = properties;
  return { id, type, uri: readable(uri) };
}
