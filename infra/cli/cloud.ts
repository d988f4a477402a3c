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

/** The whole system on this machine: bundles, synthesizes the stack, and runs its template. */
export async function openCloud(options: CloudOptions): Promise<LocalCloud> {
  const { outDir } = await bundleFunctions();
  const { template, bundles } = synthesize({
    stage: 'local',
    issuer: 'https://issuer.local',
    audience: 'shield-arena',
    ratingClaim: 'rating',
    assetsDir: outDir,
  });
  return startLocalCloud({
    port: options.port,
    ...(options.dataDir !== null && { dataDir: options.dataDir }),
    template,
    bundles,
    seed: options.seed,
    onLog: ({ source, line }) => options.onLog(source, line),
  });
}
