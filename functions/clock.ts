import { look } from '../shared/app/look.ts';
import type { ClockMessage } from '../shared/app/ports.ts';
import { queueHandler } from './aws/batch-handler.ts';
import { invokeLifecycle } from './aws/invoke-lifecycle.ts';
import { tables } from './aws/published.ts';
import { rememberingArenas, rememberingOrders } from './aws/remembered.ts';
import { ambient, env } from './aws/runtime.ts';
import { socketPush } from './aws/socket-push.ts';
import { sqsClock } from './aws/sqs-queues.ts';
import { store } from './aws/stored.ts';

const ports = {
  ...ambient,
  store: rememberingArenas(store),
  tables: rememberingOrders(tables, ambient.now),
  push: socketPush(env('CONNECTIONS_ENDPOINT')),
  queues: sqsClock(env('CLOCK_QUEUE_URL')),
  lifecycle: invokeLifecycle(env('LIFECYCLE_NAME')),
};

/** Clock queue: looks again at a game, a pool, a table or an arena. */
export const handler = queueHandler<ClockMessage>((message) => look(ports, message));
