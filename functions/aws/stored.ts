import type { Store } from '../../shared/app/ports.ts';
import { dynamo, retention, tableNames } from './database.ts';
import { dynamoStore } from './dynamo-store.ts';

/** The store of this environment. */
export const store: Store = dynamoStore(dynamo, tableNames, retention);
