import { describe, expect, it } from 'vitest';
import { only, type Properties, readable } from './example-stack.ts';
import { exampleStages, ofType } from './example-stages.ts';

const [stage] = exampleStages({ stage: 'prod' });
if (stage === undefined) throw new Error('no stage');
const { edge } = stage;

const distribution = only(ofType(edge, 'AWS::CloudFront::Distribution'))
  .DistributionConfig as Properties;

const logGroup = (name: RegExp): Properties =>
  only(ofType(edge, 'AWS::Logs::LogGroup'), ({ LogGroupName }) => name.test(String(LogGroupName)));

describe('the firewall', () => {
  const acl = only(ofType(edge, 'AWS::WAFv2::WebACL'));
  const rules = acl.Rules as readonly Properties[];

  it('stands before the distribution', () => {
    expect(acl).toMatchObject({ Scope: 'CLOUDFRONT', DefaultAction: { Allow: {} } });
    expect(readable(distribution.WebACLId)).toBe('{WebAcl.Arn}');
  });

  it('looks at rates first, then at the rules of AWS, of which two only count', () => {
    expect(rules.map(({ Priority, Name }) => [Priority, Name])).toEqual([
      [0, 'rate'],
      [1, 'AWSManagedRulesAmazonIpReputationList'],
      [2, 'AWSManagedRulesKnownBadInputsRuleSet'],
      [3, 'AWSManagedRulesCommonRuleSet'],
    ]);
    for (const { Name, Statement, OverrideAction } of rules.slice(1)) {
      expect(Statement).toMatchObject({ ManagedRuleGroupStatement: { VendorName: 'AWS', Name } });
      expect(OverrideAction).toEqual({ None: {} });
    }
    const overridden = rules.flatMap(({ Statement }) => {
      const { ManagedRuleGroupStatement: group } = Statement as Record<string, Properties>;
      return (group?.RuleActionOverrides ?? []) as readonly Properties[];
    });
    expect(overridden).toEqual([
      { Name: 'SizeRestrictions_QUERYSTRING', ActionToUse: { Count: {} } },
      { Name: 'NoUserAgent_HEADER', ActionToUse: { Count: {} } },
    ]);
  });

  it('lets a hundred screens behind one address ask every two seconds', () => {
    const { Statement, Action } = only(rules, ({ Name }) => Name === 'rate');
    const rate = (Statement as { RateBasedStatement: Properties }).RateBasedStatement;

    expect(rate).toMatchObject({ AggregateKeyType: 'IP', EvaluationWindowSec: 300 });
    expect(rate.Limit).toBeGreaterThan((100 * 300) / 2);
    expect(rate.Limit).toBeLessThanOrEqual(20_000);
    expect(Action).toMatchObject({
      Block: {
        CustomResponse: {
          ResponseCode: 429,
          ResponseHeaders: expect.arrayContaining([{ Name: 'retry-after', Value: '60' }]),
        },
      },
    });
  });

  it('counts what each rule does', () => {
    const metrics = [acl, ...rules].map(({ VisibilityConfig }) => VisibilityConfig as Properties);

    expect(new Set(metrics.map(({ MetricName }) => MetricName)).size).toBe(5);
    for (const metric of metrics) expect(metric.CloudWatchMetricsEnabled).toBe(true);
  });

  it('writes down whom it blocked, for a week, without his secrets', () => {
    const logging = only(ofType(edge, 'AWS::WAFv2::LoggingConfiguration'));
    const [target] = logging.LogDestinationConfigs as readonly unknown[];

    expect(readable(target)).toMatch(/:log-group:\{WebAclBlocked\}$/);
    expect(logging.LoggingFilter).toEqual({
      DefaultBehavior: 'DROP',
      Filters: [
        {
          Behavior: 'KEEP',
          Requirement: 'MEETS_ANY',
          Conditions: [{ ActionCondition: { Action: 'BLOCK' } }],
        },
      ],
    });
    expect(logging.RedactedFields).toEqual([
      { SingleHeader: { Name: 'authorization' } },
      { SingleHeader: { Name: 'cookie' } },
    ]);
    expect(logGroup(/^aws-waf-logs-/)).toMatchObject({ RetentionInDays: 7 });
  });
});

describe('the access log', () => {
  it('goes from the distribution to a log group that forgets', () => {
    const source = only(ofType(edge, 'AWS::Logs::DeliverySource'));
    const destination = only(ofType(edge, 'AWS::Logs::DeliveryDestination'));
    const delivery = only(ofType(edge, 'AWS::Logs::Delivery'));

    expect(source.LogType).toBe('ACCESS_LOGS');
    expect(readable(source.ResourceArn)).toMatch(/distribution\/\{PublicReadsDistribution\}$/);
    expect(readable(destination.DestinationResourceArn)).toMatch(/:log-group:\{AccessLog\}$/);
    expect(readable(delivery.DeliverySourceName)).toBe('{AccessLogSource}');
    expect(readable(delivery.DeliveryDestinationArn)).toBe('{AccessLogDestination.Arn}');
    expect(logGroup(/^\/aws\/vendedlogs\//)).toMatchObject({ RetentionInDays: 30 });
  });

  it('says what was asked and how it went, and not by whom', () => {
    const { RecordFields } = only(ofType(edge, 'AWS::Logs::Delivery'));

    expect(RecordFields).toEqual(expect.arrayContaining(['cs-uri-stem', 'sc-status']));
    for (const field of RecordFields as readonly string[]) {
      expect(field).not.toMatch(/^c-|forwarded|asn|query|Cookie|Agent|Referer/i);
    }
    expect(distribution.Logging).toBeUndefined();
  });
});
