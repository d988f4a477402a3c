import { text } from 'node:stream/consumers';
import { parentPort } from 'node:worker_threads';
import { answerWire } from '../../../infra/local/dynamodb/wire.ts';
import { listen } from '../../../infra/local/listen.ts';
import { jsonAnswer, type WireAnswer } from '../../../infra/local/wire.ts';
import { present } from '../../../shared/core/assert.ts';
import { localDatabase } from '../../support/local-database.ts';
import { BILL_PATH, type Bill } from './bill.ts';

// Everything that a handler calls, on a thread of its own, so that its work is not the handler's:
// the database, the gateway's @connections, and what they were asked since the last look.

const NOTHING: Bill = { readUnits: 0, writeUnits: 0, calls: 0, posts: 0 };

interface Capacity {
  readonly CapacityUnits: number;
}

const { db } = await localDatabase();
let bill = NOTHING;

function answerDatabase(target: string, body: string): WireAnswer {
  const asked = { ...JSON.parse(body), ReturnConsumedCapacity: 'TOTAL' };
  const answer = answerWire(db, target, JSON.stringify(asked));
  const { ConsumedCapacity, ...rest } = JSON.parse(answer.body) as {
    readonly ConsumedCapacity?: Capacity | readonly Capacity[];
  };
  const units = [ConsumedCapacity ?? []].flat().reduce((sum, one) => sum + one.CapacityUnits, 0);
  const kind = /Put|Update|Delete|Write/.test(target) ? 'writeUnits' : 'readUnits';
  bill = { ...bill, calls: bill.calls + 1, [kind]: bill[kind] + units };
  // The handlers have not asked for it, and would have to parse it.
  return { ...answer, body: JSON.stringify(rest) };
}

function answerPost(): WireAnswer {
  bill = { ...bill, posts: bill.posts + 1 };
  return { status: 200 };
}

function takeBill(): WireAnswer {
  const answer = jsonAnswer(bill);
  bill = NOTHING;
  return answer;
}

const listener = await listen(0, (bug) => {
  throw bug;
});
listener.serve(async (request) => {
  const body = await text(request);
  if (request.url === BILL_PATH) return takeBill();
  if (request.url?.includes('/@connections/')) return answerPost();
  return answerDatabase(String(request.headers['x-amz-target']), body);
});
present(parentPort, 'parent of this thread').postMessage(`http://${listener.host}`);
