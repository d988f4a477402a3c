import { Temporal } from 'temporal-polyfill';
import { isZone } from '../../../../shared/arena/recurrence.ts';
import { err, ok, type Result } from '../../../../shared/core/result.ts';

const TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::[0-5]\d)?)(Z|[+-]\d{2}:\d{2})?$/;
const EXPECTED_TIME = 'expected a time like 2026-12-20T18:00, of --zone, or 2026-12-20T18:00Z';
const EXPECTED_DURATION = 'expected a duration like 90s, 30m, 1h30m or 2d';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A zone of the IANA database, or one line that says what was expected. */
export const zoneIn = (text: string): Result<string, string> =>
  isZone(text) ? ok(text) : err('--zone: expected a zone like Europe/Amsterdam or UTC');

/**
 * The instant (epoch ms) of a time on the clocks of a zone, or with an offset of its own. What
 * people write is one instant: a time that a change of clocks leaves out or doubles is refused.
 */
export function instantIn(text: string, zone: string): Result<number, string> {
  const [, date, time, offset] = TIME.exec(text) ?? [];
  if (date === undefined || time === undefined) return err(EXPECTED_TIME);
  try {
    if (offset !== undefined) {
      return ok(Temporal.Instant.from(`${date}T${time}${offset}`).epochMilliseconds);
    }
    return onClocks(Temporal.PlainDateTime.from(`${date}T${time}`), zone);
  } catch {
    return err(EXPECTED_TIME);
  }
}

function onClocks(time: Temporal.PlainDateTime, zone: string): Result<number, string> {
  const earlier = time.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const later = time.toZonedDateTime(zone, { disambiguation: 'later' });
  if (earlier.equals(later)) return ok(earlier.epochMilliseconds);
  const text = time.toString({ smallestUnit: time.second === 0 ? 'minute' : 'second' });
  return earlier.toPlainDateTime().equals(time)
    ? err(`${text} comes twice in ${zone}: ${text}${earlier.offset} or ${text}${later.offset}`)
    : err(`${text} does not come in ${zone}: clocks are put forward over it`);
}

/** A duration (ms), longest unit first. */
export function durationIn(text: string): Result<number, string> {
  const parts = /^(?:(\d{1,4})d)?(?:(\d{1,4})h)?(?:(\d{1,5})m)?(?:(\d{1,6})s)?$/.exec(text);
  if (parts === null || text === '') return err(EXPECTED_DURATION);
  const [days, hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0));
  return ok(
    (days ?? 0) * DAY_MS +
      (hours ?? 0) * HOUR_MS +
      (minutes ?? 0) * MINUTE_MS +
      (seconds ?? 0) * SECOND_MS,
  );
}

/** `2026-12-20 18:00 Europe/Amsterdam`; seconds where there are some. */
export function timeText(atMs: number, zone: string): string {
  const time = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone);
  const text = time.toPlainDateTime().toString({
    smallestUnit: atMs % MINUTE_MS === 0 ? 'minute' : 'second',
  });
  return `${text.replace('T', ' ')} ${zone}`;
}

/** In UTC, and where people have named another zone there, too. */
export const timesText = (atMs: number, zone: string): string =>
  zone === 'UTC' ? timeText(atMs, zone) : `${timeText(atMs, 'UTC')}\n${timeText(atMs, zone)}`;

/** `1 d 2 h`, `1 h 30 min`, `45 s`: the two largest units. */
export function durationText(ms: number): string {
  const units: readonly (readonly [number, string])[] = [
    [Math.floor(ms / DAY_MS), 'd'],
    [Math.floor((ms % DAY_MS) / HOUR_MS), 'h'],
    [Math.floor((ms % HOUR_MS) / MINUTE_MS), 'min'],
    [Math.floor((ms % MINUTE_MS) / SECOND_MS), 's'],
  ];
  const some = units.filter(([count]) => count > 0).slice(0, 2);
  return some.length === 0 ? '0 s' : some.map(([count, unit]) => `${count} ${unit}`).join(' ');
}
