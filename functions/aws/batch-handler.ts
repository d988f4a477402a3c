import middy from '@middy/core';
import type { SQSEvent } from 'aws-lambda';
import type { Entity } from '../../shared/app/entities.ts';
import { inGroups } from '../../shared/core/groups.ts';
import type { Item } from './codec.ts';
import { decodeEntity } from './item.ts';
import { logLine, note, noteFailure, noteId } from './log.ts';

interface BatchAnswer {
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[];
}

/** A change of an item: `after` null is a deletion. */
export interface StreamChange {
  readonly after: Entity | null;
}

interface StreamEvent {
  readonly Records: readonly {
    readonly dynamodb: { readonly SequenceNumber: string; readonly NewImage?: Item };
  }[];
}

/** Work of one batch that runs side by side. */
const AT_ONCE = 10;

/**
 * A stream consumer. Records are grouped by `keyOf` (null: none of its business); a group that
 * fails is reported by its first record, from which the stream starts again.
 */
export const streamHandler = <E extends Entity>(
  select: (entity: Entity) => { readonly key: string; readonly entity: E } | null,
  work: (entities: readonly E[]) => Promise<void>,
) =>
  middy<StreamEvent, BatchAnswer>()
    .use(logLine())
    .handler(async ({ Records }) => {
      const groups = new Map<string, { sequence: string; entities: E[] }>();
      for (const { dynamodb } of Records) {
        const image = dynamodb.NewImage;
        const entity = image === undefined ? null : decodeEntity(image);
        const selected = entity === null ? null : select(entity);
        if (selected === null) continue;
        noteEntity(selected.entity);
        const known = groups.get(selected.key);
        if (known !== undefined) known.entities.push(selected.entity);
        else
          groups.set(selected.key, {
            sequence: dynamodb.SequenceNumber,
            entities: [selected.entity],
          });
      }
      note('records', Records.length);
      return failuresOf(
        [...groups.values()].map(({ sequence, entities }) => ({
          id: sequence,
          run: () => work(entities),
        })),
      );
    });

function noteEntity(entity: Entity): void {
  if ('arena' in entity) noteId('arena', entity.arena);
  if (entity.type === 'arena') noteId('arena', entity.id);
  if (entity.type === 'game') noteId('game', entity.id);
}

/** Whatever a queue brings names the things it is about by these words. */
function noteMessage(message: object): void {
  for (const field of ['arena', 'game', 'player', 'webhook'] as const) {
    const id = (message as Readonly<Record<string, unknown>>)[field];
    if (typeof id === 'string') noteId(field, id);
  }
}

/** A queue consumer: each message succeeds or fails alone. */
export const queueHandler = <M extends object>(work: (message: M) => Promise<void>) =>
  middy<SQSEvent, BatchAnswer>()
    .use(logLine())
    .handler(async ({ Records }) => {
      note('messages', Records.length);
      return failuresOf(
        Records.map(({ messageId, body }) => ({
          id: messageId,
          run: async () => {
            const message = JSON.parse(body) as M;
            noteMessage(message);
            return work(message);
          },
        })),
      );
    });

interface Job {
  readonly id: string;
  readonly run: () => Promise<void>;
}

/** Every failure is named in the answer and in the log; none is swallowed. */
async function failuresOf(jobs: readonly Job[]): Promise<BatchAnswer> {
  const failures: { itemIdentifier: string }[] = [];
  for (const group of inGroups(jobs, AT_ONCE)) {
    const results = await Promise.allSettled(group.map(({ run }) => run()));
    for (const [index, result] of results.entries()) {
      if (result.status === 'fulfilled') continue;
      const id = group[index]?.id ?? '';
      failures.push({ itemIdentifier: id });
      noteFailure(id, result.reason);
    }
  }
  return { batchItemFailures: failures };
}
