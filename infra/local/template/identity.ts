import { ACCOUNT_ID, type Place, REGION, type Resource } from './resources.ts';

/** What `Ref` gives for a resource. */
export function referenceOf(logicalId: string, resource: Resource, place: Place): string {
  const name = physicalName(logicalId, resource);
  return resource.Type === 'AWS::SQS::Queue' ? queueUrl(name, place) : name;
}

/** What `Fn::GetAtt` gives for a resource; undefined if the attribute is not known here. */
export function attributeOf(
  logicalId: string,
  resource: Resource,
  attribute: string,
  place: Place,
): string | undefined {
  const name = physicalName(logicalId, resource);
  switch (`${resource.Type}.${attribute}`) {
    case 'AWS::DynamoDB::Table.StreamArn':
      return `${arnOf(resource.Type, name)}/stream/local`;
    case 'AWS::Lambda::Version.Version':
      return '1';
    case 'AWS::SQS::Queue.QueueName':
      return name;
    case 'AWS::SQS::Queue.QueueUrl':
      return queueUrl(name, place);
    case 'AWS::ApiGatewayV2::Api.ApiEndpoint':
      return apiHost(name);
    default:
      return attribute === 'Arn' || attribute.endsWith('Arn')
        ? arnOf(resource.Type, name)
        : undefined;
  }
}

/** The host that a template would write for an API, before it is turned into a local one. */
const apiHost = (apiId: string): string => `https://${apiId}.execute-api.${REGION}.amazonaws.com`;

const queueUrl = (name: string, place: Place): string => `${place.awsUrl}/${ACCOUNT_ID}/${name}`;

const NAME_PROPERTIES: Readonly<Record<string, string>> = {
  'AWS::ApiGatewayV2::Stage': 'StageName',
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::Events::Rule': 'Name',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::Scheduler::ScheduleGroup': 'Name',
};

/** The name a resource was given, else its logical id. */
export function physicalName(logicalId: string, { Type, Properties }: Resource): string {
  const property = NAME_PROPERTIES[Type];
  const given = property === undefined ? undefined : Properties?.[property];
  return typeof given === 'string' ? given : logicalId;
}

function arnOf(type: string, name: string): string {
  const scope = `${REGION}:${ACCOUNT_ID}`;
  switch (type) {
    case 'AWS::DynamoDB::Table':
      return tableArn(name);
    case 'AWS::IAM::Role':
      return roleArn(name);
    case 'AWS::Lambda::Function':
      return functionArn(name);
    case 'AWS::SQS::Queue':
      return queueArn(name);
    case 'AWS::Events::Rule':
      return `arn:aws:events:${scope}:rule/${name}`;
    case 'AWS::Scheduler::ScheduleGroup':
      return `arn:aws:scheduler:${scope}:schedule-group/${name}`;
    default:
      return `arn:aws:local:${scope}:${name}`;
  }
}

export const functionArn = (name: string): string =>
  `arn:aws:lambda:${REGION}:${ACCOUNT_ID}:function:${name}`;

export const tableArn = (name: string): string =>
  `arn:aws:dynamodb:${REGION}:${ACCOUNT_ID}:table/${name}`;

export const queueArn = (name: string): string => `arn:aws:sqs:${REGION}:${ACCOUNT_ID}:${name}`;

export const roleArn = (name: string): string => `arn:aws:iam::${ACCOUNT_ID}:role/${name}`;

export const scheduleArn = (group: string, name: string): string =>
  `arn:aws:scheduler:${REGION}:${ACCOUNT_ID}:schedule/${group}/${name}`;

/**
 * The name in a function's ARN, in an invocation URI, or itself; without a qualifier: all versions
 * and aliases of a function are the one bundle that is here.
 */
export function functionNameOf(reference: string): string {
  const named = /(?:^|:function:)([\w-]+)(?::(?:\$LATEST|[\w-]+))?(?:\/invocations)?$/;
  return named.exec(reference)?.[1] ?? reference;
}

/** The last part of a queue's ARN. */
export const arnName = (arn: string): string => arn.split(':').at(-1) ?? arn;
