import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { EventInvokeConfig, type IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

const EVERY = Duration.minutes(1);

/** The third look at everything that could be left behind. A failed sweep is not repeated: the next
 * one is due within the minute and does the same. */
export class Sweep extends Construct {
  constructor(scope: Construct, id: string, sweep: IFunction) {
    super(scope, id);
    new Rule(this, 'EveryMinute', {
      schedule: Schedule.rate(EVERY),
      targets: [new LambdaFunction(sweep, { retryAttempts: 0, maxEventAge: EVERY })],
    });
    new EventInvokeConfig(this, 'NoRepeat', {
      function: sweep,
      retryAttempts: 0,
      maxEventAge: EVERY,
    });
  }
}
