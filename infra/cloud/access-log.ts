import { AccessLogFormat, CfnAccount } from 'aws-cdk-lib/aws-apigateway';
import { LogGroupLogDestination, type StageOptions } from 'aws-cdk-lib/aws-apigatewayv2';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { logGroup } from './log-group.ts';
import type { Settings } from './settings.ts';

/** No address and no query: the query of `$connect` is a ticket. */
const COMMON_FIELDS = {
  requestId: '$context.requestId',
  time: '$context.requestTimeEpoch',
  routeKey: '$context.routeKey',
  status: '$context.status',
  error: '$context.error.message',
};
const SOCKET_FIELDS = { connectionId: '$context.connectionId', event: '$context.eventType' };
const HTTP_FIELDS = {
  bytes: '$context.responseLength',
  latencyMs: '$context.responseLatency',
};

type AccessLog = Pick<StageOptions, 'accessLogSettings'>;

/** The access log of the HTTP API. */
export const httpAccessLog = (scope: Construct, settings: Settings): AccessLog =>
  accessLog(scope, settings, 'http', HTTP_FIELDS);

/** The access log of the WebSocket API; none where the account's logging role is not ours. */
export const socketAccessLog = (scope: Construct, settings: Settings): AccessLog =>
  settings.manageApiGatewayAccount ? accessLog(scope, settings, 'socket', SOCKET_FIELDS) : {};

/** The logging role of the account, without which a stage with such a log cannot be made. */
export const loggingAccounts = (scope: Construct, settings: Settings): readonly CfnAccount[] =>
  settings.manageApiGatewayAccount
    ? [new CfnAccount(scope, 'Account', { cloudWatchRoleArn: loggingRole(scope).roleArn })]
    : [];

function accessLog(
  scope: Construct,
  { stage, production }: Settings,
  api: 'http' | 'socket',
  fields: Readonly<Record<string, string>>,
): AccessLog {
  const name = `/aws/apigateway/shield-arena-${stage}-${api}`;
  return {
    accessLogSettings: {
      destination: new LogGroupLogDestination(logGroup(scope, 'AccessLog', name, production)),
      format: AccessLogFormat.custom(JSON.stringify({ ...COMMON_FIELDS, ...fields })),
    },
  };
}

const loggingRole = (scope: Construct) =>
  new Role(scope, 'LoggingRole', {
    assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    managedPolicies: [
      ManagedPolicy.fromAwsManagedPolicyName('service-role/AmazonAPIGatewayPushToCloudWatchLogs'),
    ],
  });
