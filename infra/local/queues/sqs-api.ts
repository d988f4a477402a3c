import * as v from 'valibot';
import { WireError } from '../wire.ts';
import type { Queue } from './queue.ts';
import { md5 } from './queue-poller.ts';

const MESSAGE_MAX_BYTES = 1_048_576;
const DELAY_MAX_S = 900;
const BATCH_MAX = 10;

const Send = {
  MessageBody: v.pipe(v.string(), v.minLength(1)),
  DelaySeconds: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(DELAY_MAX_S)),
    0,
  ),
};

const SendMessage = v.strictObject({ QueueUrl: v.string(), ...Send });

const SendMessageBatch = v.strictObject({
  QueueUrl: v.string(),
  Entries: v.array(v.strictObject({ Id: v.string(), ...Send })),
});

/** Answers SendMessage and SendMessageBatch; throws a WireError with the name of a refusal. */
export function createSqsApi(queueByUrl: (url: string) => Queue | undefined) {
  const open = (url: string): Queue => {
    const queue = queueByUrl(url);
    if (queue !== undefined) return queue;
    throw new WireError('com.amazonaws.sqs#QueueDoesNotExist', `No such queue: ${url}`);
  };
  return (action: string, input: unknown): object => {
    switch (action) {
      case 'SendMessage': {
        const request = parse(SendMessage, input);
        checkBytes([request.MessageBody]);
        return send(open(request.QueueUrl), request);
      }
      case 'SendMessageBatch': {
        const { QueueUrl, Entries } = parse(SendMessageBatch, input);
        checkBatch(Entries);
        const queue = open(QueueUrl);
        const Successful = Entries.map((entry) => ({ Id: entry.Id, ...send(queue, entry) }));
        return { Successful, Failed: [] };
      }
      default:
        throw new WireError('InvalidAction', `The local cloud does not know ${action} of SQS`);
    }
  };
}

function send(queue: Queue, entry: { MessageBody: string; DelaySeconds: number }): object {
  const message = queue.send(entry.MessageBody, entry.DelaySeconds * 1000);
  return { MessageId: message.id, MD5OfMessageBody: md5(entry.MessageBody) };
}

/** A parameter that is not known here is refused, too: dropping it would change the meaning. */
function parse<T>(schema: v.GenericSchema<unknown, T>, input: unknown): T {
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new WireError('InvalidParameterValue', `${v.getDotPath(issue)}: ${issue.message}`);
}

function checkBatch(entries: readonly { Id: string; MessageBody: string }[]): void {
  if (entries.length === 0)
    throw new WireError('com.amazonaws.sqs#EmptyBatchRequest', 'The batch has no entries.');
  if (entries.length > BATCH_MAX)
    throw new WireError('com.amazonaws.sqs#TooManyEntriesInBatchRequest', 'More than 10 entries.');
  if (new Set(entries.map(({ Id }) => Id)).size < entries.length)
    throw new WireError('com.amazonaws.sqs#BatchEntryIdsNotDistinct', 'Two entries have one Id.');
  checkBytes(entries.map(({ MessageBody }) => MessageBody));
}

/** The limit is one for a message and the same for a whole batch. */
function checkBytes(bodies: readonly string[]): void {
  const bytes = bodies.reduce((sum, body) => sum + Buffer.byteLength(body), 0);
  if (bytes > MESSAGE_MAX_BYTES)
    throw new WireError('InvalidParameterValue', `${bytes} bytes exceed ${MESSAGE_MAX_BYTES}.`);
}
