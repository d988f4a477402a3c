import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { createLedger, type JournalEntry } from '../../../infra/local/ledger.ts';
import { Schedule, type StoredSchedule } from '../../../infra/local/schedules/schedule.ts';
import { parseScheduleExpression } from '../../../infra/local/schedules/schedule-expression.ts';
import { Scheduler } from '../../../infra/local/schedules/scheduler.ts';
import { createManualAlarms, type ManualAlarms } from './manual-alarms.ts';

const NOW_MS = Date.parse('2026-01-01T12:00:00Z');

const aSchedule = (expression: string, more: object = {}): Schedule =>
  v.parse(Schedule, {
    Name: 'arena-1-end',
    GroupName: 'mini',
    ScheduleExpression: expression,
    FlexibleTimeWindow: { Mode: 'OFF' },
    Target: { Arn: 'arn:aws:lambda:us-east-1:000000000000:function:later', RoleArn: 'role' },
    ...more,
  });

function setUp({
  latenessMs = 0,
  alarms = createManualAlarms(NOW_MS),
  kept = [] as JournalEntry[],
} = {}) {
  const fired: number[] = [];
  const written: JournalEntry[] = [];
  const ledger = createLedger((entry) => written.push(entry));
  const schedules = ledger.map<StoredSchedule>('schedules');
  for (const entry of kept) ledger.restore(entry);
  const scheduler = new Scheduler({
    groups: ['mini'],
    schedules,
    alarms,
    latenessMs: () => latenessMs,
    fire: () => fired.push(alarms.nowMs() - NOW_MS),
  });
  return { scheduler, fired, written, alarms };
}

describe('a schedule', () => {
  test('at an instant fires once, not before it', async () => {
    const { scheduler, fired, alarms } = setUp();
    scheduler.create(aSchedule('at(2026-01-01T12:00:10)'));

    await alarms.advance(9_999);
    expect(fired).toEqual([]);
    await alarms.advance(60_000);

    expect(fired).toEqual([10_000]);
  });

  test('whose instant is past fires at once', async () => {
    const { scheduler, fired, alarms } = setUp();
    scheduler.create(aSchedule('at(2025-01-01T00:00:00)'));

    await alarms.advance(0);

    expect(fired).toEqual([0]);
  });

  test('with a rate fires at once and then every period', async () => {
    const { scheduler, fired, alarms } = setUp();
    scheduler.create(aSchedule('rate(1 minute)'));

    await alarms.advance(120_000);

    expect(fired).toEqual([0, 60_000, 120_000]);
  });

  test('fires as late as it is told to', async () => {
    const { scheduler, fired, alarms } = setUp({ latenessMs: 59_000 });
    scheduler.create(aSchedule('at(2026-01-01T12:00:10)'));

    await alarms.advance(100_000);

    expect(fired).toEqual([69_000]);
  });

  test('is gone after completion if it says so, else it stays', async () => {
    const { scheduler, alarms } = setUp();
    scheduler.create(aSchedule('at(2026-01-01T12:00:10)', { ActionAfterCompletion: 'DELETE' }));
    scheduler.create(aSchedule('at(2026-01-01T12:00:10)', { Name: 'stays' }));

    await alarms.advance(20_000);

    expect(scheduler.get('mini', 'arena-1-end')).toEqual({ ok: false, error: 'noSuchSchedule' });
    expect(scheduler.get('mini', 'stays')).toMatchObject({ ok: true });
  });

  test('moves when it is updated', async () => {
    const { scheduler, fired, alarms } = setUp();
    scheduler.create(aSchedule('at(2026-01-01T12:00:10)'));
    scheduler.update(aSchedule('at(2026-01-01T12:00:30)'));

    await alarms.advance(60_000);

    expect(fired).toEqual([30_000]);
  });

  test('does not fire when it was deleted', async () => {
    const { scheduler, fired, alarms } = setUp();
    scheduler.create(aSchedule('at(2026-01-01T12:00:10)'));
    scheduler.remove('mini', 'arena-1-end');

    await alarms.advance(60_000);

    expect(fired).toEqual([]);
  });

  test('that exists cannot be created again, but a repeat of the same request is answered', () => {
    const { scheduler } = setUp();
    const schedule = aSchedule('at(2026-01-01T12:00:10)', { ClientToken: 'a' });
    scheduler.create(schedule);

    expect(scheduler.create({ ...schedule, ClientToken: 'b' })).toMatchObject({
      error: 'alreadyExists',
    });
    expect(scheduler.create(schedule)).toMatchObject({ ok: true });
  });

  test('in a group that the template does not have is refused', () => {
    const { scheduler } = setUp();

    expect(scheduler.create(aSchedule('rate(1 day)', { GroupName: 'other' }))).toEqual({
      ok: false,
      error: 'noSuchGroup',
    });
  });
});

describe('after a restart', () => {
  const restart = (written: JournalEntry[], alarms: ManualAlarms) => {
    const next = setUp({ kept: written, alarms });
    next.scheduler.start();
    return next;
  };

  test('what was missed fires at once, what is to come fires in time', async () => {
    const { scheduler, written } = setUp();
    scheduler.create(aSchedule('at(2026-01-01T12:00:10)'));
    scheduler.create(aSchedule('at(2026-01-01T12:02:00)', { Name: 'later' }));
    const { fired, alarms } = restart(written, createManualAlarms(NOW_MS + 60_000));

    await alarms.advance(120_000);

    expect(fired).toEqual([60_000, 120_000]);
  });

  test('what has fired does not fire again', async () => {
    const { scheduler, written, alarms } = setUp();
    scheduler.create(aSchedule('at(2026-01-01T12:00:10)'));
    await alarms.advance(20_000);
    const next = restart(written, createManualAlarms(NOW_MS + 60_000));

    await next.alarms.advance(120_000);

    expect(next.fired).toEqual([]);
  });

  test('missed periods of a rate are made up for once', async () => {
    const { scheduler, written, alarms } = setUp();
    scheduler.create(aSchedule('rate(1 minute)'));
    await alarms.advance(0);
    const next = restart(written, createManualAlarms(NOW_MS + 600_500));

    await next.alarms.advance(60_000);

    expect(next.fired).toEqual([600_500, 660_000]);
  });
});

describe('an expression', () => {
  test.each([
    ['at(2026-01-01T12:00:00)', { kind: 'at', atMs: NOW_MS }],
    ['rate(1 minute)', { kind: 'rate', periodMs: 60_000 }],
    ['rate(2 hours)', { kind: 'rate', periodMs: 7_200_000 }],
    ['rate(5 days)', { kind: 'rate', periodMs: 432_000_000 }],
  ])('%s is understood', (text, value) => {
    expect(parseScheduleExpression(text)).toEqual({ ok: true, value });
  });

  test.each([
    'at(2026-01-01T12:00:00Z)',
    'at(2026-13-01T12:00:00)',
    'at(2026-01-01)',
    'rate(0 minutes)',
    'rate(1 minutes)',
    'rate(2 minute)',
    'rate(1 second)',
    'cron(0 8 * * ? *)',
    '',
  ])('%s is refused', (text) => {
    expect(parseScheduleExpression(text).ok).toBe(false);
  });
});
