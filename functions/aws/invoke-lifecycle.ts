import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { Lifecycle } from '../../shared/app/ports.ts';

/** Starts the lifecycle function and does not wait for it. */
export function invokeLifecycle(functionName: string): Lifecycle {
  const client = new LambdaClient({});
  return {
    wake: async (arena) => {
      await client.send(
        new InvokeCommand({
          FunctionName: functionName,
          InvocationType: 'Event',
          Payload: JSON.stringify({ arena }),
        }),
      );
    },
  };
}
