import type { App } from 'aws-cdk-lib';
import { ArenaStack } from './arena-stack.ts';
import { EdgeStack } from './edge-stack.ts';
import type { Settings } from './settings.ts';

export interface StageStacks {
  readonly stage: string;
  /** Everything that plays; in the region of the players. */
  readonly arena: ArenaStack;
  /** The public reads for spectators; may be left out, and is deployed after the arena stack. */
  readonly edge: EdgeStack;
}

/** The stacks of one stage. Nothing of them is shared with another stage of the same account. */
export const addStage = (app: App, settings: Settings, assetsDir: string): StageStacks => ({
  stage: settings.stage,
  arena: new ArenaStack(app, settings, assetsDir),
  edge: new EdgeStack(app, settings),
});
