import type { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { EventInvokeConfig, type IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

interface Props {
  /** The id of the rule. */
  readonly name: string;
  readonly every: Duration;
  readonly run: IFunction;
}

/**
 * Runs a function again and again. A run that failed is not repeated: the next one is due before
 * long and does the same.
 */
export class Periodic extends Construct {
  constructor(scope: Construct, id: string, { name, every, run }: Props) {
    super(scope, id);
    const noRepeat = { retryAttempts: 0, maxEventAge: every };
    new Rule(this, name, {
      schedule: Schedule.rate(every),
      targets: [new LambdaFunction(run, noRepeat)],
    });
    new EventInvokeConfig(this, 'NoRepeat', { function: run, ...noRepeat });
  }
}
