import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { type Policy, PRESET_NAMES, PRESETS } from '../../shared/arena/policy.ts';
import { checked } from '../../shared/protocol/client-message.ts';
import { newArenaSchema } from '../../shared/protocol/http.ts';
import {
  openPolicySchema,
  policyOf,
  policySchema,
  viewPolicy,
} from '../../shared/protocol/policy.ts';

const parse = (policy: object) => checked(policySchema, policy);
const parseOpen = (policy: object) => checked(openPolicySchema, policy);

/** For every field: a value that is fine, as sent, and how it is stored. */
const FINE: { readonly [F in Exclude<keyof Policy, 'preset'>]: readonly [unknown, unknown][] } = {
  points: [
    [
      { win: 3, draw: 1.5, loss: 0.5 },
      { win: 6, draw: 3, loss: 1 },
    ],
  ],
  streak: [
    [null, null],
    [
      { afterWins: 3, factor: 4 },
      { afterWins: 3, factor: 4 },
    ],
  ],
  berserk: [[false, false]],
  berserkBonus: [
    [null, null],
    [
      { points: 0.5, minPlies: 20 },
      { points: 1, minPlies: 20 },
    ],
    [
      { points: 2, minOwnMoves: 3 },
      { points: 4, minOwnMoves: 3 },
    ],
  ],
  quickDrawMaxPlies: [
    [null, null],
    [1, 1],
  ],
  drawStreakLongMinPlies: [
    [null, null],
    [1_000, 1_000],
  ],
  lateGames: [['counted', 'counted']],
  pairingClosesMs: [
    [0, 0],
    ['byClock', 'byClock'],
  ],
  tieBreaks: [
    [[], []],
    [
      ['wins', 'directEncounter', 'performance'],
      ['wins', 'directEncounter', 'performance'],
    ],
  ],
  withoutGames: [['byRating', 'byRating']],
  tiedRanks: [['consecutive', 'consecutive']],
  winners: [['mostPoints', 'mostPoints']],
  sideConflict: [['coin', 'coin']],
  rematchAfterMs: [[60_000, 60_000]],
  closeness: [
    ['points', 'points'],
    ['positions', 'positions'],
  ],
  reach: [
    [1, 1],
    [0.05, 0.05],
  ],
  firstMoveMs: [
    [null, null],
    [15_000, 15_000],
  ],
  abandonClaimMs: [
    [null, null],
    [30_000, 30_000],
  ],
  lagAllowanceMs: [[100, 100]],
  publicDelayPlies: [[6, 6]],
  noShowRated: [[false, false]],
};

/** For every field: values that are not. */
const WRONG: { readonly [F in keyof Policy]: readonly unknown[] } = {
  preset: ['swiss', 'toString', null],
  points: [null, { win: 1 }, { win: 1, draw: 0.3, loss: 0 }, { win: -1, draw: 0, loss: 0 }],
  streak: [{ afterWins: 0, factor: 2 }, { afterWins: 2, factor: 1 }, 'no', { afterWins: 2 }],
  berserk: ['yes', 1, null],
  berserkBonus: [{ points: 1 }, { points: 1, minPlies: 3, minOwnMoves: 3 }, 1],
  quickDrawMaxPlies: [0, 1_001, 1.5, '20'],
  drawStreakLongMinPlies: [0, 1_001, Number.NaN],
  lateGames: ['some', true],
  pairingClosesMs: [-1, 3_600_001, 'never', null],
  tieBreaks: [['wins', 'wins'], ['sb'], 'wins', null],
  withoutGames: ['first', null],
  tiedRanks: ['dense'],
  winners: ['one'],
  sideConflict: ['white'],
  rematchAfterMs: [-1, 3_600_001, 'auto'],
  closeness: ['rating', 'auto', null],
  reach: [0, 1.01, 'far', null],
  firstMoveMs: [999, 600_001, 'never'],
  abandonClaimMs: [999, 3_600_001, 'never'],
  lagAllowanceMs: [-1, 1_001, null],
  publicDelayPlies: [-1, 1_001, null],
  noShowRated: [null, 'no'],
};

const FINE_CASES = Object.entries(FINE).flatMap(([field, cases]) =>
  cases.map(([sent, stored]) => ({ field, sent, stored })),
);
const WRONG_CASES = Object.entries(WRONG).flatMap(([field, values]) =>
  values.map((value) => ({ field, value })),
);

describe('a policy as it is sent', () => {
  it('has a table row for every field', () => {
    const fields = Object.keys(PRESETS.classic).sort();
    expect(Object.keys(WRONG).sort()).toEqual(fields);
    expect([...Object.keys(FINE), 'preset'].sort()).toEqual(fields);
  });

  it.each(PRESET_NAMES)('is the preset %s where it says nothing else', (preset) => {
    expect(parse({ preset })).toEqual({ ok: true, value: PRESETS[preset] });
    expect(viewPolicy(PRESETS[preset])).toEqual({ preset });
  });

  it.each(FINE_CASES)('may say $field: $sent', ({ field, sent, stored }) => {
    for (const preset of PRESET_NAMES) {
      const expected = { ...PRESETS[preset], [field]: stored };
      expect(parse({ preset, [field]: sent })).toEqual({ ok: true, value: expected });
      // What is shown of it is read back as the same.
      expect(parse(viewPolicy(expected as Policy))).toEqual({ ok: true, value: expected });
    }
  });

  it.each(WRONG_CASES)('may not say $field: $value', ({ field, value }) => {
    const answer = parse({ preset: 'classic', [field]: value });
    expect(answer).toMatchObject({ ok: false, error: { code: 'invalid' } });
    expect(answer).toHaveProperty('error.field', expect.stringMatching(new RegExp(`^${field}`)));
    expect(answer).toHaveProperty('error.expected', expect.stringMatching(/\w/));
  });

  it('may not say anything else', () => {
    expect(parse({ preset: 'classic', bonus: 1 })).toMatchObject({ error: { field: 'bonus' } });
    expect(parse({})).toMatchObject({ error: { field: 'preset', expected: 'to be present' } });
  });

  it('keeps a rule of its preset that an override leaves undefined', () => {
    expect(policyOf('dutch', { berserk: undefined })).toEqual(PRESETS.dutch);
  });
});

/** Every value of a rule that has fields of its own. */
const NESTED_CASES = FINE_CASES.flatMap(({ field, sent, stored }) =>
  isObject(sent) ? [{ field, sent, stored }] : [],
);

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

describe('a policy as it was exported', () => {
  it.each(FINE_CASES)('may say $field: $sent', ({ field, sent, stored }) => {
    expect(parseOpen({ preset: 'classic', [field]: sent })).toEqual({
      ok: true,
      value: { ...PRESETS.classic, [field]: stored },
    });
  });

  it.each(WRONG_CASES)('may not say $field: $value', ({ field, value }) => {
    expect(parseOpen({ preset: 'classic', [field]: value })).toMatchObject({
      ok: false,
      error: { code: 'invalid', field: expect.stringMatching(new RegExp(`^${field}`)) },
    });
  });

  it('may say anything else', () => {
    expect(parseOpen({ preset: 'classic', bonus: 1 })).toEqual({
      ok: true,
      value: PRESETS.classic,
    });
  });

  it.each(NESTED_CASES)('may say anything else inside $field: $sent', (nested) => {
    const { field, sent, stored } = nested;
    const policy = { preset: 'classic', [field]: { ...sent, colour: 'red' } };

    expect(parseOpen(policy)).toEqual({
      ok: true,
      value: { ...PRESETS.classic, [field]: stored },
    });
    // Where somebody sends it, it is a slip.
    expect(parse(policy)).toMatchObject({
      error: { code: 'invalid', field: expect.stringMatching(new RegExp(`^${field}`)) },
    });
  });
});

describe('the policy of a new arena', () => {
  const body = {
    ...{ name: 'Friday', clock: { limitMs: 180_000, incrementMs: 0 }, preset: 'lichess' },
    ...{ startsAtMs: 1, durationMs: 600_000 },
  };

  it('changes single rules of the preset', () => {
    const { preset, policy } = v.parse(newArenaSchema, { ...body, policy: { berserk: false } });
    expect(policyOf(preset, policy)).toEqual({ ...PRESETS.lichess, berserk: false });
  });

  it.each(NESTED_CASES)('may not say anything else inside $field: $sent', ({ field, sent }) => {
    const policy = { [field]: { ...sent, colour: 'red' } };

    expect(checked(newArenaSchema, { ...body, policy })).toMatchObject({
      error: { code: 'invalid', field: expect.stringMatching(new RegExp(`^policy.${field}`)) },
    });
  });

  it.each([600_000, 700_000])('may not close the pairing %i ms before the end of 10 min', (ms) => {
    expect(checked(newArenaSchema, { ...body, policy: { pairingClosesMs: ms } })).toMatchObject({
      error: {
        code: 'invalid',
        field: 'policy.pairingClosesMs',
        expected: 'less than the duration',
      },
    });
  });
});
