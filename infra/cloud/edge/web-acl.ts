import { RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { CfnLoggingConfiguration, CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { bareArn } from '../log-group.ts';

/**
 * Requests of one address in five minutes. A school behind one address is a hundred screens that
 * ask every two seconds (15,000), and nobody is shut out of his own arena's table by a neighbour.
 */
const REQUESTS_PER_ADDRESS = 20_000;
const RATE_WINDOW_S = 300;
const RETRY_AFTER_S = 60;
const TOO_MANY_REQUESTS = 429;

/**
 * Rule groups of AWS, the cheapest to evaluate first, with the rules that only count: a cursor may
 * be long, and a script that reads results has no name. Bodies play no part: only reads get here.
 */
const MANAGED_GROUPS: Readonly<Record<string, readonly string[]>> = {
  AWSManagedRulesAmazonIpReputationList: [],
  AWSManagedRulesKnownBadInputsRuleSet: [],
  AWSManagedRulesCommonRuleSet: ['SizeRestrictions_QUERYSTRING', 'NoUserAgent_HEADER'],
};

/** What stands before the public reads. HTTP APIs take no firewall of their own. */
export class WebAcl extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, stage: string) {
    super(scope, id);
    const acl = new CfnWebACL(this, 'Acl', {
      name: `shield-arena-${stage}`,
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visible('all'),
      rules: [
        rateRule(),
        ...Object.entries(MANAGED_GROUPS).map(([name, counted], index) =>
          managedRule(name, counted, index + 1),
        ),
      ],
    });
    this.arn = acl.attrArn;
    new CfnLoggingConfiguration(this, 'Logging', {
      resourceArn: acl.attrArn,
      logDestinationConfigs: [blockedLogArn(this, stage)],
      redactedFields: ['authorization', 'cookie'].map((name) => ({ singleHeader: { Name: name } })),
      loggingFilter: BLOCKED_ONLY,
    });
  }
}

const rateRule = (): CfnWebACL.RuleProperty => ({
  name: 'rate',
  priority: 0,
  statement: {
    rateBasedStatement: {
      aggregateKeyType: 'IP',
      limit: REQUESTS_PER_ADDRESS,
      evaluationWindowSec: RATE_WINDOW_S,
    },
  },
  // As the API itself answers whoever asks too often; the usual 403 would read as a ban.
  action: {
    block: {
      customResponse: {
        responseCode: TOO_MANY_REQUESTS,
        responseHeaders: [
          { name: 'retry-after', value: String(RETRY_AFTER_S) },
          { name: 'access-control-allow-origin', value: '*' },
          { name: 'access-control-expose-headers', value: 'retry-after' },
        ],
      },
    },
  },
  visibilityConfig: visible('rate'),
});

const managedRule = (
  name: string,
  counted: readonly string[],
  priority: number,
): CfnWebACL.RuleProperty => ({
  name,
  priority,
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      ...(counted.length > 0 && {
        ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
      }),
    },
  },
  overrideAction: { none: {} },
  visibilityConfig: visible(name),
});

/** Counts for every rule; samples of requests show operators for three hours what a rule met. */
const visible = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  cloudWatchMetricsEnabled: true,
  metricName,
  sampledRequestsEnabled: true,
});

/** Whoever gets through is nobody's business. */
const BLOCKED_ONLY = {
  DefaultBehavior: 'DROP',
  Filters: [
    {
      Behavior: 'KEEP',
      Requirement: 'MEETS_ANY',
      Conditions: [{ ActionCondition: { Action: 'BLOCK' } }],
    },
  ],
};

/**
 * The only log that holds addresses, which the firewall cannot leave out: of blocked requests, for
 * a week, long enough to see after a weekend who was wronged. It goes with the stack everywhere.
 */
function blockedLogArn(scope: Construct, stage: string): string {
  // The firewall writes to names that begin so and to no other.
  const group = new LogGroup(scope, 'Blocked', {
    logGroupName: `aws-waf-logs-shield-arena-${stage}`,
    retention: RetentionDays.ONE_WEEK,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  return bareArn(group);
}
