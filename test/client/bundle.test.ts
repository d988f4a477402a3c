import { build } from 'esbuild';
import { expect, it } from 'vitest';

const ENTRIES = ['./client.ts', './my-game.ts'];
/** KB of 1,000 bytes, like all our budgets. */
const CLIENT_BUDGET_BYTES = 15_000;

it('the client is small, and needs nothing of Node nor any package', async () => {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: ENTRIES.map((path) => `export * from ${JSON.stringify(path)};`).join(''),
      resolveDir: 'shared/client',
    },
    ...{ bundle: true, minify: true, write: false, metafile: true },
    ...{ platform: 'browser', format: 'esm', target: 'es2022', logLevel: 'silent' },
  });
  const [output] = outputFiles;
  const inputs = Object.keys(metafile.inputs).filter((path) => path !== '<stdin>');

  console.log(`client: ${output?.contents.length} bytes minified`);
  expect(output?.contents.length).toBeLessThan(CLIENT_BUDGET_BYTES);
  expect(output?.text).not.toMatch(/node:|\brequire\(|\bprocess\./);
  for (const path of inputs) expect(path).toMatch(/^shared\/(client|core|protocol)\//);
});
