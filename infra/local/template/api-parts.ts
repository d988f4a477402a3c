import * as v from 'valibot';
import { type Blueprint, ignored, only, type Part } from './blueprint.ts';

/** What WebSocket and HTTP APIs have in common in a template. */
export const ApiProperties = v.strictObject({
  Name: v.string(),
  ProtocolType: v.picklist(['HTTP', 'WEBSOCKET']),
  RouteSelectionExpression: v.optional(v.string()),
  CorsConfiguration: v.optional(
    v.strictObject({
      AllowOrigins: v.optional(v.array(v.string()), []),
      AllowMethods: v.optional(v.array(v.string()), []),
      AllowHeaders: v.optional(v.array(v.string()), []),
      ExposeHeaders: v.optional(v.array(v.string()), []),
      AllowCredentials: v.optional(v.boolean(), false),
      MaxAge: v.optional(v.number()),
    }),
  ),
  Description: ignored,
  DisableExecuteApiEndpoint: ignored,
  Tags: ignored,
});

export const RouteProperties = v.strictObject({
  ApiId: v.string(),
  RouteKey: v.string(),
  Target: v.string(),
  AuthorizationType: v.optional(v.picklist(['NONE', 'CUSTOM', 'JWT']), 'NONE'),
  AuthorizerId: v.optional(v.string()),
  AuthorizationScopes: v.optional(v.array(v.string()), []),
  RouteResponseSelectionExpression: v.optional(v.string()),
  ApiKeyRequired: v.optional(v.literal(false)),
  OperationName: ignored,
});

const IntegrationProperties = v.strictObject({
  ApiId: v.string(),
  IntegrationType: v.picklist(['AWS_PROXY', 'MOCK']),
  IntegrationUri: v.optional(v.string(), ''),
  IntegrationMethod: ignored,
  PayloadFormatVersion: v.optional(v.literal('2.0')),
  PassthroughBehavior: ignored,
  RequestTemplates: ignored,
  TemplateSelectionExpression: ignored,
  TimeoutInMillis: ignored,
});

export type IntegrationPart = Part<v.InferOutput<typeof IntegrationProperties>>;

/** The integration that `integrations/<id>` of a route points to. */
export function integrationOf(
  blueprint: Blueprint,
  route: { readonly RouteKey: string; readonly Target: string },
): IntegrationPart {
  const all = blueprint.parts('AWS::ApiGatewayV2::Integration', IntegrationProperties);
  const target = all.filter(({ id }) => route.Target === `integrations/${id}`);
  return only(target, `integration of ${route.RouteKey}`);
}
