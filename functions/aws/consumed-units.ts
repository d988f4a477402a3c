import type { ConsumedCapacity, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { consume } from './metrics.ts';

const READS: ReadonlySet<string> = new Set([
  'GetItemCommand',
  'BatchGetItemCommand',
  'QueryCommand',
]);

interface Charged {
  readonly ConsumedCapacity?: ConsumedCapacity | readonly ConsumedCapacity[];
}

/**
 * The client, which now asks every request what it was charged, and counts it. A failed condition
 * is charged as well, but does not say so.
 */
export function withUnitsCounted(client: DynamoDBClient): DynamoDBClient {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (request) => {
        const input = { ...request.input, ReturnConsumedCapacity: 'TOTAL' };
        const answer = await next({ ...request, input } as typeof request);
        const what = READS.has(commandName) ? 'ConsumedRru' : 'ConsumedWru';
        consume(what, unitsOf(answer.output as Charged));
        return answer;
      },
    { step: 'initialize', name: 'consumedUnits' },
  );
  return client;
}

/** A batch and a transaction answer for each table. */
function unitsOf({ ConsumedCapacity: charged = [] }: Charged): number {
  const perTable = Array.isArray(charged) ? charged : [charged];
  return perTable.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
}
