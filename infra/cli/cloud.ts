import { bundleFunctions } from '../bundle.ts';
import { synthesize } from '../cloud/synthesize.ts';
import { type LocalCloud, startLocalCloud } from '../local/local-cloud.ts';

export interface CloudOptions {
  readonly port: number;
  readonly dataDir: string | null;
  readonly seed: number;
  /** Lines of the functions and of the cloud itself. */
  readonly onLog: (source: string, line: string) => void;
}

/** The stack as it is played here: its template, and where the bundle of each function is. */
export type Stack = ReturnType<typeof synthesize>;

/** Bundles the functions and synthesizes the stack around them. */
export async function prepareStack(): Promise<Stack> {
  const { outDir } = await bundleFunctions();
  return synthesize({
    stage: 'local',
    issuer: 'https://issuer.local',
    audience: 'shield-arena',
    ratingClaim: 'rating',
    webhookLoopback: true,
    assetsDir: outDir,
  });
}

/** The whole system on this machine: runs the template of this stack, or of a fresh one. */
export async function openCloud(options: CloudOptions, stack?: Stack): Promise<LocalCloud> {
  return startLocalCloud({
    port: options.port,
    ...(options.dataDir !== null && { dataDir: options.dataDir }),
    ...(stack ?? (await prepareStack())),
    seed: options.seed,
    onLog: ({ source, line }) => options.onLog(source, line),
  });
}
