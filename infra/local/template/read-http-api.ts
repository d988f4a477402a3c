import * as v from 'valibot';
import { ApiProperties, integrationOf, RouteProperties } from './api-parts.ts';
import { type Blueprint, only } from './blueprint.ts';
import { functionNameOf } from './identity.ts';
import type { CorsPlan, HttpApiPlan, JwtPlan } from './plan.ts';

const JwtAuthorizer = v.strictObject({
  ApiId: v.string(),
  Name: v.string(),
  AuthorizerType: v.literal('JWT'),
  IdentitySource: v.tuple([v.literal('$request.header.Authorization')]),
  // The issuer of the template lives elsewhere: the local one stands in for it.
  JwtConfiguration: v.strictObject({ Audience: v.array(v.string()), Issuer: v.string() }),
});

export function readHttpApi(blueprint: Blueprint): HttpApiPlan {
  const isHttp = { property: 'ProtocolType', test: (type: unknown) => type === 'HTTP' };
  const api = only(blueprint.parts('AWS::ApiGatewayV2::Api', ApiProperties, isHttp), 'HTTP API');
  const ofApi = { property: 'ApiId', test: (apiId: unknown) => apiId === api.id };
  const isJwt = { property: 'AuthorizerType', test: (type: unknown) => type === 'JWT' };
  const jwts = blueprint.parts('AWS::ApiGatewayV2::Authorizer', JwtAuthorizer, isJwt);
  const routes = blueprint.parts('AWS::ApiGatewayV2::Route', RouteProperties, ofApi);
  return {
    apiId: api.id,
    cors: readCors(api.properties.CorsConfiguration),
    routes: routes.map(({ properties }) => ({
      routeKey: properties.RouteKey,
      functionName: functionNameOf(integrationOf(blueprint, properties).properties.IntegrationUri),
      jwt: readJwt(properties, jwts),
    })),
  };
}

function readJwt(
  route: v.InferOutput<typeof RouteProperties>,
  authorizers: readonly { id: string; properties: v.InferOutput<typeof JwtAuthorizer> }[],
): JwtPlan | null {
  if (route.AuthorizationType === 'NONE') return null;
  const { properties } = only(
    authorizers.filter(({ id }) => id === route.AuthorizerId),
    `JWT authorizer of ${route.RouteKey}`,
  );
  return { audience: properties.JwtConfiguration.Audience, scopes: route.AuthorizationScopes };
}

type Cors = v.InferOutput<typeof ApiProperties>['CorsConfiguration'];

function readCors(cors: Cors): CorsPlan | null {
  if (cors === undefined) return null;
  return {
    origins: cors.AllowOrigins,
    methods: cors.AllowMethods,
    headers: cors.AllowHeaders,
    exposed: cors.ExposeHeaders,
    maxAgeS: cors.MaxAge ?? null,
    credentials: cors.AllowCredentials,
  };
}
