import { describe, expect, it } from 'vitest';
import { RETRY_WAITS_MS, TRIES_MAX, verdictOf } from '../../../shared/app/webhooks/retries.ts';

const NOW_MS = Date.UTC(2026, 10, 30, 12);
const answered = (status: number, retryAfter: string | null = null) => ({ status, retryAfter });
const waitAfter = (status: number, retryAfter: string | null, tries = 1) => {
  const verdict = verdictOf(answered(status, retryAfter), tries, NOW_MS);
  return verdict.state === 'pending' ? verdict.waitMs : verdict.state;
};

describe('an answer to a webhook', () => {
  it('of 200 to 299 is a success', () => {
    for (const status of [200, 204, 299]) expect(waitAfter(status, null)).toBe('delivered');
  });

  it('of 410 ends it at once', () => {
    expect(waitAfter(410, null)).toBe('failed');
    expect(waitAfter(410, '5')).toBe('failed');
  });

  it('of anything else, or none, is followed by longer and longer waits, and an end', () => {
    const SECOND_MS = 1_000;
    const waits = [5, 30, 120, 900, 3_600, 14_400, 43_200, 86_400].map((s) => s * SECOND_MS);
    expect(Object.values(RETRY_WAITS_MS)).toEqual(waits);
    for (const status of [100, 199, 300, 301, 308, 400, 404, 409, 429, 500, 503, 599]) {
      const seen = Array.from({ length: TRIES_MAX }, (_, index) =>
        waitAfter(status, null, index + 1),
      );
      expect(seen, `${status}`).toEqual([...waits, 'failed']);
    }
    expect(verdictOf({ status: null, error: 'timeout' }, 1, NOW_MS)).toEqual({
      ...{ state: 'pending', waitMs: 5_000 },
    });
  });

  it.each([
    [429, '60', 60_000],
    [503, '60', 60_000],
    [503, new Date(NOW_MS + 90_000).toUTCString(), 90_000],
    // Not before the usual time, and not for ever.
    [503, '1', 5_000],
    [503, '0', 5_000],
    [503, '3600', 3_600_000],
    [503, '999999999', 3_600_000],
    [503, new Date(NOW_MS + 86_400_000).toUTCString(), 3_600_000],
    [503, new Date(NOW_MS - 86_400_000).toUTCString(), 5_000],
    ...(['', 'soon', '-60', '1.5', '60, 60', '1e9'] as const).map((t) => [503, t, 5_000] as const),
    // Only where it is of use (RFC 9110, 10.2.3).
    [500, '60', 5_000],
    [404, '60', 5_000],
  ] as const)('of %i that asks for "%s" waits so long: %i ms', (status, retryAfter, waitMs) => {
    expect(waitAfter(status, retryAfter)).toBe(waitMs);
  });

  it('that asks for less than is usual by now changes nothing', () => {
    expect(waitAfter(503, '60', 5)).toBe(3_600_000);
    expect(waitAfter(503, '60', TRIES_MAX)).toBe('failed');
  });
});
