import { CfnResource, type Stack, Validations } from 'aws-cdk-lib';
import { CfnApi, CfnRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import { isOpen } from './http-api.ts';
import type { StageStacks } from './stages.ts';

/** One finding that stays, where it stays, and why. */
export interface Acknowledgement {
  /** As it is reported; `{stage}` and `{socketApi}` stand for what differs between stages. */
  readonly id: string;
  readonly on: (resource: CfnResource, path: string) => boolean;
  readonly reason: string;
}

/** Resources by their path within the stack. */
const at =
  (path: RegExp): Acknowledgement['on'] =>
  (_resource, found) =>
    path.test(found);

const onRole = (...names: readonly string[]) =>
  at(new RegExp(`^Functions/(${names.join('|')})Role/Resource$`));

const CONNECTIONS = 'arn:<AWS::Partition>:execute-api:<AWS::Region>:<AWS::AccountId>:<{socketApi}>';
const PUSH_LOGS =
  'arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs';
const SCHEDULES = 'arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule';

/** `permissions.ts` has the reasons of wildcards as well; a test holds grants to them. */
const WILDCARDS: readonly Acknowledgement[] = [
  {
    id: 'AwsSolutions-IAM5[Resource::*]',
    on: at(/^Functions\/\w+Role\/DefaultPolicy\/Resource$/),
    reason: 'Traces: the two actions know no resource. None with -c xray=false.',
  },
  {
    id: 'AwsSolutions-IAM5[Resource::*]',
    on: onRole('score', 'arm', 'pair', 'standings'),
    reason: 'dynamodb:ListStreams knows no resource, and Lambda asks for it to read a stream.',
  },
  {
    id: 'AwsSolutions-IAM5[Resource::*]',
    on: at(/^Deployment\/Role\/Resource$/),
    reason: 'cloudwatch:DescribeAlarms knows no resource, and a deployment looks at its alarms.',
  },
  {
    id: `AwsSolutions-IAM5[Resource::${CONNECTIONS}/{stage}/POST/@connections/*]`,
    on: onRole(
      ...['move', 'game', 'lobby', 'http'],
      ...['score', 'pair', 'lifecycle', 'clock'],
      'announce',
    ),
    reason: 'Posts to connections of this API and stage alone; the gateway makes their ids.',
  },
  {
    id: `AwsSolutions-IAM5[Resource::${CONNECTIONS}/{stage}/DELETE/@connections/*]`,
    on: onRole('lobby'),
    reason: 'Closes connections of this API and stage alone; the gateway makes their ids.',
  },
  {
    id: `AwsSolutions-IAM5[Resource::${SCHEDULES}/shield-arena-{stage}/arena-*]`,
    on: onRole('http', 'series'),
    reason: 'Schedules of our own group; each is named after an arena that does not exist yet.',
  },
];

export const ACKNOWLEDGEMENTS: readonly Acknowledgement[] = [
  ...WILDCARDS,
  {
    id: 'AwsSolutions-APIG1',
    on: at(/^SocketApi\/Stage\/Resource$/),
    reason:
      'Access logs of WebSocket APIs need the logging role of the whole account, which cannot be ' +
      'of two stages: -c manageApiGatewayAccount=true for one of them. Functions log each message.',
  },
  {
    id: `AwsSolutions-IAM4[Policy::${PUSH_LOGS}]`,
    on: at(/^SocketApi\/LoggingRole\/Resource$/),
    reason: 'The role of the whole account: API Gateway refuses one that may do less than this.',
  },
  {
    id: 'AwsSolutions-APIG4',
    on: at(/^SocketApi\/Api\/(?!\$connect-)[^/]+-Route\/Resource$/),
    reason:
      'The gateway asks for the ticket at $connect; other routes are of connections it let in.',
  },
  {
    id: 'AwsSolutions-APIG4',
    on: (resource) => resource instanceof CfnRoute && isOpen(resource.routeKey),
    reason: 'Public reads, and guests, who have no token: their secret is in the body.',
  },
  {
    id: 'AwsSolutions-SQS3',
    on: at(/^Queues\/(Score|Arm|Pair|Standings|Schedule|Lifecycle)Failures\/Resource$/),
    reason:
      'They hold what failed for good, of sources that are no queues. An alarm looks at each.',
  },
  {
    id: 'AwsSolutions-COG2',
    on: at(/^Identity\/Users\/Resource$/),
    reason:
      'A second factor is offered, not required: players are of all ages, and play for no money. ' +
      'Organisers and admins who must have one come from an issuer of their own (-c issuer=…).',
  },
  {
    id: 'AwsSolutions-COG8',
    on: at(/^Identity\/Users\/Resource$/),
    reason:
      'The plus plan costs per user and month what no account of a player is worth stealing for.',
  },
  {
    id: 'AwsSolutions-CFR1',
    on: at(/^PublicReads\/Distribution\/Resource$/),
    reason: 'Anybody anywhere may watch.',
  },
  {
    id: 'AwsSolutions-CFR3',
    on: at(/^PublicReads\/Distribution\/Resource$/),
    reason: 'Logged by log delivery, without addresses; the rule knows the older kind, with them.',
  },
  {
    id: 'AwsSolutions-CFR4',
    on: at(/^PublicReads\/Distribution\/Resource$/),
    reason:
      "Without a domain the certificate is CloudFront's, which allows TLS 1.0 and cannot be told " +
      'otherwise; nothing secret passes. With a domain it is TLS 1.2, and there is no finding.',
  },
];

/** Writes the acknowledgements onto the resources of a stage that they are about. */
export function acknowledge(
  stage: StageStacks,
  acknowledgements: readonly Acknowledgement[] = ACKNOWLEDGEMENTS,
): void {
  for (const one of acknowledgements) {
    const { id, resources } = subjectOf(one, stage);
    for (const resource of resources) {
      Validations.of(resource).acknowledge({ id, reason: one.reason });
    }
  }
}

/** What an acknowledgement is about in one stage, with its id as it is reported there. */
export function subjectOf(
  { id, on }: Acknowledgement,
  { stage, arena, edge }: StageStacks,
): { readonly id: string; readonly resources: readonly CfnResource[] } {
  const socketApi = resourcesOf(arena).find(isSocketApi);
  if (socketApi === undefined) throw new Error('a stage has a WebSocket API');
  return {
    id: id.replace('{stage}', stage).replace('{socketApi}', arena.getLogicalId(socketApi)),
    resources: [arena, edge].flatMap((stack) =>
      resourcesOf(stack).filter((resource) => on(resource, pathIn(stack, resource))),
    ),
  };
}

const resourcesOf = (stack: Stack): CfnResource[] =>
  stack.node.findAll().filter(CfnResource.isCfnResource);

const pathIn = (stack: Stack, resource: CfnResource): string =>
  resource.node.path.slice(stack.node.path.length + 1);

const isSocketApi = (resource: CfnResource): boolean =>
  resource instanceof CfnApi && resource.protocolType === 'WEBSOCKET';
