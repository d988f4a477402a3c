import { describe, expect, it } from 'vitest';
import { arenaFieldsIn } from '../../../infra/cli/arena/flags/arena-flags.ts';
import { entryIn } from '../../../infra/cli/arena/flags/entry-flags.ts';
import { recurrencesIn } from '../../../infra/cli/arena/flags/recurrence-flags.ts';
import { startIn } from '../../../infra/cli/arena/flags/start-flags.ts';
import {
  durationIn,
  durationText,
  instantIn,
  timesText,
  timeText,
} from '../../../infra/cli/arena/flags/when.ts';

const AMSTERDAM = 'Europe/Amsterdam';
const isoOf = (text: string, zone: string): string => {
  const instant = instantIn(text, zone);
  return instant.ok ? new Date(instant.value).toISOString() : instant.error;
};

describe('a time that people write', () => {
  // Central European time is an hour ahead of UTC, in summer two; clocks change on the last
  // Sundays of March and October at 01:00 UTC (Directive 2000/84/EC).
  it.each([
    ['2026-12-20T18:00', 'UTC', '2026-12-20T18:00:00.000Z'],
    ['2026-12-20T18:00', AMSTERDAM, '2026-12-20T17:00:00.000Z'],
    ['2026-07-20T18:00', AMSTERDAM, '2026-07-20T16:00:00.000Z'],
    ['2026-07-20 18:00', AMSTERDAM, '2026-07-20T16:00:00.000Z'],
    ['2026-12-20T18:00:30', 'UTC', '2026-12-20T18:00:30.000Z'],
    ['2027-03-28T01:59', AMSTERDAM, '2027-03-28T00:59:00.000Z'],
    ['2027-03-28T03:00', AMSTERDAM, '2027-03-28T01:00:00.000Z'],
    ['2026-10-25T01:59', AMSTERDAM, '2026-10-24T23:59:00.000Z'],
    ['2026-10-25T03:00', AMSTERDAM, '2026-10-25T02:00:00.000Z'],
    ['2028-02-29T12:00', 'Asia/Kolkata', '2028-02-29T06:30:00.000Z'],
    // An offset of its own is one instant, whatever the zone.
    ['2026-12-20T18:00Z', AMSTERDAM, '2026-12-20T18:00:00.000Z'],
    ['2026-12-20T18:00-05:00', AMSTERDAM, '2026-12-20T23:00:00.000Z'],
    ['2026-10-25T02:30+02:00', AMSTERDAM, '2026-10-25T00:30:00.000Z'],
    ['2026-10-25T02:30+01:00', AMSTERDAM, '2026-10-25T01:30:00.000Z'],
  ])('%s in %s is %s', (text, zone, expected) => {
    expect(isoOf(text, zone)).toBe(expected);
  });

  it('is refused where a change of clocks leaves it out or doubles it', () => {
    expect(isoOf('2027-03-28T02:30', AMSTERDAM)).toBe(
      `2027-03-28T02:30 does not come in ${AMSTERDAM}: clocks are put forward over it`,
    );
    expect(isoOf('2026-10-25T02:30', AMSTERDAM)).toBe(
      `2026-10-25T02:30 comes twice in ${AMSTERDAM}: 2026-10-25T02:30+02:00 or ` +
        '2026-10-25T02:30+01:00',
    );
  });

  it.each([
    ...['', 'tomorrow', '18:00', '2026-12-20', '2026-12-20T18', '2026-12-20T24:01'],
    ...['2026-02-29T12:00', '2026-13-01T12:00', '2026-12-20T18:00:60', '20-12-2026T18:00'],
    ...[
      '2026-12-20T18:00+1',
      '2026-12-20T18:00[UTC]',
      ' 2026-12-20T18:00',
      '2026-12-20T18:00+99:00',
    ],
  ])('%j is none', (text) => {
    expect(instantIn(text, 'UTC')).toEqual({
      ok: false,
      error: expect.stringContaining('like 2026-12-20T18:00'),
    });
  });

  it('is shown in UTC and on the clocks of its zone', () => {
    const [atMs, second] = [Date.UTC(2026, 11, 20, 17), Date.UTC(2026, 11, 20, 17, 0, 5)];

    expect(timesText(atMs, 'UTC')).toBe('2026-12-20 17:00 UTC');
    expect(timesText(atMs, AMSTERDAM)).toBe(`2026-12-20 17:00 UTC\n2026-12-20 18:00 ${AMSTERDAM}`);
    expect(timeText(second, AMSTERDAM)).toBe(`2026-12-20 18:00:05 ${AMSTERDAM}`);
  });
});

describe('a duration that people write', () => {
  it.each([
    ['90s', 90_000, '1 min 30 s'],
    ['30m', 1_800_000, '30 min'],
    ['1h30m', 5_400_000, '1 h 30 min'],
    ['2d', 172_800_000, '2 d'],
    ['1d2h3m4s', 93_784_000, '1 d 2 h'],
    ['0s', 0, '0 s'],
  ])('%s is %i ms, shown as %s', (text, ms, shown) => {
    expect(durationIn(text)).toEqual({ ok: true, value: ms });
    expect(durationText(ms)).toBe(shown);
  });

  it.each(['', '5', '-5m', '1.5h', '30m1h', '30 m', 'm', '1w'])('%j is none', (text) => {
    expect(durationIn(text).ok).toBe(false);
  });
});

const NOW_MS = Date.UTC(2026, 10, 30, 12, 0, 0, 400);

describe('the start of an arena', () => {
  it('is at a time, or so long from now, up to a full second', () => {
    const at = startIn({ start: '2026-12-20T18:00', zone: AMSTERDAM }, NOW_MS);
    const soon = startIn({ in: '30m', zone: AMSTERDAM }, NOW_MS);

    expect(at).toEqual({ ok: true, value: Date.UTC(2026, 11, 20, 17) });
    expect(soon).toEqual({ ok: true, value: Date.UTC(2026, 10, 30, 12, 30, 1) });
    expect(startIn({}, NOW_MS)).toEqual({ ok: true, value: undefined });
  });

  it.each([
    [{ start: '2026-12-20T18:00', in: '30m' }, 'either --start or --in'],
    [{ in: '30m', key: 'k' }, '--key goes with --start, not with --in'],
    [{ in: 'soon' }, '--in: expected a duration like 90s, 30m, 1h30m or 2d'],
    [{ start: 'soon' }, '--start: expected a time like'],
    [{ start: '2026-12-20T18:00', zone: 'Mars/Olympus' }, '--zone: expected a zone like'],
    [{ start: '2026-12-20T18:00', zone: '+01:00' }, '--zone: expected a zone like'],
    [{ zone: '' }, '--zone: expected a zone like'],
  ])('%j is refused', (flags, expected) => {
    expect(startIn(flags, NOW_MS)).toEqual({ ok: false, error: expect.stringContaining(expected) });
  });
});

describe('the flags of an arena', () => {
  it.each([
    [{}, {}],
    [{ minutes: '90' }, { durationMs: 5_400_000 }],
    [{ minutes: '0.5' }, { durationMs: 30_000 }],
    [{ clock: '3+2' }, { clock: { limitMs: 180_000, incrementMs: 2_000 } }],
    [{ clock: '0.25+0' }, { clock: { limitMs: 15_000, incrementMs: 0 } }],
    [{ casual: true }, { rated: false }],
    [{ rated: true }, { rated: true }],
    [{ policy: '{"berserk":true}' }, { policy: { berserk: true } }],
    [{ 'players-max': '64' }, { playersMax: 64 }],
    [
      { description: '', name: 'Friday' },
      { description: '', name: 'Friday' },
    ],
  ])('%j are %j', (flags, fields) => {
    expect(arenaFieldsIn(flags)).toEqual({ ok: true, value: fields });
  });

  it.each([
    [{ minutes: 'long' }, '--minutes: expected a number'],
    [{ minutes: '' }, '--minutes: expected a number'],
    [{ minutes: '0' }, '--minutes: expected a number'],
    [{ minutes: 'Infinity' }, '--minutes: expected a number'],
    [{ clock: '3' }, '--clock: expected minutes+seconds'],
    [{ policy: 'berserk' }, '--policy: expected a JSON object'],
    [{ policy: 'null' }, '--policy: expected a JSON object'],
    [{ 'players-max': '2.5' }, '--players-max: expected a whole number'],
    [{ rated: true, casual: true }, 'either --rated or --casual'],
  ])('%j are refused', (flags, expected) => {
    expect(arenaFieldsIn(flags)).toEqual({ ok: false, error: expect.stringContaining(expected) });
  });
});

describe('the flags of who may enter', () => {
  const now = {
    ...({ guests: false, access: 'open', ratingMin: null, ratingMax: 1_800 } as const),
    gamesMin: 5,
  };

  it.each([
    [{}, undefined],
    [{ guests: 'no' }, { guests: false }],
    [{ access: 'password' }, { access: 'password', password: 'oware' }],
    [{ 'password-file': 'F' }, { access: 'password', password: 'oware' }],
    [
      { access: 'list', 'games-min': '10' },
      { access: 'list', gamesMin: 10 },
    ],
    [
      { 'rating-min': '1200', 'rating-max': 'none' },
      { ratingMin: 1_200, ratingMax: null },
    ],
  ])('%j are %j of a new arena', (flags, entry) => {
    // One that lies in the environment does nothing by itself.
    expect(entryIn(flags, 'oware')).toEqual({ ok: true, value: entry });
  });

  it('leave alone what they do not name', () => {
    const changed = { ok: true, value: { ...now, guests: true } };
    expect(entryIn({ guests: 'yes' }, undefined, now)).toEqual(changed);
    expect(entryIn({ guests: 'yes' }, 'oware', now)).toEqual(changed);
    expect(entryIn({}, 'oware', now)).toEqual({ ok: true, value: undefined });
  });

  it('say the password again where it stays, for nobody tells it', () => {
    const locked = { ...now, access: 'password' } as const;

    expect(entryIn({ guests: 'yes' }, undefined, locked)).toEqual({
      ok: false,
      error: expect.stringContaining('say the password again'),
    });
    expect(entryIn({ guests: 'yes' }, 'oware', locked)).toEqual({
      ok: true,
      value: { ...locked, guests: true, password: 'oware' },
    });
    expect(entryIn({ access: 'open' }, undefined, locked)).toMatchObject({ ok: true });
  });

  it.each([
    [{ guests: 'maybe' }, '--guests: expected yes or no'],
    [{ 'rating-min': 'high' }, '--rating-min: expected a whole number'],
    [{ 'rating-max': '' }, '--rating-max: expected a whole number'],
    [{ 'games-min': 'none' }, '--games-min: expected a whole number'],
    [{ access: 'password' }, 'the password is missing: ARENA_PASSWORD or --password-file FILE'],
    [{ access: 'list', 'password-file': 'F' }, '--password-file goes with --access password'],
  ])('%j are refused', (flags, expected) => {
    expect(entryIn(flags, undefined)).toEqual({
      ok: false,
      error: expect.stringContaining(expected),
    });
  });
});

describe('the flags of what comes again', () => {
  it.each([
    [{ weekly: ['sunday@20:00'] }, [{ every: 'week', on: 'sunday', at: '20:00' }]],
    [{ monthly: ['20@18:00'] }, [{ every: 'month', day: 20, at: '18:00' }]],
    [
      { weekly: ['Friday@09:30'], monthly: ['20@18:00/2,12'] },
      [
        { every: 'week', on: 'friday', at: '09:30' },
        { every: 'month', day: 20, months: [2, 12], at: '18:00' },
      ],
    ],
  ])('%j are %j', (flags, recurrences) => {
    expect(recurrencesIn(flags)).toEqual({ ok: true, value: recurrences });
  });

  it.each([...['sunday', 'sunday@8', 'sunday@24:00', 'sun@20:00', '@20:00', 'sunday@20:00@x']])(
    '--weekly %s is refused',
    (text) => {
      expect(recurrencesIn({ weekly: ['monday@20:00', text] }).ok).toBe(false);
    },
  );

  it.each(['20', '20@', '20@8:00', '20@18:00/', '20@18:00/may', 'x@18:00'])(
    '--monthly %s is refused',
    (text) => {
      expect(recurrencesIn({ monthly: [text] }).ok).toBe(false);
    },
  );
});
