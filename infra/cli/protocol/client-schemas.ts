import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import type { ClientMessage } from '../../../shared/protocol/client-message.ts';
import type { Schema } from './json-schema.ts';

const PARSER = join(import.meta.dirname, '../../../shared/protocol/client-message.ts');

/**
 * The very schemas that the server parses with. The parser keeps them to itself, so its module is
 * loaded a second time with one more export.
 */
export async function clientSchemas(): Promise<Readonly<Record<ClientMessage['t'], Schema>>> {
  const parser = await readFile(PARSER, 'utf8');
  const { outputFiles } = await build({
    stdin: {
      contents: `${parser}\nexport { schemas as schemasOfTheParser };`,
      resolveDir: dirname(PARSER),
      loader: 'ts',
    },
    bundle: true,
    write: false,
    format: 'esm',
    mainFields: ['module', 'main'],
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  const module = (await import(`data:text/javascript;base64,${code}`)) as {
    readonly schemasOfTheParser: Readonly<Record<ClientMessage['t'], Schema>>;
  };
  return module.schemasOfTheParser;
}
