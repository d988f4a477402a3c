import type { IncomingMessage } from 'node:http';
import type { DynamoDb } from './dynamodb/dynamodb.ts';
import { answerWire } from './dynamodb/wire.ts';
import {
  answerConnections,
  type ConnectionsParts,
  POST_MAX_BYTES,
} from './gateway/connections-api.ts';
import {
  connectionCalls,
  databaseCalls,
  invokeCalls,
  queueCalls,
  scheduleCalls,
} from './iam/calls.ts';
import type { Guard } from './iam/guard.ts';
import type { AsyncInvocations } from './lambda/async-invocations.ts';
import { answerLambda, INVOKE_MAX_BYTES } from './lambda/lambda-api.ts';
import type { LambdaRuntime } from './lambda/lambda-runtime.ts';
import type { Scheduler } from './schedules/scheduler.ts';
import { answerScheduler } from './schedules/scheduler-api.ts';
import { functionNameOf } from './template/identity.ts';
import { jsonAnswer, readBody, readTarget, type WireAnswer, WireError } from './wire.ts';

export interface AwsEndpointParts {
  readonly dynamodb: DynamoDb;
  readonly sqs: (action: string, input: unknown) => object;
  readonly scheduler: Scheduler;
  readonly lambdas: LambdaRuntime;
  readonly asyncInvocations: AsyncInvocations;
  readonly connections: ConnectionsParts;
  /** The WebSocket API that the connections are of. */
  readonly apiId: string;
  readonly guard: Guard;
}

/** Every AWS API that a function calls, told apart as the SDK's requests are. */
export function createAwsEndpoint(parts: AwsEndpointParts) {
  return async (request: IncomingMessage): Promise<WireAnswer> => {
    try {
      const target = request.headers['x-amz-target'];
      return typeof target === 'string'
        ? await answerTarget(parts, target, request)
        : await answerPath(parts, request);
    } catch (error) {
      if (error instanceof WireError) return errorAnswer(error);
      throw error;
    }
  };
}

const REQUEST_MAX_BYTES = 16 * 1024 * 1024;

/** DynamoDB and SQS name the action in a header. */
async function answerTarget(
  { dynamodb, sqs, guard }: AwsEndpointParts,
  target: string,
  request: IncomingMessage,
): Promise<WireAnswer> {
  const caller = callerOf(request);
  const body = await readText(request);
  const [product, action = ''] = target.split('.');
  if (product === 'DynamoDB_20120810') {
    return answerWire(dynamodb, target, body, (operation, input) =>
      guard(caller, databaseCalls(operation, input)),
    );
  }
  if (product !== 'AmazonSQS') throw unknown(target);
  const input = parseJson(body);
  guard(caller, queueCalls(action, input));
  return jsonAnswer(sqs(action, input), 200, 'application/x-amz-json-1.0');
}

/** Requests are signed with the caller's key, and nobody checks how. */
const callerOf = ({ headers }: IncomingMessage): string =>
  /\bCredential=([^/]+)\//.exec(headers.authorization ?? '')?.[1] ?? '';

const SCHEDULE = /^\/schedules\/([^/]+)$/;
const INVOCATION = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;
const CONNECTION = /^\/([^/]+)\/@connections\/([^/]+)$/;

/** The others name it in the path. */
async function answerPath(parts: AwsEndpointParts, request: IncomingMessage): Promise<WireAnswer> {
  const { path, query } = readTarget(request);
  const { method = '' } = request;
  const { guard, apiId } = parts;
  const caller = callerOf(request);
  const named = (pattern: RegExp) => decodeURIComponent(pattern.exec(path)?.at(-1) ?? '');
  if (CONNECTION.test(path)) {
    const payload = await readBody(request, POST_MAX_BYTES);
    const connectionId = named(CONNECTION);
    const stage = CONNECTION.exec(path)?.[1] ?? '';
    guard(caller, connectionCalls(method, { apiId, stage, id: connectionId }));
    return answerConnections(parts.connections, { method, connectionId, payload });
  }
  if (SCHEDULE.test(path)) {
    const body = parseJson((await readText(request)) || '{}');
    const group = query.get('groupName') ?? 'default';
    const schedule = { name: named(SCHEDULE), group, body };
    guard(caller, scheduleCalls(method, schedule));
    return answerScheduler(parts.scheduler, { method, ...schedule });
  }
  if (INVOCATION.test(path)) {
    const type = String(request.headers['x-amz-invocation-type'] ?? 'RequestResponse');
    const payload = await readBody(request, INVOKE_MAX_BYTES);
    const functionName = named(INVOCATION);
    guard(caller, invokeCalls(functionNameOf(functionName)));
    return answerLambda(parts.lambdas, parts.asyncInvocations, { functionName, type, payload });
  }
  throw unknown(`${method} ${path}`);
}

async function readText(request: IncomingMessage): Promise<string> {
  const body = await readBody(request, REQUEST_MAX_BYTES);
  if (body === null) throw new WireError('RequestEntityTooLarge', 'The request is too large.', 413);
  return body.toString();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new WireError('SerializationException', 'The request is not JSON.');
  }
}

const unknown = (what: string): WireError =>
  new WireError('UnknownOperationException', `The local cloud does not know ${what}`);

/** The name is where each protocol looks for it: in a header, and in the body. */
function errorAnswer({ name, message, status }: WireError): WireAnswer {
  const answer = jsonAnswer({ __type: name, message, Message: message }, status);
  return { ...answer, headers: { ...answer.headers, 'x-amzn-errortype': name } };
}
