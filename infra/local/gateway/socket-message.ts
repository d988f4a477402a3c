import type { LambdaRuntime, Outcome } from '../lambda/lambda-runtime.ts';
import type { SocketApiPlan, SocketRoutePlan } from '../template/plan.ts';
import type { Connection } from './connection.ts';
import { type SocketContext, type SocketPlace, socketContext } from './socket-event.ts';
import { fillTemplate, gatewayFrame, replyOf, selectRoute } from './socket-reply.ts';

export interface SocketMessage {
  readonly content: Buffer;
  readonly isBinary: boolean;
  /** Epoch ms. */
  readonly receivedAtMs: number;
  /** More has come than the stage takes. */
  readonly isThrottled: boolean;
}

interface Parts {
  readonly plan: SocketApiPlan;
  readonly lambdas: LambdaRuntime;
}

/** Takes one message to its route and the answer, if there is one, back to the sender. */
export async function answerMessage(
  parts: Parts,
  place: SocketPlace,
  connection: Connection,
  message: SocketMessage,
): Promise<void> {
  const { routes, selectionField } = parts.plan;
  const text = message.content.toString();
  const routeKey = message.isBinary ? '$default' : selectRoute(text, selectionField, routes);
  const occasion = { routeKey, eventType: 'MESSAGE', atMs: message.receivedAtMs } as const;
  const context = socketContext(place, connection, occasion);
  const reply = await replyFrom(parts.lambdas, routes.get(routeKey), context, message);
  const { socket } = connection;
  if (reply !== null && socket.readyState === socket.OPEN) socket.send(reply);
}

async function replyFrom(
  lambdas: LambdaRuntime,
  route: SocketRoutePlan | undefined,
  context: SocketContext,
  { content, isBinary, isThrottled }: SocketMessage,
): Promise<string | null> {
  if (isThrottled) return gatewayFrame('Too Many Requests', context);
  if (route === undefined) return gatewayFrame('Forbidden', context);
  if (route.kind === 'mock') return route.responds ? fillTemplate(route.template, context) : null;
  const outcome = await lambdas.invoke(route.functionName, {
    requestContext: context,
    body: content.toString(isBinary ? 'base64' : 'utf8'),
    isBase64Encoded: isBinary,
  });
  return lambdaReply(outcome, route.responds, context);
}

function lambdaReply(outcome: Outcome, responds: boolean, context: SocketContext): string | null {
  if (outcome.ok && !responds) return null;
  const reply = outcome.ok ? replyOf(outcome.value) : undefined;
  return reply === undefined ? gatewayFrame('Internal server error', context) : reply;
}
