import { TABLE_INDEXES } from '../../../functions/aws/schema.ts';
import { type AlarmRule, OFTEN } from './alarm-rule.ts';
import { sum } from './math.ts';
import { type Metrics, OPERATIONS } from './metrics.ts';
import type { Watched } from './watched.ts';

const TABLES = ['games', 'arenas', 'players'] as const;

/** What the tables refuse. */
export const tableAlarms = (watched: Watched, metrics: Metrics): readonly AlarmRule[] =>
  TABLES.flatMap((name) => [
    throttleAlarm(name, watched, metrics),
    errorAlarm(name, watched, metrics),
  ]);

type TableName = (typeof TABLES)[number];

/** An index that is throttled holds up the writes of its table, and counts for itself. */
function throttleAlarm(name: TableName, { tables }: Watched, { table }: Metrics): AlarmRule {
  const indexes = [undefined, ...TABLE_INDEXES[name].map((index) => index.name)];
  const throttles = indexes.flatMap((index) => [
    [`reads${index ?? ''}`, table(tables[name], 'ReadThrottleEvents', index)] as const,
    [`writes${index ?? ''}`, table(tables[name], 'WriteThrottleEvents', index)] as const,
  ]);
  return {
    what: `${name}-throttled`,
    severity: 'warn',
    means: `Requests to the table of ${name} are throttled; the SDK repeats them.`,
    first: 'Look whether the cost fuse of the table was reached, or one arena is very large.',
    metric: sum(Object.fromEntries(throttles)),
    rings: { atLeast: 1 },
    periods: OFTEN,
  };
}

function errorAlarm(name: TableName, { tables }: Watched, { systemErrors }: Metrics): AlarmRule {
  const errors = OPERATIONS.map(
    (operation) => [idOf(operation), systemErrors(tables[name], operation)] as const,
  );
  return {
    what: `${name}-system-errors`,
    severity: 'warn',
    means: `DynamoDB answers requests to the table of ${name} with internal errors.`,
    first: 'Look at the health page of AWS for the Region; the SDK repeats such requests.',
    metric: sum(Object.fromEntries(errors)),
    rings: { atLeast: 1 },
    periods: OFTEN,
  };
}

/** A term of an expression begins with a small letter. */
const idOf = (operation: string) => `${operation.charAt(0).toLowerCase()}${operation.slice(1)}`;
