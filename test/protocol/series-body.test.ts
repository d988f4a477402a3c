import { describe, expect, it } from 'vitest';
import { newSeriesSchema, seriesChangesSchema } from '../../shared/protocol/api/series-body.ts';
import { checked } from '../../shared/protocol/client-message.ts';

const NEW = {
  name: 'Sunday',
  clock: { limitMs: 180_000, incrementMs: 0 },
  durationMs: 3_600_000,
  zone: 'UTC',
  recurrences: [{ every: 'week', on: 'sunday', at: '20:00' }],
};

describe('who may enter the arenas of a series', () => {
  it.each<[string, (entry: object) => unknown]>([
    ['a new one', (entry) => checked(newSeriesSchema, { ...NEW, entry })],
    ['a changed one', (entry) => checked(seriesChangesSchema, { entry })],
  ])('is never said by a list: of %s', (_, check) => {
    expect(check({ access: 'list' })).toMatchObject({
      error: { code: 'invalid', field: 'entry.access' },
    });
    expect(check({ access: 'open', ratingMin: 1_500 })).toMatchObject({
      value: { entry: { access: 'open', ratingMin: 1_500, guests: true } },
    });
    expect(check({ access: 'password', password: 'swordfish' })).toMatchObject({ ok: true });
  });

  it('is everybody unless a new one says it, and as before unless a changed one does', () => {
    expect(checked(newSeriesSchema, NEW)).toMatchObject({ value: { entry: { access: 'open' } } });
    const changed = checked(seriesChangesSchema, { name: 'Late' });
    expect(changed).toEqual({ ok: true, value: { name: 'Late' } });
  });
});
