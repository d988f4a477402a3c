import { RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

/** A log group that forgets: after 30 days in production, after a week elsewhere. */
export const logGroup = (scope: Construct, id: string, name: string, production: boolean) =>
  new LogGroup(scope, id, {
    logGroupName: name,
    retention: production ? RetentionDays.ONE_MONTH : RetentionDays.ONE_WEEK,
    removalPolicy: production ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
