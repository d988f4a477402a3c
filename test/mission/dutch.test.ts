import { describe, expect, it } from 'vitest';
import { isBerserkable } from '../../shared/arena/arena.ts';
import { PRESETS } from '../../shared/arena/policy.ts';
import { buildSheet } from '../../shared/arena/sheet.ts';
import { ENDS_AT_MS, entries, entry } from '../arena/sheets.ts';
import { anOpenArena } from '../support/builders.ts';

const dutch = { policy: PRESETS.dutch, endsAtMs: ENDS_AT_MS };

/** Whole sheets of the Dutch arena: the entries, and what each pays. */
const SHEETS: readonly (readonly [string, string, number[]])[] = [
  ['a win pays 2, a draw 1, a loss nothing', 'W L D40', [2, 0, 1]],
  ['from the third win in a row on each pays 4', 'W W W W', [2, 2, 4, 4]],
  ['a draw on fire pays 2 and ends it', 'W W D40 W', [2, 2, 2, 2]],
  ['a loss on fire pays nothing and ends it', 'W W L W', [2, 2, 0, 2]],
  ['a berserk win pays one point more', 'W40b', [3]],
  ['seven own moves earn the bonus, six do not', 'W13b L W12b', [3, 0, 2]],
  ['a draw within ten moves pays nobody', 'D20', [0]],
  ['a draw after ten moves pays', 'D21', [1]],
  ['of draws in a row the first one alone pays', 'D40 D40 D40', [1, 0, 0]],
  ['a later draw of more than 30 moves pays', 'D40 D60 D61', [1, 0, 1]],
  ['a win breaks a draw streak', 'D40 W D40', [1, 2, 1]],
  ['a loss breaks no draw streak', 'D40 L D40', [1, 0, 0]],
  ['a long draw breaks no draw streak', 'D40 D61 D40', [1, 1, 0]],
];

describe('the Dutch arena', () => {
  it.each(SHEETS)('%s: %s pays %j', (_, sheet, paid) => {
    const { scores } = buildSheet(dutch, entries(sheet));

    expect(scores.map(({ points }) => points / 2)).toEqual(paid);
  });

  it('makes six points of two wins and a draw', () => {
    expect(buildSheet(dutch, entries('W W D40')).points / 2).toBe(6);
  });

  it('pays nothing for a game that ends after the arena', () => {
    const late = [entry('W'), entry('W', { endedAtMs: ENDS_AT_MS + 1 })];

    expect(buildSheet(dutch, late).points / 2).toBe(2);
  });

  it('lets players berserk, unless their clock begins at nothing', () => {
    const arena = anOpenArena({ policy: PRESETS.dutch });

    expect(isBerserkable(arena)).toBe(true);
    expect(isBerserkable({ ...arena, limitMs: 0 })).toBe(false);
  });
});
