import type { JsonSchema } from './json-schema.ts';

/** What the gateway says in its own name. */
export interface GatewayDoc {
  readonly title: string;
  readonly about: string;
  readonly example: object;
  readonly schema: JsonSchema;
}

const OF_REQUEST = { connectionId: 'Zk3vXcT1IAMCJ-g=', requestId: 'Zk3vYH1boAMFmQw=' };

/** These answer no `cid`: the client takes them as `slowDown` of its unanswered command. */
export const GATEWAY_ERROR: GatewayDoc = {
  title: 'gatewayError',
  about:
    'A frame of the gateway itself: it has no `t`. The function failed or took too long ' +
    '(`Internal server error`, or `Endpoint request timed out`), the stack is being deployed ' +
    '(`Forbidden`), or too much comes at once (`Too Many Requests`, `Limit Exceeded`). Whether ' +
    'the command was stored is unknown.',
  example: { message: 'Internal server error', ...OF_REQUEST },
  schema: {
    type: 'object',
    required: ['message'],
    properties: {
      message: { description: "The gateway's words; do not switch on them.", type: 'string' },
      connectionId: { description: "The gateway's name of the connection.", type: 'string' },
      requestId: { description: 'To be quoted in a report.', type: 'string' },
    },
  },
};

export const GATEWAY_ERRORS: readonly object[] = [
  GATEWAY_ERROR.example,
  { message: 'Forbidden', ...OF_REQUEST },
  { message: 'Too Many Requests', ...OF_REQUEST },
];

/** Asked of the gateway, which echoes no `cid`. */
export const PING: GatewayDoc = {
  title: 'ping',
  about:
    'Answered by the gateway alone: it keeps a connection open and tells the time. It may be ' +
    'sent while a command is unanswered.',
  example: { t: 'ping' },
  schema: { type: 'object', required: ['t'], properties: { t: { const: 'ping' } } },
};

export const PONG: GatewayDoc = {
  title: 'pong',
  about: 'The answer to `ping`, without a `cid`.',
  example: { t: 'pong', nowMs: 1_800_000_068_000 },
  schema: {
    type: 'object',
    required: ['t', 'nowMs'],
    properties: {
      t: { const: 'pong' },
      nowMs: { description: "The server's time when it received the ping.", type: 'integer' },
    },
  },
};
