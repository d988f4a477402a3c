import { Temporal } from 'temporal-polyfill';
import { type Recurrence, type Series, WEEKDAYS } from './series.ts';

/** When editions start. */
export type Timetable = Pick<Series, 'zone' | 'recurrences'>;

export const RECURRENCES_MAX = 10;
/** `hh:mm`, 00:00 to 23:59. */
export const TIME_OF_DAY = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
/** Offsets (`+01:00`) know no daylight saving, so they are no zones here. */
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;
/** By month, January first; February has its 29th in some year. */
const DAYS_MAX = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

const DAY_MS = 86_400_000;
/**
 * Every timetable has a start within: from one 29 February to the next it is 8 years across a
 * century that is no leap year (Gregorian calendar).
 */
const GAP_DAYS_MAX = 8 * 366;
const FIRST_LOOK_DAYS = 32;
const WIDEN = 10;

/** Whether this is the name of a zone in the IANA database that this machine has. */
export function isZone(name: string): boolean {
  if (!ZONE_NAME.test(name)) return false;
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name) !== null;
  } catch {
    return false;
  }
}

/** Whether one of its months ever has this day. */
export const hasDates = (recurrence: Recurrence): boolean =>
  recurrence.every === 'week' ||
  recurrence.months.some((month) => recurrence.day <= (DAYS_MAX[month - 1] ?? 0));

/**
 * All starts (epoch ms) after the one instant, up to the other one and including it: ascending,
 * each once. The wall-clock time stays the same when clocks change. One that a change leaves out
 * is taken as if clocks had not changed yet (02:30 becomes 03:30 where they go from 2 to 3); of
 * one that comes twice it is the first (RFC 5545, 3.3.5; Temporal: `compatible`).
 */
export function startsBetween(timetable: Timetable, afterMs: number, untilMs: number): number[] {
  const starts = new Set<number>();
  // A day more on either side: a change of clocks may carry a start across midnight.
  const last = monthAt(untilMs + DAY_MS, timetable.zone);
  let month = monthAt(afterMs - DAY_MS, timetable.zone);
  while (Temporal.PlainYearMonth.compare(month, last) <= 0) {
    for (const start of startsIn(month, timetable)) {
      if (start > afterMs && start <= untilMs) starts.add(start);
    }
    month = month.add({ months: 1 });
  }
  return [...starts].sort((a, b) => a - b);
}

/** The first start after this instant (epoch ms); null where no date ever fits. */
export function nextStart(timetable: Timetable, afterMs: number): number | null {
  for (let days = FIRST_LOOK_DAYS; ; days = Math.min(days * WIDEN, GAP_DAYS_MAX)) {
    const [first] = startsBetween(timetable, afterMs, afterMs + days * DAY_MS);
    if (first !== undefined) return first;
    if (days === GAP_DAYS_MAX) return null;
  }
}

const monthAt = (ms: number, zone: string): Temporal.PlainYearMonth =>
  Temporal.Instant.fromEpochMilliseconds(ms)
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toPlainYearMonth();

function startsIn(month: Temporal.PlainYearMonth, { zone, recurrences }: Timetable): number[] {
  return recurrences.flatMap((recurrence) => {
    const plainTime = Temporal.PlainTime.from(recurrence.at);
    return daysIn(month, recurrence).map((day) => {
      const date = month.toPlainDate({ day });
      return date.toZonedDateTime({ timeZone: zone, plainTime }).epochMilliseconds;
    });
  });
}

function daysIn(month: Temporal.PlainYearMonth, recurrence: Recurrence): number[] {
  if (recurrence.every === 'month') {
    const { months, day } = recurrence;
    return months.includes(month.month) && day <= month.daysInMonth ? [day] : [];
  }
  const first = month.toPlainDate({ day: 1 });
  const weekday = WEEKDAYS.indexOf(recurrence.on) + 1;
  const days: number[] = [];
  const offset = (weekday - first.dayOfWeek + WEEKDAYS.length) % WEEKDAYS.length;
  for (let day = 1 + offset; day <= month.daysInMonth; day += WEEKDAYS.length) days.push(day);
  return days;
}
