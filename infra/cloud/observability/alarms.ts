import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Construct } from 'constructs';
import type { AlarmRule } from './alarm-rule.ts';
import { AlarmTopics } from './alarm-topics.ts';
import { arenaAlarms } from './arena-alarms.ts';
import { backlogAlarms } from './backlog-alarms.ts';
import { functionAlarms } from './function-alarms.ts';
import { gatewayAlarms } from './gateway-alarms.ts';
import { type Metrics, metricsOf } from './metrics.ts';
import { tableAlarms } from './table-alarms.ts';
import type { Watched } from './watched.ts';

/** All alarms of a stage: the topic of its severity hears when one rings and when it stops. */
export class Alarms extends Construct {
  readonly all: readonly Alarm[];

  constructor(scope: Construct, id: string, watched: Watched) {
    super(scope, id);
    const topics = new AlarmTopics(this, 'Topics', watched.settings).bySeverity;
    this.all = rulesOf(watched, metricsOf(watched)).map((rule) => {
      const alarm = alarmOf(this, watched.settings.stage, rule);
      const action = new SnsAction(topics[rule.severity]);
      alarm.addAlarmAction(action);
      alarm.addOkAction(action);
      return alarm;
    });
  }
}

const rulesOf = (watched: Watched, metrics: Metrics): readonly AlarmRule[] => [
  ...arenaAlarms(metrics),
  ...functionAlarms(watched, metrics),
  ...backlogAlarms(watched, metrics),
  ...tableAlarms(watched, metrics),
  ...gatewayAlarms(watched, metrics),
];

function alarmOf(scope: Construct, stage: string, rule: AlarmRule): Alarm {
  const { what, severity, means, first, metric, rings, periods } = rule;
  return new Alarm(scope, what, {
    alarmName: `shield-arena-${stage}-${what}`,
    alarmDescription: `${severity}: ${means} First: ${first} (docs/operations.md)`,
    metric,
    ...thresholdOf(rings),
    evaluationPeriods: periods.of,
    datapointsToAlarm: periods.bad,
    treatMissingData: rule.silenceIsBad
      ? TreatMissingData.BREACHING
      : TreatMissingData.NOT_BREACHING,
  });
}

function thresholdOf(rings: AlarmRule['rings']) {
  if ('above' in rings) {
    return {
      threshold: rings.above,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    };
  }
  return 'atLeast' in rings
    ? {
        threshold: rings.atLeast,
        comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      }
    : { threshold: rings.below, comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD };
}
