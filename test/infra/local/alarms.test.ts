import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAlarms } from '../../../infra/local/alarms.ts';

const THIRTY_DAYS_MS = 30 * 86_400_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('an alarm rings when it is due, and once', () => {
  const ring = vi.fn();
  createAlarms().after(1000, ring);

  vi.advanceTimersByTime(999);
  expect(ring).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);

  expect(ring).toHaveBeenCalledOnce();
});

test('an alarm that is longer than a timer can be rings in time all the same', () => {
  const ring = vi.fn();
  createAlarms().after(THIRTY_DAYS_MS, ring);

  vi.advanceTimersByTime(THIRTY_DAYS_MS - 1);
  expect(ring).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);

  expect(ring).toHaveBeenCalledOnce();
});

test('a cancelled alarm does not ring, nor does one of a stopped clock', () => {
  const [ring, alarms] = [vi.fn(), createAlarms()];
  const cancel = alarms.after(10, ring);
  alarms.after(20, ring);
  cancel();
  alarms.stop();
  alarms.after(0, ring);

  vi.advanceTimersByTime(100);

  expect(ring).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});
