import { describe, expect, it } from 'vitest';
import { tableLines } from '../../../infra/cli/columns.ts';
import { ratingsSeen } from '../../../infra/cli/ratings-seen.ts';
import { stateLine } from '../../../infra/cli/screen.ts';
import { PRESETS, type PresetName } from '../../../shared/arena/policy.ts';
import { viewArena } from '../../../shared/protocol/arena-view.ts';
import type { GameView } from '../../../shared/protocol/game-view.ts';
import type { StandingView, TableView } from '../../../shared/protocol/table-view.ts';
import { playerId } from '../../support/builders.ts';
import { anArena } from '../../support/samples.ts';

const AMA = playerId(1);
const KOFI = playerId(2);

const line = (part: Partial<StandingView> = {}): StandingView => ({
  ...{ rank: 1, player: AMA, name: 'Ama', rating: 1_512, points: 2.5, sheet: [1, 0.5, 1] },
  ...{ reasons: ['win', 'draw', 'win'], games: 3, wins: 2, berserks: 0, onFire: false },
  ...{ performance: { sum: 4_501, count: 3 }, performanceRolling: null },
  ...{ tieBreaks: null, directEncounter: null, state: null },
  ...part,
});

const titlesOf = (preset: PresetName): string[] =>
  (tableLines([line()], PRESETS[preset])[0] ?? '').trim().split(/ +/);

describe('the lines of a table', () => {
  it('show for each set of rules what it ranks by', () => {
    expect(titlesOf('oware-shield')).toEqual(['points', 'perf']);
    expect(titlesOf('dutch')).toEqual(['points', 'perf']);
    expect(titlesOf('lichess')).toEqual(['points', 'perf']);
    expect(titlesOf('classic')).toEqual([
      ...['points', 'Bhlz-1', 'Bhlz', 'S-B', 'wins', '2nd', 'direct', 'AROC-1'],
    ]);
  });

  it('hold every tie-break in its column, and a dash where there is none', () => {
    const tieBreaks = {
      ...{ buchholzCut1: 7.5, buchholz: 9, sonnebornBerger: 6.25, wins: 2, winsAsSecond: 1 },
      aroc1: { sum: 3_001, count: 2 },
    };
    const directEncounter = { players: 2, points: 1.5 };
    const lines = tableLines(
      [
        line({ tieBreaks, directEncounter }),
        line({ rank: 2, name: 'Kofi', directEncounter: { players: 3, points: null } }),
      ],
      PRESETS.classic,
    );

    expect(lines[1]?.trim().split(/ +/)).toEqual([
      ...['1', 'Ama', '2.5', '7.5', '9', '6.25', '2', '1', '1.5', '1501'],
      ...['1', '0.5', '1'],
    ]);
    expect(lines[2]?.trim().split(/ +/)).toEqual([
      ...['2', 'Kofi', '2.5', '-', '-', '-', '-', '-', '-', '-'],
      ...['1', '0.5', '1'],
    ]);
  });

  it('say that a performance of less than three games says little', () => {
    const two = line({ games: 2, performance: { sum: 3_000, count: 2 } });
    const none = line({ games: 0, performance: null });
    const lines = tableLines([line(), two, none], PRESETS['oware-shield']);

    expect(lines.slice(1).map((text) => text.slice(24, 33).trim())).toEqual(['1500', '1500?', '-']);
  });

  it('show a fire without moving what stands behind it', () => {
    const [, cold, hot] = tableLines([line(), line({ onFire: true })], PRESETS['oware-shield']);

    expect(hot).toContain('🔥');
    expect(hot?.replace('🔥', '  ')).toBe(cold);
  });

  it('show what the ratings have become where some were rated', () => {
    const changes = new Map([[AMA as string, { before: 1_500, after: 1_490 }]]);
    const lines = tableLines([line(), line({ player: KOFI })], PRESETS.dutch, changes);

    expect(lines[0]).toContain('rating');
    expect(lines[1]).toContain('1490 -10');
    expect(lines[2]).toMatch(/ - {2}1 0.5 1$/);
  });
});

describe('the ratings of an arena', () => {
  const game = (startedAtMs: number, first: number | null, second: number | null) => {
    const change = (after: number | null) => after !== null && { before: after - 5, after };
    const ratings = first === null ? null : { first: change(first), second: change(second) };
    const end = { winner: null, ending: 'agreement', endedAtMs: startedAtMs + 1, ratings };
    return { startedAtMs, first: { id: AMA }, second: { id: KOFI }, end } as unknown as GameView;
  };

  it('go from before the first game to after the last one, in the order of the starts', () => {
    expect(ratingsSeen([game(20, 1_520, 1_480), game(10, 1_510, 1_490)])).toEqual(
      new Map([
        [AMA, { before: 1_505, after: 1_520 }],
        [KOFI, { before: 1_485, after: 1_480 }],
      ]),
    );
  });

  it('are not there where no game was rated', () => {
    const running = { ...game(30, 1, 1), end: null };

    expect(ratingsSeen([game(10, null, null), running]).size).toBe(0);
  });
});

describe('the state of an arena in words', () => {
  const STARTS = 1_000_000;
  const ENDS = STARTS + 60_000;
  const arena = (preset: PresetName, state = 'open') => ({
    ...viewArena({ ...anArena({ who: 0, version: 0, state }), policy: PRESETS[preset] }),
    ...{ startsAtMs: STARTS, endsAtMs: ENDS },
  });
  const playing = (players: number) =>
    ({ standings: Array(players).fill(line({ state: 'playing' })) }) as unknown as TableView;

  it.each([
    ['starts in 0:10', STARTS - 10_000],
    ['1:00 to go', STARTS],
    ['0:01 to go', ENDS - 1],
  ])('counts down: %s', (text, nowMs) => {
    expect(stateLine(arena('classic'), playing(4), nowMs)).toBe(text);
  });

  it('says which games a closing arena waits for where they count', () => {
    const at = (players: number) => stateLine(arena('classic', 'closing'), playing(players), ENDS);

    expect([4, 2, 0].map(at)).toEqual([
      'closing: waits for 2 games',
      'closing: waits for a game',
      'closing: waits for the final ranking',
    ]);
  });

  it('says that it does not wait for games that do not count', () => {
    expect(stateLine(arena('dutch', 'closing'), playing(2), ENDS)).toBe(
      'closing: waits for the final ranking; a game more, not counted',
    );
    expect(stateLine(arena('dutch', 'frozen'), playing(2), ENDS)).toBe('frozen');
  });
});
