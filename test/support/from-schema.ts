import fc from 'fast-check';

/** As much of a JSON Schema as the bodies and queries of the API are made of. */
export interface SomeSchema {
  readonly type?: string;
  readonly anyOf?: readonly SomeSchema[];
  readonly oneOf?: readonly SomeSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  /** Where a check says more than the schema. */
  readonly examples?: readonly unknown[];
  readonly not?: object;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly multipleOf?: number;
  readonly items?: SomeSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, SomeSchema>>;
  readonly required?: readonly string[];
}

/** A few of many are enough, and keep a request small. */
const ITEMS_MAX = 3;
const TEXT_MAX = 40;
const NUMBER_MAX = 2 ** 31;

/** Values that the schema allows. Throws at a part that nobody has translated yet. */
export function fromSchema(schema: SomeSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.examples !== undefined) return fc.constantFrom(...schema.examples);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const either = schema.anyOf ?? schema.oneOf;
  if (either !== undefined) return fc.oneof(...either.map(fromSchema));
  switch (schema.type) {
    case 'string':
      return textOf(schema);
    case 'integer':
      return fc.maxSafeInteger().map((n) => within(schema, n, 1));
    case 'number':
      return fc.integer({ min: 0, max: 1_000 }).map((n) => numberOf(schema, n));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(fromSchema(schema.items ?? { type: 'null' }), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? ITEMS_MAX, ITEMS_MAX),
      });
    case 'object':
      return objectOf(schema);
    default:
      throw new Error(`no values for ${JSON.stringify(schema).slice(0, 200)}`);
  }
}

/** Any integer, folded into the bounds. */
function within({ minimum = 0, maximum = NUMBER_MAX }: SomeSchema, n: number, step: number) {
  const steps = Math.floor((maximum - minimum) / step) + 1;
  return minimum + (Math.abs(n) % steps) * step;
}

function numberOf(schema: SomeSchema, n: number): number {
  const { multipleOf, exclusiveMinimum } = schema;
  if (multipleOf !== undefined) return within(schema, n, multipleOf);
  const maximum = schema.maximum ?? 1_000;
  const minimum = exclusiveMinimum ?? schema.minimum ?? 0;
  return minimum + ((n + 1) / 1_001) * (maximum - minimum);
}

function textOf({ pattern, minLength = 0, maxLength = TEXT_MAX }: SomeSchema) {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'));
  return fc
    .string({
      unit: fc.constantFrom(...'abc XYZ0189-éß語😀'),
      minLength: Math.max(minLength, 1),
      maxLength: Math.max(minLength, Math.min(maxLength, TEXT_MAX)),
    })
    .map((text) => (text.trim() === '' ? 'x'.repeat(Math.max(1, minLength)) : text));
}

/** What may be left out is there once in four times: each for itself is seldom wrong. */
function objectOf({ properties = {}, required = [] }: SomeSchema): fc.Arbitrary<object> {
  const fields = Object.entries(properties).filter(([, { not }]) => not === undefined);
  const values = fields.map(([name, schema]) =>
    fc.tuple(
      fc.constant(name),
      required.includes(name) ? fc.constant(true) : fc.nat(3).map((n) => n === 0),
      fromSchema(schema),
    ),
  );
  return fc
    .tuple(...values)
    .map((all) =>
      Object.fromEntries(all.flatMap(([name, isThere, value]) => (isThere ? [[name, value]] : []))),
    );
}

/** What may be left out is left out, but for a change, which needs something. */
export function leastOf(schema: SomeSchema): SomeSchema {
  const { properties = {}, required = [] } = schema;
  const names = required.length === 0 ? Object.keys(properties).slice(0, 1) : required;
  const kept = Object.entries(properties).filter(([name]) => names.includes(name));
  return { ...schema, properties: Object.fromEntries(kept), required: names };
}
