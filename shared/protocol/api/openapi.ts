import type * as v from 'valibot';
import type { RefusalCode } from '../../core/refusal.ts';
import { REFUSALS } from '../refusals.ts';
import { type JsonSchema, jsonSchemaOf } from './json-schemas.ts';
import { HEADERS, type Operation, refusalsOf } from './operation.ts';
import { OPERATIONS } from './operations.ts';
import { problemSchema, statusOf } from './problem.ts';
import { NAMED_INPUTS, NAMED_SCHEMAS } from './schemas.ts';

const VERSION = '1.0.0';
const PROBLEM = 'application/problem+json';

/** The HTTP API as an OpenAPI 3.1 document, from the schemas that the handlers check with. */
export const openApi = (): object => ({
  openapi: '3.1.0',
  info: {
    title: 'Shield Arena',
    version: VERSION,
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    description:
      'Organisers schedule and steer arenas, everybody reads them, players fetch the tickets of ' +
      'their WebSocket connections. Times are epoch ms, durations ms, points as printed.',
  },
  servers: [{ url: '/' }],
  tags: [...new Set(OPERATIONS.map(({ tag }) => tag))].map((name) => ({ name })),
  paths: pathsOf(OPERATIONS),
  components: {
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    },
    responses: { ...refusalResponses(OPERATIONS), Unauthorized: unauthorized },
    schemas: {
      ...namedSchemas(NAMED_INPUTS, 'input'),
      ...namedSchemas(NAMED_SCHEMAS, 'output'),
      Problem: jsonSchemaOf(problemSchema, 'output'),
      GatewayMessage: {
        type: 'object',
        description: 'What the gateway says by itself: no token, a wrong one, too many requests.',
        required: ['message'],
        properties: { message: { type: 'string' } },
      },
    },
  },
});

const namedSchemas = (all: Readonly<Record<string, v.GenericSchema>>, mode: 'input' | 'output') =>
  Object.fromEntries(
    Object.entries(all).map(([name, schema]) => [
      name,
      // A schema that is defined as a reference to itself says nothing.
      jsonSchemaOf(schema, mode, without(all, name)),
    ]),
  );

const without = <T>(all: Readonly<Record<string, T>>, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([key]) => key !== name));

function pathsOf(operations: readonly Operation[]): object {
  const byPath = Map.groupBy(operations, ({ path }) => path);
  return Object.fromEntries(
    Array.from(byPath, ([path, all]) => [
      path,
      Object.fromEntries(all.map((one) => [one.method.toLowerCase(), documented(one)])),
    ]),
  );
}

function documented(operation: Operation): object {
  const { id, summary, tag, access } = operation;
  return {
    operationId: id,
    summary,
    tags: [tag],
    description: `${WHO[access]}.`,
    ...(access !== 'open' && { security: [{ token: [] }] }),
    parameters: [
      ...pathParameters(operation),
      ...queryParameters(operation),
      ...headerParameters(operation),
    ],
    ...(operation.body !== undefined && { requestBody: requestBody(operation, operation.body) }),
    responses: responsesOf(operation),
  };
}

const WHO: Readonly<Record<Operation['access'], string>> = {
  open: 'Public',
  player: 'For any account',
  organiser: 'For organisers',
  steward: 'For the organisers of it',
  owner: 'For the organiser who made it',
  admin: 'For admins',
};

const pathParameters = ({ path }: Operation): object[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

function queryParameters({ query }: Operation): object[] {
  if (query === undefined) return [];
  const { properties = {} } = jsonSchemaOf(query, 'output');
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    schema: withTypedDefault(schema as JsonSchema),
  }));
}

/** A default is written as the text that it would be in the query. */
const withTypedDefault = (schema: JsonSchema): JsonSchema =>
  schema.type === 'integer' && typeof schema.default === 'string'
    ? { ...schema, default: Number(schema.default) }
    : schema;

const headerParameters = ({ ifMatch, once }: Operation): object[] => [
  ...(ifMatch
    ? [
        {
          name: 'if-match',
          in: 'header',
          description: 'The etag of what was read; without it the last one wins.',
          schema: { type: 'string', pattern: '^("\\d{1,15}"|\\*)$' },
        },
      ]
    : []),
  ...(once
    ? [
        {
          name: 'idempotency-key',
          in: 'header',
          description:
            'The same key and request: the same answer, for a day, and nothing happens twice.',
          schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
        },
      ]
    : []),
];

const requestBody = ({ bodyTypes = [] }: Operation, body: v.GenericSchema): object => ({
  required: true,
  content: {
    'application/json': { schema: jsonSchemaOf(body, 'input', NAMED_INPUTS) },
    ...Object.fromEntries(bodyTypes.map((type) => [type, { schema: { type: 'string' } }])),
  },
});

function responsesOf(operation: Operation): object {
  const { status, about, content = {}, headers = [] } = operation.success;
  const bodies = Object.entries(content).map(([type, schema]) => [
    type,
    { schema: schema === null ? {} : jsonSchemaOf(schema, 'output', NAMED_SCHEMAS) },
  ]);
  const byStatus = Map.groupBy(refusalsOf(operation), statusOf);
  return {
    [status]: {
      description: about,
      ...(headers.length > 0 && { headers: Object.fromEntries(headers.map(headerOf)) }),
      ...(bodies.length > 0 && { content: Object.fromEntries(bodies) }),
    },
    ...Object.fromEntries(
      Array.from(byStatus, ([code, codes]) => [code, { $ref: `${RESPONSES}${nameOf(codes)}` }]),
    ),
    ...(operation.access !== 'open' && { 401: { $ref: `${RESPONSES}Unauthorized` } }),
  };
}

const headerOf = (name: keyof typeof HEADERS): readonly [string, object] => [
  name,
  { description: HEADERS[name], schema: { type: 'string' } },
];

const refused = (codes: readonly RefusalCode[]): object => ({
  description: codes.map((code) => `\`${code}\`: ${REFUSALS[code].about}.`).join(' '),
  content: {
    [PROBLEM]: {
      schema: {
        allOf: [
          { $ref: '#/components/schemas/Problem' },
          { type: 'object', properties: { code: { enum: codes } } },
        ],
      },
    },
  },
});

/** By the gateway; by us where a token speaks of nobody. */
const unauthorized = {
  description: 'No token, or one that is not good.',
  content: {
    'application/json': { schema: { $ref: '#/components/schemas/GatewayMessage' } },
    [PROBLEM]: { schema: { $ref: '#/components/schemas/Problem' } },
  },
};

const RESPONSES = '#/components/responses/';

/** Of a response that many operations share: the codes that it may have. */
const nameOf = (codes: readonly RefusalCode[]): string => codes.join('-');

/** Every set of codes that some operation answers with one status. */
function refusalResponses(operations: readonly Operation[]): object {
  const sets = operations.flatMap((operation) => [
    ...Map.groupBy(refusalsOf(operation), statusOf).values(),
  ]);
  return Object.fromEntries(sets.map((codes) => [nameOf(codes), refused(codes)]));
}
