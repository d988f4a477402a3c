import { describe, expect, it } from 'vitest';
import { PLAY_SCENARIOS } from './mission/play-scenarios.ts';
import { RANKING_SCENARIOS } from './mission/ranking-scenarios.ts';
import type { Scenario } from './mission/scenario.ts';
import { flawOf, flawOfPart, isNamed } from './support/proofs.ts';

const SCENARIO_COUNT = 51;
const SCENARIOS = [...RANKING_SCENARIOS, ...PLAY_SCENARIOS];

const proved = SCENARIOS.filter((row) => 'proofs' in row);
console.log(`scenarios: ${SCENARIOS.length} of public reports, ${proved.length} are tests`);

/** All that is wrong with a row; at least one of its tests names the first report. */
function flawsOf(row: Scenario): readonly string[] {
  if ('part' in row) return [flawOfPart(row.part) ?? []].flat();
  const [main = ''] = row.reports;
  const flaws = row.proofs.flatMap((proof) => flawOf(proof, row.reports) ?? []);
  const isNamedFirst = row.proofs.some((proof) => flawOf(proof, [main]) === null);
  return isNamedFirst ? flaws : [...flaws, `no test names ${main}`];
}

describe('public reports', () => {
  it.each(SCENARIOS)('$id: $about', (row) => {
    expect(flawsOf(row)).toEqual([]);
  });

  it('are all there, each once', () => {
    const ids = Array.from({ length: SCENARIO_COUNT }, (_, index) => `B${index + 1}`);
    const reports = SCENARIOS.flatMap((row) => row.reports);

    expect(SCENARIOS.map(({ id }) => id).sort()).toEqual(ids.sort());
    expect(reports.filter((one) => !/^[\w.-]+\/[\w.-]+#\d+$/.test(one))).toEqual([]);
    expect(reports.filter((one, index) => reports.indexOf(one) !== index)).toEqual([]);
  });

  it('are told apart by their whole number', () => {
    expect(isNamed('lichess-org/lila#222', 'lichess-org/lila#2221')).toBe(false);
  });
});
