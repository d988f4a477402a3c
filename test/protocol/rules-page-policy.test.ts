import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Policy,
  PRESET_NAMES,
  PRESETS,
  TIE_BREAKS,
  type TieBreak,
} from '../../shared/arena/policy.ts';
import { rulesHtml, rulesMarkdown } from '../../shared/protocol/rules-page/render.ts';
import {
  RULES_LANGUAGES,
  type RulesPageArena,
  rulesPage,
} from '../../shared/protocol/rules-page/rules-page.ts';
import type { RulesLanguage, SectionId } from '../../shared/protocol/rules-page/sections.ts';
import { GAME_KINDS } from '../../shared/rules/rules.ts';
import { arenaOf, SHIELD_ARENA, said } from './rules-pages.ts';

const SEED = Number(process.env.SEED ?? 20_261_220);
const RUNS = Math.ceil(1_000 * Number(process.env.SEEDS ?? 1));

type Values = {
  readonly [F in keyof Policy]: readonly [SectionId, ...(readonly Policy[F][])];
};

const ORDERS: readonly (readonly TieBreak[])[] = [
  [],
  ...TIE_BREAKS.map((key) => [key]),
  ['wins', 'buchholz'],
  ['buchholz', 'wins'],
  [...TIE_BREAKS],
];

/** The section that tells of each field, and values of which each must be told differently. */
const VALUES: Values = {
  preset: ['arena', ...PRESET_NAMES],
  points: [
    'scores',
    ...[
      { win: 4, draw: 2, loss: 0 },
      { win: 5, draw: 2, loss: 0 },
    ],
    ...[
      { win: 4, draw: 1, loss: 0 },
      { win: 4, draw: 2, loss: 1 },
    ],
  ],
  streak: [
    'streak',
    null,
    ...[
      { afterWins: 1, factor: 2 },
      { afterWins: 2, factor: 2 },
    ],
    ...[
      { afterWins: 2, factor: 3 },
      { afterWins: 2, factor: 4 },
      { afterWins: 9, factor: 4 },
    ],
  ],
  berserk: ['berserk', true, false],
  berserkBonus: [
    'berserk',
    null,
    ...[
      { points: 1, minOwnMoves: 7 },
      { points: 2, minOwnMoves: 7 },
    ],
    ...[
      { points: 2, minOwnMoves: 0 },
      { points: 2, minOwnMoves: 1 },
    ],
    ...[
      { points: 2, minPlies: 7 },
      { points: 2, minPlies: 14 },
      { points: 2, minPlies: 0 },
    ],
  ],
  quickDrawMaxPlies: ['draws', null, 1, 2, 3, 4, 18, 19, 20, 21],
  drawStreakLongMinPlies: ['draws', null, 1, 2, 3, 4, 59, 60, 61, 62],
  lateGames: ['end', 'ignored', 'counted'],
  pairingClosesMs: ['pairing', 'auto', 'byClock', 0, 45_000, 45_001],
  tieBreaks: ['ties', ...ORDERS],
  withoutGames: ['ties', 'last', 'lastShared', 'byRating'],
  tiedRanks: ['ties', 'shared', 'consecutive'],
  winners: ['winner', 'firstRank', 'mostPoints'],
  sideConflict: ['pairing', 'balance', 'coin'],
  rematchAfterMs: ['pairing', null, 0, 20_000, 30_000],
  closeness: ['pairing', 'positions', 'points'],
  reach: ['pairing', 'auto', 0.05, 0.2, 1],
  firstMoveMs: ['first-move', 'auto', 15_000, 15_500, null],
  abandonClaimMs: ['leaving', 'auto', 45_000, 60_000, null],
  lagAllowanceMs: ['leaving', 0, 100, 1_000],
  publicDelayPlies: ['watching', 0, 1, 6],
  noShowRated: ['rated', true, false],
};

/** The shield in ten minutes, so that what closes the pairing tells its values apart. */
const BASE: RulesPageArena = { ...SHIELD_ARENA, endsAtMs: SHIELD_ARENA.startsAtMs + 600_000 };

const ARENAS: {
  readonly [F in Exclude<keyof RulesPageArena, 'name' | 'policy'>]: readonly [
    readonly SectionId[],
    ...(readonly RulesPageArena[F][]),
  ];
} = {
  kind: [['arena', 'rated', 'pairing', 'first-move'], 'oware', 'chess'],
  limitMs: [['arena', 'berserk', 'first-move'], 0, 180_000, 1_800_000],
  incrementMs: [['arena', 'berserk', 'first-move'], 2_000, 20_000],
  startsAtMs: [['arena'], SHIELD_ARENA.startsAtMs, SHIELD_ARENA.startsAtMs + 1_000],
  endsAtMs: [['arena', 'pairing'], SHIELD_ARENA.endsAtMs, SHIELD_ARENA.endsAtMs + 60_000],
  rated: [['rated'], true, false],
};

const everyDifferent = (texts: readonly string[]): void => {
  expect(texts.length).toBeGreaterThan(1);
  expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
};

describe.each(RULES_LANGUAGES)('the rules page in %s', (lang) => {
  it.each(Object.keys(PRESETS['oware-shield']) as (keyof Policy)[])(
    'tells each value of the field %s differently',
    (field) => {
      const [section, ...values] = VALUES[field];

      everyDifferent(values.map((value) => said(arenaOf({ [field]: value }, BASE), lang, section)));
    },
  );

  it.each(Object.keys(ARENAS) as (keyof typeof ARENAS)[])(
    'tells each %s of an arena differently',
    (field) => {
      const [sections, ...values] = ARENAS[field];

      for (const section of sections) {
        everyDifferent(values.map((value) => said({ ...BASE, [field]: value }, lang, section)));
      }
    },
  );

  it('has words for every kind of game', () => {
    const kinds = [...new Set([...GAME_KINDS, 'chess', 'draughts'] as const)];

    everyDifferent(kinds.map((kind) => said({ ...BASE, kind }, lang, 'arena')));
  });

  it.each(PRESET_NAMES)('comes out of the preset %s in all three forms', (preset) => {
    const page = rulesPage(arenaOf({}, { policy: PRESETS[preset] }), lang);

    expect(JSON.parse(JSON.stringify(page))).toEqual(page);
    for (const { heading } of page.sections) {
      expect(rulesMarkdown(page)).toContain(`## ${heading}\n\n`);
      expect(rulesHtml(page)).toContain(`>${heading}</a></h2>\n<p>`);
    }
  });
});

describe('of any policy and clock', () => {
  it('every sentence is whole, and both languages name the same numbers', () => {
    console.log(`rules page: SEED=${SEED}, ${RUNS} random arenas`);
    const holds = (arena: RulesPageArena) => {
      for (const lang of RULES_LANGUAGES) expect(brokenTexts(arena, lang)).toEqual([]);
      expect(numbersOf(arena, 'nl')).toEqual(numbersOf(arena, 'en'));
    };

    fc.assert(fc.property(anyArena, holds), { seed: SEED, numRuns: RUNS });
  });
});

/** Paragraphs that no sentence should look like. */
function brokenTexts(arena: RulesPageArena, lang: RulesLanguage): string[] {
  const texts = rulesPage(arena, lang).sections.flatMap(({ paragraphs }) => paragraphs);
  const broken = /undefined|null|NaN|Infinity|object|\s{2}|^\s|\s[.,;:]|[.,;:]{2}|\d\.\d{7}|-\d/;
  return texts.filter(
    (text) => broken.test(text.replace(/\d{4}-\d\d-\d\d/g, 'date')) || !/\.$/.test(text),
  );
}

/** The numbers of each section, sorted: word order is each language's own. */
const numbersOf = (arena: RulesPageArena, lang: RulesLanguage) =>
  rulesPage(arena, lang).sections.map(({ id, paragraphs }) => [
    id,
    (paragraphs.join(' ').match(/\d+½?|½/g) ?? []).sort(),
  ]);

const ms = (max: number) => fc.integer({ min: 0, max }).map((value) => value * 100);

const anyPolicy: fc.Arbitrary<Policy> = fc.record({
  preset: fc.constantFrom(...PRESET_NAMES),
  points: fc.record({ win: fc.nat(8), draw: fc.nat(4), loss: fc.nat(2) }),
  streak: fc.option(
    fc.record({
      afterWins: fc.integer({ min: 1, max: 9 }),
      factor: fc.integer({ min: 2, max: 10 }),
    }),
  ),
  berserk: fc.boolean(),
  berserkBonus: fc.option(
    fc.oneof(
      fc.record({ points: fc.nat(5), minOwnMoves: fc.nat(9) }),
      fc.record({ points: fc.nat(5), minPlies: fc.nat(20) }),
    ),
  ),
  quickDrawMaxPlies: fc.option(fc.integer({ min: 1, max: 40 })),
  drawStreakLongMinPlies: fc.option(fc.integer({ min: 1, max: 80 })),
  lateGames: fc.constantFrom('ignored', 'counted'),
  pairingClosesMs: fc.oneof(fc.constantFrom('auto' as const, 'byClock' as const), ms(3_000)),
  tieBreaks: fc.shuffledSubarray([...TIE_BREAKS]),
  withoutGames: fc.constantFrom('last', 'lastShared', 'byRating'),
  tiedRanks: fc.constantFrom('shared', 'consecutive'),
  winners: fc.constantFrom('firstRank', 'mostPoints'),
  sideConflict: fc.constantFrom('balance', 'coin'),
  rematchAfterMs: fc.option(ms(600)),
  closeness: fc.constantFrom('positions', 'points'),
  reach: fc.oneof(
    fc.constant('auto' as const),
    fc.integer({ min: 1, max: 100 }).map((n) => n / 100),
  ),
  firstMoveMs: fc.option(fc.oneof(fc.constant('auto' as const), ms(900))),
  abandonClaimMs: fc.option(fc.oneof(fc.constant('auto' as const), ms(900))),
  lagAllowanceMs: fc.nat(1_000),
  publicDelayPlies: fc.nat(10),
  noShowRated: fc.boolean(),
});

const anyArena: fc.Arbitrary<RulesPageArena> = fc
  .record({
    kind: fc.constantFrom('oware' as const, 'chess' as const, 'draughts' as const),
    limitMs: fc.constantFrom(0, 15_000, 60_000, 180_000, 5_400_000),
    incrementMs: fc.constantFrom(1_000, 2_000, 2_500, 30_000),
    durationMs: fc.integer({ min: 10_000, max: 90_000_000 }),
    policy: anyPolicy,
    rated: fc.boolean(),
  })
  .map(({ durationMs, ...parts }) => ({
    ...SHIELD_ARENA,
    ...parts,
    endsAtMs: SHIELD_ARENA.startsAtMs + durationMs,
  }));
