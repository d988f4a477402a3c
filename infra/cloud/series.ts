import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { EventInvokeConfig, type IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

const EVERY = Duration.minutes(5);

/** The planner of all series. A failed run is not repeated: the next one is due within five minutes
 * and does the same. */
export class SeriesPlanner extends Construct {
  constructor(scope: Construct, id: string, series: IFunction) {
    super(scope, id);
    new Rule(this, 'EveryFiveMinutes', {
      schedule: Schedule.rate(EVERY),
      targets: [new LambdaFunction(series, { retryAttempts: 0, maxEventAge: EVERY })],
    });
    new EventInvokeConfig(this, 'NoRepeat', {
      function: series,
      retryAttempts: 0,
      maxEventAge: EVERY,
    });
  }
}
