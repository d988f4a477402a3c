import { err, ok, type Result } from '../../../../shared/core/result.ts';
import type { FlagLine } from '../usage.ts';
import { durationIn, instantIn, zoneIn } from './when.ts';

export const START_OPTIONS = {
  start: { type: 'string' },
  in: { type: 'string' },
} as const;

export const START_LINES: readonly FlagLine[] = [
  ['--start TIME', 'like 2026-12-20T18:00 on the clocks of --zone, or 2026-12-20T18:00Z'],
  ['--in DURATION', 'from now: 90s, 30m, 1h30m, 2d'],
];

interface StartFlags {
  readonly start?: string | undefined;
  readonly in?: string | undefined;
  readonly zone?: string | undefined;
  readonly key?: string | undefined;
}

const SECOND_MS = 1_000;

/** When an arena starts (epoch ms, full seconds); undefined: no flag says so. */
export function startIn(flags: StartFlags, nowMs: number): Result<number | undefined, string> {
  const { start, in: from } = flags;
  const zone = zoneIn(flags.zone ?? 'UTC');
  if (!zone.ok) return zone;
  if (start !== undefined && from !== undefined) return err('either --start or --in');
  if (from !== undefined) {
    // The same words mean another time whenever they are read, and that is another request.
    if (flags.key !== undefined) return err('--key goes with --start, not with --in');
    const waits = durationIn(from);
    if (!waits.ok) return err(`--in: ${waits.error}`);
    return ok(Math.ceil((nowMs + waits.value) / SECOND_MS) * SECOND_MS);
  }
  if (start === undefined) return ok(undefined);
  const instant = instantIn(start, zone.value);
  return instant.ok ? instant : err(`--start: ${instant.error}`);
}
