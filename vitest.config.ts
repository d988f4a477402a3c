import { defineConfig } from 'vitest/config';

const deep = process.env.DEEP === '1';

export default defineConfig({
  test: {
    include: deep ? ['test/**/*.test.ts', 'test/**/*.deep.ts'] : ['test/**/*.test.ts'],
    globalSetup: ['test/support/prepare-stack.ts'],
    pool: 'forks',
    maxWorkers: '100%',
    testTimeout: deep ? 1_500_000 : 120_000,
    hookTimeout: 60_000,
    reporters: ['default'],
    silent: false,
  },
});
