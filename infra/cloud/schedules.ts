import { Stack } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { ScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { removalOf } from './removal.ts';

interface Props {
  readonly stage: string;
  readonly production: boolean;
  readonly lifecycleArn: string;
  readonly failures: Queue;
}

/**
 * Where `http` puts the start and end of every arena. The schedules are made at run time; here are
 * their group and the role they run under, which may call one function and no other.
 */
export class Schedules extends Construct {
  readonly group: ScheduleGroup;
  readonly role: Role;

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id);
    this.group = new ScheduleGroup(this, 'Group', {
      scheduleGroupName: `shield-arena-${props.stage}`,
      removalPolicy: removalOf(props.production),
    });
    this.role = new Role(this, 'Role', {
      assumedBy: schedulesOf(this.group),
      description: 'Schedules of arenas: call lifecycle, leave failures in their queue',
      inlinePolicies: { run: runPolicy(props) },
    });
  }
}

/** Only schedules of this group in this account, never of a stranger who names our role. */
const schedulesOf = (group: ScheduleGroup) =>
  new ServicePrincipal('scheduler.amazonaws.com', {
    conditions: {
      StringEquals: {
        'aws:SourceAccount': Stack.of(group).account,
        'aws:SourceArn': group.scheduleGroupArn,
      },
    },
  });

const runPolicy = (props: Props) =>
  new PolicyDocument({
    statements: [
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [props.lifecycleArn] }),
      new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [props.failures.queueArn] }),
    ],
  });
