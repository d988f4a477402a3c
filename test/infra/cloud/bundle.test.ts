import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { bundleFunctions } from '../../../infra/bundle.ts';
import { FUNCTION_NAMES } from '../../../infra/cloud/function-table.ts';

const dir = mkdtempSync(join(tmpdir(), 'shield-arena-bundle-'));
const outDir = join(dir, 'out');
afterAll(() => rmSync(dir, { recursive: true }));

describe('bundling', () => {
  it('names the entries that are missing', async () => {
    writeEntries(FUNCTION_NAMES.filter((name) => name !== 'move' && name !== 'pair'));
    await expect(bundleFunctions({ sourceDir: dir, outDir })).rejects.toThrow(
      /missing function entries: \S*move\.ts, \S*pair\.ts$/,
    );
  });

  it('makes one module per function that needs nothing beside it', async () => {
    writeEntries(FUNCTION_NAMES);
    writeFileSync(join(dir, 'old.cjs'), "module.exports = () => require('node:os').EOL;");
    const { bytes } = await bundleFunctions({ sourceDir: dir, outDir });
    expect(readdirSync(outDir).sort()).toEqual([...FUNCTION_NAMES].sort());
    for (const name of FUNCTION_NAMES) {
      expect(readdirSync(join(outDir, name))).toEqual(['index.mjs']);
      const file = join(outDir, name, 'index.mjs');
      expect(bytes[name]).toBe(readFileSync(file).length);
    }
    expect(answersOnNode()).toEqual(FUNCTION_NAMES.map((name) => `${name}\n`));
  });
});

/** In a process of its own: the test runner gives modules a `require` that node does not. */
function answersOnNode(): readonly string[] {
  const urls = FUNCTION_NAMES.map((name) => pathToFileURL(join(outDir, name, 'index.mjs')).href);
  const script = `const modules = await Promise.all(${JSON.stringify(urls)}.map((u) => import(u)));
    console.log(JSON.stringify(modules.map(({ handler }) => handler())));`;
  const argv = ['--input-type=module', '--eval', script];
  return JSON.parse(execFileSync(process.execPath, argv, { encoding: 'utf8' }));
}

/** Each entry uses a CommonJS neighbour that calls `require`, as some packages do. */
function writeEntries(names: readonly string[]): void {
  for (const name of names) {
    const lines = [
      "import endOfLine from './old.cjs';",
      `export const handler = (): string => '${name}' + endOfLine();`,
    ];
    writeFileSync(join(dir, `${name}.ts`), lines.join('\n'));
  }
}
