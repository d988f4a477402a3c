import type { TestProject } from 'vitest/node';
import { prepareStack, type Stack } from '../../infra/cli/cloud.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Prepared once for all files; null: whoever needs a cloud prepares his own. */
    stack: Stack | null;
  }
}

/** Bundles and synthesizes once, unless only files are wanted that start no cloud. */
export async function setup({ provide }: TestProject): Promise<void> {
  const wanted = process.argv.slice(2).filter((arg) => arg.includes('test/'));
  const isNeeded = wanted.length === 0 || wanted.some((path) => /cloud|organiser/.test(path));
  provide('stack', isNeeded ? await prepareStack() : null);
}
