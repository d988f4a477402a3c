import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { httpClient } from '../../infra/cli/client.ts';
import type { prepareStack, Stack } from '../../infra/cli/cloud.ts';
import type { openTroupe } from '../../infra/cli/troupe.ts';
import type { startLocalCloud } from '../../infra/local/local-cloud.ts';
import { imagesOf } from './bots.ts';
import { type Image, type Step, writeRelease } from './fixture.ts';
import { playScenario } from './scenario.ts';
import { tablesOf } from './tables.ts';
import { createTap } from './tap.ts';

const ROOT = resolve(import.meta.dirname, '..', '..');

const USAGE = `npm run record-release -- [--from FOLDER] [--to FOLDER]

Records what a release stores and sends, by running it on the local cloud for two minutes: once for
every release, when it is tagged. The test beside this file then holds every later release to it.

  --from FOLDER   the code of the release, with its node_modules (this one)
  --to FOLDER     where the recording goes (test/releases/<version of its package.json>)`;

/** What is run of a release; its own versions of these, whatever is around them. */
interface ReleasedCode {
  readonly version: string;
  /** Of the messages of clients, by their type. */
  readonly schemas: Readonly<Record<string, unknown>>;
  readonly prepareStack: typeof prepareStack;
  readonly startLocalCloud: typeof startLocalCloud;
  readonly httpClient: typeof httpClient;
  readonly openTroupe: typeof openTroupe;
}

async function load(folder: string): Promise<ReleasedCode> {
  const of = (path: string) => import(pathToFileURL(join(folder, path)).href);
  const json = { with: { type: 'json' } } as const;
  const manifest = await import(pathToFileURL(join(folder, 'package.json')).href, json);
  return {
    version: manifest.default.version,
    schemas: (await of('shared/protocol/client-message.ts')).schemas,
    ...(await of('infra/cli/cloud.ts')),
    ...(await of('infra/local/local-cloud.ts')),
    ...(await of('infra/cli/client.ts')),
    ...(await of('infra/cli/troupe.ts')),
  };
}

/** Organisers' servers: the path says what they answer with. */
async function openReceiver(): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(Number(request.url?.slice(1))).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}`, close: () => server.close() };
}

/** One function after the other, so that each step is known to the last item. */
async function recordSteps(code: ReleasedCode, stack: Stack): Promise<readonly Step[]> {
  const tap = createTap(stack.bundles);
  const receiver = await openReceiver();
  const { bundles, onCommit } = tap;
  const cloud = await code.startLocalCloud({ port: 0, ...stack, bundles, onCommit });
  try {
    await playScenario(cloud, receiver.url);
  } finally {
    await cloud.stop();
    receiver.close();
  }
  const steps = tap.steps(tablesOf(cloud.plan));
  tap.close();
  return steps;
}

/** A message that nobody has sent would stay untested in every later release. */
function checkComplete({ schemas }: ReleasedCode, steps: readonly Step[]): void {
  const said = JSON.stringify(steps.map(({ event }) => (event as { body?: string } | null)?.body));
  const missing = Object.keys(schemas).filter((t) => !said.includes(`\\"t\\":\\"${t}\\"`));
  if (missing.length > 0) throw new Error(`nobody says ${missing.join(', ')} in scenario.ts`);
}

async function recordImages(code: ReleasedCode, stack: Stack): Promise<readonly Image[]> {
  const cloud = await code.startLocalCloud({ port: 0, ...stack });
  try {
    const client = code.httpClient(cloud.httpUrl);
    return await imagesOf({ cloud, client, openTroupe: code.openTroupe });
  } finally {
    await cloud.stop();
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      from: { type: 'string', default: ROOT },
      to: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const code = await load(resolve(values.from));
  const folder = resolve(values.to ?? join(import.meta.dirname, code.version));
  // A recording of today's code in the place of an old release would prove nothing any more.
  if (existsSync(folder)) {
    throw new Error(`${folder} is there already: raise the version, or delete it by hand`);
  }
  const stack = await code.prepareStack();
  const steps = await recordSteps(code, stack);
  checkComplete(code, steps);
  const images = await recordImages(code, stack);
  await writeRelease(folder, { steps, images });
  console.log(`${code.version}: ${steps.length} steps, ${images.length} images in ${folder}`);
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
