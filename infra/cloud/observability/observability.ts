import { Stack } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { Alarms } from './alarms.ts';
import { costDashboard } from './cost-dashboard.ts';
import { healthDashboard } from './health-dashboard.ts';
import { liveDashboard } from './live-dashboard.ts';
import { Queries } from './queries.ts';
import { Spending } from './spending.ts';
import type { Watched } from './watched.ts';

/** What operators see and are told of a stage. Made last: it looks at everything else. */
export class Observability extends Construct {
  constructor(scope: Construct, id: string, parts: Omit<Watched, 'logGroups'>) {
    super(scope, id);
    const watched: Watched = { ...parts, logGroups: logGroupsOf(Stack.of(this)) };
    const alarms = new Alarms(this, 'Alarms', watched).all;
    liveDashboard(this, watched);
    healthDashboard(this, watched, alarms);
    costDashboard(this, watched);
    new Queries(this, 'Queries', watched);
    if (watched.settings.spending) new Spending(this, 'Spending', watched.settings);
  }
}

const logGroupsOf = (stack: Stack): LogGroup[] =>
  stack.node.findAll().filter((one): one is LogGroup => one instanceof LogGroup);
