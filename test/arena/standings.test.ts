import { describe, expect, it } from 'vitest';
import { PRESET_NAMES, PRESETS } from '../../shared/arena/policy.ts';
import { rankEntrants } from '../../shared/arena/ranking.ts';
import type { Row } from '../../shared/arena/row.ts';
import { anOpenArena, aReadyRow } from '../support/builders.ts';
import { rankRows } from '../support/rank-rows.ts';
import { ENDS_AT_MS, entries } from './sheets.ts';

const arena = anOpenArena({ endsAtMs: ENDS_AT_MS });

/** A ready row; its name is its number. */
const row = (number: number, more: Partial<Row> = {}): Row => aReadyRow(number, more);

const ROWS = [
  row(1, { state: 'play', log: entries('L') }),
  row(2, { log: entries('W W') }),
  row(3, { state: 'idle', paused: true, log: entries('W') }),
  row(4, { leaseUntilMs: 5 }),
  row(5, { state: 'idle', removed: true, log: entries('W W W') }),
  row(6, { state: 'idle', log: entries('W') }),
];

describe('standings', () => {
  it('say who plays, waits, pauses or is away', () => {
    const seen = rankRows(arena, ROWS, 10).map(({ entrant, activity }) => [entrant.name, activity]);

    expect(seen).toEqual([
      ['2', 'ready'],
      ['3', 'paused'],
      ['6', 'absent'],
      ['1', 'playing'],
      ['4', 'absent'],
    ]);
  });

  it('say of a paused player in a game that he plays', () => {
    const [line] = rankRows(arena, [row(1, { state: 'play', paused: true })], 10);

    expect(line?.activity).toBe('playing');
  });

  it.each(PRESET_NAMES)('are the ranking of the rows under %s, and nothing else', (name) => {
    const rules = { ...arena, policy: PRESETS[name] };
    const ranked = rankEntrants(rules, ROWS);

    expect(rankRows(rules, ROWS, 10).map(({ activity, ...place }) => place)).toEqual(ranked);
  });

  it('slashinfty/tournament-organizer#33: are complete when everybody has gone', () => {
    const gone = ROWS.map((one) => ({ ...one, state: 'idle' as const, connection: null }));

    expect(rankRows(arena, gone, 1_000_000_000).map(({ player }) => player)).toEqual(
      rankRows(arena, ROWS, 10).map(({ player }) => player),
    );
  });
});
