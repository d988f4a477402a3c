import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { CfnAnomalyMonitor, CfnAnomalySubscription } from 'aws-cdk-lib/aws-ce';
import { Construct } from 'constructs';
import type { Settings } from '../settings.ts';

/** Shares of the month's budget at which somebody is told. */
const ACTUAL_PERCENTS = [50, 80, 100];
const FORECAST_PERCENT = 100;

/** An anomaly below this is noise (US dollars). */
const ANOMALY_USD = 20;

/**
 * A month's budget, and what does not look like other months. Both see nothing before the tag
 * `stage` is activated as a cost allocation tag of the account (`docs/operations.md`), and both
 * count whatever else in the account carries the same value. Their names are unique in the account,
 * so they have the stage. Notifications need somebody to go to; without a mail address the console
 * shows all the same.
 */
export class Spending extends Construct {
  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    budget(this, settings);
    anomalies(this, settings);
  }
}

function budget(scope: Construct, { stage, alarmMail, monthlyBudgetUsd }: Settings): void {
  const subscribers = [{ subscriptionType: 'EMAIL', address: alarmMail }];
  const notifications = [
    ...ACTUAL_PERCENTS.map((percent) => notification('ACTUAL', percent)),
    notification('FORECASTED', FORECAST_PERCENT),
  ];
  new CfnBudget(scope, 'Budget', {
    budget: {
      budgetName: `shield-arena-${stage}`,
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: monthlyBudgetUsd, unit: 'USD' },
      costFilters: { TagKeyValue: [`user:stage$${stage}`] },
    },
    ...(alarmMail !== '' && {
      notificationsWithSubscribers: notifications.map((one) => ({
        notification: one,
        subscribers,
      })),
    }),
  });
}

const notification = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
  notificationType,
  threshold,
  thresholdType: 'PERCENTAGE',
  comparisonOperator: 'GREATER_THAN',
});

function anomalies(scope: Construct, { stage, alarmMail }: Settings): void {
  const monitor = new CfnAnomalyMonitor(scope, 'Anomalies', {
    monitorName: `shield-arena-${stage}`,
    monitorType: 'CUSTOM',
    monitorSpecification: JSON.stringify({ Tags: { Key: 'stage', Values: [stage] } }),
  });
  if (alarmMail === '') return;
  new CfnAnomalySubscription(scope, 'AnomalyMail', {
    subscriptionName: `shield-arena-${stage}`,
    frequency: 'DAILY',
    monitorArnList: [monitor.attrMonitorArn],
    subscribers: [{ type: 'EMAIL', address: alarmMail }],
    thresholdExpression: JSON.stringify({
      Dimensions: {
        Key: 'ANOMALY_TOTAL_IMPACT_ABSOLUTE',
        MatchOptions: ['GREATER_THAN_OR_EQUAL'],
        Values: [String(ANOMALY_USD)],
      },
    }),
  });
}
