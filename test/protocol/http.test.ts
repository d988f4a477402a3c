import { describe, expect, it } from 'vitest';
import { checked } from '../../shared/protocol/client-message.ts';
import {
  DURATION_MS_MAX,
  DURATION_MS_MIN,
  guestTicketSchema,
  INCREMENT_MS_MAX,
  LIMIT_MS_MAX,
  newArenaSchema,
  newGuestSchema,
  PLAYERS_MAX,
  STARTS_AT_MS_MAX,
} from '../../shared/protocol/http.ts';
import { PLAIN } from '../support/builders.ts';

const BODY = {
  name: 'Sunday arena',
  clock: { limitMs: 180_000, incrementMs: 2_000 },
  startsAtMs: 1_764_000_000_000,
  durationMs: 5_400_000,
};

/** As it arrives: a field that is undefined here is missing there. */
const arena = (part: object) =>
  checked(newArenaSchema, JSON.parse(JSON.stringify({ ...BODY, ...part })));
const guest = (name: unknown) => checked(newGuestSchema, { name });

describe('the body of a new arena', () => {
  it('is filled in where it says nothing', () => {
    expect(arena({})).toEqual({
      ok: true,
      value: {
        ...BODY,
        ...{ game: 'oware', preset: 'oware-shield', policy: {}, rated: true, playersMax: 1_000 },
        ...PLAIN,
      },
    });
  });

  it.each([
    ['oware-shield', 'oware'],
    ['classic', 'chess'],
    ['dutch', 'draughts'],
    ['lichess', 'chess'],
  ])('plays with the preset %s its own game where it names none: %s', (preset, game) => {
    expect(arena({ preset })).toMatchObject({ ok: true, value: { preset, game } });
    expect(arena({ preset, game: 'oware' })).toMatchObject({ ok: true, value: { game: 'oware' } });
  });

  it.each([
    { clock: { limitMs: LIMIT_MS_MAX, incrementMs: INCREMENT_MS_MAX } },
    { clock: { limitMs: 1, incrementMs: 0 } },
    { startsAtMs: 0 },
    { startsAtMs: STARTS_AT_MS_MAX, durationMs: DURATION_MS_MAX },
    { durationMs: DURATION_MS_MIN },
    { durationMs: DURATION_MS_MAX },
    { playersMax: 2 },
    { playersMax: PLAYERS_MAX },
    { name: 'x'.repeat(60) },
    { game: 'oware', preset: 'oware-shield' },
    { rated: false },
  ])('may say %j', (part) => {
    expect(arena(part)).toMatchObject({ ok: true, value: part });
  });

  it.each([
    ['name', { name: undefined }, 'to be present'],
    ['name', { name: '' }, '1 to 60 printable characters'],
    ['name', { name: 'x'.repeat(61) }, '1 to 60 printable characters'],
    ['name', { name: 7 }, '1 to 60 printable characters'],
    ['game', { game: 'go' }, 'one of oware, chess, draughts'],
    ['game', { game: null }, 'one of oware, chess, draughts'],
    ['rated', { rated: 'no' }, 'true or false'],
    ['preset', { preset: 'toString' }, 'one of oware-shield'],
    ['clock', { clock: undefined }, 'to be present'],
    ['clock', { clock: null }, ''],
    ['clock', { clock: { limitMs: 0, incrementMs: 0 } }, 'some time to think'],
    ['clock.limitMs', { clock: { limitMs: -1, incrementMs: 0 } }, 'from 0 to 10800000 ms'],
    ['clock.limitMs', { clock: { limitMs: LIMIT_MS_MAX + 1, incrementMs: 0 } }, 'an integer'],
    ['clock.incrementMs', { clock: { limitMs: 1 } }, 'to be present'],
    ['clock.incrementMs', { clock: { limitMs: 1, incrementMs: 0.5 } }, 'from 0 to 180000 ms'],
    ['startsAtMs', { startsAtMs: '2026-01-01' }, 'epoch ms'],
    [
      'startsAtMs',
      { startsAtMs: STARTS_AT_MS_MAX + 1 },
      `from 0 to ${STARTS_AT_MS_MAX} (epoch ms)`,
    ],
    ['startsAtMs', { startsAtMs: 2 ** 53 }, 'epoch ms'],
    ['startsAtMs', { startsAtMs: null }, 'epoch ms'],
    ['durationMs', { durationMs: DURATION_MS_MIN - 1 }, 'from 10000 to 86400000 ms'],
    ['durationMs', { durationMs: DURATION_MS_MAX + 1 }, 'from 10000 to 86400000 ms'],
    ['playersMax', { playersMax: 1 }, 'from 2 to 10000'],
    ['playersMax', { playersMax: PLAYERS_MAX + 1 }, 'from 2 to 10000'],
    ['owner', { owner: 'me' }, 'no such field'],
  ])('is refused by its field %s: %j', (field, part, expected) => {
    expect(arena(part)).toMatchObject({
      ok: false,
      error: { code: 'invalid', field, expected: expect.stringContaining(expected) },
    });
  });

  it('may start as late as schedules with years of four digits can say', () => {
    const end = new Date(STARTS_AT_MS_MAX + DURATION_MS_MAX).toISOString();

    expect(end).toMatch(/^\d{4}-/);
    expect(String(STARTS_AT_MS_MAX + DURATION_MS_MAX)).toHaveLength(14);
    expect(arena({ startsAtMs: STARTS_AT_MS_MAX + 1 })).toMatchObject({ ok: false });
  });

  it.each([null, undefined, 7, 'text'])('is an object, not %j', (body) => {
    expect(checked(newArenaSchema, body)).toEqual({
      ok: false,
      error: { code: 'invalid', expected: 'a JSON object' },
    });
  });
});

describe('the name of a player', () => {
  it.each([
    ['Ama', 'Ama'],
    ['  Kofi \n', 'Kofi'],
    ['Zoe\u0308', 'Zoë'],
    ['Мария', 'Мария'],
    ['x'.repeat(30), 'x'.repeat(30)],
    [`${' '.repeat(40)}Esi`, 'Esi'],
  ])('%j is shown as %j', (written, shown) => {
    expect(guest(written)).toEqual({ ok: true, value: { name: shown } });
  });

  it.each([
    ['nothing', ''],
    ['blanks', ' \t '],
    ['31 characters', 'x'.repeat(31)],
    ['a line end inside', 'A\nB'],
    ['a null', 'A\u0000B'],
    ['a right-to-left override', 'A\u202eB'],
    ['a zero-width space', 'A\u200bB'],
    ['a line separator', 'A\u2028B'],
    ['a private character', 'A\ue000B'],
    ['an unassigned character', 'A\u0378B'],
    ['a number', 7],
    ['a list', ['Ama']],
  ])('is refused with %s', (_, name) => {
    expect(guest(name)).toEqual({
      ok: false,
      error: { code: 'invalid', field: 'name', expected: '1 to 30 printable characters' },
    });
  });
});

describe('the secret of a guest', () => {
  it('is a text', () => {
    expect(checked(guestTicketSchema, { secret: 's' }).ok).toBe(true);
    expect(checked(guestTicketSchema, { secret: 1 })).toEqual({
      ok: false,
      error: { code: 'invalid', field: 'secret', expected: 'the secret of the guest' },
    });
  });
});
