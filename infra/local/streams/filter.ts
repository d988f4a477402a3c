import { assert } from '../../../shared/core/assert.ts';

/** A filter pattern of an event-source mapping: leaves are arrays of alternatives. */
export interface Pattern {
  readonly [key: string]: Pattern | readonly Rule[];
}

type Rule =
  | { readonly kind: 'exact'; readonly value: string | number | boolean | null }
  | { readonly kind: 'exists'; readonly wanted: boolean }
  | { readonly kind: 'prefix'; readonly prefix: string }
  | { readonly kind: 'anythingBut'; readonly values: readonly unknown[] };

/** True if every leaf of the pattern is satisfied by the event; fields not named do not matter. */
export function matches(pattern: Pattern, event: unknown): boolean {
  return Object.entries(pattern).every(([key, inner]) => {
    const value = isRecord(event) && Object.hasOwn(event, key) ? event[key] : undefined;
    return isRules(inner) ? inner.some((rule) => satisfies(rule, value)) : matches(inner, value);
  });
}

/** Reads the JSON of a `Pattern` property; throws on an operator that is not known here. */
export function parsePattern(json: string): Pattern {
  return readPattern(JSON.parse(json), json);
}

function readPattern(value: unknown, json: string): Pattern {
  assert(isRecord(value), `filter ${json} is an object`);
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      Array.isArray(inner) ? inner.map(readRule) : readPattern(inner, json),
    ]),
  );
}

function readRule(value: unknown): Rule {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value))
    return { kind: 'exact', value: value as string | number | boolean | null };
  const [[operator, operand] = [], ...others] = isRecord(value) ? Object.entries(value) : [];
  if (others.length === 0) {
    if (operator === 'exists' && typeof operand === 'boolean')
      return { kind: 'exists', wanted: operand };
    if (operator === 'prefix' && typeof operand === 'string')
      return { kind: 'prefix', prefix: operand };
    if (operator === 'anything-but' && !isRecord(operand))
      return { kind: 'anythingBut', values: [operand].flat() };
  }
  throw new Error(`the local cloud does not know the filter ${JSON.stringify(value)}`);
}

/** Only leaves can be compared; `exists: false` alone is satisfied by something that is missing. */
function satisfies(rule: Rule, value: unknown): boolean {
  const isLeaf = value !== undefined && !isRecord(value) && !Array.isArray(value);
  switch (rule.kind) {
    case 'exact':
      return isLeaf && value === rule.value;
    case 'exists':
      return isLeaf === rule.wanted;
    case 'prefix':
      return typeof value === 'string' && value.startsWith(rule.prefix);
    case 'anythingBut':
      return isLeaf && !rule.values.includes(value);
  }
}

const isRules = (inner: Pattern | readonly Rule[]): inner is readonly Rule[] =>
  Array.isArray(inner);

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
