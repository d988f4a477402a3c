import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type LocalCloud, startLocalCloud } from '../../../infra/local/local-cloud.ts';
import type { LocalCloudOptions, LogEntry } from '../../../infra/local/options.ts';
import type { Template } from '../../../infra/local/template/resources.ts';
import { miniTemplate } from './mini-template.ts';

/** A local cloud of the mini template with the handlers that a test wrote. */
export interface MiniCloud extends LocalCloud {
  readonly log: readonly LogEntry[];
  /** Resolves with the first line of this function that fits, printed already or later. */
  line(functionName: string, pattern: RegExp): Promise<string>;
  lines(functionName: string): readonly string[];
}

/** Sources of handlers by function name; the others answer `{statusCode: 200}`. */
export type Sources = Readonly<Record<string, string>>;

const SILENT = 'export const handler = async () => ({ statusCode: 200 });';

const ALLOW = `export const handler = async ({ methodArn, queryStringParameters }) => ({
  principalId: 'p1',
  policyDocument: {
    Version: '2012-10-17',
    Statement: [{
      Action: 'execute-api:Invoke',
      Effect: queryStringParameters.ticket === 'bad' ? 'Deny' : 'Allow',
      Resource: methodArn,
    }],
  },
  context: { player: 'p1', rating: 1500, guest: false },
});`;

export const FUNCTION_NAMES = ['authorize', 'presence', 'move', 'http', 'score', 'clock', 'later'];

const roots = new Set<string>();
afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true });
});

/** Writes the handlers, to be removed after the tests of a file; returns the folder of each. */
export function writeBundles(sources: Sources): Record<string, string> {
  const root = mkdtempSync(join(tmpdir(), 'shield-arena-bundles-'));
  roots.add(root);
  const all: Sources = { authorize: ALLOW, ...sources };
  return Object.fromEntries(
    FUNCTION_NAMES.map((name) => {
      const folder = join(root, name);
      mkdirSync(folder);
      writeFileSync(join(folder, 'index.mjs'), all[name] ?? SILENT);
      return [`mini-${name}`, folder];
    }),
  );
}

export async function startMiniCloud(
  sources: Sources,
  options: Partial<LocalCloudOptions> & { readonly template?: Template } = {},
): Promise<MiniCloud> {
  const log: LogEntry[] = [];
  const waiting = new Set<() => void>();
  const cloud = await startLocalCloud({
    port: 0,
    template: miniTemplate(),
    bundles: writeBundles(sources),
    onLog(entry) {
      log.push(entry);
      for (const look of waiting) look();
    },
    ...options,
  });
  const lines = (name: string) =>
    log.filter(({ source }) => source === `mini-${name}`).map(({ line }) => line);
  return {
    ...cloud,
    log,
    lines,
    line: (name, pattern) =>
      new Promise((resolve) => {
        const look = () => {
          const found = lines(name).find((line) => pattern.test(line));
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
  };
}
