import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { Ports } from '../../shared/app/ports.ts';
import { type ResultsPage, showResults } from '../../shared/app/results.ts';
import { showFinal } from '../../shared/app/show-final.ts';
import { showTable } from '../../shared/app/show-table.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { PRESET_NAMES } from '../../shared/arena/policy.ts';
import { present } from '../../shared/core/assert.ts';
import { resultsCsv } from '../../shared/protocol/results-csv.ts';
import { type ResultView, resultColumns } from '../../shared/protocol/results-view.ts';
import { anOpenArena, playerId } from '../support/builders.ts';
import { hallOf } from '../support/hall.ts';
import { correct, freshTable, frozenOn, playedStage } from '../support/organising.ts';

type Shows = Pick<Ports, 'store' | 'tables'>;

async function pageOf(
  ports: Shows,
  arena: Arena,
  cursor: string | null = null,
  version: number | null = null,
): Promise<ResultsPage> {
  const page = await showResults(ports, arena, { version, cursor });
  if (!page.ok) throw new Error(page.error.code);
  return page.value;
}

async function pagesOf(ports: Shows, arena: Arena): Promise<ResultsPage[]> {
  const pages: ResultsPage[] = [];
  let cursor: string | null = null;
  do {
    const page: ResultsPage = await pageOf(ports, arena, cursor);
    pages.push(page);
    cursor = page.next;
  } while (cursor !== null);
  return pages;
}

const csvOf = ({ results, columns, isFirst }: ResultsPage) => resultsCsv(results, columns, isFirst);

/** As somebody reads it who knows nothing of us: every value is a text. */
const readCsv = (text: string): Record<string, string>[] =>
  parse(text, { columns: true, record_delimiter: '\r\n' });

const rounded = (mean: { readonly sum: number; readonly count: number } | null) =>
  mean === null ? null : Number((mean.sum / mean.count).toFixed(2));

describe('results', () => {
  it.each(PRESET_NAMES)('of %s are the table, with what it is ranked by', async (preset) => {
    const { stage, arena } = await playedStage(preset, 5);
    const lines = await freshTable(stage, arena);
    const { results, columns, next } = await pageOf(stage.ports, arena);
    const { tieBreaks } = arena.policy;

    expect(results).toHaveLength(lines.length);
    expect(next).toBeNull();
    expect(columns.slice(0, 8)).toEqual(
      'rank player name rating points games wins performance'.split(' '),
    );
    expect(new Set(columns.slice(7, -1))).toEqual(
      new Set(['performance', ...tieBreaks.filter((key) => key !== 'wins')]),
    );
    for (const [index, line] of lines.entries()) {
      const { rank, player, name, rating, points, games, wins, sheet } = line;
      expect(results[index]).toMatchObject({ rank, player, name, rating, points, games, wins });
      const { aroc1 = null, buchholz, sonnebornBerger } = line.tieBreaks ?? {};
      const isFull = preset === 'classic';
      expect(Object.keys(results[index] ?? {})).toEqual(columns);
      expect(results[index]?.sheet).toEqual(sheet);
      expect(results[index]?.performance).toBe(rounded(line.performance));
      if (isFull) expect(results[index]).toMatchObject({ buchholz, sonnebornBerger });
      if (isFull) expect(results[index]?.aroc1).toBe(rounded(aroc1));
    }
  });

  it.each(PRESET_NAMES)('of a version of %s are that version, without ratings', async (preset) => {
    const { stage, arena: open } = await playedStage(preset, 3);
    const before = await frozenOn(stage, open);
    const table = await showTable(stage.ports, before.id, 0);
    const wins = new Map(
      table.ok ? table.value.standings.map((line) => [line.player, line.wins]) : [],
    );
    const [winner] = present(table.ok ? table.value.winners : null, 'winners');
    await correct(stage, before, 'disqualify', present(winner, 'winner'));
    for (const version of [1, 2]) {
      const final = await showFinal(stage.ports, before.id, version, 0);
      const lines = final.ok ? final.value.standings : [];
      const { results } = await pageOf(stage.ports, before, null, version);

      expect(lines.length).toBeGreaterThan(5);
      expect(results.map(({ rank, player, points }) => ({ rank, player, points }))).toEqual(
        lines.map(({ rank, player, points }) => ({ rank, player, points })),
      );
      for (const result of results) {
        expect(result).toMatchObject({ rating: null, wins: wins.get(result.player) });
      }
      expect(results.some(({ player }) => player === winner)).toBe(version === 1);
    }
    expect(await showResults(stage.ports, before, { version: 3, cursor: null })).toMatchObject({
      ...{ ok: false, error: { code: 'notFound', field: 'version' } },
    });
  });

  it('come a hundred a page, and pages of CSV together are one file', async () => {
    const arena = anOpenArena({ playersMax: 1_000 });
    const { ports } = await hallOf(arena, { players: 250 });
    const pages = await pagesOf(ports, arena);
    const read = readCsv(pages.map(csvOf).join(''));

    expect(pages.map(({ results }) => results.length)).toEqual([100, 100, 50]);
    expect(pages.map(({ isFirst }) => isFirst)).toEqual([true, false, false]);
    expect(read.map(({ player }) => player)).toEqual(
      Array.from({ length: 250 }, (_, index) => playerId(index + 1)),
    );
    // Full pages exactly have nothing behind them.
    const full = await hallOf(arena, { players: 200 });
    expect(await pagesOf(full.ports, arena)).toHaveLength(2);
  });

  it('of an arena without a table are none, with a header', async () => {
    const { stage, arena } = await playedStage('dutch', 1);
    const page = await pageOf(stage.ports, arena);
    expect(page).toMatchObject({ results: [], next: null });
    expect(csvOf(page)).toBe('rank,player,name,rating,points,games,wins,performance,sheet\r\n');
  });

  it.each(['', '0', '-1', '01', '1.5', 'x', '10000'])('have no page at %j', async (cursor) => {
    const { stage, arena } = await playedStage('dutch', 1);
    expect(await showResults(stage.ports, arena, { version: null, cursor })).toMatchObject({
      ...{ ok: false, error: { code: 'invalid', field: 'cursor' } },
    });
  });
});

describe('results as CSV', () => {
  const columns = resultColumns(['performance']);
  const line = (name: string): ResultView => ({
    ...{ rank: 1, player: playerId(1), name, rating: null, points: 2.5, games: 3, wins: 1 },
    ...{ performance: 1_523.33, sheet: [2, 0.5, 0] },
  });
  const readBack = (name: string) =>
    present(readCsv(resultsCsv([line(name)], columns, true))[0], 'line');

  it('are read back by another program', () => {
    expect(readBack('Ama')).toEqual({
      ...{ rank: '1', player: playerId(1), name: 'Ama', rating: '', points: '2.5', games: '3' },
      ...{ wins: '1', performance: '1523.33', sheet: '2 0.5 0' },
    });
  });

  it.each(['a,b', 'say "hi"', '"', 'Ænøn, "Δ" 阿瑪', "O'Hara", ' ', ';', '🦁'])(
    'keep the name %j',
    (name) => {
      expect(readBack(name).name).toBe(name);
    },
  );

  // OWASP, CSV injection.
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("http://a.example","b")', '＝1'])(
    'never make a formula of the name %j',
    (name) => {
      expect(readBack(name).name).toBe(`'${name}`);
      // Quotes are no protection: a spreadsheet takes them away before it looks.
      expect(resultsCsv([line(name)], columns, false)).toMatch(/^1,\w+,"?'/);
    },
  );

  it('end every line as RFC 4180 says', () => {
    const text = resultsCsv([line('Ama'), line('Kofi')], columns, true);
    expect(text.split('\r\n')).toHaveLength(4);
    expect(text.endsWith('\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });
});
