import { access } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { FUNCTION_NAMES, type FunctionName } from './cloud/function-table.ts';

const ROOT_DIR = resolve(import.meta.dirname, '..');

/** Where bundles go unless told otherwise: one folder `<name>/index.mjs` per function. */
export const BUNDLES_DIR = join(ROOT_DIR, 'dist', 'functions');

/** What a cold start of the function in front of every move may weigh, in bytes (KB of 1,000). */
export const MOVE_BUDGET_BYTES = 350_000;

/** Bundled CommonJS packages call `require` for node's own modules; ES modules have none. */
const REQUIRE_BANNER =
  "import { createRequire as __createRequire } from 'node:module';" +
  'const require = __createRequire(import.meta.url);';

/**
 * Lambda hands a function its credentials in the environment: the SDK's search for them (profiles,
 * single sign-on, instance metadata) would only be a quarter of every cold start.
 */
const CREDENTIALS = {
  '@aws-sdk/credential-provider-node': join(ROOT_DIR, 'functions', 'aws', 'credentials.ts'),
};

export interface BundleOptions {
  /** Folder of the entry files `<name>.ts`. */
  readonly sourceDir?: string;
  readonly outDir?: string;
}

export interface Bundles {
  readonly outDir: string;
  /** Minified size of each function. */
  readonly bytes: Readonly<Record<FunctionName, number>>;
  /** Files, as paths from the root, of which something is left in each function. */
  readonly inputs: Readonly<Record<FunctionName, readonly string[]>>;
}

/** Bundles all functions in one call, a tenth of the time of one by one. Throws, naming them, if
 * entry files are missing; warns if `move` outgrew its budget. */
export async function bundleFunctions(options: BundleOptions = {}): Promise<Bundles> {
  const sourceDir = options.sourceDir ?? join(ROOT_DIR, 'functions');
  const outDir = options.outDir ?? BUNDLES_DIR;
  await assertEntriesExist(sourceDir);
  const { metafile } = await build({
    absWorkingDir: ROOT_DIR,
    entryPoints: FUNCTION_NAMES.map((name) => ({
      in: join(sourceDir, `${name}.ts`),
      out: `${name}/index`,
    })),
    outdir: outDir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minify: true,
    sourcemap: false,
    legalComments: 'none',
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    alias: CREDENTIALS,
    banner: { js: REQUIRE_BANNER },
    metafile: true,
    logLevel: 'warning',
  });
  const bytes = ofEach(metafile, outDir, (output) => output.bytes);
  if (bytes.move > MOVE_BUDGET_BYTES) console.warn(overBudget(bytes.move));
  return { outDir, bytes, inputs: ofEach(metafile, outDir, inputsOf) };
}

async function assertEntriesExist(sourceDir: string): Promise<void> {
  const entries = FUNCTION_NAMES.map((name) => join(sourceDir, `${name}.ts`));
  const found = await Promise.allSettled(entries.map((entry) => access(entry)));
  const missing = entries.filter((_entry, index) => found[index]?.status === 'rejected');
  if (missing.length === 0) return;
  const names = missing.map((entry) => relative(ROOT_DIR, entry)).join(', ');
  throw new Error(`cannot bundle, missing function entries: ${names}`);
}

type Output = Metafile['outputs'][string];

function ofEach<T>(
  { outputs }: Metafile,
  outDir: string,
  read: (output: Output) => T,
): Record<FunctionName, T> {
  const entries = FUNCTION_NAMES.map((name) => {
    const output = outputs[relative(ROOT_DIR, join(outDir, name, 'index.mjs'))];
    if (output === undefined) throw new Error(`esbuild reported no output for ${name}`);
    return [name, read(output)];
  });
  return Object.fromEntries(entries) as Record<FunctionName, T>;
}

const inputsOf = ({ inputs }: Output): string[] =>
  Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : []));

const inKb = (bytes: number) => `${(bytes / 1_000).toFixed(1)} KB`;

const overBudget = (bytes: number) =>
  `move is ${inKb(bytes)}, over its budget of ${inKb(MOVE_BUDGET_BYTES)}`;

async function main(): Promise<void> {
  const { bytes } = await bundleFunctions();
  for (const name of FUNCTION_NAMES) console.log(`${name.padEnd(10)} ${inKb(bytes[name])}`);
}

if (import.meta.main) {
  await main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
