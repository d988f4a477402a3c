import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { benchPairingQuality } from './bench-pairing-quality.ts';
import { benchRules } from './bench-rules.ts';

/** What can be measured, by name. */
const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  rules: benchRules,
  'pairing-quality': benchPairingQuality,
  // It looks into the items of the functions, which the command line never does.
  standings: () => run('test/bench/standings.ts'),
  pairing: () => run('test/bench/pairing.ts'),
  'first-wave': () => run('test/bench/first-wave.ts'),
  move: () => run('test/bench/move.ts'),
};

async function run(file: string): Promise<void> {
  const child = spawn(process.execPath, [file], { stdio: 'inherit' });
  [process.exitCode] = await once(child, 'exit');
}

const name = process.argv[2] ?? '';
const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
if (bench === undefined) {
  console.error(`npm run bench -- <what>: expected one of ${Object.keys(BENCHES).join(', ')}`);
  process.exitCode = 1;
} else await bench();
