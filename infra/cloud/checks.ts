import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';

/**
 * Every `cdk synth` looks for what AWS would object to, once over all stacks, and fails at what has
 * no reason in `acknowledgements.ts`. The local cloud and most tests synthesize without it.
 */
export function addChecks(app: App): void {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
}
