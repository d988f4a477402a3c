import { scoreOrPostpone } from '../shared/app/look.ts';
import type { DoneGame } from '../shared/game/game.ts';
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

/** Games stream, LIVE → DONE: both players' rows take the game. */
export const handler = streamHandler<DoneGame>(
  (entity) =>
    entity.type === 'game' && entity.state === 'done' ? { key: entity.id, entity } : null,
  async ([game]) => {
    if (game !== undefined) await scoreOrPostpone(ports, game, 0);
  },
);
