import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { bundleFunctions } from '../../../infra/bundle.ts';

const run = promisify(execFile);
const ROOT_DIR = resolve(import.meta.dirname, '../../..');

/** Seconds of one core, which half a minute has on a machine with others to serve as well. */
const CPU_MAX_S = 30;

/** In a namespace that has no network at all, where this machine lets us make one. */
const NO_NETWORK = spawnSync('unshare', ['-rn', 'true']).status === 0 ? 'unshare -rn ' : '';

const outDir = mkdtempSync(join(tmpdir(), 'shield-arena-cdk-'));
afterAll(() => rmSync(outDir, { recursive: true }));

describe('cdk synth', () => {
  it('makes both stacks of both stages, checked, in half a minute', async () => {
    const startedMs = Date.now();
    // Not where other tests read their bundles from while this one writes.
    const bundles = await bundleFunctions({ outDir: join(outDir, 'functions') });
    const cpuS = await synth(join(outDir, 'cdk.out'), bundles.outDir);

    const wallS = (Date.now() - startedMs) / 1_000;
    console.log(
      `cdk synth: ${cpuS.toFixed(1)} s of CPU, ${wallS.toFixed(1)} s on the wall`,
      NO_NETWORK,
    );
    const files = readdirSync(join(outDir, 'cdk.out'));
    expect(files.filter((file) => file.endsWith('.template.json'))).toEqual([
      'ShieldArena-dev-edge.template.json',
      'ShieldArena-dev.template.json',
      'ShieldArena-prod-edge.template.json',
      'ShieldArena-prod.template.json',
    ]);
    expect(cpuS).toBeLessThan(CPU_MAX_S);
  });
});

/** Runs the command line as it is run by hand; the CPU seconds of all of its processes. */
async function synth(output: string, bundlesDir: string): Promise<number> {
  const { PATH = '' } = process.env;
  const { stdout } = await run(
    'bash',
    ['-ec', `${NO_NETWORK}cdk synth -q -o "$0" -c dist="$1" >&2; times`, output, bundlesDir],
    {
      cwd: ROOT_DIR,
      env: {
        ...process.env,
        PATH: [dirname(process.execPath), join(ROOT_DIR, 'node_modules/.bin'), PATH].join(
          delimiter,
        ),
      },
    },
  );
  const [, children = ''] = stdout.trim().split('\n');
  const times = [...children.matchAll(/(\d+)m([\d.]+)s/g)];
  if (times.length !== 2) throw new Error(`no times in ${stdout}`);
  return times.reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}
