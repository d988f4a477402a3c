import * as v from 'valibot';
import { type Policy, PRESET_NAMES, PRESETS, TIE_BREAKS } from '../arena/policy.ts';
import { PLIES_MAX } from '../game/game.ts';
import { between, oneOf } from './fields.ts';

const POINTS_MAX = 100;
const WINS_MAX = 100;
const FACTOR_MAX = 10;
const MOVES_MAX = PLIES_MAX / 2;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LAG_MS_MAX = 1_000;

/** Points as printed: halves are the smallest. */
const points = (min: number) => {
  const expected = `a multiple of 0.5 from ${min} to ${POINTS_MAX}`;
  return v.pipe(
    v.number(expected),
    v.multipleOf(0.5, expected),
    v.minValue(min, expected),
    v.maxValue(POINTS_MAX, expected),
    v.transform((value) => value * 2),
  );
};

const plies = between(1, PLIES_MAX, ' plies');

/** Makes objects that refuse (`v.strictObject`) or ignore (`v.object`) unknown fields. */
type ObjectOf = <const E extends v.ObjectEntries>(
  entries: E,
) => v.GenericSchema<
  v.InferInput<v.ObjectSchema<E, undefined>>,
  v.InferOutput<v.ObjectSchema<E, undefined>>
>;

/** A bonus that says both is no bonus with an unknown field. */
const absent = v.exactOptional(v.never());

const bonus = (object: ObjectOf) =>
  v.union(
    [
      object({
        points: points(0),
        minOwnMoves: between(0, MOVES_MAX, ' moves'),
        minPlies: absent,
      }),
      object({ points: points(0), minPlies: between(0, PLIES_MAX, ' plies'), minOwnMoves: absent }),
    ],
    'points with minOwnMoves or with minPlies, or null',
  );

const tieBreaks = v.pipe(
  v.array(oneOf(TIE_BREAKS), 'a list of tie-breaks'),
  v.check((keys) => new Set(keys).size === keys.length, 'each tie-break at most once'),
);

/** An instant or a word for it. */
const msOr = <const W extends string>(words: readonly W[], min: number, max: number) => {
  const expected = `an integer from ${min} to ${max} ms or ${words.join(' or ')}`;
  return v.union(
    [v.picklist(words), v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))],
    expected,
  );
};

const reach = v.union(
  [v.literal('auto'), v.pipe(v.number(), v.gtValue(0), v.maxValue(1))],
  'a number above 0 and up to 1, or auto',
);

/** Every field of a policy as it is overridden; points as printed (2.5), stored as half points. */
const fieldsIn = (object: ObjectOf) => ({
  points: object({ win: points(0), draw: points(0), loss: points(0) }),
  streak: v.nullable(
    object({
      afterWins: between(1, WINS_MAX, ' wins'),
      factor: between(2, FACTOR_MAX, ''),
    }),
  ),
  berserk: v.boolean('true or false'),
  berserkBonus: v.nullable(bonus(object)),
  quickDrawMaxPlies: v.nullable(plies),
  drawStreakLongMinPlies: v.nullable(plies),
  lateGames: oneOf(['ignored', 'counted']),
  pairingClosesMs: msOr(['auto', 'byClock'], 0, HOUR_MS),
  tieBreaks,
  withoutGames: oneOf(['last', 'lastShared', 'byRating']),
  tiedRanks: oneOf(['shared', 'consecutive']),
  winners: oneOf(['firstRank', 'mostPoints']),
  sideConflict: oneOf(['balance', 'coin']),
  rematchAfterMs: v.nullable(between(0, HOUR_MS, ' ms')),
  closeness: oneOf(['positions', 'points']),
  reach,
  firstMoveMs: v.nullable(msOr(['auto'], 1_000, 10 * MINUTE_MS)),
  abandonClaimMs: v.nullable(msOr(['auto'], 1_000, HOUR_MS)),
  lagAllowanceMs: between(0, LAG_MS_MAX, ' ms'),
  publicDelayPlies: between(0, PLIES_MAX, ' plies'),
  noShowRated: v.boolean('true or false'),
});

const FIELDS = fieldsIn(v.strictObject) satisfies {
  readonly [F in Exclude<keyof Policy, 'preset'>]: v.GenericSchema;
};

/** What an arena's policy changes of its preset; unknown fields are refused. */
export const overridesSchema = v.partial(v.strictObject(FIELDS));
export type Overrides = v.InferOutput<typeof overridesSchema>;

/** A policy as one object: `{"preset": …, …overrides}`; unknown fields are refused. */
export const policySchema = v.pipe(
  v.strictObject({ preset: oneOf(PRESET_NAMES), ...overridesSchema.entries }),
  v.transform(({ preset, ...overrides }): Policy => policyOf(preset, overrides)),
);

/** The same, but unknown fields are ignored, inside a rule too. */
export const openPolicySchema = v.pipe(
  v.object({
    preset: oneOf(PRESET_NAMES),
    ...v.partial(v.object(fieldsIn(v.object))).entries,
  }),
  v.transform(({ preset, ...overrides }): Policy => policyOf(preset, overrides)),
);

export const policyOf = (preset: Policy['preset'], overrides: Overrides): Policy => ({
  ...PRESETS[preset],
  ...(Object.fromEntries(
    Object.entries(overrides).filter(([, value]) => value !== undefined),
  ) as Partial<Policy>),
});

/** The policy as `policySchema` reads it: the preset and what differs from it, in points. */
export function viewPolicy(policy: Policy): { readonly preset: Policy['preset'] } {
  const preset = PRESETS[policy.preset];
  const fields = Object.keys(FIELDS) as (keyof typeof FIELDS)[];
  const changed = fields.filter(
    (field) => JSON.stringify(policy[field]) !== JSON.stringify(preset[field]),
  );
  return {
    preset: policy.preset,
    ...Object.fromEntries(changed.map((field) => [field, inPoints(policy, field)])),
  };
}

/** Half points are for us alone. */
function inPoints(policy: Policy, field: keyof typeof FIELDS): unknown {
  const { points, berserkBonus } = policy;
  if (field === 'points') {
    return { win: points.win / 2, draw: points.draw / 2, loss: points.loss / 2 };
  }
  if (field !== 'berserkBonus' || berserkBonus === null) return policy[field];
  return { ...berserkBonus, points: berserkBonus.points / 2 };
}
