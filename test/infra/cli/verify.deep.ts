import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { EXPORT_PAGE_BYTES_MAX } from '../../../shared/app/export-arena.ts';
import { exportedPages, playedArena } from '../../support/exports.ts';
import { SEED } from './verify-files.ts';

const COMMAND = join(import.meta.dirname, '..', '..', '..', 'infra', 'cli', 'arena.ts');
const FILE_BYTES = 50_000_000;
const PEAK_BYTES_MAX = 512 * 2 ** 20;

/** Runs the command and says how much memory it needed at most (KB). */
const MEASURED = `
  process.on('exit', () => console.log('peak ' + process.resourceUsage().maxRSS));
  await import(process.env.COMMAND);
`;

describe('a file of 50 MB', () => {
  it('comes in pages of 4 MB and verifies within 512 MB', async () => {
    const played = await playedArena('oware-shield', {
      ...{ seed: SEED, players: 10_000, rounds: 21, shards: 16 },
    });
    const pages = await exportedPages(played);
    const bytes = pages.map((page) => Buffer.byteLength(page));
    const folder = await mkdtemp(join(tmpdir(), 'verify-'));
    try {
      const file = join(folder, 'large.ndjson');
      await writeFile(file, pages.join(''));
      const startedAtMs = performance.now();
      const args = ['--input-type=module', '-e', MEASURED, '--', 'arena', 'verify', file];
      const { stdout } = await promisify(execFile)(process.execPath, args, { env: { COMMAND } });
      const seconds = (performance.now() - startedAtMs) / 1_000;

      const [, summary, peak] = /^(ok .*)\npeak (\d+)$/m.exec(stdout) ?? [];
      const size = bytes.reduce((sum, some) => sum + some, 0);
      console.log(`SEED=${SEED}: ${size} bytes, ${pages.length} pages, ${summary}`);
      console.log(`verified in ${seconds.toFixed(1)} s, peak ${Number(peak) / 1_024} MB`);
      expect(size).toBeGreaterThan(FILE_BYTES);
      expect(Math.max(...bytes)).toBeLessThanOrEqual(EXPORT_PAGE_BYTES_MAX);
      expect(summary).toContain(`players=${played.rows.length} games=${played.games.length}`);
      expect(Number(peak) * 1_024).toBeLessThan(PEAK_BYTES_MAX);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
