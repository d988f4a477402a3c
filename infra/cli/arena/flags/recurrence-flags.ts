import { TIME_OF_DAY } from '../../../../shared/arena/recurrence.ts';
import { WEEKDAYS } from '../../../../shared/arena/series.ts';
import { err, ok, type Result } from '../../../../shared/core/result.ts';
import type { FlagLine } from '../usage.ts';

export const RECURRENCE_OPTIONS = {
  weekly: { type: 'string', multiple: true },
  monthly: { type: 'string', multiple: true },
} as const;

export const RECURRENCE_LINES: readonly FlagLine[] = [
  ['--weekly D@T', 'every week, like sunday@20:00; as often as you like'],
  ['--monthly N@T[/M]', 'every month, like 20@18:00, or in some, like 20@18:00/2,4,6,8,10,12'],
];

export interface RecurrenceFlags {
  readonly weekly?: readonly string[] | undefined;
  readonly monthly?: readonly string[] | undefined;
}

/** The field `recurrences` of a series; the server knows which days there are. */
export function recurrencesIn({
  weekly = [],
  monthly = [],
}: RecurrenceFlags): Result<readonly object[], string> {
  const all = [...weekly.map(weeklyIn), ...monthly.map(monthlyIn)];
  const wrong = all.find((one) => !one.ok);
  if (wrong !== undefined && !wrong.ok) return wrong;
  return ok(all.flatMap((one) => (one.ok ? [one.value] : [])));
}

function weeklyIn(text: string): Result<object, string> {
  const [on = '', at = '', ...rest] = text.toLowerCase().split('@');
  const isDay = WEEKDAYS.some((day) => day === on);
  return isDay && TIME_OF_DAY.test(at) && rest.length === 0
    ? ok({ every: 'week', on, at })
    : err('--weekly: expected a day and a time, like sunday@20:00');
}

function monthlyIn(text: string): Result<object, string> {
  const [, day, at = '', months] = /^(\d{1,2})@([\d:]+)(?:\/([\d,]+))?$/.exec(text) ?? [];
  if (day === undefined || !TIME_OF_DAY.test(at)) {
    return err('--monthly: expected a day and a time, like 20@18:00 or 20@18:00/2,4,6');
  }
  const some = months === undefined ? {} : { months: months.split(',').map(Number) };
  return ok({ every: 'month', day: Number(day), ...some, at });
}
