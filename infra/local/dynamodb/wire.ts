import type { DynamoDb } from './dynamodb.ts';
import { DynamoDbError, protocolError } from './error.ts';

export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const PREFIX = 'DynamoDB_20120810.';
const HEADERS = { 'content-type': 'application/x-amz-json-1.0' };

/** Throws if whoever asks may not do this. */
export type Permit = (operation: string, input: unknown) => void;

/** DynamoDB's JSON 1.0: `target` is the header X-Amz-Target, `body` the request's text. */
export function answerWire(
  db: DynamoDb,
  target: string,
  body: string,
  permit: Permit = () => {},
): WireAnswer {
  try {
    const operation = target.startsWith(PREFIX) ? target.slice(PREFIX.length) : target;
    const input = parse(body);
    permit(operation, input);
    return wireAnswer(200, db.call(operation, input));
  } catch (error) {
    if (!(error instanceof DynamoDbError)) throw error;
    return wireAnswer(error.status, error.body);
  }
}

const wireAnswer = (status: number, body: object): WireAnswer => ({
  status,
  headers: HEADERS,
  body: JSON.stringify(body),
});

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw protocolError('SerializationException', 'The request is not JSON');
  }
}
