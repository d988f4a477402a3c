import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCloud, prepareStack } from '../../infra/cli/cloud.ts';
import type { LocalCloud } from '../../infra/local/local-cloud.ts';
import { present } from '../../shared/core/assert.ts';
import { cliOn } from '../infra/cli/organiser-cli.ts';

/** The arena begins fifteen seconds after the command and lasts twenty. */
const WITHIN_ARENA_MS = 28_000;

const folder = mkdtempSync(join(tmpdir(), 'shield-arena-smoke-'));
/** Holds the instant (epoch ms) from which on nothing is frozen any more. */
const until = join(folder, 'until');

/** A lifecycle function that opens arenas and forgets to freeze them. */
const forgetful = (bundle: string): string => `
import { readFileSync } from 'node:fs';
import { handler as inner } from ${JSON.stringify(pathToFileURL(join(bundle, 'index.mjs')).href)};
const untilMs = () => Number(readFileSync(${JSON.stringify(until)}, 'utf8'));
export const handler = async (event, context) =>
  Date.now() < untilMs() ? inner(event, context) : null;
`;

let cloud: LocalCloud;
beforeAll(async () => {
  const stack = await prepareStack();
  const name = 'shield-arena-local-lifecycle';
  writeFileSync(until, '0');
  writeFileSync(join(folder, 'index.mjs'), forgetful(present(stack.bundles[name], name)));
  const bundles = { ...stack.bundles, [name]: folder };
  cloud = await openCloud(
    { port: 0, dataDir: null, seed: 1, onLog: () => {} },
    { ...stack, bundles },
  );
});
afterAll(async () => {
  await cloud.stop();
  rmSync(folder, { recursive: true });
});

describe('arena smoke against a deployment that does not freeze', () => {
  it('is red and says why', async () => {
    const token = await cloud.issuer.mintToken({ subject: 'o', roles: ['organiser'] });
    writeFileSync(until, String(Date.now() + WITHIN_ARENA_MS));
    const env = { ARENA_ENDPOINT: cloud.httpUrl, ARENA_TOKEN: token };
    const { exitCode, out, err } = await cliOn({ env, newKey: randomUUID })('smoke --seconds 20');

    expect(exitCode).toBe(1);
    expect(err).toMatch(/^smoke: \d+ faults\n$/);
    expect(out).toContain('fault: the ranking could be read never');
    expect(out).toContain('fault: 4 players have not heard of the end');
    expect(out).not.toContain('no game was played');
  });
});
