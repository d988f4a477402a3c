import { TABLE_INDEXES } from '../../../functions/aws/schema.ts';
import { type AlarmRule, OFTEN } from './alarm-rule.ts';
import { sumBeside } from './math.ts';
import { type Metrics, OPERATIONS } from './metrics.ts';
import type { Watched } from './watched.ts';

const TABLES = ['games', 'arenas', 'players'] as const;

/** Beyond what a passing crowd at one item meets: hardly anything of the table is served. */
const REFUSED_A_MINUTE = 1_000;
const FUSE_PERIODS = { bad: 2, of: 3 };

/** What the tables refuse. */
export const tableAlarms = (watched: Watched, metrics: Metrics): readonly AlarmRule[] =>
  TABLES.flatMap((name) => [
    ...throttleAlarms(name, watched, metrics),
    errorAlarm(name, watched, metrics),
  ]);

type TableName = (typeof TABLES)[number];

/** Alarms of DynamoDB know no silence, and tables may be silent: the sweep never is. */
const alwaysOf = ({ lambda }: Metrics) => ({ sweeps: lambda('sweep', 'Invocations', 'Sum') });

/** An index that is throttled holds up the writes of its table, and counts for itself. */
function throttleAlarms(name: TableName, { tables }: Watched, metrics: Metrics): AlarmRule[] {
  const { table } = metrics;
  const indexes = [undefined, ...TABLE_INDEXES[name].map((index) => index.name)];
  const throttles = indexes.flatMap((index) => [
    [`reads${index ?? ''}`, table(tables[name], 'ReadThrottleEvents', index)] as const,
    [`writes${index ?? ''}`, table(tables[name], 'WriteThrottleEvents', index)] as const,
  ]);
  const metric = sumBeside(alwaysOf(metrics), Object.fromEntries(throttles));
  return [
    {
      what: `${name}-throttled`,
      severity: 'warn',
      means: `Requests to the table of ${name} are throttled; the SDK repeats them.`,
      first: 'Look whether the cost fuse of the table was reached, or one arena is very large.',
      metric,
      rings: { atLeast: 1 },
      periods: OFTEN,
    },
    {
      what: `${name}-fuse-blown`,
      severity: 'page',
      means: `The table of ${name} refuses more than 1,000 requests a minute: play stops.`,
      first: 'Look for a loop in the units by message; if it is players, raise -c fusePercent.',
      metric,
      rings: { above: REFUSED_A_MINUTE },
      periods: FUSE_PERIODS,
    },
  ];
}

function errorAlarm(name: TableName, { tables }: Watched, metrics: Metrics): AlarmRule {
  const { systemErrors } = metrics;
  const errors = OPERATIONS.map(
    (operation) => [idOf(operation), systemErrors(tables[name], operation)] as const,
  );
  return {
    what: `${name}-system-errors`,
    severity: 'warn',
    means: `DynamoDB answers requests to the table of ${name} with internal errors.`,
    first: 'Look at the health page of AWS for the Region; the SDK repeats such requests.',
    metric: sumBeside(alwaysOf(metrics), Object.fromEntries(errors)),
    rings: { atLeast: 1 },
    periods: OFTEN,
  };
}

/** A term of an expression begins with a small letter. */
const idOf = (operation: string) => `${operation.charAt(0).toLowerCase()}${operation.slice(1)}`;
