import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { runArena } from './arena/run.ts';

const print = async (text: string): Promise<void> => {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
};

// Whoever has read enough (`| head`) closes the pipe.
process.stdout.on('error', () => process.exit(1));
process.exitCode = await runArena(process.argv.slice(2), print, {
  env: process.env,
  warn: (line) => console.error(line),
  nowMs: () => Date.now(),
  sleep: (ms) => sleep(ms),
  newKey: () => randomUUID(),
  interrupted: () => {
    const interruption = new AbortController();
    process.once('SIGINT', () => interruption.abort());
    return interruption.signal;
  },
});
