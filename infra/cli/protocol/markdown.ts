import { refusalRows } from '../../../shared/protocol/refusals.ts';
import {
  clientRows,
  type Documented,
  type FieldRow,
  fieldRows,
  GATEWAY_MESSAGE,
  PING_MESSAGES,
} from './documented.ts';
import { GATEWAY_ERROR, GATEWAY_ERRORS } from './gateway-frames.ts';
import { LOBBY, STATE } from './guide-arena.ts';
import { COMMANDING, CONNECTING, PREAMBLE } from './guide-connection.ts';
import { CLOCKS, PLAYING } from './guide-game.ts';
import { SERVER_MESSAGES, type ServerType } from './server-messages.ts';
import { SHAPES } from './shapes.ts';
import { wrapped } from './wrap.ts';

/** What developers of clients read: the rules first, then every message. */
export const protocolPage = (
  client: readonly Documented[],
  server: readonly Documented[],
): string =>
  wrapped(
    [
      ...[PREAMBLE, CONNECTING, COMMANDING, STATE, LOBBY, CLOCKS, PLAYING],
      ...[clientPart(client), serverPart(server), shapePart(), refusalPart()],
    ]
      .map((part) => part.trim())
      .join('\n\n'),
  ).concat('\n');

function clientPart(messages: readonly Documented[]): string {
  const sections = messages.map((message) =>
    [
      `### ${message.name}`,
      message.about,
      table(['field', 'type', 'meaning'], clientRows(message)),
      example(message.example),
      `Answered by ${message.answers.map(link).join(', ')}.`,
    ].join('\n\n'),
  );
  const [ping, pong] = PING_MESSAGES.map(
    ({ name, about, example: told }) => `### ${name}\n\n${about}\n\n${example(told)}`,
  );
  return ['## What a client sends', ...sections, ping, pong].join('\n\n');
}

function serverPart(messages: readonly Documented[]): string {
  const intro =
    'Answers carry the `cid` of their command; pushes come unasked. News of a game is the ' +
    'answer to whoever caused it and the push to the opponent.';
  const sections = messages.map(({ name, about, example: told, isAnswer, isPushed }) =>
    [
      `### ${name}`,
      `${about} _${ways(isAnswer, isPushed)}._`,
      table(['field', 'type', 'meaning'], fieldRows(SERVER_MESSAGES[name as ServerType].fields)),
      example(told),
    ].join('\n\n'),
  );
  const gateway = [
    `### ${GATEWAY_MESSAGE.name}`,
    GATEWAY_ERROR.about,
    ...GATEWAY_ERRORS.map(example),
  ].join('\n\n');
  return ['## What the server says', intro, ...sections, gateway].join('\n\n');
}

const ways = (isAnswer: boolean, isPushed: boolean): string =>
  isAnswer ? (isPushed ? 'Answer and push' : 'Answer') : 'Push';

function shapePart(): string {
  const sections = Object.values(SHAPES).map(({ name, about, fields }) =>
    [`### ${name}`, about, table(['field', 'type', 'meaning'], fieldRows(fields))].join('\n\n'),
  );
  return ['## Objects inside messages', ...sections].join('\n\n');
}

function refusalPart(): string {
  const intro =
    'The list is closed: a client may switch on it. A code that it does not know comes from a ' +
    'newer server: treat it as `invalid`. HTTP answers use the same codes, as problem details ' +
    '(RFC 9457).';
  const rows = refusalRows().map(([code, ...rest]) => [`\`${code}\``, ...rest]);
  return ['## Refusals', intro, lines(['code', 'meaning', 'what a client does'], rows)].join(
    '\n\n',
  );
}

const table = (head: readonly string[], rows: readonly FieldRow[]): string =>
  lines(
    head,
    rows.map(([name, ...rest]) => [`\`${name}\``, ...rest]),
  );

const lines = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const link = (name: string): string => `[${name}](#${name.toLowerCase()})`;

/** Short ones on one line, long ones spread out. */
const LINE_CHARACTERS = 96;

function example(value: object): string {
  const short = JSON.stringify(value).replaceAll('":', '": ').replaceAll(',"', ', "');
  const told = short.length <= LINE_CHARACTERS ? short : JSON.stringify(value, null, 2);
  return `\`\`\`json\n${told}\n\`\`\``;
}
