import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { decodeEntity } from '../../functions/aws/item.ts';
import type { Commit } from '../../infra/local/dynamodb/commit.ts';
import type { Faults } from '../../infra/local/dynamodb/faults.ts';
import { type Entity, entityKey } from '../../shared/app/entities.ts';
import type { Tables } from '../../shared/app/tables.ts';
import type { Backing, OpenBacking } from './cloud.ts';
import { Throttled } from './invocation.ts';
import { localDatabase } from './local-database.ts';
import type { Change, StoreFaults } from './memory-store.ts';

type Image = Parameters<typeof decodeEntity>[0];

/** The real adapters on the embedded database instead of the fakes, for whole simulations. */
export async function databaseBacking(): Promise<OpenBacking & { close: () => Promise<void> }> {
  let nowMs: () => number = Date.now;
  let onChange: (changes: readonly Change[]) => void = () => {};
  let chances: StoreFaults = { stale: () => false, busy: () => false, resent: () => false };
  const all = new Map<string, Entity>();

  const onCommit = ({ records }: Commit): void => {
    const changes = records.flatMap(({ event }): Change[] => {
      const before = entityOf(event.dynamodb.OldImage as Image | undefined);
      const after = entityOf(event.dynamodb.NewImage as Image | undefined);
      return before === null && after === null ? [] : [{ before, after }];
    });
    for (const { before, after } of changes) {
      if (after !== null) all.set(entityKey(after), after);
      else if (before !== null) all.delete(entityKey(before));
    }
    if (changes.length > 0) onChange(changes);
  };
  const faults: Faults = {
    rates: { transactionConflict: 0, throttle: 0, responseLost: 0, staleRead: 0 },
    counts: { transactionConflict: 0, throttle: 0, responseLost: 0, staleRead: 0 },
    below: () => 0,
    strikes: (kind) => {
      if (kind === 'transactionConflict') return chances.busy();
      if (kind === 'responseLost') return chances.resent();
      return kind === 'staleRead' && chances.stale();
    },
  };
  const database = await localDatabase({ nowMs: () => nowMs(), onCommit, faults });

  const open = (parts: Parameters<OpenBacking['open']>[0]): Backing => {
    ({ nowMs, onChange, chances } = parts);
    const store = { ...database.store, all: () => [...all.values()], earlier: () => [] };
    return { store, tables: throttling(database.tables) };
  };
  return { open, close: database.close };
}

/** Tables are in no transaction: what hits them here stands for any failure of the service. */
function throttling(tables: Tables): Tables {
  const publish: Tables['publish'] = (...args) => tables.publish(...args).catch(asThrottled);
  const freeze: Tables['freeze'] = (...args) => tables.freeze(...args).catch(asThrottled);
  const claim: Tables['claim'] = (...args) => tables.claim(...args).catch(asThrottled);
  const noteLook: Tables['noteLook'] = (...args) => tables.noteLook(...args).catch(asThrottled);
  return { ...tables, publish, freeze, claim, noteLook };
}

function asThrottled(cause: unknown): never {
  throw cause instanceof TransactionConflictException ? new Throttled('throttled') : cause;
}

const entityOf = (image: Image | undefined): Entity | null =>
  image === undefined ? null : decodeEntity(image);
