import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

/** Long enough for a weekend and a week of looking into it; the most that SQS keeps. */
const KEEP_FAILURES = Duration.days(14);

/** Six times the timeout of the reading function (30 s, 60 s), as Lambda asks for. */
const CLOCK_VISIBILITY = Duration.seconds(180);
const ANNOUNCE_VISIBILITY = Duration.seconds(360);

/** A clock message repeats a rule that must run, an announcement is best effort. */
const CLOCK_RECEIVES = 8;
const ANNOUNCE_RECEIVES = 5;

/** Sources whose failures go to a queue of their own, so that an alarm names the culprit. */
const FAILURE_SOURCES = [
  'clock',
  'announce',
  'score',
  'arm',
  'pair',
  'standings',
  'schedule',
  'lifecycle',
] as const;

export type FailureSource = (typeof FAILURE_SOURCES)[number];

/**
 * Two working queues and the failure queues. Announcements have their own, so that ten thousand
 * pushes never stand in front of a clock message.
 */
export class Queues extends Construct {
  readonly clock: Queue;
  readonly announce: Queue;
  readonly failures: Readonly<Record<FailureSource, Queue>>;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.failures = failureQueues(this);
    this.clock = queue(this, 'Clock', {
      visibilityTimeout: CLOCK_VISIBILITY,
      deadLetterQueue: { queue: this.failures.clock, maxReceiveCount: CLOCK_RECEIVES },
    });
    this.announce = queue(this, 'Announce', {
      visibilityTimeout: ANNOUNCE_VISIBILITY,
      deadLetterQueue: { queue: this.failures.announce, maxReceiveCount: ANNOUNCE_RECEIVES },
    });
  }
}

function failureQueues(scope: Construct): Record<FailureSource, Queue> {
  const entries = FAILURE_SOURCES.map((source) => {
    const id = `${source.charAt(0).toUpperCase()}${source.slice(1)}Failures`;
    return [source, queue(scope, id, { retentionPeriod: KEEP_FAILURES })] as const;
  });
  return Object.fromEntries(entries) as Record<FailureSource, Queue>;
}

const queue = (scope: Construct, id: string, props: QueueProps) =>
  new Queue(scope, id, { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true, ...props });
