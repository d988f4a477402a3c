import { defineConfig } from 'vitest/config';

const deep = process.env.DEEP === '1';

export default defineConfig({
  test: {
    include: deep ? ['test/**/*.test.ts', 'test/**/*.deep.ts'] : ['test/**/*.test.ts'],
    globalSetup: ['test/support/prepare-stack.ts'],
    pool: 'forks',
    // Nothing in the product keeps anything between two runs, so the files of a worker share its
    // modules: half of the time went into loading them anew. The long ones have a process each.
    isolate: deep,
    // Clouds wait for the clock more than for a core: another worker uses that time.
    maxWorkers: deep ? '100%' : '150%',
    testTimeout: deep ? 1_500_000 : 120_000,
    hookTimeout: 60_000,
    reporters: ['default'],
    silent: false,
  },
});
