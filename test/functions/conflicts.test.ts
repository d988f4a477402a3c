import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { outlastConflicts } from '../../functions/aws/conflicts.ts';

const conflict = () => new TransactionConflictException({ message: 'busy', $metadata: {} });

/** A request that fails so often, with how often it was sent. */
function requestThatFails(times: number, cause: () => Error) {
  const sent = { times: 0 };
  const send = async (): Promise<string> => {
    sent.times += 1;
    if (sent.times <= times) throw cause();
    return 'stored';
  };
  return { send, sent };
}

describe('a single write that meets a transaction', () => {
  it('is sent again until the transaction is over', async () => {
    const { send, sent } = requestThatFails(4, conflict);

    expect(await outlastConflicts(send)).toBe('stored');
    expect(sent.times).toBe(5);
  });

  it('fails where it is held for too long', async () => {
    const { send, sent } = requestThatFails(9, conflict);

    await expect(outlastConflicts(send)).rejects.toThrow(TransactionConflictException);
    expect(sent.times).toBe(5);
  });

  it('fails at once with any other error', async () => {
    const { send, sent } = requestThatFails(1, () => new Error('outage'));

    await expect(outlastConflicts(send)).rejects.toThrow('outage');
    expect(sent.times).toBe(1);
  });
});
