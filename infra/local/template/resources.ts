/** A synthesized CloudFormation template, as far as the local cloud looks at it. */
export interface Template {
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Parameters?: Readonly<Record<string, { readonly Default?: unknown }>>;
  /** Rules, metadata and outputs change nothing here. */
  readonly [section: string]: unknown;
}

export interface Resource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly Condition?: string;
}

/** Where the machine puts what the template only names. */
export interface Place {
  /** `http://127.0.0.1:<port>`: the AWS endpoint. */
  readonly awsUrl: string;
  /** `http://127.0.0.1:<port>`: HTTP API and issuer. */
  readonly httpUrl: string;
  /** `ws://127.0.0.1:<port>`, without the stage. */
  readonly socketUrl: string;
}

export const REGION = 'us-east-1';
export const ACCOUNT_ID = '000000000000';

/** Resources that the machine plays. */
export const PLAYED_TYPES = [
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::Authorizer',
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::IntegrationResponse',
  'AWS::ApiGatewayV2::Route',
  'AWS::ApiGatewayV2::RouteResponse',
  'AWS::ApiGatewayV2::Stage',
  'AWS::DynamoDB::Table',
  'AWS::Events::Rule',
  'AWS::IAM::Policy',
  'AWS::IAM::Role',
  'AWS::Lambda::Alias',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::Function',
  'AWS::SQS::Queue',
  'AWS::Scheduler::ScheduleGroup',
] as const;

/** Resources without effect on one machine: logs, alarms and what shows them, deployments. */
const IGNORED_TYPES: ReadonlySet<string> = new Set([
  'AWS::ApiGateway::Account',
  'AWS::ApiGatewayV2::Deployment',
  'AWS::Budgets::Budget',
  'AWS::CDK::Metadata',
  'AWS::CE::AnomalyMonitor',
  'AWS::CE::AnomalySubscription',
  'AWS::CloudWatch::Alarm',
  'AWS::CloudWatch::CompositeAlarm',
  'AWS::CloudWatch::Dashboard',
  'AWS::CodeDeploy::Application',
  'AWS::CodeDeploy::DeploymentGroup',
  'AWS::Cognito::UserPool',
  'AWS::Cognito::UserPoolClient',
  'AWS::Cognito::UserPoolGroup',
  'AWS::Lambda::Permission',
  'AWS::Lambda::Version',
  'AWS::Logs::LogGroup',
  'AWS::Logs::MetricFilter',
  'AWS::Logs::QueryDefinition',
  'AWS::SNS::Subscription',
  'AWS::SNS::Topic',
  'AWS::SNS::TopicPolicy',
  'AWS::SQS::QueuePolicy',
]);

export type PlayedType = (typeof PLAYED_TYPES)[number];

/** Throws at the first resource that would silently be missing on this machine. */
export function checkTypes(template: Template): void {
  const played: ReadonlySet<string> = new Set(PLAYED_TYPES);
  for (const [logicalId, { Type, Condition }] of Object.entries(template.Resources)) {
    if (!played.has(Type) && !IGNORED_TYPES.has(Type))
      throw new Error(`resource ${logicalId}: the local cloud does not know ${Type}`);
    if (Condition !== undefined)
      throw new Error(`resource ${logicalId}: the local cloud knows no conditions`);
  }
}
