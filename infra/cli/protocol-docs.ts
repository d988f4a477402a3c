import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openApi } from '../../shared/protocol/api/openapi.ts';
import { asyncApi } from './protocol/asyncapi.ts';
import { clientMessages, serverMessages } from './protocol/documented.ts';
import { protocolPage } from './protocol/markdown.ts';
import { yamlOf } from './protocol/yaml.ts';

const DOCS_DIR = join(import.meta.dirname, '../../docs');

/** The documents of both APIs, by file name: from the schemas that the handlers check with. */
export async function protocolDocs(): Promise<Readonly<Record<string, string>>> {
  const [client, server] = [clientMessages(), serverMessages()];
  return {
    'protocol.md': protocolPage(client, server),
    'asyncapi.yaml': yamlOf(asyncApi(client, server)),
    'openapi.json': `${JSON.stringify(openApi(), null, 1)}\n`,
  };
}

async function main(): Promise<void> {
  await mkdir(DOCS_DIR, { recursive: true });
  for (const [name, text] of Object.entries(await protocolDocs())) {
    await writeFile(join(DOCS_DIR, name), text);
    console.log(`docs/${name}: ${text.length} characters`);
  }
}

if (import.meta.main) await main();
