import { refTo } from './fields.ts';
import type { JsonSchema } from './json-schema.ts';

/** The schemas that others refer to, by name. */
export type Shared = Readonly<Record<string, JsonSchema>>;

/**
 * Where a value is not what the schema says, as `path: what is wrong`; nothing: it fits. A field
 * that the schema does not name is a misfit, too: nothing goes undocumented.
 */
export function misfits(value: unknown, schema: JsonSchema, shared: Shared, at = ''): string[] {
  const { $ref, anyOf, type } = schema;
  if ($ref !== undefined) {
    const name = Object.keys(shared).find((known) => refTo(known) === $ref);
    return misfits(value, name === undefined ? {} : (shared[name] ?? {}), shared, at);
  }
  if (anyOf !== undefined) {
    const each = anyOf.map((one) => misfits(value, one, shared, at));
    return each.some((found) => found.length === 0) ? [] : (each[0] ?? []);
  }
  if ('const' in schema && value !== schema.const) return [`${at}: not ${schema.const}`];
  if (type !== undefined && !hasType(value, type)) return [`${at}: not of type ${type}`];
  if (typeof value === 'string') return textMisfits(value, schema, at);
  if (typeof value === 'number') return numberMisfits(value, schema, at);
  if (Array.isArray(value)) {
    return value.flatMap((item, i) => misfits(item, schema.items ?? {}, shared, `${at}/${i}`));
  }
  return typeof value === 'object' && value !== null
    ? objectMisfits(value, schema, shared, at)
    : [];
}

function hasType(value: unknown, type: NonNullable<JsonSchema['type']>): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'object') {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  }
  return typeof value === type;
}

function textMisfits(value: string, schema: JsonSchema, at: string): string[] {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern = '', enum: words } = schema;
  const isFit =
    value.length >= minLength &&
    value.length <= maxLength &&
    new RegExp(pattern).test(value) &&
    (words === undefined || words.includes(value));
  return isFit ? [] : [`${at}: not such a text`];
}

function numberMisfits(value: number, { minimum, maximum }: JsonSchema, at: string): string[] {
  if (minimum !== undefined && value < minimum) return [`${at}: below ${minimum}`];
  return maximum !== undefined && value > maximum ? [`${at}: above ${maximum}`] : [];
}

function objectMisfits(value: object, schema: JsonSchema, shared: Shared, at: string): string[] {
  const { required = [], properties } = schema;
  // Described elsewhere.
  if (properties === undefined) return [];
  const missing = required.filter((name) => !Object.hasOwn(value, name));
  return [
    ...missing.map((name) => `${at}/${name}: missing`),
    ...Object.entries(value).flatMap(([name, field]) => {
      const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
      const place = `${at}/${name}`;
      return known === undefined ? [`${place}: unknown`] : misfits(field, known, shared, place);
    }),
  ];
}
