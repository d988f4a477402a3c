import { App } from 'aws-cdk-lib';
import { bundleFunctions } from '../bundle.ts';
import { acknowledge } from './acknowledgements.ts';
import { addChecks } from './checks.ts';
import { readSettings, stagesOf } from './settings.ts';
import { addStage } from './stages.ts';

/**
 * The entry of `cdk`: bundles first, unless `-c dist=<folder>` says where the bundles are. `synth`
 * takes all stacks of all stages, `deploy` those that it is told by name. With `-c stage=prod` the
 * others do not exist, so `--all` is one stage and never another.
 */
const app = new App();
const dist: unknown = app.node.tryGetContext('dist');
const assetsDir = typeof dist === 'string' ? dist : (await bundleFunctions()).outDir;
for (const stage of stagesOf(app.node)) {
  acknowledge(addStage(app, readSettings(app.node, stage), assetsDir));
}
addChecks(app);
app.synth();
