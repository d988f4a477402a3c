import { Ajv2020 } from 'ajv/dist/2020.js';
import { present } from '../../../shared/core/assert.ts';
import { openApi } from '../../../shared/protocol/api/openapi.ts';
import { type Operation, routeKeyOf } from '../../../shared/protocol/api/operation.ts';
import { OPERATIONS } from '../../../shared/protocol/api/operations.ts';
import type { SomeSchema } from '../../support/from-schema.ts';
import type { Reply } from './world.ts';

export const byKey = (key: string): Operation =>
  present(
    OPERATIONS.find((operation) => routeKeyOf(operation) === key),
    key,
  );

interface Documented {
  readonly parameters: readonly {
    readonly in: string;
    readonly name: string;
    schema: SomeSchema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: SomeSchema }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: object }>> }>
  >;
}

export interface Documents {
  readonly of: (operation: Operation) => Documented;
  /** What the document does not say of this answer; empty: it is as documented. */
  readonly flawsOf: (operation: Operation, reply: Reply) => readonly string[];
}

/** A document as it was fetched; fields that it does not name are flaws. */
export function readDocument(text: string): Documents {
  const doc = JSON.parse(text, closed) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>;
  };
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  const known = new Map<Operation, Documented>();
  const of = (operation: Operation): Documented => {
    const { path, method } = operation;
    const found =
      known.get(operation) ??
      whole(doc, present(doc.paths[path]?.[method.toLowerCase()], `${method} ${path}`));
    known.set(operation, found);
    return found;
  };

  const flawsOf = (operation: Operation, { status, type, text: body }: Reply): string[] => {
    const response = of(operation).responses[status];
    if (response === undefined) return [`status ${status} is not documented: ${body}`];
    const { content } = response;
    if (content === undefined) return body === '' ? [] : [`${status} has a body: ${body}`];
    if (content[type] === undefined) return [`${status} has the type ${type}`];
    const { schema } = content[type];
    const values = /json$/.test(type) ? valuesIn(type, body) : [];
    return values.flatMap((value) => {
      const validate = ajv.compile(schema);
      return validate(value) ? [] : (validate.errors ?? []).map((error) => ajv.errorsText([error]));
    });
  };
  return { of, flawsOf };
}

const valuesIn = (type: string, body: string): unknown[] =>
  type === 'application/x-ndjson'
    ? body.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as unknown]))
    : [JSON.parse(body) as unknown];

/** The same with every reference replaced by what it is to; nothing refers to itself. */
function whole<T>(doc: object, value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((part: unknown) => whole(doc, part)) as T;
  const { $ref } = value as { readonly $ref?: string };
  if ($ref !== undefined) return whole(doc, targetOf(doc, $ref)) as T;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, whole(doc, part)]),
  ) as T;
}

const targetOf = (doc: object, reference: string): unknown =>
  reference
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], doc);

/** Objects with named fields have no others, but for those that are parts of another. */
function closed(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const schema = value as Record<string, unknown>;
  const isPart = JSON.stringify(schema.properties ?? null).startsWith('{"code":{"enum"');
  return schema.type === 'object' && schema.properties !== undefined && !isPart
    ? { additionalProperties: false, ...schema }
    : value;
}

export { OPERATIONS, openApi };
