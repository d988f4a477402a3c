import { describe, expect, it } from 'vitest';
import { isPairing, pairingEndsAtMs } from '../../shared/arena/arena.ts';
import { DEFAULT_GAME, PRESETS, type TieBreak } from '../../shared/arena/policy.ts';
import { rankEntrants } from '../../shared/arena/ranking.ts';
import { buildSheet } from '../../shared/arena/sheet.ts';
import { chooseSide, sideHistory } from '../../shared/arena/sides.ts';
import { seededRandom } from '../../shared/core/random.ts';
import { gameText } from '../../shared/protocol/notation/notation.ts';
import { rulesPage } from '../../shared/protocol/rules-page/rules-page.ts';
import { sideAt } from '../../shared/rules/rules.ts';
import { ENDS_AT_MS, entries, entry } from '../arena/sheets.ts';
import { entrantsOf, games } from '../arena/tournaments.ts';
import { momentAt, newGame, nextDone } from '../game/board.ts';
import { anOpenArena } from '../support/builders.ts';

const { classic } = PRESETS;
const rules = { policy: classic, endsAtMs: ENDS_AT_MS };

/** Ranks and names of players of 1500, but for these, who have played these games. */
function table(names: string, text: string, tieBreaks: readonly TieBreak[], ratings = {}) {
  const contestants = [...names].map((name) => ({ name, rating: 1_500 }));
  const policy = { ...classic, tieBreaks };
  const places = rankEntrants({ ...rules, policy }, entrantsOf(contestants, games(text, ratings)));
  return places.map(({ rank, player }) => `${rank}${player}`).join(' ');
}

describe('the classic arena', () => {
  it('pays 1 for a win, a half for a draw and nothing for a loss, whatever came before', () => {
    const { scores } = buildSheet(rules, entries('W W W80b D10 D40 D40 L W'));

    expect(scores.map(({ points }) => points / 2)).toEqual([1, 1, 1, 0.5, 0.5, 0.5, 0, 1]);
  });

  it('pairs until its last instant', () => {
    const arena = anOpenArena({ policy: classic });

    expect(pairingEndsAtMs(arena)).toBe(arena.endsAtMs);
    expect(isPairing(arena, arena.endsAtMs - 1)).toBe(true);
  });

  it('has sides that are white and black: White is whoever moves first', () => {
    const kind = DEFAULT_GAME.classic;
    const game = nextDone(newGame({ kind }), 'second', { t: 'resign' }, momentAt(1_000));
    const [white, black] = [game.seats.first.name, game.seats.second.name];
    const record = gameText(anOpenArena({ policy: classic, kind }), game);

    expect(record).toContain(`[White "${white}"]\n[Black "${black}"]\n[Result "1-0"]`);
    expect(sideAt(0)).toBe('first');
    const page = rulesPage(anOpenArena({ policy: classic, kind }), 'en');
    expect(JSON.stringify(page)).toMatch(/with the black pieces/);
  });

  it('tosses for the sides of two who are due the same one', () => {
    const twice = sideHistory([entry('W'), entry('W')]);
    const once = sideHistory([entry('W')]);
    const sides = Array.from({ length: 40 }, (_, seed) =>
      chooseSide(twice, once, classic.sideConflict, seededRandom(seed)),
    );

    expect(new Set(sides)).toEqual(new Set(['first', 'second']));
  });

  it('breaks ties by its seven, in their order', () => {
    expect(classic.tieBreaks).toEqual([
      ...['buchholzCut1', 'buchholz', 'sonnebornBerger', 'wins', 'winsAsSecond'],
      ...['directEncounter', 'aroc1'],
    ]);
  });

  it('leaves equals in a circle of wins on one rank', () => {
    const circle = 'A-B 1-0, B-C 1-0, C-A 1-0';

    expect(table('ABC', circle, ['directEncounter'])).toBe('1A 1B 1C');
    expect(table('ABC', circle, classic.tieBreaks)).toBe('1A 1B 1C');
  });

  it('puts the winner of the only game among equals first', () => {
    const played = 'A-B 1-0, C-A 1-0, B-C 1-0, D-B 0-1, A-D 1-0';

    // A and B have two points each, and A has won their game.
    expect(table('ABCD', played, ['directEncounter'])).toBe('1A 2B 3C 4D');
  });

  it('has the higher mean of opponents without their lowest ahead', () => {
    // A has met 1900 and 1000, B 1600 and 1600: the means are the other way round.
    const played = 'A-C 1-0, A-D 1-0, B-E 1-0, B-F 1-0';
    const ratings = { C: 1_900, D: 1_000, E: 1_600, F: 1_600 };

    expect(table('AB', played, ['aroc1'], ratings)).toBe('1A 2B');
    expect(table('AB', played, ['performance'], ratings)).toBe('1B 2A');
  });
});
