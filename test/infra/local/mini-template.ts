import type { Resource, Template } from '../../../infra/local/template/resources.ts';

/** A template with one of everything, in the shapes that CDK writes. */
export function miniTemplate(changes: Readonly<Record<string, Resource>> = {}): Template {
  return {
    Resources: {
      ...storage(),
      ...functions(),
      ...socketApi(),
      ...httpApi(),
      ...triggers(),
      ...changes,
    },
  };
}

const arn = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });
const ref = (id: string) => ({ Ref: id });
const join = (...parts: unknown[]) => ({ 'Fn::Join': ['', parts] });

const storage = (): Record<string, Resource> => ({
  Games: {
    Type: 'AWS::DynamoDB::Table',
    Properties: {
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
    },
  },
  Players: {
    Type: 'AWS::DynamoDB::Table',
    Properties: {
      AttributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'sk', AttributeType: 'S' },
      ],
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
    },
  },
  Failures: { Type: 'AWS::SQS::Queue', Properties: { MessageRetentionPeriod: 1_209_600 } },
  Clock: {
    Type: 'AWS::SQS::Queue',
    Properties: {
      RedrivePolicy: { deadLetterTargetArn: arn('Failures'), maxReceiveCount: 2 },
      VisibilityTimeout: 1,
    },
  },
  Group: { Type: 'AWS::Scheduler::ScheduleGroup', Properties: { Name: 'mini' } },
  Role: { Type: 'AWS::IAM::Role', Properties: { AssumeRolePolicyDocument: {} } },
});

const functions = (): Record<string, Resource> => ({
  Authorize: lambda('authorize', {}),
  Presence: lambda('presence', {}),
  Move: lambda('move', {
    GAMES_TABLE: ref('Games'),
    CONNECTIONS_ENDPOINT: join(
      'https://',
      ref('Ws'),
      '.execute-api.',
      ref('AWS::Region'),
      '.',
      ref('AWS::URLSuffix'),
      '/mini',
    ),
  }),
  Http: lambda('http', {
    CLOCK_QUEUE_URL: ref('Clock'),
    WEBSOCKET_URL: join('wss://', ref('Ws'), '.execute-api.us-east-1.amazonaws.com/mini'),
  }),
  Score: lambda('score', {}),
  ClockFn: lambda('clock', {}),
  Later: lambda('later', {}),
  LaterConfig: {
    Type: 'AWS::Lambda::EventInvokeConfig',
    Properties: {
      DestinationConfig: { OnFailure: { Destination: arn('Failures') } },
      FunctionName: ref('Later'),
      MaximumRetryAttempts: 2,
      Qualifier: '$LATEST',
    },
  },
});

const lambda = (name: string, variables: Readonly<Record<string, unknown>>): Resource => ({
  Type: 'AWS::Lambda::Function',
  Properties: {
    Code: { S3Bucket: 'assets', S3Key: `${name}.zip` },
    Environment: { Variables: variables },
    FunctionName: `mini-${name}`,
    Handler: 'index.handler',
    MemorySize: 128,
    Role: arn('Role'),
    Runtime: 'nodejs24.x',
    Timeout: 1,
  },
});

const invocation = (id: string) =>
  join(
    'arn:',
    ref('AWS::Partition'),
    ':apigateway:us-east-1:lambda:path/2015-03-31/functions/',
    arn(id),
    '/invocations',
  );

const socketApi = (): Record<string, Resource> => ({
  Ws: {
    Type: 'AWS::ApiGatewayV2::Api',
    Properties: {
      Name: 'ws',
      ProtocolType: 'WEBSOCKET',
      RouteSelectionExpression: '$request.body.t',
    },
  },
  WsStage: {
    Type: 'AWS::ApiGatewayV2::Stage',
    Properties: { ApiId: ref('Ws'), AutoDeploy: true, StageName: 'mini' },
  },
  Ticket: {
    Type: 'AWS::ApiGatewayV2::Authorizer',
    Properties: {
      ApiId: ref('Ws'),
      AuthorizerType: 'REQUEST',
      AuthorizerUri: invocation('Authorize'),
      IdentitySource: ['route.request.querystring.ticket'],
      Name: 'ticket',
    },
  },
  ...socketRoute('Connect', '$connect', 'Presence', {
    AuthorizationType: 'CUSTOM',
    AuthorizerId: ref('Ticket'),
  }),
  ...socketRoute('Disconnect', '$disconnect', 'Presence', { AuthorizationType: 'NONE' }),
  ...socketRoute('MoveRoute', 'move', 'Move', RESPONDS),
  ...socketRoute('Quiet', 'quiet', 'Move', { AuthorizationType: 'NONE' }),
  ...socketRoute('Default', '$default', 'Move', RESPONDS),
  ...socketRoute('Ping', 'ping', null, RESPONDS),
  ...routeResponse('MoveRoute'),
  ...routeResponse('Default'),
  ...routeResponse('Ping'),
  Pong: {
    Type: 'AWS::ApiGatewayV2::IntegrationResponse',
    Properties: {
      ApiId: ref('Ws'),
      IntegrationId: ref('PingTarget'),
      IntegrationResponseKey: '$default',
      ResponseTemplates: { $default: '{"t":"pong","nowMs":$context.requestTimeEpoch}' },
      TemplateSelectionExpression: '\\$default',
    },
  },
});

const RESPONDS = { AuthorizationType: 'NONE', RouteResponseSelectionExpression: '$default' };

const socketRoute = (id: string, key: string, target: string | null, more: object) => ({
  [id]: {
    Type: 'AWS::ApiGatewayV2::Route',
    Properties: {
      ApiId: ref('Ws'),
      RouteKey: key,
      Target: join('integrations/', ref(`${id}Target`)),
      ...more,
    },
  },
  [`${id}Target`]: {
    Type: 'AWS::ApiGatewayV2::Integration',
    Properties:
      target === null
        ? { ApiId: ref('Ws'), IntegrationType: 'MOCK', IntegrationUri: '' }
        : { ApiId: ref('Ws'), IntegrationType: 'AWS_PROXY', IntegrationUri: invocation(target) },
  },
});

const routeResponse = (id: string) => ({
  [`${id}Response`]: {
    Type: 'AWS::ApiGatewayV2::RouteResponse',
    Properties: { ApiId: ref('Ws'), RouteId: ref(id), RouteResponseKey: '$default' },
  },
});

const httpApi = (): Record<string, Resource> => ({
  HttpApi: {
    Type: 'AWS::ApiGatewayV2::Api',
    Properties: {
      CorsConfiguration: { AllowMethods: ['GET'], AllowOrigins: ['*'], MaxAge: 60 },
      Name: 'http',
      ProtocolType: 'HTTP',
    },
  },
  Token: {
    Type: 'AWS::ApiGatewayV2::Authorizer',
    Properties: {
      ApiId: ref('HttpApi'),
      AuthorizerType: 'JWT',
      IdentitySource: ['$request.header.Authorization'],
      JwtConfiguration: { Audience: ['mini'], Issuer: 'https://issuer.example' },
      Name: 'token',
    },
  },
  HttpTarget: {
    Type: 'AWS::ApiGatewayV2::Integration',
    Properties: {
      ApiId: ref('HttpApi'),
      IntegrationType: 'AWS_PROXY',
      IntegrationUri: arn('Http'),
      PayloadFormatVersion: '2.0',
    },
  },
  ...httpRoute('List', 'GET /arenas', {}),
  ...httpRoute('Show', 'GET /arenas/{id}', {}),
  ...httpRoute('Best', 'GET /arenas/best', {}),
  ...httpRoute('Create', 'POST /arenas', { AuthorizationType: 'JWT', AuthorizerId: ref('Token') }),
});

const httpRoute = (id: string, key: string, more: object) => ({
  [id]: {
    Type: 'AWS::ApiGatewayV2::Route',
    Properties: {
      ApiId: ref('HttpApi'),
      AuthorizationType: 'NONE',
      RouteKey: key,
      Target: join('integrations/', ref('HttpTarget')),
      ...more,
    },
  },
});

const triggers = (): Record<string, Resource> => ({
  ScoreMapping: {
    Type: 'AWS::Lambda::EventSourceMapping',
    Properties: {
      BatchSize: 100,
      BisectBatchOnFunctionError: true,
      DestinationConfig: { OnFailure: { Destination: arn('Failures') } },
      EventSourceArn: { 'Fn::GetAtt': ['Games', 'StreamArn'] },
      FilterCriteria: {
        Filters: [{ Pattern: '{"dynamodb":{"NewImage":{"st":{"S":["DONE"]}}}}' }],
      },
      FunctionName: ref('Score'),
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      MaximumBatchingWindowInSeconds: 0,
      MaximumRecordAgeInSeconds: 3600,
      MaximumRetryAttempts: 2,
      StartingPosition: 'TRIM_HORIZON',
    },
  },
  ClockMapping: {
    Type: 'AWS::Lambda::EventSourceMapping',
    Properties: {
      BatchSize: 10,
      EventSourceArn: arn('Clock'),
      FunctionName: ref('ClockFn'),
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    },
  },
  Sweep: {
    Type: 'AWS::Events::Rule',
    Properties: {
      ScheduleExpression: 'rate(1 minute)',
      State: 'ENABLED',
      Targets: [{ Arn: arn('Later'), Id: 'Target0' }],
    },
  },
});
