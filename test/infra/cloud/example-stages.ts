import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import cdkJson from '../../../cdk.json' with { type: 'json' };
import { readSettings, stagesOf } from '../../../infra/cloud/settings.ts';
import { addStage, type StageStacks } from '../../../infra/cloud/stages.ts';
import { type Properties, writeBundles } from './example-stack.ts';

export type Context = Readonly<Record<string, string | number | boolean>>;

/** With names of its own: `play.`, `api.` and `watch.` below it. */
export const DOMAIN = { domain: 'arena.example.org', hostedZoneId: 'Z0123456789' } as const;

export interface ReadStage {
  readonly stacks: StageStacks;
  readonly arena: ReadTemplate;
  readonly edge: ReadTemplate;
}

export interface ReadTemplate {
  readonly Resources: Readonly<Record<string, ReadResource>>;
  readonly Outputs: Readonly<Record<string, { readonly Value: unknown }>>;
  readonly Parameters?: Readonly<Record<string, Properties>>;
}

export interface ReadResource {
  readonly Type: string;
  readonly Properties?: Properties;
  readonly DependsOn?: readonly string[];
}

/** The stages that `cdk synth` makes of the same context, with throw-away bundles. */
export function exampleStages(context: Context = {}): readonly ReadStage[] {
  return withApp(context, (app, stages) => {
    const assembly = app.synth();
    return stages.map((stacks) => ({
      stacks,
      arena: assembly.getStackByName(stacks.arena.stackName).template,
      edge: assembly.getStackByName(stacks.edge.stackName).template,
    }));
  });
}

/** Looks at an app of the stages before it is synthesized, while its bundles are there. */
export function withApp<T>(
  context: Context,
  look: (app: App, stages: readonly StageStacks[]) => T,
): T {
  const dir = mkdtempSync(join(tmpdir(), 'shield-arena-stages-'));
  try {
    writeBundles(dir);
    const app = new App({
      outdir: join(dir, 'out'),
      analyticsReporting: false,
      treeMetadata: false,
      builtinCloudFormationValidation: false,
      context: { ...cdkJson.context, ...context },
    });
    const stages = stagesOf(app.node).map((stage) =>
      addStage(app, readSettings(app.node, stage), dir),
    );
    return look(app, stages);
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** Properties of the resources of one type. */
export const ofType = ({ Resources }: ReadTemplate, type: string): readonly Properties[] =>
  Object.values(Resources)
    .filter(({ Type }) => Type === type)
    .map(({ Properties = {} }) => Properties);
