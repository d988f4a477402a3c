/** As much of JSON Schema (draft 07) as the messages of this protocol need. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null';
  readonly anyOf?: readonly JsonSchema[];
  readonly const?: string | number;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** Ids have 64 bits in base 62. */
export const ID: JsonSchema = { type: 'string', pattern: '^[0-9A-Za-z]{11}$' };

/** A schema of valibot as it lies in memory: what it is, and what it is made of. */
export interface Schema {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly wrapped?: Schema;
  readonly literal?: string | number;
  readonly message?: unknown;
  readonly requirement?: number;
  /** The schema itself, then its conditions. */
  readonly pipe?: readonly Schema[];
}

/** The same schema for others. Throws where it has a part that nobody has translated yet. */
export function jsonSchemaOf(schema: Schema): JsonSchema {
  const [, ...conditions] = schema.pipe ?? [];
  return conditions.reduce(narrowed, plain(schema));
}

function plain(schema: Schema): JsonSchema {
  switch (schema.type) {
    case 'object':
      return objectOf(schema.entries ?? {});
    case 'string':
    case 'number':
    case 'boolean':
      return { type: schema.type };
    case 'literal':
      return { const: part(schema, schema.literal) };
    case 'optional':
      return jsonSchemaOf(part(schema, schema.wrapped));
    case 'nullable':
      return { anyOf: [jsonSchemaOf(part(schema, schema.wrapped)), { type: 'null' }] };
    case 'custom':
      // The one condition of our own in a message is that of an id.
      return { ...ID, title: String(schema.message) };
    default:
      throw new Error(`a schema of type ${schema.type} has no translation yet`);
  }
}

function narrowed(schema: JsonSchema, { type, requirement }: Schema): JsonSchema {
  switch (type) {
    case 'integer':
      return { ...schema, type: 'integer' };
    case 'min_value':
      return { ...schema, minimum: requirement ?? 0 };
    case 'max_value':
      return { ...schema, maximum: requirement ?? 0 };
    case 'min_length':
      return { ...schema, minLength: requirement ?? 0 };
    case 'max_length':
      return { ...schema, maxLength: requirement ?? 0 };
    default:
      throw new Error(`a condition of type ${type} has no translation yet`);
  }
}

/** A field of an optional type may be left out; unknown fields are ignored by the parser. */
function objectOf(entries: Readonly<Record<string, Schema>>): JsonSchema {
  const fields = Object.entries(entries);
  return {
    type: 'object',
    required: fields.filter(([, { type }]) => type !== 'optional').map(([name]) => name),
    properties: Object.fromEntries(fields.map(([name, field]) => [name, jsonSchemaOf(field)])),
  };
}

function part<T>(schema: Schema, value: T | undefined): T {
  if (value === undefined) throw new Error(`a schema of type ${schema.type} is empty`);
  return value;
}
