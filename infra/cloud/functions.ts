import { join } from 'node:path';
import { Duration } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  EventInvokeConfig,
  Function as LambdaFunction,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { RESERVED } from './concurrency.ts';
import { environmentOf } from './environment.ts';
import { deployedName, FUNCTION_NAMES, FUNCTIONS, type FunctionName } from './function-table.ts';
import { type Surroundings, statementsOf } from './grants.ts';
import { logGroup } from './log-group.ts';
import { removalOf } from './removal.ts';
import type { Settings } from './settings.ts';

interface Props {
  readonly settings: Settings;
  /** Folder with one bundle `<name>/index.mjs` per function. */
  readonly assetsDir: string;
  readonly around: Surroundings;
}

/** A start or end that still fails an hour later is for a human: the sweep has tried as well. */
const LIFECYCLE_MAX_AGE = Duration.hours(1);
const LIFECYCLE_RETRIES = 2;

/** All functions, each with a role, a log group and an environment of its own. */
export class Functions extends Construct {
  readonly byName: Readonly<Record<FunctionName, LambdaFunction>>;

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id);
    const entries = FUNCTION_NAMES.map((name) => [name, lambdaFunction(this, name, props)]);
    this.byName = Object.fromEntries(entries) as Record<FunctionName, LambdaFunction>;
    new EventInvokeConfig(this, 'LifecycleRetries', {
      function: this.byName.lifecycle,
      retryAttempts: LIFECYCLE_RETRIES,
      maxEventAge: LIFECYCLE_MAX_AGE,
      onFailure: {
        bind: () => ({ destination: props.around.queues.failures.lifecycle.queueArn }),
      },
    });
  }
}

function lambdaFunction(scope: Construct, name: FunctionName, props: Props): LambdaFunction {
  const { settings, assetsDir, around } = props;
  const functionName = deployedName(settings.stage, name);
  const log = logGroup(scope, `${name}Log`, `/aws/lambda/${functionName}`, settings.production);
  return new LambdaFunction(scope, name, {
    functionName,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    handler: 'index.handler',
    code: Code.fromAsset(join(assetsDir, name)),
    timeout: Duration.seconds(FUNCTIONS[name].timeoutSeconds),
    memorySize: FUNCTIONS[name].memoryMb,
    ...(settings.event && { reservedConcurrentExecutions: RESERVED[name] }),
    environment: environmentOf(name, settings, around),
    role: roleOf(scope, name, log, around),
    logGroup: log,
    tracing: settings.tracing ? Tracing.ACTIVE : Tracing.DISABLED,
    // Versions of production stay, to go back to by hand.
    currentVersionOptions: { removalPolicy: removalOf(settings.production) },
  });
}

/** CDK's own role would carry a managed policy that may write every log of the account. */
const roleOf = (scope: Construct, name: FunctionName, log: LogGroup, around: Surroundings) =>
  new Role(scope, `${name}Role`, {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    description: `What ${name} may do, see infra/cloud/permissions.ts`,
    inlinePolicies: {
      [name]: new PolicyDocument({
        statements: [
          new PolicyStatement({
            actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
            resources: [log.logGroupArn],
          }),
          ...statementsOf(name, around),
        ],
      }),
    },
  });
