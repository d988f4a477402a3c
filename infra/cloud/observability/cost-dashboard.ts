import { Dashboard } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { TABLE_INDEXES } from '../../../functions/aws/schema.ts';
import { FUNCTION_NAMES, FUNCTIONS } from '../function-table.ts';
import { math } from './math.ts';
import { FIVE_MINUTES, type Metrics, metricsOf } from './metrics.ts';
import type { Watched } from './watched.ts';
import { graph, guide, named, rows } from './widgets.ts';

const GUIDE = `# Cost drivers
What the bill grows with: socket messages (three a move: in, answer, post), write and read units
of the tables, run time of the functions, log bytes. **Units of a move** must stay at 1 written and
½ read, whatever the number of players: a step up after a release is a bug.
Prices and what is normal: \`docs/operations.md\`, *Costs*.`;

/** What the money goes into. */
export const costDashboard = (scope: Construct, watched: Watched): Dashboard =>
  new Dashboard(scope, 'Cost', {
    dashboardName: `shield-arena-${watched.settings.stage}-cost`,
    widgets: [guide(GUIDE), ...rows(widgetsOf(watched, metricsOf(watched)))],
  });

const widgetsOf = (watched: Watched, metrics: Metrics) => [
  ...requests(metrics),
  ...tables(watched, metrics),
  ...functions(metrics),
  graph(
    'Log bytes',
    watched.logGroups.map((group) => named(group.node.id, metrics.logBytes(group))),
  ),
];

const requests = ({ own, units, http, socket }: Metrics) => [
  graph('Messages and requests', [
    named('socket messages, both directions', socket('MessageCount')),
    named('HTTP requests', http('Count')),
  ]),
  graph('Units of a move', [
    math(
      'written / movesWritten',
      {
        written: units('ConsumedWru', 'move', FIVE_MINUTES),
        movesWritten: own('MoveAccepted', 'Sum', FIVE_MINUTES),
      },
      'written',
    ),
    math(
      'read / movesRead',
      {
        read: units('ConsumedRru', 'move', FIVE_MINUTES),
        movesRead: own('MoveAccepted', 'Sum', FIVE_MINUTES),
      },
      'read',
    ),
  ]),
];

/** The number of a table leaves out what its indexes take. */
const tables = ({ tables: all }: Watched, { table, units }: Metrics) => [
  ...(['ConsumedWriteCapacityUnits', 'ConsumedReadCapacityUnits'] as const).map((what) =>
    graph(
      what === 'ConsumedWriteCapacityUnits' ? 'Units written' : 'Units read',
      (['games', 'arenas', 'players'] as const).flatMap((name) => [
        named(name, table(all[name], what)),
        ...TABLE_INDEXES[name].map((index) =>
          named(`${name} ${index.name}`, table(all[name], what, index.name)),
        ),
      ]),
    ),
  ),
  ...(['ConsumedWru', 'ConsumedRru'] as const).map((what) =>
    graph(
      what === 'ConsumedWru' ? 'Units written, by function' : 'Units read, by function',
      FUNCTION_NAMES.map((name) => named(name, units(what, name))),
    ),
  ),
];

const MB_A_GB = 1_024;
const MS_A_SECOND = 1_000;

const functions = ({ lambda }: Metrics) => [
  graph(
    'Invocations',
    FUNCTION_NAMES.map((name) => named(name, lambda(name, 'Invocations', 'Sum'))),
  ),
  graph(
    'GB-seconds, without starts',
    FUNCTION_NAMES.map((name) =>
      math(
        `${name} * ${FUNCTIONS[name].memoryMb / MB_A_GB} / ${MS_A_SECOND}`,
        { [name]: lambda(name, 'Duration', 'Sum') },
        name,
      ),
    ),
  ),
];
