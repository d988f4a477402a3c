import { schemas } from '../../../shared/protocol/client-message.ts';
import { CLIENT_MESSAGES, type ClientType } from './client-messages.ts';
import { type Field, listed, objectSchema } from './fields.ts';
import { GATEWAY_ERROR, type GatewayDoc, PING, PONG } from './gateway-frames.ts';
import { type JsonSchema, jsonSchemaOf, type Schema } from './json-schema.ts';
import { SERVER_MESSAGES, type ServerType } from './server-messages.ts';
import { SHAPES } from './shapes.ts';

/** A message as both documents show it. `answers` of a client's message, none of the others. */
export interface Documented {
  readonly name: string;
  readonly from: 'client' | 'server' | 'gateway';
  readonly about: string;
  readonly example: object;
  readonly schema: JsonSchema;
  readonly answers: readonly string[];
  readonly isAnswer: boolean;
  readonly isPushed: boolean;
}

const NO_ANSWER = { answers: [], isAnswer: false, isPushed: false };

const CID: JsonSchema = {
  description: 'The mark of the command that this answers; a push has none.',
  type: 'string',
};

/** The answers of which each may be one of several commands'. */
const ANSWERS: ReadonlySet<string> = new Set(
  Object.values(CLIENT_MESSAGES).flatMap(({ answers }) => answers),
);

export function clientMessages(): readonly Documented[] {
  const types = Object.keys(schemas) as ClientType[];
  return types.map((t) => {
    const { about, example, fields, answers } = CLIENT_MESSAGES[t];
    const schema = withDescriptions(jsonSchemaOf(schemas[t] as unknown as Schema), fields);
    return { ...NO_ANSWER, name: t, from: 'client', about, example, schema, answers };
  });
}

export function serverMessages(): readonly Documented[] {
  return (Object.keys(SERVER_MESSAGES) as ServerType[]).map((t) => {
    const { about, example, fields, isPushed } = SERVER_MESSAGES[t];
    const isAnswer = ANSWERS.has(t);
    const schema = typed(t, objectSchema(fields), isAnswer);
    return { ...NO_ANSWER, name: t, from: 'server', about, example, schema, isAnswer, isPushed };
  });
}

export const PING_MESSAGES: readonly Documented[] = [
  { ...fromGateway(PING), from: 'client', answers: [PONG.title] },
  { ...fromGateway(PONG), isAnswer: true },
];
export const GATEWAY_MESSAGE: Documented = { ...fromGateway(GATEWAY_ERROR), isAnswer: true };

function fromGateway({ title: name, about, example, schema }: GatewayDoc): Documented {
  return { ...NO_ANSWER, name, from: 'gateway', about, example, schema };
}

/** The objects that several messages hold, by name. */
export const sharedSchemas = (): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    Object.values(SHAPES).map(({ name, about, fields }) => [
      name,
      { description: about, ...objectSchema(fields) },
    ]),
  );

/** The whole schema of a server's message. */
function typed(
  t: string,
  { required = [], properties }: JsonSchema,
  isAnswer: boolean,
): JsonSchema {
  return {
    type: 'object',
    required: ['t', ...required],
    properties: { t: { const: t }, ...(isAnswer && { cid: CID }), ...properties },
  };
}

const OWN_CID = 'Your own mark, which the answer carries.';

function withDescriptions(
  schema: JsonSchema,
  fields: Readonly<Record<string, string>>,
): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const description = name === 'cid' ? OWN_CID : fields[name];
    return [name, description === undefined ? field : { description, ...field }];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** Fields of a message as rows of a table: name, kind, meaning. */
export type FieldRow = readonly [name: string, kind: string, about: string];

export const fieldRows = (fields: object): readonly FieldRow[] =>
  listed(fields).map(([name, { kind, about }]: readonly [string, Field<unknown>]) => [
    name,
    kind,
    about,
  ]);

/** The same of what a client sends, as the parser's schema says. */
export function clientRows({ schema }: Documented): readonly FieldRow[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties)
    .filter(([name]) => name !== 't')
    .map(([name, field]) => {
      const optional = required.includes(name) ? '' : ', optional';
      return [name, `${kindOf(field)}${optional}`, field.description ?? ''];
    });
}

function kindOf(schema: JsonSchema): string {
  if (schema.anyOf !== undefined) return schema.anyOf.map(kindOf).join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.pattern !== undefined) return 'id';
  if (schema.type === 'string')
    return `text, ${schema.minLength} to ${schema.maxLength} characters`;
  if (schema.type === 'integer') return `integer, ${schema.minimum} to ${schema.maximum}`;
  return schema.type ?? 'anything';
}
