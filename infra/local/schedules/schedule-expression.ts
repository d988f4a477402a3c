import { err, ok, type Result } from '../../../shared/core/result.ts';

/** When something fires: once, or again and again from the moment it was made. */
export type ScheduleExpression =
  | { readonly kind: 'at'; readonly atMs: number }
  | { readonly kind: 'rate'; readonly periodMs: number };

const UNIT_MS: Readonly<Record<string, number>> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};

/** Reads `at(yyyy-mm-ddThh:mm:ss)` in UTC and `rate(n unit)`; the error says what is wrong. */
export function parseScheduleExpression(text: string): Result<ScheduleExpression, string> {
  const at = /^at\((\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\)$/.exec(text)?.[1];
  if (at !== undefined) {
    const atMs = Date.parse(`${at}Z`);
    return Number.isNaN(atMs)
      ? err(`Invalid Schedule Expression ${text}.`)
      : ok({ kind: 'at', atMs });
  }
  const [, count, unit = '', plural] = /^rate\((\d+) (minute|hour|day)(s?)\)$/.exec(text) ?? [];
  const unitMs = UNIT_MS[unit];
  // "rate(1 minutes)" and "rate(2 minute)" are refused by the real thing too.
  if (unitMs === undefined || Number(count) < 1 || (count === '1') !== (plural === ''))
    return err(`Invalid Schedule Expression ${text}.`);
  return ok({ kind: 'rate', periodMs: Number(count) * unitMs });
}
