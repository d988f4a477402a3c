import { describe, expect, it } from 'vitest';
import { PRESETS } from '../../shared/arena/policy.ts';
import { buildSheet } from '../../shared/arena/sheet.ts';
import { RULES_LANGUAGES, rulesPage } from '../../shared/protocol/rules-page/rules-page.ts';
import { SECTION_IDS } from '../../shared/protocol/rules-page/sections.ts';
import { entries } from '../arena/sheets.ts';
import { arenaOf, SHIELD_ARENA, said } from './rules-pages.ts';

const CLASSIC = { policy: PRESETS.classic, kind: 'chess' } as const;
const LICHESS = { policy: PRESETS.lichess, kind: 'chess' } as const;

describe('the rules page', () => {
  it.each(RULES_LANGUAGES)('has every section, each with something to say: %s', (lang) => {
    for (const policy of Object.values(PRESETS)) {
      const { lang: told, title, sections } = rulesPage(arenaOf({}, { policy }), lang);

      expect([told, title]).toEqual([lang, expect.stringContaining(SHIELD_ARENA.name)]);
      expect(sections.map(({ id }) => id)).toEqual(SECTION_IDS);
      expect(sections.filter(({ paragraphs }) => paragraphs.length === 0)).toEqual([]);
      expect(new Set(sections.map(({ heading }) => heading)).size).toBe(SECTION_IDS.length);
    }
  });

  it('says the same in two languages, not twice in one', () => {
    const [english, dutch] = RULES_LANGUAGES.map((lang) => rulesPage(SHIELD_ARENA, lang).sections);
    const same = english?.filter(({ heading, paragraphs }, at) => {
      const other = dutch?.[at];
      return (
        other?.heading === heading || other?.paragraphs.some((one) => paragraphs.includes(one))
      );
    });

    expect(same).toEqual([]);
  });

  it.each([
    [{}, 'preset oware-shield.', 'voorinstelling oware-shield.'],
    [{ berserk: false }, 'oware-shield, with changes', 'oware-shield, met wijzigingen'],
  ])('tells whether the preset was changed: %j', (policy, english, dutch) => {
    expect(said(arenaOf(policy), 'en', 'arena')).toContain(english);
    expect(said(arenaOf(policy), 'nl', 'arena')).toContain(dutch);
  });
});

describe('scores on the rules page', () => {
  it('are exemplified by a sheet that the arena itself would score', () => {
    const sheet = buildSheet(
      SHIELD_ARENA,
      entries('W W D40').map((one) => ({ ...one, endedAtMs: 0 })),
    );

    expect(sheet.points / 2).toBe(6);
    expect(said(SHIELD_ARENA, 'en', 'streak')).toContain(
      '2 wins followed by a draw: 2 + 2 + 2 = 6 points.',
    );
    expect(said(SHIELD_ARENA, 'nl', 'streak')).toContain(
      '2 overwinningen en dan een remise: 2 + 2 + 2 = 6 punten.',
    );
  });

  it.each([
    [{ streak: { afterWins: 1, factor: 3 } }, '2 + 3 = 5 points'],
    [{ streak: { afterWins: 3, factor: 2 } }, '2 + 2 + 2 + 2 = 8 points'],
    [{ points: { win: 3, draw: 1, loss: 0 } }, '1½ + 1½ + 1 = 4 points'],
    [{ points: { win: 4, draw: 0, loss: 0 } }, '2 + 2 + 0 = 4 points'],
    [{ quickDrawMaxPlies: 1_000 }, '2 + 2 + 2 = 6 points'],
    [{ streak: { afterWins: 100, factor: 2 } }, 'draw: 202 points'],
  ])('follow the policy in the example: %j', (policy, example) => {
    expect(said(arenaOf(policy), 'en', 'streak')).toContain(example);
  });

  it.each([
    [{ win: 4, draw: 2, loss: 0 }, '2 points, a draw 1 point and a loss nothing', '2 punten op'],
    [{ win: 2, draw: 1, loss: 0 }, '1 point, a draw ½ point and', '1 punt op, remise ½ punt en'],
    [{ win: 5, draw: 3, loss: 1 }, '2½ points, a draw 1½ points and', '2½ punt op, remise 1½ punt'],
  ])('are points, not half points: %j', (points, english, dutch) => {
    expect(said(arenaOf({ points }), 'en', 'scores')).toContain(english);
    expect(said(arenaOf({ points }), 'nl', 'scores')).toContain(dutch);
  });

  it('double on fire, but for a loss', () => {
    const arena = arenaOf({ points: { win: 5, draw: 2, loss: 1 } });

    expect(said(arena, 'en', 'streak')).toContain(
      'a win pays 5 points, a draw 2 points and a loss as always ½ point',
    );
    expect(said(arena, 'nl', 'streak')).toContain(
      'levert winst 5 punten op, remise 2 punten en verlies zoals altijd ½ punt',
    );
  });
});

describe('berserk on the rules page', () => {
  it.each([
    ['3+2', 180_000, 2_000, 'from 3:00 to 1:30 without increment', 'van 3:00 naar 1:30 zonder'],
    ['3+0', 180_000, 0, 'from 3:00 to 1:30.', 'van 3:00 naar 1:30.'],
    ['1+2', 60_000, 2_000, 'you keep your 1:00, but', 'je houdt je 1:00, maar'],
    ['15+10', 900_000, 10_000, 'from 15:00 to 7:30', 'van 15:00 naar 7:30'],
    ['180+0', 10_800_000, 0, 'from 3:00:00 to 1:30:00', 'van 3:00:00 naar 1:30:00'],
    ['½+0', 15_000, 0, 'from 0:15 to 0:07.5', 'van 0:15 naar 0:07.5'],
    ['0+1', 0, 1_000, 'Nobody can go berserk here', 'Berserk kan hier niet'],
  ])('has the clock of the arena: %s', (_, limitMs, incrementMs, english, dutch) => {
    const arena = arenaOf({}, { limitMs, incrementMs });

    expect(said(arena, 'en', 'berserk')).toContain(english);
    expect(said(arena, 'nl', 'berserk')).toContain(dutch);
  });

  it.each([
    [{ points: 2, minOwnMoves: 7 }, '1 point extra, provided you made at least 7 moves yourself'],
    [{ points: 3, minOwnMoves: 1 }, '1½ points extra, provided you made at least 1 move yourself'],
    [{ points: 2, minOwnMoves: 0 }, 'however few moves you made yourself'],
    [{ points: 2, minPlies: 14 }, 'at least 14 turns of both players together'],
    [{ points: 2, minPlies: 0 }, 'however short the game'],
    [{ points: 0, minPlies: 14 }, 'pays nothing extra'],
    [null, 'pays nothing extra'],
  ])('has the bonus of the policy: %j', (berserkBonus, english) => {
    expect(said(arenaOf({ berserkBonus }), 'en', 'berserk')).toContain(english);
  });
});

describe('draws on the rules page', () => {
  it.each([
    [20, 'within the first 10 moves (20 turns', 'binnen de eerste 10 zetten (20 beurten'],
    [19, 'at most 19 turns of both players together (before the second player’s move 10)', '19 b'],
    [2, 'within the first move (2 turns', 'binnen de eerste zet (2 beurten'],
    [1, 'at most 1 turn of', 'hoogstens 1 beurt van'],
  ])('are quick up to %i plies', (quickDrawMaxPlies, english, dutch) => {
    expect(said(arenaOf({ quickDrawMaxPlies }), 'en', 'draws')).toContain(english);
    expect(said(arenaOf({ quickDrawMaxPlies }), 'nl', 'draws')).toContain(dutch);
  });

  it.each([
    [61, 'more than 30 moves (at least 61 turns', 'meer dan 30 zetten (minstens 61 beurten'],
    [60, 'at least 30 whole moves (at least 60 turns', 'minstens 30 hele zetten (minstens 60 b'],
    [3, 'more than 1 move (at least 3 turns', 'meer dan 1 zet (minstens 3 beurten'],
    [1, 'lasts at least 1 turn of', 'minstens 1 beurt van'],
  ])('are long in a draw streak from %i plies on', (drawStreakLongMinPlies, english, dutch) => {
    expect(said(arenaOf({ drawStreakLongMinPlies }), 'en', 'draws')).toContain(english);
    expect(said(arenaOf({ drawStreakLongMinPlies }), 'nl', 'draws')).toContain(dutch);
  });
});

describe('ranking on the rules page', () => {
  it('explains the seven tie-breaks of the classic arena in their order', () => {
    const ties = said(arenaOf({}, CLASSIC), 'en', 'ties');
    const names = /(?:First|Second|Third|Fourth|Fifth|Sixth|Seventh|Eighth): ([^.]+)\. /g;

    expect([...ties.matchAll(names)].map(([, name]) => name)).toEqual([
      'Buchholz cut 1',
      'Buchholz',
      'Sonneborn-Berger',
      'Wins',
      'Wins as second player',
      'Direct encounter',
      'AROC 1',
    ]);
    expect(ties).toContain('won with the black pieces');
    expect(said(arenaOf({}, CLASSIC), 'nl', 'ties')).toContain('dat je met zwart won');
    expect(said(arenaOf({ tieBreaks: ['winsAsSecond'] }), 'nl', 'ties')).toContain('als Noord');
  });

  it.each([
    ['shared', 'lastShared', /share a place.*1, 2, 2, 4[\s\S]*all share that last place/],
    ['shared', 'last', /share a place.*1, 2, 2, 4[\s\S]*only equal ratings share a place/],
    ['shared', 'byRating', /share a place.*1, 2, 2, 4[\s\S]*in place of a performance/],
    ['consecutive', 'byRating', /1, 2, 3, 4[\s\S]*in place of a performance/],
    ['consecutive', 'lastShared', /1, 2, 3, 4(?![\s\S]*share)/],
  ] as const)('places equals %s and the gameless %s', (tiedRanks, withoutGames, expected) => {
    expect(said(arenaOf({ tiedRanks, withoutGames }), 'en', 'ties')).toMatch(expected);
  });

  it('knows winners in the plural wherever there may be several', () => {
    const winners = (arena: Parameters<typeof said>[0]) => said(arena, 'en', 'winner');

    expect(winners(SHIELD_ARENA)).toContain('who share the first place have all won');
    expect(winners(arenaOf({}, { policy: PRESETS.dutch }))).toContain(
      'All players with the most points have won, whatever the tie-breaks say',
    );
    expect(winners(arenaOf({}, LICHESS))).toContain('one player');
  });
});

describe('times on the rules page', () => {
  it.each([
    ['auto', 90, '1 minute and 30 seconds before', '2026-12-20 19:28:30 UTC'],
    ['auto', 10, '1 minute before', '2026-12-20 18:09 UTC'],
    ['byClock', 10, '1 minute and 30 seconds before', '2026-12-20 18:08:30 UTC'],
    [2_500, 90, '2.5 seconds before', '2026-12-20 19:29:57.500 UTC'],
  ] as const)('pairing closes %s in %i minutes', (pairingClosesMs, minutes, before, at) => {
    const endsAtMs = SHIELD_ARENA.startsAtMs + minutes * 60_000;
    const arena = arenaOf({ pairingClosesMs }, { endsAtMs });

    expect(said(arena, 'en', 'pairing')).toContain(before);
    expect(said(arena, 'en', 'pairing')).toContain(at);
    expect(said(arena, 'nl', 'pairing')).toContain(at);
  });

  it.each([
    ['3+2', 180_000, 2_000, '21 seconds', '30 seconds'],
    ['10+5', 600_000, 5_000, '25 seconds', '1 minute and 20 seconds'],
    ['15+10', 900_000, 10_000, '25 seconds', '2 minutes and 10 seconds'],
  ])('of first move and absence go by the clock: %s', (_, limitMs, incrementMs, first, gone) => {
    const arena = arenaOf({}, { limitMs, incrementMs });

    expect(said(arena, 'en', 'first-move')).toContain(`You have ${first}`);
    expect(said(arena, 'en', 'leaving')).toContain(`has ${gone} for any sign of life`);
  });

  it.each([
    [180_000, 2_000, '3 minuten en 2 seconden extra per zet (3+2)'],
    [180_000, 0, '3 minuten zonder extra tijd per zet (3+0)'],
    [90_000, 500, '1 minuut en 30 seconden en 0,5 seconden extra per zet.'],
    [5_400_000, 1_000, '1 uur en 30 minuten en 1 seconde extra per zet (90+1)'],
    [0, 2_000, 'elke klok begint op 0:03, met 2 seconden extra per zet (0+2)'],
  ])('of the clock: %i and %i ms', (limitMs, incrementMs, dutch) => {
    expect(said(arenaOf({}, { limitMs, incrementMs }), 'nl', 'arena')).toContain(dutch);
  });

  it('may lie beyond the calendar', () => {
    const endsAtMs = Number.MAX_SAFE_INTEGER;
    const arena = arenaOf({}, { startsAtMs: endsAtMs - 60_000, endsAtMs });

    expect(said(arena, 'en', 'arena')).toContain(`Unix ${endsAtMs} ms`);
  });
});

describe('what a policy switches off', () => {
  const page = (arena: Parameters<typeof rulesPage>[0], lang: 'en' | 'nl'): string =>
    JSON.stringify(rulesPage(arena, lang));

  it.each([
    ['a streak', { streak: null }, /fire|flame|multiplied/, /vlam|vermenigvuldigd|, ook in een/],
    ['berserk', { berserk: false }, /1:30\b|Press|extra/, /1:30\b|Druk/],
    ['draw streaks', { drawStreakLongMinPlies: null }, /draw streak|30 moves/, /remisereeks/],
    ['quick draws', { quickDrawMaxPlies: null }, /[Qq]uick|10 moves/, /snelle remise|10 zetten/],
    ['paid draws', { points: { win: 2, draw: 0, loss: 0 } }, /quick|draw streak/, /remisereeks/],
    ['the countdown', { firstMoveMs: null }, /paused|21 sec|not making/, /pauzeert|blijft, telt/],
    ['claims', { abandonClaimMs: null }, /sign of life/, /teken van leven/],
    ['lag', {}, /on its way/, /onderweg/],
    [
      'a reach',
      { reach: 1 },
      /close enough|doubled|preferred|times running/,
      /dicht genoeg|verdubbeld|toe zijn,|driemaal/,
    ],
    [
      'a rematch rule',
      { rematchAfterMs: 0 },
      /only the opponent|never meet/,
      /alleen de teg|Je speelt nooit/,
    ],
    [
      'a balance of sides',
      { sideConflict: 'coin' } as const,
      /nearer, unless|times running|less often/,
      /staan, tenzij|driemaal|minst heeft/,
    ],
    ['tie-breaks', { tieBreaks: [] }, /performance|whatever the tie-breaks/, /TPR/],
  ])('is not told as if it existed: %s', (_, policy, english, dutch) => {
    expect(page(arenaOf(policy), 'en')).not.toMatch(english);
    expect(page(arenaOf(policy), 'nl')).not.toMatch(dutch);
  });

  it('nor, in a casual arena, whether a no-show is rated', () => {
    expect(said(arenaOf({}, { rated: false }), 'en', 'rated')).not.toContain('first move');
  });
});
