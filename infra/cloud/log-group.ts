import { ArnFormat, Stack } from 'aws-cdk-lib';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { removalOf } from './removal.ts';

/** A log group that forgets: after 30 days in production, after a week elsewhere. */
export const logGroup = (scope: Construct, id: string, name: string, production: boolean) =>
  new LogGroup(scope, id, {
    logGroupName: name,
    retention: production ? RetentionDays.ONE_MONTH : RetentionDays.ONE_WEEK,
    removalPolicy: removalOf(production),
  });

/** `logGroupArn` ends in `:*`, which the deliveries and the firewall do not want. */
export const bareArn = (group: LogGroup): string =>
  Stack.of(group).formatArn({
    service: 'logs',
    resource: 'log-group',
    resourceName: group.logGroupName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
