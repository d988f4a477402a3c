import fc from 'fast-check';
import { SIDES } from '../../shared/rules/rules.ts';
import { WORDS } from './model.ts';

/** Milliseconds that pass, or an instant that matters and how far from it. */
const wait = fc.oneof(
  { weight: 40, arbitrary: fc.nat(1_500) },
  { weight: 8, arbitrary: fc.nat(5_000) },
  { weight: 1, arbitrary: fc.nat(60_000) },
  {
    weight: 3,
    arbitrary: fc.record({
      until: fc.constant('deadline' as const),
      offMs: fc.constantFrom(-1, 0, 1, 500, 999, 1_000, 1_001, 3_000),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      until: fc.constant('quiet' as const),
      offMs: fc.constantFrom(-1, 0, 1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      until: fc.constant('end' as const),
      offMs: fc.constantFrom(-1, 0, 1, 1_999, 2_000, 2_001, 6_999, 7_000, 9_000),
    }),
  },
);
export type Wait = typeof wait extends fc.Arbitrary<infer T> ? T : never;

/** The gateway that stamps a message may be behind another one, and the function is a bit later. */
const clocks = {
  wait,
  behindMs: fc.oneof(fc.constant(0), fc.nat(300)),
  lagMs: fc.oneof({ weight: 5, arbitrary: fc.nat(300) }, { weight: 1, arbitrary: fc.nat(3_000) }),
};

const what = fc.oneof(
  { weight: 10, arbitrary: fc.constant('move' as const) },
  { weight: 8, arbitrary: fc.constant('reply' as const) },
  { weight: 4, arbitrary: fc.constantFrom('offerDraw' as const, 'claimAbandoned' as const) },
  { weight: 6, arbitrary: fc.constantFrom(...WORDS.filter((word) => word !== 'resign')) },
  {
    weight: 3,
    arbitrary: fc.constantFrom('badMove' as const, 'otherPly' as const, 'otherOffer' as const),
  },
  { weight: 1, arbitrary: fc.constant('resign' as const) },
);

/** Mostly the side that has a reason to say it. */
const side = fc.oneof(
  { weight: 3, arbitrary: fc.constant('fit' as const) },
  { weight: 1, arbitrary: fc.constantFrom(...SIDES) },
);
const fate = fc.oneof(
  { weight: 10, arbitrary: fc.constant('arrives' as const) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...(['twice', 'later', 'held', 'laterToo', 'lost', 'answerLost'] as const),
    ),
  },
);

const say = fc.record({
  ...{ do: fc.constant('say' as const), side, what, pick: fc.nat(59), fate },
  ...clocks,
});
const deliver = fc.record({ do: fc.constant('deliver' as const), pick: fc.nat(9), ...clocks });
/** A phone in a tunnel opens line after line. */
const lines = fc.oneof({ weight: 12, arbitrary: fc.constant(1) }, fc.integer({ min: 2, max: 25 }));
const reconnect = fc.record({
  ...{ do: fc.constant('reconnect' as const), side, lines, fate },
  ...clocks,
});
const look = fc.record({
  ...{
    do: fc.constant('look' as const),
    who: fc.constantFrom('clock' as const, 'keeper' as const),
    ...clocks,
  },
});
/** Many moves, one after the other: games end by the rules, and buckets are emptied. */
const rally = fc.record({
  do: fc.constant('rally' as const),
  picks: fc.array(fc.nat(59), { minLength: 1, maxLength: 70, size: 'max' }),
  everyMs: fc.oneof(fc.nat(60), fc.nat(2_000)),
});

/**
 * The end of the arena: said about then, taken by a function that is late, which may even lose a
 * race against the freeze and decide again.
 */
const overtime = fc.record({
  do: fc.constant('overtime' as const),
  side,
  what: fc.constantFrom('move' as const, 'reply' as const, 'offerDraw' as const, 'resign' as const),
  pick: fc.nat(59),
  offMs: fc.constantFrom(-1, 0, 1),
  lagMs: fc.constantFrom(0, 1_999, 2_000, 2_001, 2_002),
  isFrozen: fc.boolean(),
});

export const step = fc.oneof(
  { weight: 24, arbitrary: say },
  { weight: 5, arbitrary: deliver },
  { weight: 3, arbitrary: reconnect },
  { weight: 3, arbitrary: look },
  { weight: 3, arbitrary: rally },
  { weight: 2, arbitrary: overtime },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
export type Clocks = Pick<
  typeof say extends fc.Arbitrary<infer T> ? T : never,
  keyof typeof clocks
>;
export type What = typeof what extends fc.Arbitrary<infer T> ? T : never;
export type Fate = typeof fate extends fc.Arbitrary<infer T> ? T : never;
