import * as v from 'valibot';
import { createResolve } from './intrinsics.ts';
import type { Place, PlayedType, Template } from './resources.ts';

/** A property that changes nothing on one machine. */
export const ignored = v.optional(v.unknown());

/** One resource with resolved properties. */
export interface Part<T> {
  readonly id: string;
  readonly properties: T;
}

/** Hands out the resources of a template by type, with resolved and checked properties. */
export interface Blueprint {
  /**
   * The resources of one type, narrowed by `where` on a resolved property if given. Throws at a
   * property that the schema does not name.
   */
  parts<T>(
    type: PlayedType,
    schema: v.GenericSchema<unknown, T>,
    where?: { readonly property: string; readonly test: (value: unknown) => boolean },
  ): readonly Part<T>[];
}

export function createBlueprint(template: Template, place: Place): Blueprint {
  const resolve = createResolve(template, place);
  const resolved = Object.entries(template.Resources).map(([id, { Type, Properties }]) => ({
    id,
    type: Type,
    properties: () => resolve(Properties ?? {}) as Readonly<Record<string, unknown>>,
  }));
  return {
    parts: (type, schema, where) =>
      resolved
        .filter((resource) => resource.type === type)
        .map(({ id, properties }) => ({ id, properties: properties() }))
        .filter(({ properties }) => where?.test(properties[where.property]) ?? true)
        .map(({ id, properties }) => ({
          id,
          properties: checked(`${id} (${type})`, schema, properties),
        })),
  };
}

function checked<T>(what: string, schema: v.GenericSchema<unknown, T>, value: unknown): T {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new Error(`the local cloud does not know ${what} ${v.getDotPath(issue)}: ${issue.message}`);
}

/** The one value of a list; throws if there are none or more. */
export function only<T>(values: readonly T[], what: string): T {
  const [first, ...others] = values;
  if (first === undefined || others.length > 0)
    throw new Error(`the local cloud expects exactly one ${what}, found ${values.length}`);
  return first;
}
