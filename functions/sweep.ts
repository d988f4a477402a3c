import middy from '@middy/core';
import { sweepErasures } from '../shared/app/privacy/sweep-erasures.ts';
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
  .handler(async () => {
    // One that fails must not keep the other from its work.
    const swept = await Promise.allSettled([sweep(ports), sweepErasures(ports)]);
    const failed = swept.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    if (failed.length > 0) throw new AggregateError(failed, 'not everything could be swept');
  });
