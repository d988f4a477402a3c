import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { cancelArena } from '../../../shared/app/cancel-arena.ts';
import { planSeries } from '../../../shared/app/series/plan-series.ts';
import { seriesCalendar } from '../../../shared/app/series/series-calendar.ts';
import { pauseSeries } from '../../../shared/app/series/steer-series.ts';
import { AHEAD_MS } from '../../../shared/arena/planning.ts';
import { WEEKDAYS } from '../../../shared/arena/series.ts';
import { present } from '../../../shared/core/assert.ts';
import type { SeriesId } from '../../../shared/core/ids.ts';
import { calendarText } from '../../../shared/protocol/icalendar.ts';
import { DECISION } from '../../support/organising.ts';
import { minuteOf, nextEdition, seriesStage, utc } from '../../support/series.ts';
import type { Stage } from '../../support/stage.ts';

const ODD = 'Zöndag; 20:00, \\ "Schild" 🛡️';
const TEXT = `Ranking:\n- one; two, three\r\n- C:\\boards\n${'Überlänge 🛡️ '.repeat(30)}`;

const calendarOn = async ({ store, ports }: Stage, id: SeriesId): Promise<string> =>
  seriesCalendar(ports, present(await store.series(id), 'series'));

/** Parsed by somebody else's parser. */
const parse = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar.getAllSubcomponents('vevent').map((one) => {
    const { uid, summary, description, startDate, endDate } = new ICAL.Event(one);
    return {
      ...{ uid, summary, description },
      start: minuteOf(startDate.toUnixTime() * 1_000),
      minutes: (endDate.toUnixTime() - startDate.toUnixTime()) / 60,
      zone: startDate.zone.tzid,
      status: one.getFirstPropertyValue('status'),
      stamp: minuteOf((one.getFirstPropertyValue('dtstamp') as ICAL.Time).toUnixTime() * 1_000),
    };
  });
  return { calendar, events };
};

/** Ten times a week, all of the two months ahead there already. */
async function crowdedStage(description: string) {
  const days = WEEKDAYS.map((on) => ({ every: 'week', on, at: '20:00' }) as const);
  const more = days.slice(0, 3).map((day) => ({ ...day, at: '12:00' }));
  const part = { description, recurrences: [...days, ...more], aheadMs: AHEAD_MS.max };
  const { stage, series } = await seriesStage('2027-03-15T09:00', part);
  for (let look = 0; look < 5; look++) await planSeries(stage.ports);
  return { stage, series };
}

/** The quickest of a few, so that a pause of the machine says nothing. */
async function timed(make: () => Promise<string>): Promise<[ms: number, text: string]> {
  const times: number[] = [];
  let text = '';
  for (let run = 0; run < 3; run++) {
    const fromMs = performance.now();
    text = await make();
    times.push(performance.now() - fromMs);
  }
  return [Math.min(...times), text];
}

/** Four times the text may take that much longer; with whole descriptions it was 70 times. */
const RATIO_MAX = 6;

describe('the calendar of a series', () => {
  it('has a year of starts, at the same wall-clock time, read back by another parser', async () => {
    const { stage, series } = await seriesStage('2027-03-15T09:00', { name: ODD });
    const { calendar, events } = parse(await calendarOn(stage, series.id));
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
    // The parser leaves the backslashes of an extension in; it is a text (RFC 5545, 3.8.8.2).
    const name = String(calendar.getFirstPropertyValue('x-wr-calname'));
    expect(name.replace(/\\(.)/g, '$1')).toBe(ODD);
    expect(events).toHaveLength(52);
    expect(events.slice(0, 3).map(({ start }) => start)).toEqual([
      '2027-03-21T19:00',
      '2027-03-28T18:00',
      '2027-04-04T18:00',
    ]);
    expect(events.at(-1)?.start).toBe('2028-03-12T19:00');
    // Of what is there; what is to come may have another one by then.
    const descriptions = events.map(({ description }) => description);
    expect(descriptions).toEqual(['Every week', ...Array(51).fill(null)]);
    for (const event of events) {
      expect(event).toMatchObject({ summary: ODD, zone: 'UTC' });
      expect([event.minutes, event.status, event.stamp]).toEqual([
        60,
        'CONFIRMED',
        '2027-03-15T09:00',
      ]);
    }
  });

  it('names an event the same before and after its arena is created', async () => {
    const { stage, series } = await seriesStage('2027-03-15T09:00');
    const before = parse(await calendarOn(stage, series.id)).events;
    stage.clock.nowMs = utc('2027-03-22T09:00');
    await planSeries(stage.ports);
    const second = await nextEdition(stage);
    const after = parse(await calendarOn(stage, series.id)).events;
    const common = before.length - 1;
    expect(after.slice(0, common).map(({ uid, start }) => [uid, start])).toEqual(
      before.slice(0, common).map(({ uid, start }) => [uid, start]),
    );
    expect(after[1]?.uid).toBe(`${second.id}@shield-arena`);
    expect(new Set(after.map(({ uid }) => uid)).size).toBe(after.length);
  });

  it('says of an edition that was called off that it was', async () => {
    const { stage, series } = await seriesStage('2027-03-15T09:00');
    await cancelArena(stage.ports, (await nextEdition(stage)).id, null, DECISION);
    const { events } = parse(await calendarOn(stage, series.id));
    expect(events.map(({ status }) => status).slice(0, 2)).toEqual(['CANCELLED', 'CONFIRMED']);
  });

  it('ends with the last arena there is while the series is paused', async () => {
    const { stage, series } = await seriesStage('2027-03-15T09:00');
    await pauseSeries(stage.ports, series.id, 'organiser');
    expect(parse(await calendarOn(stage, series.id)).events).toHaveLength(1);
  });

  it('is small and quick, however much an organiser has to say and however often', async () => {
    const plain = await crowdedStage('');
    const worst = await crowdedStage('🛡️,\n'.repeat(1_250));
    const [plainMs, small] = await timed(() => calendarOn(plain.stage, plain.series.id));
    const [worstMs, large] = await timed(() => calendarOn(worst.stage, worst.series.id));
    console.log(`${small.length} in ${plainMs} ms, ${large.length} in ${worstMs} ms`);
    expect(new TextEncoder().encode(large).length).toBeLessThan(1_000_000);
    expect(worstMs / plainMs).toBeLessThan(RATIO_MAX);
    const { events } = parse(large);
    const said = events.flatMap(({ description }) => description ?? []);
    expect(events).toHaveLength(said.length + 100);
    expect(said.length).toBeGreaterThan(80);
    expect(new Set(said.map((text) => [...text].length))).toEqual(new Set([500]));
  });

  it('is the same text as long as nothing changes', async () => {
    const { stage, series } = await seriesStage('2027-03-15T09:00');
    const text = await calendarOn(stage, series.id);
    stage.clock.nowMs += 3_600_000;
    expect(await calendarOn(stage, series.id)).toBe(text);
  });
});

describe('iCalendar text', () => {
  const event = {
    ...{ uid: 'x@y', startsAtMs: utc('2027-03-21T19:00'), endsAtMs: utc('2027-03-21T20:30') },
    ...{ summary: ODD, description: TEXT, cancelled: false, sequence: 3, stampedAtMs: 0 },
  };
  const text = calendarText(ODD, [event]);

  it('has lines of at most 75 octets that end with CRLF, and no character is cut', () => {
    expect(text.endsWith('\r\nEND:VCALENDAR\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const lines = text.split('\r\n').slice(0, -1);
    const octets = lines.map((line) => new TextEncoder().encode(line).length);
    expect(Math.max(...octets)).toBeLessThanOrEqual(75);
    expect(octets.filter((size) => size > 70).length).toBeGreaterThan(3);
    // A cut character would come back as a replacement.
    for (const line of lines) expect(line.isWellFormed()).toBe(true);
  });

  it('takes less time to fold than its characters would take one by one to encode', async () => {
    const description = 'abcdefgh ü'.repeat(10_000);
    const [foldMs] = await timed(async () => calendarText(ODD, [{ ...event, description }]));
    const encoder = new TextEncoder();
    const [encodeMs] = await timed(async () => {
      let octets = 0;
      for (const character of description) octets += encoder.encode(character).length;
      return `${octets}`;
    });
    console.log(`folded in ${foldMs} ms, encoded one by one in ${encodeMs} ms`);
    expect(foldMs).toBeLessThan(encodeMs / 2);
  });

  it('brings every special character back', () => {
    const [read] = parse(text).events;
    expect(read).toMatchObject({
      summary: ODD,
      description: TEXT.replaceAll('\r\n', '\n'),
      ...{ start: '2027-03-21T19:00', minutes: 90 },
    });
  });
});
