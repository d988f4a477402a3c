import { benchRules } from './bench-rules.ts';

/** What can be measured, by name. */
const BENCHES: Readonly<Record<string, () => Promise<void>>> = { rules: benchRules };

const name = process.argv[2] ?? '';
const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
if (bench === undefined) {
  console.error(`npm run bench -- <what>: expected one of ${Object.keys(BENCHES).join(', ')}`);
  process.exitCode = 1;
} else await bench();
