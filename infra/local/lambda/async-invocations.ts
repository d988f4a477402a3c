import { randomUUID } from 'node:crypto';
import type { Alarms } from '../alarms.ts';
import type { DurableMap } from '../ledger.ts';
import type { LambdaRuntime } from './lambda-runtime.ts';
import type { FunctionError } from './messages.ts';

/** An accepted event: it is retried until it succeeds or is given up. */
export interface PendingInvocation {
  readonly requestId: string;
  readonly functionName: string;
  readonly event: unknown;
  readonly attempts: number;
}

export interface AsyncInvocations {
  /** Accepts an event; answers with the id of the request. */
  invokeLater(functionName: string, event: unknown): string;
  /** Takes up what an earlier run left. */
  start(): void;
}

export interface AsyncParts {
  readonly lambdas: LambdaRuntime;
  readonly alarms: Alarms;
  readonly pending: DurableMap<PendingInvocation>;
  /** Before the second and the third attempt: 1 and 2 minutes on AWS. */
  readonly retryDelaysMs: readonly number[];
  /** Sends the message about an event that is given up. */
  readonly deadLetter: (queue: string | null, message: object) => void;
}

export function createAsyncInvocations(parts: AsyncParts): AsyncInvocations {
  const { lambdas, alarms, pending, retryDelaysMs } = parts;

  async function attempt(invocation: PendingInvocation): Promise<void> {
    const { requestId, functionName, event } = invocation;
    const attempts = invocation.attempts + 1;
    const outcome = await lambdas.invoke(functionName, event);
    const plan = lambdas.plan(functionName);
    if (outcome.ok) return void pending.delete(requestId);
    if (attempts <= plan.retriesMax) return retry({ ...invocation, attempts });
    const message = failureMessage(plan.arn, { ...invocation, attempts }, outcome.error, alarms);
    parts.deadLetter(plan.onFailureQueue, message);
    pending.delete(requestId);
  }

  function retry(invocation: PendingInvocation): void {
    pending.set(invocation.requestId, invocation);
    const delayMs = retryDelaysMs[invocation.attempts - 1] ?? retryDelaysMs.at(-1) ?? 0;
    alarms.after(delayMs, () => void attempt(invocation));
  }

  return {
    invokeLater(functionName, event) {
      const invocation = { requestId: randomUUID(), functionName, event, attempts: 0 };
      pending.set(invocation.requestId, invocation);
      alarms.after(0, () => void attempt(invocation));
      return invocation.requestId;
    },
    start() {
      for (const invocation of pending.values()) void attempt(invocation);
    },
  };
}

function failureMessage(
  functionArn: string,
  { requestId, event, attempts }: PendingInvocation,
  error: FunctionError,
  alarms: Alarms,
): object {
  return {
    version: '1.0',
    timestamp: new Date(alarms.nowMs()).toISOString(),
    requestContext: {
      requestId,
      functionArn: `${functionArn}:$LATEST`,
      condition: 'RetriesExhausted',
      approximateInvokeCount: attempts,
    },
    requestPayload: event,
    responseContext: {
      statusCode: 200,
      executedVersion: '$LATEST',
      functionError: 'Unhandled',
    },
    responsePayload: error,
  };
}
