import { Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import {
  LambdaApplication,
  LambdaDeploymentConfig,
  LambdaDeploymentGroup,
} from 'aws-cdk-lib/aws-codedeploy';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Alias,
  type IFunction,
  type IVersion,
  type Function as LambdaFunction,
} from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { deployedName, FUNCTIONS } from './function-table.ts';
import { WILDCARDS } from './permissions.ts';
import type { Settings } from './settings.ts';

/** What the gateway calls, whichever versions are behind it. */
const ALIAS = 'live';

const PERIOD = Duration.minutes(1);

/** A new version is taken back when more than this share of its calls fails in a minute … */
const ERRORS_PERCENT_MAX = 1;
/** … unless it is one or two: a post that ran into the timeout is no reason. */
const ERRORS_MIN = 3;
/** … or one in a hundred takes nearly as long as it may, of enough that it is no cold start. */
const TIMEOUT_SHARE = 0.8;
const CALLS_MIN = 100;

/**
 * Puts a new version of `move` behind every game, in production a tenth more every minute, and
 * takes it back by itself. Both versions play the same games meanwhile, so a release reads whatever
 * the one before it wrote, and does not raise the timeout that a freeze waits for (law 7).
 */
export class GradualDeployment extends Construct {
  readonly alias: IFunction;

  constructor(scope: Construct, id: string, move: LambdaFunction, settings: Settings) {
    super(scope, id);
    const name = deployedName(settings.stage, 'move');
    // The classes of CDK leave undefined what their interfaces leave out.
    const version = move.currentVersion as IVersion;
    const alias = new Alias(this, 'Live', { aliasName: ALIAS, version });
    this.alias = alias as IFunction;
    const group = new LambdaDeploymentGroup(this, 'Group', {
      application: new LambdaApplication(this, 'Application', { applicationName: name }),
      deploymentGroupName: name,
      alias,
      deploymentConfig: settings.production
        ? LambdaDeploymentConfig.LINEAR_10PERCENT_EVERY_1MINUTE
        : LambdaDeploymentConfig.ALL_AT_ONCE,
      alarms: rollbackAlarms(this, name, version.version),
      // CDK would add a managed policy that may change every alias of the account.
      role: deploymentRole(this, name).withoutPolicyUpdates(),
    });
    // Otherwise the alias might move before the alarms watch the version it moves to.
    alias.node.addDependency(group);
  }
}

/**
 * While two versions share an alias, Lambda counts the calls of each of them. Moves that are
 * throttled take nothing back: they have met no version, and the release may be the help.
 */
function rollbackAlarms(scope: Construct, name: string, version: string): Alarm[] {
  const ofVersion = {
    FunctionName: name,
    Resource: `${name}:${ALIAS}`,
    ExecutedVersion: version,
  };
  const calls = metric('Invocations', 'Sum', ofVersion);
  const failing = new MathExpression({
    expression: `IF(errors >= ${ERRORS_MIN}, 100 * errors / calls, 0)`,
    usingMetrics: { errors: metric('Errors', 'Sum', ofVersion), calls },
    label: 'failed calls of the new version (%)',
    period: PERIOD,
  });
  const slow = new MathExpression({
    expression: `IF(calls >= ${CALLS_MIN}, slowest, 0)`,
    usingMetrics: { slowest: metric('Duration', 'p99', ofVersion), calls },
    label: 'one in a hundred calls of the new version (ms)',
    period: PERIOD,
  });
  return [
    new Alarm(scope, 'Failing', {
      alarmName: `${name}-new-version-fails`,
      alarmDescription: 'The new version of move fails more often than 1 in 100: it is taken back.',
      ...above(failing, ERRORS_PERCENT_MAX),
    }),
    new Alarm(scope, 'Slow', {
      alarmName: `${name}-new-version-slow`,
      alarmDescription: 'The new version of move runs into its timeout: it is taken back.',
      ...above(slow, FUNCTIONS.move.timeoutSeconds * 1_000 * TIMEOUT_SHARE),
    }),
  ];
}

const metric = (
  metricName: 'Invocations' | 'Errors' | 'Duration',
  statistic: 'Sum' | 'p99',
  dimensionsMap: Readonly<Record<string, string>>,
) =>
  new Metric({
    namespace: 'AWS/Lambda',
    metricName,
    dimensionsMap,
    statistic,
    period: PERIOD,
  });

const above = (value: IMetric, threshold: number) => ({
  metric: value,
  threshold,
  comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
  evaluationPeriods: 1,
  treatMissingData: TreatMissingData.NOT_BREACHING,
});

/** The function by its name and not by reference: the alias waits for what stands on this role. */
function deploymentRole(scope: Construct, name: string): Role {
  const { account, partition, region } = Stack.of(scope);
  const move = `arn:${partition}:lambda:${region}:${account}:function:${name}`;
  return new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': account } },
    }),
    description: 'Deployments of move: shift its alias, look at their alarms',
    inlinePolicies: {
      shift: new PolicyDocument({
        statements: [
          new PolicyStatement({
            actions: ['lambda:GetAlias', 'lambda:UpdateAlias'],
            resources: [move, `${move}:${ALIAS}`],
          }),
          new PolicyStatement({
            actions: ['lambda:GetProvisionedConcurrencyConfig'],
            resources: [`${move}:${ALIAS}`],
          }),
          new PolicyStatement({ actions: [...WILDCARDS.alarms.may], resources: ['*'] }),
        ],
      }),
    },
  });
}
