import { describe, expect, it } from 'vitest';
import { type Policy, TIE_BREAKS, type TieBreak } from '../../shared/arena/policy.ts';
import type { SectionId } from '../../shared/protocol/rules-page/sections.ts';
import { arenaOf, said } from './rules-pages.ts';

/** A rule, the section that tells of it, and the words that say this value and no other. */
type Meaning = readonly [Partial<Policy>, SectionId, string, string];

const MEANINGS: readonly Meaning[] = [
  [{ lateGames: 'ignored' }, 'end', 'but do not count', 'maar tellen niet mee'],
  [{ lateGames: 'counted' }, 'end', 'to their end and count', 'uitgespeeld en tellen mee'],
  [{ noShowRated: true }, 'rated', 'That goes for', 'uitblijft, telt voor'],
  [{ noShowRated: false }, 'rated', 'changes no rating', 'uitblijft, telt niet voor'],
  [{ sideConflict: 'coin' }, 'pairing', 'same side, a coin', 'toe, dan beslist het lot'],
  [{ sideConflict: 'balance' }, 'pairing', 'for longer in a row', 'het langst achter elkaar niet'],
  [{ rematchAfterMs: null }, 'pairing', 'You never meet', 'Je speelt nooit twee partijen'],
  [{ rematchAfterMs: 0 }, 'pairing', 'You may meet', 'Je mag meteen weer'],
  [{ rematchAfterMs: 20_000 }, 'pairing', 'after waiting 20 seconds', 'pas weer nadat je 20 sec'],
  [{ reach: 'auto' }, 'pairing', 'the longer you wait', 'hoe langer je wacht'],
  [{ reach: 'auto' }, 'pairing', 'after 5 to 30 seconds', 'na 5 tot 30 seconden'],
  [{ closeness: 'positions' }, 'pairing', 'close to you in the table', 'dicht bij je staat;'],
  [{ closeness: 'points' }, 'pairing', 'as many points as you', 'evenveel punten als jij'],
  [{ closeness: 'points' }, 'pairing', '12 to 20 seconds half', 'na 12 tot 20 seconden een half'],
  [{ closeness: 'points', reach: 0.1 }, 'pairing', 'at most 10% of', 'hoogstens 10% van'],
  [{ reach: 0.07 }, 'pairing', 'at most 7% of all players', 'hoogstens 7% van alle spelers'],
  [{ reach: 0.07 }, 'pairing', 'grows while you wait', 'groeit terwijl je wacht'],
  [{ reach: 1 }, 'pairing', 'is paired at once', 'meteen ingedeeld'],
  [{}, 'pairing', 'you can see why: nobody close', 'kun je zien waarom: er is niemand vrij'],
  [{}, 'pairing', 'due different sides are preferred', 'aan verschillende kanten toe zijn, gaan'],
  [{}, 'pairing', 'same side as you has to be nearer, unless', 'dichter bij je staan, tenzij'],
  [{}, 'pairing', 'side three times running do not meet', 'driemaal achter elkaar dezelfde kant'],
  [{ sideConflict: 'coin' }, 'pairing', 'has to be nearer. When', 'dichter bij je staan. Zijn'],
  [{ pairingClosesMs: 0 }, 'pairing', 'until the very end', 'tot het allerlaatste moment'],
  [{ firstMoveMs: 'auto' }, 'first-move', 'You have 21 seconds', 'Je hebt 21 seconden'],
  [{ firstMoveMs: 15_500 }, 'first-move', 'You have 15.5 seconds', 'Je hebt 15,5 seconden'],
  [{ firstMoveMs: 'auto' }, 'first-move', 'until they say that they are', 'er weer te zijn'],
  [{ firstMoveMs: null }, 'first-move', 'Your own clock runs', 'Je eigen klok loopt al'],
  [{ abandonClaimMs: 'auto' }, 'leaving', 'has 30 seconds', 'heeft dan 30 seconden'],
  [{ abandonClaimMs: 45_000 }, 'leaving', 'has 45 seconds', 'heeft dan 45 seconden'],
  [{ abandonClaimMs: null }, 'leaving', 'nobody can claim', 'eerder kan niemand'],
  [{ lagAllowanceMs: 250 }, 'leaving', 'up to 0.25 seconds', 'hoogstens 0,25 seconden'],
  [{ publicDelayPlies: 0 }, 'watching', 'as soon as it is made', 'zodra die gedaan is'],
  [{ publicDelayPlies: 6 }, 'watching', '6 turns behind', '6 beurten achter'],
  [{ berserk: false }, 'berserk', 'There is no berserk', 'bestaat berserk niet'],
  [{ berserkBonus: null }, 'berserk', 'pays nothing extra here', 'levert hier niets extra’s op'],
  [
    { streak: null },
    'streak',
    'No. A game pays the same',
    'Nee. Een partij levert altijd evenveel',
  ],
  [{ winners: 'mostPoints' }, 'winner', 'All players with the most', 'Alle spelers met de meeste'],
  [{ winners: 'firstRank' }, 'winner', 'share the first place', 'Wie de eerste plaats delen'],
  [{ tiedRanks: 'consecutive' }, 'winner', 'one player', 'één speler'],
  [{ tiedRanks: 'shared' }, 'ties', '(1, 2, 2, 4)', '(1, 2, 2, 4)'],
  [{ tiedRanks: 'consecutive' }, 'ties', '(1, 2, 3, 4)', '(1, 2, 3, 4)'],
  [{ withoutGames: 'last' }, 'ties', 'only equal ratings share', 'alleen wie daarin gelijk is'],
  [{ withoutGames: 'lastShared' }, 'ties', 'all share that last place', 'delen samen die laatste'],
  [{ withoutGames: 'byRating' }, 'ties', 'in place of a perf', 'als prestatie'],
  [{ withoutGames: 'byRating', tieBreaks: ['wins'] }, 'ties', 'with nothing in', 'verder voor nul'],
  [{ tieBreaks: [] }, 'ties', 'There is no tie-break', 'Verder beslist er niets'],
  [{ quickDrawMaxPlies: null }, 'draws', 'pays however short', 'hoe kort de partij ook is, beh'],
  [{ drawStreakLongMinPlies: null }, 'draws', 'Every other draw pays', 'Elke andere remise levert'],
];

/** What is compared, in the words of both languages. */
const TIE_BREAK_WORDS: { readonly [K in TieBreak]: readonly [RegExp, RegExp] } = {
  performance: [/500 more if you won.*not rounded/, /500 erbij als je won.*niet afgerond/],
  performanceRolling: [
    /500 more if you won.*rounded to a whole/,
    /500 erbij.*afgerond op een geheel/,
  ],
  buchholzCut1: [/^Buchholz cut 1.*without the lowest/m, /cut 1\).*zonder de laagste/],
  buchholz: [/^Buchholz\..*the lowest included/m, /\(Buchholz\).*met de laagste erbij/],
  sonnebornBerger: [/you beat and half.*you drew/, /van wie je won en de helft.*remise/],
  wins: [/The number of games you won\./, /Het aantal partijen dat je won\./],
  winsAsSecond: [/The number of games you won as North\./, /partijen dat je als Noord won\./],
  directEncounter: [/have met each other.*among themselves/, /elkaar zijn.*onderlinge partijen/],
  aroc1: [/average rating of your opponents.*lowest/, /gemiddelde rating van je teg.*laagste/],
};

describe('the rules page means', () => {
  it.each(MEANINGS)('%j, in the section %s', (policy, section, english, dutch) => {
    expect(said(arenaOf(policy), 'en', section)).toContain(english);
    expect(said(arenaOf(policy), 'nl', section)).toContain(dutch);
  });

  it.each(TIE_BREAKS)('the tie-break %s, and no other', (key) => {
    const [english, dutch] = TIE_BREAK_WORDS[key];
    const fitting = (lang: 'en' | 'nl', words: RegExp) =>
      TIE_BREAKS.filter((one) => words.test(said(arenaOf({ tieBreaks: [one] }), lang, 'ties')));

    expect(fitting('en', english)).toEqual([key]);
    expect(fitting('nl', dutch)).toEqual([key]);
  });

  it.each([
    [true, /^Yes\. Your games change your oware rating/, /^Ja\. Je partijen .* je owarerating/],
    [false, /^No\. Nobody/, /^Nee\. Niemands/],
  ])('rated: %s', (rated, english, dutch) => {
    expect(said(arenaOf({}, { rated }), 'en', 'rated')).toMatch(english);
    expect(said(arenaOf({}, { rated }), 'nl', 'rated')).toMatch(dutch);
  });
});
