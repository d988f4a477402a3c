import { TransactionConflictException } from '@aws-sdk/client-dynamodb';

const ATTEMPTS_MAX = 5;

/** A single write: the service refuses it while a transaction holds the item, but not for long. */
export async function outlastConflicts<T>(send: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (cause) {
      if (!(cause instanceof TransactionConflictException) || attempt === ATTEMPTS_MAX) throw cause;
    }
  }
}
