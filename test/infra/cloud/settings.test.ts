import { Stack } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { exampleStack, type Properties } from './example-stack.ts';
import { type Context, withApp } from './example-stages.ts';

describe('stage', () => {
  const production = exampleStack({ stage: 'prod' });

  it('prod keeps and guards what cannot be made again', () => {
    production.template.allResources('AWS::DynamoDB::Table', {
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: { DeletionProtectionEnabled: true },
    });
    production.template.allResources('AWS::Logs::LogGroup', {
      UpdateReplacePolicy: 'Retain',
      Properties: { RetentionInDays: 30 },
    });
  });

  it('prod does not keep what has a name when its first deployment fails', () => {
    for (const type of ['AWS::Logs::LogGroup', 'AWS::Scheduler::ScheduleGroup']) {
      production.template.allResources(type, { DeletionPolicy: 'RetainExceptOnCreate' });
    }
  });

  it('names everything that has a name, within 64 characters', () => {
    const longest = exampleStack({ stage: 'a'.repeat(20) });
    const names = [
      ...namesOf(longest.resources('AWS::Lambda::Function'), 'FunctionName'),
      ...namesOf(longest.resources('AWS::Scheduler::ScheduleGroup'), 'Name'),
      ...namesOf(longest.resources('AWS::IAM::Role'), 'RoleName'),
      ...namesOf(longest.resources('AWS::Events::Rule'), 'Name'),
      ...namesOf(longest.resources('AWS::SQS::Queue'), 'QueueName'),
    ];
    expect(names).toHaveLength(16);
    expect(names.filter((name) => name.length > 64)).toEqual([]);
  });

  it.each(['', 'Dev', 'a'.repeat(21), 'a/b'])('"%s" is refused', (stage) => {
    expect(() => exampleStack({ stage })).toThrow('context stage must match');
  });
});

describe('tokens', () => {
  it('come from a user pool of the stack when no issuer is given', () => {
    const { template } = exampleStack();
    template.resourceCountIs('AWS::Cognito::UserPool', 1);
    template.hasResourceProperties('AWS::Cognito::UserPoolClient', { GenerateSecret: false });
    const [pool] = Object.keys(template.findResources('AWS::Cognito::UserPool'));
    const [client] = Object.keys(template.findResources('AWS::Cognito::UserPoolClient'));
    template.hasResourceProperties('AWS::ApiGatewayV2::Authorizer', {
      AuthorizerType: 'JWT',
      JwtConfiguration: {
        Issuer: { 'Fn::GetAtt': [pool, 'ProviderURL'] },
        Audience: [{ Ref: client }],
      },
    });
  });

  it.each([{ issuer: 'https://issuer.example' }, { audience: 'arena' }])(
    'need both issuer and audience, not only %o',
    (half) => {
      expect(() => exampleStack(half)).toThrow('belong together');
    },
  );

  it('hold roles and rating in the claims that were given', () => {
    const { template } = exampleStack({ rolesClaim: 'roles', ratingClaim: 'rating' });
    template.hasResourceProperties('AWS::Lambda::Function', {
      FunctionName: 'shield-arena-dev-http',
      Environment: { Variables: { ROLES_CLAIM: 'roles', RATING_CLAIM: 'rating' } },
    });
  });
});

describe('guests per address and hour', () => {
  it.each([5, '5'])('are as many as was given, as %o', (guestsPerHour) => {
    const { template } = exampleStack({ guestsPerHour });
    template.hasResourceProperties('AWS::Lambda::Function', {
      FunctionName: 'shield-arena-dev-http',
      Environment: { Variables: { GUESTS_PER_HOUR: '5' } },
    });
  });

  it.each([0, -1, 1.5, '', 'many', '1e3'])('are never %o', (guestsPerHour) => {
    expect(() => exampleStack({ guestsPerHour })).toThrow('context guestsPerHour must be');
  });
});

describe('quotas of the account', () => {
  it.each([
    ['accountConcurrency', 'concurrency', 800],
    ['accountRate', 'request-quota', 1_200],
  ])('%s is what %s is a share of', (key, alarm, threshold) => {
    const value = key === 'accountRate' ? 2_000 : 1_000;
    exampleStack({ [key]: value }).template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      AlarmName: `shield-arena-dev-${alarm}`,
      Threshold: threshold,
    });
    expect(() => exampleStack({ [key]: 0 })).toThrow(`context ${key} must be`);
  });

  it('hold what an event reserves', () => {
    expect(() => exampleStack({ event: true, accountConcurrency: 933 })).toThrow('of 934');
    expect(() => exampleStack({ event: true, accountConcurrency: 934 })).not.toThrow();
  });
});

describe('a production whose pages go to nobody', () => {
  const warned = (context: Context) =>
    withApp({ stage: 'prod', ...context }, (_app, [prod]) =>
      Annotations.fromStack(prod?.arena ?? new Stack()).findWarning(
        '*',
        Match.stringLikeRegexp('go to nobody'),
      ),
    );

  it('is warned of', () => {
    expect(warned({})).toHaveLength(1);
    expect(warned({ alarmMail: 'night@example.org' })).toEqual([]);
    expect(warned({ stage: 'dev' })).toEqual([]);
  });
});

describe('switches', () => {
  it('leave out the budget and the monitor of anomalies', () => {
    const { template } = exampleStack({ spending: false, alarmMail: 'night@example.org' });
    for (const type of ['Budgets::Budget', 'CE::AnomalyMonitor', 'CE::AnomalySubscription']) {
      template.resourceCountIs(`AWS::${type}`, 0);
    }
  });

  it('turn traces off', () => {
    const functions = exampleStack({ xray: false }).resources('AWS::Lambda::Function');
    expect(functions.filter(([, { TracingConfig }]) => TracingConfig !== undefined)).toEqual([]);
  });

  it('turn the access log of the WebSocket API on, with the role of the account', () => {
    const { template } = exampleStack({ manageApiGatewayAccount: true });
    template.resourceCountIs('AWS::ApiGateway::Account', 1);
    template.allResourcesProperties('AWS::ApiGatewayV2::Stage', { AutoDeploy: true });
    const stages = Object.values(template.findResources('AWS::ApiGatewayV2::Stage'));
    expect(stages.filter(({ Properties }) => Properties.AccessLogSettings)).toHaveLength(2);
    exampleStack().template.resourceCountIs('AWS::ApiGateway::Account', 0);
  });
});

const namesOf = (resources: readonly (readonly [string, Properties])[], property: string) =>
  resources.flatMap(([, found]) =>
    found[property] === undefined ? [] : [String(found[property])],
  );
