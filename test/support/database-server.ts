import { text } from 'node:stream/consumers';
import type { DynamoDb } from '../../infra/local/dynamodb/dynamodb.ts';
import { answerWire } from '../../infra/local/dynamodb/wire.ts';
import { listen } from '../../infra/local/listen.ts';

export interface Listening {
  /** `http://127.0.0.1:<port>` */
  readonly endpoint: string;
  close(): Promise<void>;
}

/** The database alone on loopback, without a cloud around it; port 0 takes a free one. */
export async function listenDynamoDb(db: DynamoDb, port: number): Promise<Listening> {
  const listener = await listen(port, (error) => {
    throw error;
  });
  listener.serve(async (request) =>
    answerWire(db, String(request.headers['x-amz-target']), await text(request)),
  );
  return { endpoint: `http://${listener.host}`, close: listener.close };
}
