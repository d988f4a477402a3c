import { App } from 'aws-cdk-lib';
import { bundleFunctions } from '../bundle.ts';
import { ArenaStack } from './arena-stack.ts';
import { readSettings, stagesOf } from './settings.ts';

/** The entry of `cdk`: bundles first, unless `-c dist=<folder>` says where the bundles are. */
const app = new App();
const dist: unknown = app.node.tryGetContext('dist');
const assetsDir = typeof dist === 'string' ? dist : (await bundleFunctions()).outDir;
for (const stage of stagesOf(app.node)) {
  new ArenaStack(app, readSettings(app.node, stage), assetsDir);
}
app.synth();
