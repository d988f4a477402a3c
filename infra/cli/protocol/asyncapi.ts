import { TICKET_MS } from '../../../shared/app/players.ts';
import { PROTOCOL_VERSION } from '../../../shared/protocol/client-message.ts';
import { type Documented, GATEWAY_MESSAGE, PING_MESSAGES, sharedSchemas } from './documented.ts';

const CHANNEL = '#/channels/socket';

/** The protocol as AsyncAPI 3.0 describes it, from the server's side: it receives and sends. */
export function asyncApi(client: readonly Documented[], server: readonly Documented[]): object {
  const messages = [...client, ...server, ...PING_MESSAGES, GATEWAY_MESSAGE];
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Shield Arena: the protocol of the players',
      version: `${PROTOCOL_VERSION}.0.0`,
      description:
        'Made by `npm run docs`; do not edit. How the messages belong together is told in ' +
        'docs/protocol.md.',
      license: { name: 'Apache-2.0' },
    },
    defaultContentType: 'application/json',
    servers: { deployed: SERVER },
    channels: { socket: channel(messages) },
    operations: {
      ...Object.fromEntries(messages.filter(isSent).map(receives)),
      push: { ...PUSHES, messages: server.filter(({ isPushed }) => isPushed).map(inChannel) },
    },
    components: {
      messages: Object.fromEntries(messages.map((message) => [message.name, described(message)])),
      schemas: sharedSchemas(),
    },
  };
}

const SERVER = {
  host: '{api}.execute-api.{region}.amazonaws.com',
  pathname: '/{stage}',
  protocol: 'wss',
  description: 'Use the `url` that comes with the ticket: it is the whole address.',
  variables: {
    api: { description: 'Id of the WebSocket API.' },
    region: { description: 'Where the stack is deployed.' },
    stage: { description: 'Name of the stage.' },
  },
};

const PUSHES = {
  action: 'send',
  channel: { $ref: CHANNEL },
  summary: 'News that nobody has asked for on this connection.',
};

const channel = (messages: readonly Documented[]): object => ({
  address: '/',
  description: 'One connection of one player.',
  messages: Object.fromEntries(
    messages.map(({ name }) => [name, { $ref: `#/components/messages/${name}` }]),
  ),
  bindings: {
    ws: {
      query: {
        type: 'object',
        required: ['ticket'],
        properties: {
          ticket: {
            type: 'string',
            description: `Opens one connection, within ${TICKET_MS / 1_000} s.`,
          },
        },
      },
      bindingVersion: '0.1.0',
    },
  },
});

const isSent = ({ from }: Documented): boolean => from === 'client';

/** A message of a client, with everything that it may be answered with. */
function receives(message: Documented): readonly [string, object] {
  const answers = message.answers.map((name) => inChannel({ name }));
  const operation = {
    action: 'receive',
    channel: { $ref: CHANNEL },
    summary: message.about,
    messages: [inChannel(message)],
    reply: {
      channel: { $ref: CHANNEL },
      messages: [...answers, inChannel(GATEWAY_MESSAGE)],
    },
  };
  return [message.name, operation];
}

const inChannel = ({ name }: { readonly name: string }): object => ({
  $ref: `${CHANNEL}/messages/${name}`,
});

const described = ({ name, about, example, schema }: Documented): object => ({
  name,
  summary: about,
  payload: schema,
  examples: [{ payload: example }],
});
