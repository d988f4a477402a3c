import { watchAgain } from '../shared/app/watch-game.ts';
import type { LiveGame } from '../shared/game/game.ts';
import { streamHandler } from './aws/batch-handler.ts';
import { ambient, env } from './aws/runtime.ts';
import { sqsClock } from './aws/sqs-queues.ts';

const ports = { ...ambient, queues: sqsClock(env('CLOCK_QUEUE_URL')) };

/** Games stream, new game: its first clock message, which re-arms itself until the game is over. */
export const handler = streamHandler<LiveGame>(
  (entity) =>
    entity.type === 'game' && entity.state === 'live' ? { key: entity.id, entity } : null,
  async ([game]) => {
    if (game !== undefined) await watchAgain(ports, game);
  },
);
