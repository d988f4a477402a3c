import { describe, expect, it } from 'vitest';
import { FUNCTIONS } from '../../../infra/cloud/function-table.ts';
import { exampleStack, only, type Properties, readable } from './example-stack.ts';

interface Metric {
  readonly MetricName: string;
  readonly Dimensions: readonly { readonly Name: string; readonly Value: unknown }[];
}

const production = exampleStack({ stage: 'prod' });
const trial = exampleStack();

const one = (type: string, of = production) => only(of.resources(type));
const [aliasId, alias] = one('AWS::Lambda::Alias');
const [versionId] = one('AWS::Lambda::Version');
const [groupId, group] = one('AWS::CodeDeploy::DeploymentGroup');
const whole = (type: string) =>
  only(Object.values(production.template.findResources(type))) as Properties;

const alarms = new Map(production.resources('AWS::CloudWatch::Alarm'));
const rollbackAlarms = (
  group.AlarmConfiguration as { readonly Alarms: readonly { readonly Name: { Ref: string } }[] }
).Alarms.map(({ Name }) => alarms.get(Name.Ref) ?? {});
const alarmNamed = (name: string) => only(rollbackAlarms, ({ AlarmName }) => AlarmName === name);

const VERSION = `${readable({ Ref: versionId })}`;

describe('the alias of move', () => {
  it('is what the gateway calls and may call, and nothing else of move is', () => {
    const callers = production.resources('AWS::Lambda::Permission').flatMap(([, permission]) => {
      const target = JSON.stringify(permission.FunctionName);
      return /Deployment|Functionsmove/.test(target) ? [permission] : [];
    });
    const { FunctionName, Principal, SourceArn } = only(callers);
    expect(FunctionName).toEqual({ Ref: aliasId });
    expect(Principal).toBe('apigateway.amazonaws.com');
    expect(readable(SourceArn)).toMatch(/:\{SocketApi\}\/\*move$/);
  });

  it('points to the version that this template makes', () => {
    expect(readable(alias.FunctionName)).toBe('{Functionsmove}');
    expect(alias.FunctionVersion).toEqual({ 'Fn::GetAtt': [versionId, 'Version'] });
    expect(alias.Name).toBe('live');
  });

  it('is moved by the deployment, and only when its alarms watch the new version', () => {
    const { UpdatePolicy, DependsOn } = whole('AWS::Lambda::Alias');
    const [applicationId] = one('AWS::CodeDeploy::Application');
    expect(UpdatePolicy).toEqual({
      CodeDeployLambdaAliasUpdate: {
        ApplicationName: { Ref: applicationId },
        DeploymentGroupName: { Ref: groupId },
      },
    });
    expect(DependsOn).toContain(groupId);
    expect(rollbackAlarms).toHaveLength(2);
  });

  it('has versions in production that stay when the next one comes', () => {
    expect(whole('AWS::Lambda::Version')).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
    });
  });

  // Law 7: a freeze waits for the timeout of move, of whichever version is behind the alias. A
  // version has the timeout that its function had, and nothing can give it another.
  it('has no timeout of its own', () => {
    expect(Object.keys(one('AWS::Lambda::Version')[1])).toEqual(['FunctionName']);
    expect(FUNCTIONS.move.timeoutSeconds).toBe(3);
  });
});

describe('a deployment', () => {
  it('of production takes ten steps of a minute', () => {
    expect(group.DeploymentConfigName).toBe('CodeDeployDefault.LambdaLinear10PercentEvery1Minute');
  });

  it('of a stage for trying out takes no time', () => {
    const [, found] = one('AWS::CodeDeploy::DeploymentGroup', trial);
    expect(found.DeploymentConfigName).toBe('CodeDeployDefault.LambdaAllAtOnce');
  });

  it('is taken back when it fails and when an alarm stops it', () => {
    expect(group.AutoRollbackConfiguration).toEqual({
      Enabled: true,
      Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM'],
    });
    expect(group.AlarmConfiguration).toMatchObject({ Enabled: true });
  });

  it('has the stage in its names, so that stages live side by side', () => {
    expect(group.DeploymentGroupName).toBe('shield-arena-prod-move');
    expect(one('AWS::CodeDeploy::Application')[1].ApplicationName).toBe('shield-arena-prod-move');
    const names = (of: typeof trial) => of.resources('AWS::CloudWatch::Alarm');
    const ours = names(trial).map(([, { AlarmName }]) => String(AlarmName));
    const theirs = new Set([...alarms.values()].map(({ AlarmName }) => AlarmName));
    expect(ours.filter((name) => theirs.has(name))).toEqual([]);
  });

  it('may shift this alias and look at alarms, no more', () => {
    const [, { PolicyDocument }] = only(
      production.resources('AWS::IAM::Role').flatMap(([id, { Policies }]) => {
        const policies = (Policies ?? []) as readonly { PolicyDocument: Properties }[];
        return readable({ Ref: id }) === '{DeploymentRole}' ? policies.map((p) => [id, p]) : [];
      }) as readonly (readonly [string, { PolicyDocument: Properties }])[],
    );
    const statements = PolicyDocument.Statement as readonly Properties[];
    const rights = statements.flatMap(({ Action, Resource }) =>
      [Action].flat().map((action) => [action, [Resource].flat().map(readable)]),
    );
    const move =
      'arn:{AWS::Partition}:lambda:{AWS::Region}:{AWS::AccountId}:function:shield-arena-prod-move';
    expect(Object.fromEntries(rights)).toEqual({
      'lambda:GetAlias': [move, `${move}:live`],
      'lambda:UpdateAlias': [move, `${move}:live`],
      'lambda:GetProvisionedConcurrencyConfig': [`${move}:live`],
      'cloudwatch:DescribeAlarms': ['*'],
    });
  });
});

describe('the alarm that takes a version back', () => {
  const failing = alarmNamed('shield-arena-prod-move-new-version-fails');
  const queries = failing.Metrics as readonly Properties[];
  const metrics = queries.flatMap(({ Id, MetricStat }) => {
    const found = MetricStat as
      | { readonly Metric: Metric; Period: number; Stat: string }
      | undefined;
    return found === undefined ? [] : [{ id: Id, ...found }];
  });

  it('counts the calls of the new version alone', () => {
    expect(metrics.map(({ id, Metric, Period, Stat }) => [id, Metric.MetricName, Period, Stat])) //
      .toEqual([
        ['errors', 'Errors', 60, 'Sum'],
        ['calls', 'Invocations', 60, 'Sum'],
      ]);
    for (const { Metric } of metrics) {
      const dimensions = Metric.Dimensions.map(({ Name, Value }) => [Name, readable(Value)]);
      expect(Object.fromEntries(dimensions)).toEqual({
        FunctionName: 'shield-arena-prod-move',
        Resource: 'shield-arena-prod-move:live',
        ExecutedVersion: VERSION.replace('}', '.Version}'),
      });
    }
  });

  // The expression has the syntax of a call and of arithmetic, which JavaScript shares.
  const { Expression } = only(queries, ({ Expression: found }) => found !== undefined);
  const percent = new Function(...['IF', 'errors', 'calls'], `return ${Expression}`) as (
    choose: unknown,
    errors: number,
    calls: number,
  ) => number;
  const choose = (condition: boolean, yes: number, no: number) => (condition ? yes : no);

  it.each([
    { what: 'no call', errors: 0, calls: 0, rings: false },
    { what: 'two errors of a quiet night', errors: 2, calls: 10, rings: false },
    { what: 'three errors of a quiet night', errors: 3, calls: 10, rings: true },
    { what: 'one in a hundred', errors: 10, calls: 1_000, rings: false },
    { what: 'more than one in a hundred', errors: 11, calls: 1_000, rings: true },
  ])('$what: $rings', ({ errors, calls, rings }) => {
    expect(failing).toMatchObject({
      ComparisonOperator: 'GreaterThanThreshold',
      EvaluationPeriods: 1,
      TreatMissingData: 'notBreaching',
    });
    expect(percent(choose, errors, calls) > Number(failing.Threshold)).toBe(rings);
  });

  it('has a second one beside it, on moves that take nearly as long as they may', () => {
    const slow = alarmNamed('shield-arena-prod-move-new-version-slow');
    const terms = slow.Metrics as readonly Properties[];
    const { Expression: expression } = only(terms, ({ Expression: found }) => found !== undefined);

    expect(expression).toBe('IF(calls >= 100, slowest, 0)');
    expect(slow).toMatchObject({ Threshold: 2_400 });
    expect(terms).toContainEqual(
      expect.objectContaining({
        Id: 'slowest',
        MetricStat: expect.objectContaining({
          Stat: 'p99',
          Metric: expect.objectContaining({
            MetricName: 'Duration',
            Dimensions: expect.arrayContaining([
              { Name: 'ExecutedVersion', Value: { 'Fn::GetAtt': [versionId, 'Version'] } },
            ]),
          }),
        }),
      }),
    );
  });

  it('is never one of throttles: a release that helps would be taken back', () => {
    expect(JSON.stringify(rollbackAlarms)).not.toContain('Throttles');
  });
});
