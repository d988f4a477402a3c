import { Annotations, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Settings } from '../settings.ts';
import type { Severity } from './alarm-rule.ts';

/** No error: a pager may be subscribed to the topics by hand. */
const UNHEARD = 'Pages of this stage go to nobody: give -c alarmMail, or subscribe to its topics.';

/** Where alarms go: one topic to be woken by, one to read. */
export class AlarmTopics extends Construct {
  readonly bySeverity: Readonly<Record<Severity, Topic>>;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    if (settings.production && settings.alarmMail === '') {
      Annotations.of(this).addWarningV2('shield-arena:alarmMail', UNHEARD);
    }
    this.bySeverity = {
      page: alarmTopic(this, 'Page', 'page', settings),
      warn: alarmTopic(this, 'Warn', 'warn', settings),
    };
  }
}

/**
 * Not encrypted at rest: alarms cannot publish to a topic under the key that SNS manages, and a key
 * of our own costs a dollar a month for names of alarms, which are no secret.
 */
function alarmTopic(scope: Construct, id: string, severity: Severity, settings: Settings): Topic {
  const topicName = `shield-arena-${settings.stage}-${severity}`;
  const topic = new Topic(scope, id, { topicName, displayName: topicName, enforceSSL: true });
  topic.addToResourcePolicy(publishing(topic));
  if (settings.alarmMail !== '') topic.addSubscription(new EmailSubscription(settings.alarmMail));
  return topic;
}

/** A topic with a policy of its own has lost the default one, under which alarms may publish. */
function publishing(topic: Topic): PolicyStatement {
  const stack = Stack.of(topic);
  return new PolicyStatement({
    principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
    actions: ['sns:Publish'],
    resources: [topic.topicArn],
    conditions: { StringEquals: { 'aws:SourceAccount': stack.account } },
  });
}
