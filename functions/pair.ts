import { pairArena } from '../shared/app/pair-arena.ts';
import type { Arena } from '../shared/arena/arena.ts';
import type { Row } from '../shared/arena/row.ts';
import { streamHandler } from './aws/batch-handler.ts';
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
};

/** Arenas stream: a player became ready, or an arena opened. One run an arena and batch. */
export const handler = streamHandler<Row | Arena>(
  (entity) => {
    if (entity.type === 'row') return { key: entity.arena, entity };
    return entity.type === 'arena' ? { key: entity.id, entity } : null;
  },
  async (entities) => {
    const rows = entities.filter((entity) => entity.type === 'row');
    const [first] = entities;
    if (first !== undefined) {
      await pairArena(ports, first.type === 'row' ? first.arena : first.id, rows);
    }
  },
);
