import { describe, expect, it } from 'vitest';
import { exampleStack, type Properties } from './example-stack.ts';

/** What the functions that make something are told. */
function keptBy(context: Readonly<Record<string, string | number>>): unknown[] {
  const functions = exampleStack(context).resources('AWS::Lambda::Function');
  const told = functions.flatMap(([, { Environment }]) => {
    const { Variables } = (Environment ?? {}) as Properties;
    const { KEEP_DAYS } = (Variables ?? {}) as Readonly<Record<string, string>>;
    return KEEP_DAYS === undefined ? [] : [KEEP_DAYS];
  });
  return [...new Set(told)].map((text) => JSON.parse(text) as unknown);
}

const USUAL = { games: 0, rows: 0, history: 0, audits: 0, reports: 365, guests: 90 };

describe('how long things are kept', () => {
  it('is for ever but for reports and guests, if nobody says otherwise', () => {
    expect(keptBy({})).toEqual([USUAL]);
  });

  it('is said kind by kind, to every function that makes something alike', () => {
    const context = { keepGamesDays: '90', keepRowsDays: 400, keepHistoryDays: '490' };
    const more = { keepAuditsDays: '30', keepReportsDays: '0', keepGuestsDays: '7' };
    expect(keptBy({ ...context, ...more })).toEqual([
      { games: 90, rows: 400, history: 490, audits: 30, reports: 0, guests: 7 },
    ]);
  });

  it.each([
    { keepGamesDays: '90' },
    { keepGamesDays: '90', keepRowsDays: '90' },
    { keepGamesDays: '90', keepRowsDays: '90', keepHistoryDays: '180' },
  ])('may be %o', (context) => {
    expect(keptBy(context)).toHaveLength(1);
  });

  it.each([
    [{ keepGamesDays: '89' }, 'keepGamesDays must be 0 or at least 90'],
    [{ keepRowsDays: '1' }, 'keepRowsDays must be 0 or at least 90'],
    [{ keepHistoryDays: '10' }, 'keepHistoryDays must be 0 or at least 90'],
    [{ keepReportsDays: '-1' }, 'keepReportsDays must be a whole number'],
    [{ keepGuestsDays: '0' }, 'keepGuestsDays must be a whole number from 1'],
    // Whoever wants to be forgotten is found by where he was, and his games by his row there.
    [{ keepRowsDays: '90' }, 'keepRowsDays must not be shorter than keepGamesDays'],
    [{ keepRowsDays: '90', keepGamesDays: '91' }, 'keepRowsDays must not be shorter'],
    [{ keepHistoryDays: '90' }, 'keepHistoryDays must be 0, or keepRowsDays and 90 more'],
    [{ keepHistoryDays: '900', keepGamesDays: '90' }, 'keepHistoryDays must be 0, or'],
    [{ keepHistoryDays: '179', keepRowsDays: '90', keepGamesDays: '90' }, 'and 90 more at least'],
  ])('cannot be %o', (context, why) => {
    expect(() => exampleStack(context)).toThrow(why);
  });
});
