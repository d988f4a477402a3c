import type { Item } from './item.ts';

const SERVICE = 'com.amazonaws.dynamodb.v20120810';
const VALIDATION = 'com.amazon.coral.validate#ValidationException';
const PROTOCOL = 'com.amazon.coral.service';

const CANCELLED = 'Transaction cancelled, please refer cancellation reasons for specific reasons';

/** The body of an error on the wire. */
export interface ErrorBody {
  readonly __type: string;
  readonly message?: string;
  /** The item that failed its condition, when the request asked for it. */
  readonly Item?: Item;
  readonly Message?: string;
  readonly CancellationReasons?: readonly CancellationReason[];
}

/** Why one step of a transaction did not hold; `None` for the steps that did. */
export interface CancellationReason {
  readonly Code: 'None' | 'ConditionalCheckFailed' | 'TransactionConflict' | 'ValidationError';
  readonly Message?: string;
  readonly Item?: Item;
}

/** A refusal of the database, ready for the wire. */
export class DynamoDbError extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.message ?? body.Message ?? body.__type);
    this.status = status;
    this.body = body;
    this.name = body.__type.slice(body.__type.indexOf('#') + 1);
  }
}

export const validationError = (message: string): DynamoDbError =>
  new DynamoDbError(400, { __type: VALIDATION, message });

/** Any other refusal of the service, by its short name. */
export const serviceError = (name: string, message: string): DynamoDbError =>
  new DynamoDbError(400, { __type: `${SERVICE}#${name}`, message });

/** A request that is not even one: no JSON object, no such operation. */
export const protocolError = (name: string, message: string): DynamoDbError =>
  new DynamoDbError(400, { __type: `${PROTOCOL}#${name}`, message });

export const internalError = (): DynamoDbError =>
  new DynamoDbError(500, {
    __type: `${SERVICE}#InternalServerError`,
    message: 'The request processing has failed because of an unknown error.',
  });

export const missingTable = (name: string): DynamoDbError =>
  serviceError(
    'ResourceNotFoundException',
    `Requested resource not found: Table: ${name} not found`,
  );

export function transactionCanceled(reasons: readonly CancellationReason[]): DynamoDbError {
  const codes = reasons.map((reason) => reason.Code).join(', ');
  return new DynamoDbError(400, {
    __type: `${SERVICE}#TransactionCanceledException`,
    // This one error spells its message with a capital.
    Message: `${CANCELLED} [${codes}]`,
    CancellationReasons: reasons,
  });
}
