import { type Stack, Tags } from 'aws-cdk-lib';
import type { Settings } from './settings.ts';

/** On everything of a stack that takes tags: bills and budgets are told apart by them. */
export function tag(stack: Stack, { stage, owner, costCenter }: Settings): void {
  const tags = { app: 'shield-arena', stage, owner, 'cost-center': costCenter };
  for (const [key, value] of Object.entries(tags)) Tags.of(stack).add(key, value);
}
