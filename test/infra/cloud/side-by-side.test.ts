import { describe, expect, it } from 'vitest';
import type { Properties } from './example-stack.ts';
import { exampleStages, type ReadStage, type ReadTemplate } from './example-stages.ts';

/** Properties that name a resource for its account and region; tests of names know no others. */
const NAMES: Readonly<Record<string, string>> = {
  'AWS::ApiGatewayV2::Api': 'Name',
  'AWS::Budgets::Budget': 'Budget.BudgetName',
  'AWS::CE::AnomalyMonitor': 'MonitorName',
  'AWS::CE::AnomalySubscription': 'SubscriptionName',
  'AWS::CloudFront::CachePolicy': 'CachePolicyConfig.Name',
  'AWS::CloudFront::OriginRequestPolicy': 'OriginRequestPolicyConfig.Name',
  'AWS::CloudFront::ResponseHeadersPolicy': 'ResponseHeadersPolicyConfig.Name',
  'AWS::CloudWatch::Alarm': 'AlarmName',
  'AWS::CloudWatch::CompositeAlarm': 'AlarmName',
  'AWS::CloudWatch::Dashboard': 'DashboardName',
  'AWS::CodeDeploy::Application': 'ApplicationName',
  'AWS::CodeDeploy::DeploymentGroup': 'DeploymentGroupName',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::Logs::DeliveryDestination': 'Name',
  'AWS::Logs::DeliverySource': 'Name',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::Logs::QueryDefinition': 'Name',
  'AWS::SNS::Topic': 'TopicName',
  'AWS::Scheduler::ScheduleGroup': 'Name',
  'AWS::WAFv2::WebACL': 'Name',
};

/** Names within another resource, which may be the same in each. */
const PARTS = [
  'AWS::ApiGatewayV2::Authorizer.Name',
  'AWS::ApiGatewayV2::Stage.StageName',
  'AWS::Cognito::UserPoolGroup.GroupName',
  'AWS::IAM::Policy.PolicyName',
  'AWS::Lambda::Alias.Name',
];

/** Settings of a whole account, of which there is one. */
const ACCOUNT_WIDE = ['AWS::ApiGateway::Account', 'AWS::Logs::ResourcePolicy', 'AWS::XRay::Group'];

const stages = exampleStages();

describe('dev and prod in one account', () => {
  it('are two stacks each', () => {
    const names = stages.flatMap(({ stacks }) => [stacks.arena.stackName, stacks.edge.stackName]);

    expect(names).toEqual([
      ...['ShieldArena-dev', 'ShieldArena-dev-edge'],
      ...['ShieldArena-prod', 'ShieldArena-prod-edge'],
    ]);
  });

  it('have no name in common', () => {
    const [dev = [], prod = []] = stages.map(namesOf);

    expect(dev.length).toBeGreaterThan(40);
    expect(prod).toHaveLength(dev.length);
    expect(dev.filter((name) => prod.includes(name))).toEqual([]);
  });

  it('have their stage in every name, and no name besides', () => {
    for (const stage of stages) {
      const strange = namesOf(stage).filter((name) => !name.includes(stage.stacks.stage));

      expect(strange).toEqual([]);
    }
  });

  it('export nothing and import nothing', () => {
    for (const template of stages.flatMap(({ arena, edge }) => [arena, edge])) {
      const outputs = Object.values(template.Outputs);

      expect(outputs.length).toBeGreaterThan(0);
      expect(outputs.filter((output) => 'Export' in output)).toEqual([]);
      expect(JSON.stringify(template)).not.toContain('Fn::ImportValue');
    }
  });

  it('leave what the account has once alone', () => {
    expect(accountWide(stages)).toEqual([]);
  });

  it('unless one is told to set the logging role', () => {
    const managing = exampleStages({ stage: 'prod', manageApiGatewayAccount: true });

    expect(accountWide(managing)).toEqual(['AWS::ApiGateway::Account']);
  });
});

describe('tags', () => {
  it('are on everything that takes them, in both stacks', () => {
    for (const { stacks, arena, edge } of exampleStages({ owner: 'club', costCenter: '4711' })) {
      const { stage } = stacks;
      const expected = { app: 'shield-arena', stage, owner: 'club', 'cost-center': '4711' };
      const tagged = resourcesOf(arena, edge).flatMap(({ Properties }) => tagsOf(Properties));

      expect(tagged.length).toBeGreaterThan(40);
      for (const tags of tagged) expect(tags).toMatchObject(expected);
    }
  });

  it('are on tables, functions, queues and the distribution at least', () => {
    const types = stages
      .flatMap(({ arena, edge }) => resourcesOf(arena, edge))
      .filter(({ Properties }) => tagsOf(Properties).length > 0)
      .map(({ Type }) => Type);

    expect(types).toEqual(
      expect.arrayContaining([
        ...['AWS::DynamoDB::Table', 'AWS::Lambda::Function', 'AWS::SQS::Queue'],
        ...['AWS::Logs::LogGroup', 'AWS::Cognito::UserPool', 'AWS::ApiGatewayV2::Api'],
        ...['AWS::CloudFront::Distribution', 'AWS::WAFv2::WebACL'],
      ]),
    );
  });
});

const resourcesOf = (...templates: readonly ReadTemplate[]) =>
  templates.flatMap(({ Resources }) => Object.values(Resources));

/** Types with physical names; throws at what looks like a name of a type that is not known here. */
function namesOf({ arena, edge }: ReadStage): string[] {
  return resourcesOf(arena, edge).flatMap(({ Type, Properties = {} }) => {
    const path = NAMES[Type];
    if (path === undefined) {
      const names = Object.entries(Properties).filter(
        ([key, value]) => /Name$/.test(key) && typeof value === 'string' && !isPart(Type, key),
      );
      if (names.length > 0) throw new Error(`${Type} has the name ${JSON.stringify(names)}`);
      return [];
    }
    const name = path.split('.').reduce<unknown>((at, key) => Object(at)[key], Properties);
    return typeof name === 'string' ? [`${Type} ${name}`] : [];
  });
}

const isPart = (type: string, key: string): boolean => PARTS.includes(`${type}.${key}`);

const accountWide = (all: readonly ReadStage[]): string[] =>
  all
    .flatMap(({ arena, edge }) => resourcesOf(arena, edge))
    .map(({ Type }) => Type)
    .filter((type) => ACCOUNT_WIDE.includes(type));

/** Tags are a list or a map, as the type of the resource will have it. */
function tagsOf({ Tags, UserPoolTags }: Properties = {}): Readonly<Record<string, string>>[] {
  const tags = Tags ?? UserPoolTags;
  if (typeof tags !== 'object' || tags === null) return [];
  if (!Array.isArray(tags)) return [tags as Readonly<Record<string, string>>];
  const entries = tags.map(({ Key, Value }: Readonly<Record<string, string>>) => [Key, Value]);
  return [Object.fromEntries(entries)];
}
