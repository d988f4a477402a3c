import { Dashboard } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { math } from './math.ts';
import { type Metrics, metricsOf } from './metrics.ts';
import type { Watched } from './watched.ts';
import { graph, guide, named, rows } from './widgets.ts';

const GUIDE = `# Live event
On the night of an arena, from the top: are players **here**, do they **move**, are they
**paired**, is the **table** fresh, did it **open and freeze** in time. A start or freeze that is
late, moves that take long and a pair lag of seconds are what players notice first.
What each alarm means and what to do first: \`docs/operations.md\`, *Alarms*.`;

/** What happens in the arenas right now. */
export const liveDashboard = (scope: Construct, watched: Watched): Dashboard =>
  new Dashboard(scope, 'Live', {
    dashboardName: `shield-arena-${watched.settings.stage}-live`,
    widgets: [guide(GUIDE), ...rows(widgetsOf(metricsOf(watched)))],
  });

const widgetsOf = (metrics: Metrics) => [
  ...playing(metrics),
  ...pairing(metrics),
  ...tableAndTimes(metrics),
];

const playing = ({ own, lambda, socket }: Metrics) => [
  graph(
    'Players',
    [named('connected', own('PlayersConnected', 'Maximum'))],
    [named('connections opened a minute', socket('ConnectCount'))],
  ),
  graph(
    'Games',
    [named('running', own('GamesRunning', 'Maximum'))],
    [named('paired a minute', own('Paired', 'Sum')), named('voided', own('GamesVoided', 'Sum'))],
  ),
  graph('Moves', [
    math('moves / PERIOD(moves)', { moves: own('MoveAccepted', 'Sum') }, 'stored a second'),
    math('refused / PERIOD(refused)', { refused: own('MoveRejected', 'Sum') }, 'refused a second'),
  ]),
  graph('Duration of a move (ms)', [
    named('p50', lambda('move', 'Duration', 'p50')),
    named('p99', lambda('move', 'Duration', 'p99')),
  ]),
];

const pairing = ({ own }: Metrics) => [
  graph('Wait for a game (ms): long in small fields, by the rules', [
    named('p50', own('PairWaitMs', 'p50')),
    named('p99', own('PairWaitMs', 'p99')),
  ]),
  graph('Pair lag (ms): from acceptable to stored', [
    named('p50', own('PairLagMs', 'p50')),
    named('p99', own('PairLagMs', 'p99')),
  ]),
  graph('Waiting for more than 30 s', [
    named('players when a run ends', own('UnpairedOver30s', 'Maximum')),
  ]),
  graph(
    'Pairing runs',
    [named('writes of a pool', own('PoolRuns', 'Sum')), named('races', own('PoolRaces', 'Sum'))],
    [named('pairs of a run, p99', own('PairsPerRun', 'p99'))],
  ),
];

const tableAndTimes = ({ own }: Metrics) => [
  graph('Age of the table (ms)', [
    named('p50', own('StandingsAgeMs', 'p50')),
    named('p99', own('StandingsAgeMs', 'p99')),
  ]),
  graph(
    'From the end of a game to its points (ms)',
    [named('p50', own('ScoreLagMs', 'p50')), named('p99', own('ScoreLagMs', 'p99'))],
    [named('rows scored a minute', own('GamesScored', 'Sum'))],
  ),
  graph(
    'Starts and freezes (ms late)',
    [
      named('start', own('StartLatenessMs', 'Maximum')),
      named('freeze', own('FreezeLatenessMs', 'Maximum')),
    ],
    [named('arenas frozen', own('ArenasFrozen', 'Sum'))],
  ),
  graph('Posts that did not arrive', [
    named('gone', own('GonePosts', 'Sum')),
    named('unknown', own('PostsFailed', 'Sum')),
  ]),
];
