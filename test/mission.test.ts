import { describe, expect, it } from 'vitest';
import { CLASSIC_STATEMENTS } from './mission/classic-statements.ts';
import { DUTCH_STATEMENTS } from './mission/dutch-statements.ts';
import { SHIELD_STATEMENTS } from './mission/shield-statements.ts';
import type { Statement } from './mission/statements.ts';
import { flawOf, flawOfPart } from './support/proofs.ts';

/** The three texts that say what the product must do: the shield, the classic, the Dutch arena. */
const TEXTS = { T0: SHIELD_STATEMENTS, T1: CLASSIC_STATEMENTS, T2: DUTCH_STATEMENTS } as const;

const ROWS = Object.entries(TEXTS).flatMap(([text, statements]) =>
  statements.map((row) => ({ text, ...row })),
);
const proved = ROWS.filter((row) => 'proof' in row);
console.log(
  `mission: ${ROWS.length} statements, ${proved.length} proved, the rest in parts ` +
    [...new Set(ROWS.flatMap((row) => ('part' in row ? [row.part] : [])))].sort().join(', '),
);

const flawOfRow = (row: Statement): string | null =>
  'proof' in row ? flawOf(row.proof) : flawOfPart(row.part);

describe('what the texts say', () => {
  it.each(ROWS)('$text: $statement', (row) => {
    expect(flawOfRow(row)).toBeNull();
  });

  it('is said once each', () => {
    const said = ROWS.map(({ text, statement }) => `${text}: ${statement}`);

    expect(said.filter((one, index) => said.indexOf(one) !== index)).toEqual([]);
  });
});
