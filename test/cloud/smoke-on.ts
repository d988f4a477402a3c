import { randomUUID } from 'node:crypto';
import { cliOn, type Ran } from '../infra/cli/organiser-cli.ts';
import type { RunningCloud } from './running-cloud.ts';

type More = Parameters<typeof cliOn>[0];

/** `smoke` with these flags. */
export type Smoke = (flags: string, more?: More) => Promise<Ran>;

/** The command on this machine; `env` in place of what leads to the running cloud. */
export function smokeOn(running: RunningCloud, flags: string, more: More = { env: {} }) {
  const env = { ARENA_ENDPOINT: running.cloud.httpUrl, ARENA_TOKEN: running.organiser };
  return cliOn({ newKey: randomUUID, ...more, env: { ...env, ...more.env } })(`smoke ${flags}`);
}
