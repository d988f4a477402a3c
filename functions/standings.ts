import { refreshTable } from '../shared/app/refresh-table.ts';
import type { Row } from '../shared/arena/row.ts';
import { streamHandler } from './aws/batch-handler.ts';
import { tables } from './aws/published.ts';
import { ambient, env } from './aws/runtime.ts';
import { sqsClock } from './aws/sqs-queues.ts';
import { store } from './aws/stored.ts';

const ports = {
  ...ambient,
  store,
  tables,
  queues: sqsClock(env('CLOCK_QUEUE_URL')),
};

/** Arenas stream: players came, were paired, scored, paused or removed. One look an arena. */
export const handler = streamHandler<Row>(
  (entity) => (entity.type === 'row' ? { key: entity.arena, entity } : null),
  async (rows) => {
    // What a row says of its instant may be older than its write: it is certainly written by now.
    const [first] = rows;
    if (first !== undefined) await refreshTable(ports, first.arena, ports.now());
  },
);
