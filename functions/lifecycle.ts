import middy from '@middy/core';
import { runArena } from '../shared/app/run-arena.ts';
import type { ArenaId } from '../shared/core/ids.ts';
import { logLine, noteId } from './aws/log.ts';
import { tables } from './aws/published.ts';
import { ambient, env } from './aws/runtime.ts';
import { socketPush } from './aws/socket-push.ts';
import { sqsAnnounce, sqsClock } from './aws/sqs-queues.ts';
import { store } from './aws/stored.ts';

const ports = {
  ...ambient,
  store,
  tables,
  push: socketPush(env('CONNECTIONS_ENDPOINT')),
  queues: { ...sqsClock(env('CLOCK_QUEUE_URL')), ...sqsAnnounce(env('ANNOUNCE_QUEUE_URL')) },
};

/** Schedules and asynchronous calls: opens, closes and freezes an arena when its time has come. */
export const handler = middy<{ readonly arena: ArenaId }, void>()
  .use(logLine())
  .handler(async ({ arena }) => {
    noteId('arena', arena);
    await runArena(ports, arena);
  });
