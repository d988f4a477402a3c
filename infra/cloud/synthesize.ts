import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { App } from 'aws-cdk-lib';
import cdkJson from '../../cdk.json' with { type: 'json' };
import { BUNDLES_DIR } from '../bundle.ts';
import { ArenaStack } from './arena-stack.ts';
import { deployedName, FUNCTION_NAMES } from './function-table.ts';
import { readSettings } from './settings.ts';

/** The same choices as `-c key=value` on the command line, see `settings.ts`. */
export interface SynthesisOptions {
  /** Default: dev. */
  readonly stage?: string;
  /** Folder with `<name>/index.mjs` per function; default: where `infra/bundle.ts` puts them. */
  readonly assetsDir?: string;
  readonly [choice: string]: string | number | boolean | undefined;
}

export interface Synthesis {
  /** The CloudFormation template, as `cdk synth` writes it. */
  readonly template: SynthesizedTemplate;
  /** The folder of each function's bundle, by the function's deployed name. */
  readonly bundles: Readonly<Record<string, string>>;
}

export interface SynthesizedTemplate {
  readonly Resources: Readonly<Record<string, SynthesizedResource>>;
  readonly Parameters?: Readonly<Record<string, { readonly Default?: unknown }>>;
  readonly [section: string]: unknown;
}

export interface SynthesizedResource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
}

/** Builds the stack in this process, without the command line, an account or a network. */
export function synthesize(options: SynthesisOptions = {}): Synthesis {
  const { assetsDir = BUNDLES_DIR, stage = 'dev', ...choices } = options;
  const outdir = mkdtempSync(join(tmpdir(), 'shield-arena-synth-'));
  try {
    const app = new App({
      outdir,
      analyticsReporting: false,
      treeMetadata: false,
      // Two seconds of checks against the resource schemas, which `cdk synth` makes as well.
      builtinCloudFormationValidation: false,
      context: { ...cdkJson.context, ...choices },
    });
    const settings = readSettings(app.node, stage);
    const stack = new ArenaStack(app, settings, assetsDir);
    const bundles = FUNCTION_NAMES.map((name) => [
      deployedName(settings.stage, name),
      resolve(assetsDir, name),
    ]);
    return {
      template: app.synth().getStackByName(stack.stackName).template,
      bundles: Object.fromEntries(bundles),
    };
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}
