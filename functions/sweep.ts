import middy from '@middy/core';
import { sweep } from '../shared/app/sweep.ts';
import { invokeLifecycle } from './aws/invoke-lifecycle.ts';
import { logLine } from './aws/log.ts';
import { tables } from './aws/published.ts';
import { ambient, env } from './aws/runtime.ts';
import { sqsClock } from './aws/sqs-queues.ts';
import { store } from './aws/stored.ts';

const ports = {
  ...ambient,
  store,
  tables,
  queues: sqsClock(env('CLOCK_QUEUE_URL')),
  lifecycle: invokeLifecycle(env('LIFECYCLE_NAME')),
};

/** Every minute: wakes whatever a lost message has left behind. */
export const handler = middy<unknown, void>()
  .use(logLine())
  .handler(() => sweep(ports));
