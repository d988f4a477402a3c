import { functionNameOf } from '../template/identity.ts';
import { jsonAnswer, type WireAnswer, WireError } from '../wire.ts';
import type { AsyncInvocations } from './async-invocations.ts';
import type { LambdaRuntime } from './lambda-runtime.ts';

export interface InvokeRequest {
  /** A name or an ARN. */
  readonly functionName: string;
  /** Of the header X-Amz-Invocation-Type. */
  readonly type: string;
  /** Null if it is larger than Lambda takes. */
  readonly payload: Buffer | null;
}

export const INVOKE_MAX_BYTES = 6 * 1024 * 1024;
const ASYNC_MAX_BYTES = 1024 * 1024;

/** Answers Invoke; throws a WireError with the name of a refusal. */
export async function answerLambda(
  lambdas: LambdaRuntime,
  asyncInvocations: AsyncInvocations,
  { functionName, type, payload }: InvokeRequest,
): Promise<WireAnswer> {
  const name = functionNameOf(functionName);
  if (!lambdas.has(name))
    throw new WireError('ResourceNotFoundException', `Function not found: ${name}`, 404);
  if (payload === null || (type === 'Event' && payload.length > ASYNC_MAX_BYTES))
    throw new WireError('RequestTooLargeException', 'The request is too large.', 413);
  const event = parse(payload);
  if (type === 'Event') {
    asyncInvocations.invokeLater(name, event);
    return { status: 202 };
  }
  if (type !== 'RequestResponse')
    throw new WireError('InvalidParameterValueException', `The type ${type} is not known here.`);
  const outcome = await lambdas.invoke(name, event);
  if (outcome.ok) return jsonAnswer(outcome.value);
  const answer = jsonAnswer(outcome.error);
  return { ...answer, headers: { ...answer.headers, 'x-amz-function-error': 'Unhandled' } };
}

function parse(payload: Buffer): unknown {
  try {
    return payload.length === 0 ? {} : JSON.parse(payload.toString());
  } catch {
    throw new WireError('InvalidRequestContentException', 'The payload is not JSON.');
  }
}
