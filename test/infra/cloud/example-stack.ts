import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { FUNCTION_NAMES } from '../../../infra/cloud/function-table.ts';
import { type SynthesisOptions, synthesize } from '../../../infra/cloud/synthesize.ts';

/** The properties of a template's resource; tests look into them by hand. */
export type Properties = Readonly<Record<string, unknown>>;

export interface ExampleStack {
  readonly template: Template;
  /** Logical id and properties of every resource of one type. */
  resources(type: string): readonly (readonly [id: string, properties: Properties])[];
}

/** Synthesizes with throw-away bundles: no esbuild, no function sources. */
export function exampleStack(options: SynthesisOptions = {}): ExampleStack {
  const assetsDir = mkdtempSync(join(tmpdir(), 'shield-arena-assets-'));
  try {
    writeBundles(assetsDir);
    const { template } = synthesize({ assetsDir, ...options });
    return {
      // The assertions want a mutable copy of their own.
      template: Template.fromJSON(structuredClone(template)),
      resources: (type) =>
        Object.entries(template.Resources)
          .filter(([, resource]) => resource.Type === type)
          .map(([id, resource]) => [id, resource.Properties ?? {}]),
    };
  } finally {
    rmSync(assetsDir, { recursive: true });
  }
}

/** One tiny bundle per function, each different as real ones are. */
export function writeBundles(dir: string): void {
  for (const name of FUNCTION_NAMES) {
    mkdirSync(join(dir, name));
    writeFileSync(join(dir, name, 'index.mjs'), `export const handler = () => '${name}';`);
  }
}

/** Properties of the one resource for which `wanted` holds. */
export function only<T>(all: readonly T[], wanted: (one: T) => boolean = () => true): T {
  const [first, ...others] = all.filter(wanted);
  if (first === undefined || others.length > 0) {
    throw new Error(`expected one, found ${first === undefined ? 0 : others.length + 1}`);
  }
  return first;
}

/** A string with `Ref`, `GetAtt` and `Join` in readable form: `{TablesGames.Arn}/index/x`. */
export function readable(value: unknown): string {
  if (typeof value === 'string') return value;
  const {
    Ref,
    'Fn::GetAtt': attribute,
    'Fn::Join': join,
  } = value as Readonly<{
    Ref?: string;
    'Fn::GetAtt'?: readonly [string, string];
    'Fn::Join'?: readonly [string, readonly unknown[]];
  }>;
  if (Ref !== undefined) return `{${withoutHash(Ref)}}`;
  if (attribute !== undefined) return `{${withoutHash(attribute[0])}.${attribute[1]}}`;
  if (join !== undefined) return join[1].map(readable).join(join[0]);
  throw new Error(`neither text nor reference: ${JSON.stringify(value)}`);
}

/** CDK ends a logical id with eight hexadecimal digits. */
const withoutHash = (id: string) => id.replace(/[0-9A-F]{8}$/, '');
