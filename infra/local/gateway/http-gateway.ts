import type { IncomingMessage } from 'node:http';
import type { Alarms } from '../alarms.ts';
import type { Issuer } from '../issuer.ts';
import type { LambdaRuntime } from '../lambda/lambda-runtime.ts';
import type { HttpApiPlan } from '../template/plan.ts';
import { jsonAnswer, readBody, readTarget, type WireAnswer } from '../wire.ts';
import { corsHeaders, preflightHeaders } from './cors.ts';
import { httpEvent } from './http-event.ts';
import { gatewayReply, httpReply } from './http-reply.ts';
import { createRouter, type RouteMatch } from './http-routes.ts';
import { createTokenCheck } from './jwt-authorizer.ts';

export interface HttpGatewayParts {
  readonly plan: HttpApiPlan;
  readonly lambdas: LambdaRuntime;
  readonly alarms: Alarms;
  readonly issuer: Issuer;
  /** `host:port`. */
  readonly domainName: string;
}

const BODY_MAX_BYTES = 10 * 1024 * 1024;

export type AnswerHttp = (request: IncomingMessage) => Promise<WireAnswer>;

/** The HTTP API, and beside it the public documents of the issuer. */
export function createHttpGateway(parts: HttpGatewayParts): AnswerHttp {
  const { plan, issuer } = parts;
  const findRoute = createRouter(plan.routes);
  const answerRoute = createRouteAnswer(parts);

  return async (request) => {
    const { path } = readTarget(request);
    const match = findRoute(request.method ?? '', path);
    if (request.method === 'OPTIONS' && plan.cors !== null && match === null)
      return { status: 204, headers: preflightHeaders(plan.cors, request) };
    const document = request.method === 'GET' ? issuer.documents.get(path) : undefined;
    const answer =
      document !== undefined
        ? jsonAnswer(document)
        : match === null
          ? gatewayReply(404, 'Not Found')
          : await answerRoute(request, match);
    return { ...answer, headers: { ...answer.headers, ...corsHeaders(plan.cors, request) } };
  };
}

function createRouteAnswer({ plan, lambdas, alarms, issuer, domainName }: HttpGatewayParts) {
  const checkToken = createTokenCheck(issuer);
  return async (request: IncomingMessage, match: RouteMatch): Promise<WireAnswer> => {
    const atMs = alarms.nowMs();
    const { jwt, functionName } = match.route;
    const body = await readBody(request, BODY_MAX_BYTES);
    if (body === null) return gatewayReply(413, 'Request Entity Too Large');
    const check = jwt === null ? null : await checkToken(request.headers.authorization, jwt);
    if (check !== null && !check.ok)
      return check.error === 401
        ? gatewayReply(401, 'Unauthorized', { 'www-authenticate': 'Bearer' })
        : gatewayReply(403, 'Forbidden');
    const token = check?.value ?? null;
    const occasion = { apiId: plan.apiId, domainName, atMs, match, token, body };
    return httpReply(await lambdas.invoke(functionName, httpEvent(request, occasion)));
  };
}
