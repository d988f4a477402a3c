import middy from '@middy/core';
import { planSeries } from '../shared/app/series/plan-series.ts';
import { arenaSchedules } from './aws/arena-schedules.ts';
import { logLine } from './aws/log.ts';
import { ambient, env } from './aws/runtime.ts';
import { sqsClock } from './aws/sqs-queues.ts';
import { store } from './aws/stored.ts';

const ports = {
  ...ambient,
  store,
  queues: sqsClock(env('CLOCK_QUEUE_URL')),
  schedules: arenaSchedules({
    group: env('SCHEDULE_GROUP'),
    roleArn: env('SCHEDULE_ROLE_ARN'),
    lifecycleArn: env('LIFECYCLE_ARN'),
    deadLetterArn: env('SCHEDULE_DLQ_ARN'),
  }),
};

/** Every five minutes: creates the arenas of all series that are due. */
export const handler = middy<unknown, void>()
  .use(logLine())
  .handler(() => planSeries(ports));
