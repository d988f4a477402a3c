import { describe, expect, it, test } from 'vitest';
import {
  hasDates,
  isZone,
  nextStart,
  startsBetween,
  type Timetable,
} from '../../shared/arena/recurrence.ts';
import { type Recurrence, WEEKDAYS } from '../../shared/arena/series.ts';
import { seededRandom } from '../../shared/core/random.ts';

const ALL_MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const ms = (text: string): number => Date.parse(text);
/** Starts as UTC texts to the minute. */
const starts = (timetable: Timetable, after: string, until: string): string[] =>
  startsBetween(timetable, ms(after), ms(until)).map((start) =>
    new Date(start).toISOString().slice(0, 16),
  );
const weekly = (on: (typeof WEEKDAYS)[number], at: string, zone: string): Timetable => ({
  zone,
  recurrences: [{ every: 'week', on, at }],
});
const monthly = (day: number, at: string, months = ALL_MONTHS): Recurrence => ({
  every: 'month',
  ...{ day, months, at },
});

describe('starts of a series', () => {
  it('are those of the Oware Shield: the 20th, 18:00 UTC in even months, 12:00 in odd ones', () => {
    // The design's rules, section 8; PlayStrategy's planner.
    const shield: Timetable = {
      zone: 'UTC',
      recurrences: [
        monthly(20, '18:00', [2, 4, 6, 8, 10, 12]),
        monthly(20, '12:00', [1, 3, 5, 7, 9, 11]),
      ],
    };
    expect(starts(shield, '2026-01-01T00:00Z', '2027-01-01T00:00Z')).toEqual([
      ...['2026-01-20T12:00', '2026-02-20T18:00', '2026-03-20T12:00', '2026-04-20T18:00'],
      ...['2026-05-20T12:00', '2026-06-20T18:00', '2026-07-20T12:00', '2026-08-20T18:00'],
      ...['2026-09-20T12:00', '2026-10-20T18:00', '2026-11-20T12:00', '2026-12-20T18:00'],
    ]);
  });

  // Directive 2000/84/EC: clocks change on the last Sundays of March and October at 01:00 UTC.
  test.each([
    ['2026-03-20', ['2026-03-22T19:00', '2026-03-29T18:00', '2026-04-05T18:00']],
    ['2026-10-14', ['2026-10-18T18:00', '2026-10-25T19:00', '2026-11-01T19:00']],
    ['2027-03-20', ['2027-03-21T19:00', '2027-03-28T18:00', '2027-04-04T18:00']],
    ['2027-10-20', ['2027-10-24T18:00', '2027-10-31T19:00', '2027-11-07T19:00']],
  ])('stay at 20:00 in Amsterdam across the change of clocks after %s', (from, expected) => {
    const sunday = weekly('sunday', '20:00', 'Europe/Amsterdam');
    const until = new Date(ms(`${from}T00:00Z`) + 20 * DAY_MS).toISOString();
    expect(starts(sunday, `${from}T00:00Z`, until).slice(0, 3)).toEqual(expected);
  });

  it('move on by the length of the gap where clocks leave out their time', () => {
    const early = weekly('sunday', '02:30', 'Europe/Amsterdam');
    expect(starts(early, '2026-03-28T00:00Z', '2026-04-06T00:00Z')).toEqual([
      '2026-03-29T01:30',
      '2026-04-05T00:30',
    ]);
    // Half an hour on Lord Howe: 02:15 at +10:30 is 02:45 at +11.
    const howe = weekly('sunday', '02:15', 'Australia/Lord_Howe');
    expect(starts(howe, '2026-10-03T00:00Z', '2026-10-04T12:00Z')).toEqual(['2026-10-03T15:45']);
    // Cairo has no midnight on the last Friday of April: 00:30 is 01:30 of summer.
    const cairo = weekly('friday', '00:30', 'Africa/Cairo');
    expect(starts(cairo, '2026-04-23T00:00Z', '2026-04-25T00:00Z')).toEqual(['2026-04-23T22:30']);
  });

  it('are the first of two where their time comes twice', () => {
    const early = weekly('sunday', '02:30', 'Europe/Amsterdam');
    expect(starts(early, '2026-10-24T12:00Z', '2026-10-26T00:00Z')).toEqual(['2026-10-25T00:30']);
  });

  it('leave out months without the day', () => {
    const last = { zone: 'UTC', recurrences: [monthly(31, '09:00')] };
    expect(starts(last, '2027-01-01T00:00Z', '2028-01-01T00:00Z')).toEqual(
      ['01', '03', '05', '07', '08', '10', '12'].map((month) => `2027-${month}-31T09:00`),
    );
    const leap = { zone: 'UTC', recurrences: [monthly(29, '09:00', [2])] };
    expect(starts(leap, '2027-01-01T00:00Z', '2033-01-01T00:00Z')).toEqual([
      '2028-02-29T09:00',
      '2032-02-29T09:00',
    ]);
  });

  it('are merged in order, each once', () => {
    const many: Timetable = {
      zone: 'Europe/Amsterdam',
      recurrences: [
        { every: 'week', on: 'sunday', at: '20:00' },
        monthly(8, '20:00'),
        monthly(1, '07:00'),
        { every: 'week', on: 'sunday', at: '20:00' },
      ],
    };
    // 8 November 2026 is a Sunday.
    expect(starts(many, '2026-10-30T00:00Z', '2026-11-09T00:00Z')).toEqual([
      '2026-11-01T06:00',
      '2026-11-01T19:00',
      '2026-11-08T19:00',
    ]);
  });

  it('lie after the first instant, and up to the second', () => {
    const noon = weekly('monday', '12:00', 'UTC');
    const [first, second] = ['2026-11-02T12:00', '2026-11-09T12:00'];
    expect(starts(noon, `${first}Z`, `${second}Z`)).toEqual([second]);
    expect(starts(noon, '2026-11-02T11:59:59.999Z', '2026-11-09T11:59:59.999Z')).toEqual([first]);
    expect(starts(noon, `${second}Z`, `${first}Z`)).toEqual([]);
  });

  it('come next after eight years at most, or never', () => {
    const next = (day: number, months: number[], after: string) =>
      nextStart({ zone: 'UTC', recurrences: [monthly(day, '10:00', months)] }, ms(after));
    expect(next(29, [2], '2096-02-29T10:00Z')).toBe(ms('2104-02-29T10:00Z'));
    expect(next(20, [1], '2026-01-20T10:00Z')).toBe(ms('2027-01-20T10:00Z'));
    expect(next(30, [2], '2026-01-20T10:00Z')).toBeNull();
  });
});

describe('starts against clocks on the wall', () => {
  const ZONES = [
    ...['Europe/Amsterdam', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo'],
    ...['Asia/Kathmandu', 'America/Santiago', 'UTC'],
  ];
  const STEP_MS = 15 * MINUTE_MS;
  const seed = Number(process.env.SEED ?? 1);
  console.log(`recurrences: SEED=${seed}`);
  const random = seededRandom(seed);

  /** What a clock on the wall shows: weekday and time, day by day. */
  const wallOf = (zone: string) => {
    const format = new Intl.DateTimeFormat('en-GB', {
      ...{ timeZone: zone, weekday: 'long', hourCycle: 'h23' },
      ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
    });
    return (at: number) => {
      const parts = Object.fromEntries(format.formatToParts(at).map((p) => [p.type, p.value]));
      return {
        weekday: (parts.weekday ?? '').toLowerCase(),
        date: `${parts.year}-${parts.month}-${parts.day}`,
        time: `${parts.hour}:${parts.minute}`,
      };
    };
  };

  it.each(ZONES)('in %s are whenever the clock first shows the time on that weekday', (zone) => {
    const on = WEEKDAYS[random.below(7)] ?? 'sunday';
    const hour = String(random.below(24)).padStart(2, '0');
    const at = `${hour}:${['00', '15', '30'][random.below(3)]}`;
    const from = ms('2026-02-01T00:00Z') + random.below(100) * DAY_MS;
    const until = from + 120 * DAY_MS;
    const wall = wallOf(zone);
    const shown = new Map<string, number>();
    for (let now = from + STEP_MS; now <= until; now += STEP_MS) {
      const { weekday, date, time } = wall(now);
      if (weekday === on && time === at && !shown.has(date)) shown.set(date, now);
    }
    const found = startsBetween(weekly(on, at, zone), from, until);
    const seen = new Set(shown.values());
    const named = `SEED=${seed}: ${on} ${at} ${zone}`;
    expect(
      [...seen].filter((one) => !found.includes(one)),
      named,
    ).toEqual([]);
    // What no clock shows was moved out of a gap: an hour later at most, and at most once a year.
    const moved = found.filter((one) => !seen.has(one));
    expect(moved.length, named).toBeLessThanOrEqual(1);
    for (const one of moved) expect(wall(one).time > at, named).toBe(true);
  });
});

describe('names of zones', () => {
  it.each(['UTC', 'Europe/Amsterdam', 'America/Argentina/Buenos_Aires', 'Etc/GMT+1'])(
    '%s is one',
    (name) => expect(isZone(name)).toBe(true),
  );

  it.each(['', '+01:00', 'Europe', 'Europe/Nowhere', 'CEST', '../etc', 'Europe/Amsterdam ', 'Z'])(
    '"%s" is none',
    (name) => expect(isZone(name)).toBe(false),
  );
});

describe('days of months', () => {
  test.each([
    [31, [4], false],
    [31, [4, 5], true],
    [30, [2], false],
    [29, [2], true],
    [31, [12], true],
  ])('the %i in months %j: %s', (day, months, expected) => {
    expect(hasDates(monthly(day, '12:00', months))).toBe(expected);
  });
});
