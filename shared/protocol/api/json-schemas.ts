import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';

export type { JsonSchema };

/** Where the shared schemas of the document are. */
const REF = '#/components/schemas/';

/**
 * A schema for others. `input`: what may be sent; `output`: what comes back, or what a text of a
 * query stands for. Checks that no JSON Schema can say are left out: they are refused all the same.
 */
export function jsonSchemaOf(
  schema: v.GenericSchema,
  typeMode: 'input' | 'output',
  named: Readonly<Record<string, v.GenericSchema>> = {},
): JsonSchema {
  const {
    $schema: _,
    $defs: __,
    ...plain
  } = toJsonSchema(schema, {
    ...{ target: 'draft-2020-12', errorMode: 'ignore', typeMode },
    definitions: named,
    overrideRef: ({ referenceId }) => `${REF}${referenceId}`,
    overrideAction: ({ valibotAction, jsonSchema }) => {
      const { characters } = metadataOf(valibotAction);
      if (characters === undefined) return undefined;
      const { type } = jsonSchema;
      return { type, minLength: characters.min, maxLength: characters.max };
    },
  });
  return plain;
}

interface Metadata {
  readonly characters?: { readonly min: number; readonly max: number };
}

const metadataOf = (action: object): Metadata =>
  (action as { readonly metadata?: Metadata }).metadata ?? {};
