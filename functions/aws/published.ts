import type { Tables } from '../../shared/app/tables.ts';
import { dynamo, retention, tableNames } from './database.ts';
import { dynamoTables } from './dynamo-tables.ts';

/** The published tables of this environment. */
export const tables: Tables = dynamoTables(dynamo, tableNames, retention);
