import { arenaSchedules } from '../aws/arena-schedules.ts';
import { tables } from '../aws/published.ts';
import { ambient, env } from '../aws/runtime.ts';
import { socketPush } from '../aws/socket-push.ts';
import { sqsAnnounce, sqsClock } from '../aws/sqs-queues.ts';
import { store } from '../aws/stored.ts';

/** Everything that the routes of the HTTP API may touch. */
export const ports = {
  ...ambient,
  store,
  tables,
  push: socketPush(env('CONNECTIONS_ENDPOINT')),
  queues: { ...sqsClock(env('CLOCK_QUEUE_URL')), ...sqsAnnounce(env('ANNOUNCE_QUEUE_URL')) },
  schedules: arenaSchedules({
    group: env('SCHEDULE_GROUP'),
    roleArn: env('SCHEDULE_ROLE_ARN'),
    lifecycleArn: env('LIFECYCLE_ARN'),
    deadLetterArn: env('SCHEDULE_DLQ_ARN'),
  }),
};
