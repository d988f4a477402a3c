import { describe, expect, it } from 'vitest';
import { checkArena } from '../../../infra/cli/check.ts';
import { rulesSeen } from '../../../infra/cli/rules-seen.ts';
import type { ListedGame } from '../../../shared/app/list-games.ts';
import { PRESETS, type PresetName } from '../../../shared/arena/policy.ts';
import { rankEntrants, winnersOf } from '../../../shared/arena/ranking.ts';
import { counts, paysOf } from '../../../shared/arena/sheet.ts';
import { tableLine } from '../../../shared/arena/table.ts';
import { viewGame } from '../../../shared/protocol/game-view.ts';
import {
  type StandingView,
  type TableView,
  viewLine,
} from '../../../shared/protocol/table-view.ts';
import { type Played, smallArena } from '../../cloud/small-arena.ts';
import { anOpenArena } from '../../support/builders.ts';

const GAMES: readonly Played[] = [
  { id: 1, first: 1, second: 2, winner: 'first', plies: 30 },
  { id: 2, first: 3, second: 1, winner: 'second', plies: 14, berserk: 'second' },
  { id: 3, first: 2, second: 3, winner: null, plies: 44 },
  { id: 4, first: 1, second: 3, winner: 'first', plies: 21 },
  { id: 5, first: 2, second: 1, winner: null, plies: 12 },
];
/** So many of them are over in time; each takes a minute. */
const IN_TIME = 4;

/** An arena that ends within its last game, as the public API shows it. */
function shown(preset: PresetName) {
  const open = anOpenArena({ policy: PRESETS[preset] });
  const arena = { ...open, endsAtMs: open.startsAtMs + IN_TIME * 60_000 };
  const { games, rows } = smallArena(arena, 4, GAMES);
  const places = rankEntrants(arena, rows);
  const lines = places.map((place) => tableLine(place, null));
  const standings = lines.map((line) => viewLine(line, paysOf(arena.policy)));
  const table: TableView = {
    ...{ arena: arena.id, state: 'frozen', final: true, version: 1, players: 4, page: 0 },
    winners: winnersOf(arena.policy, lines),
    standings,
  };
  const listed = games.map(
    (game): ListedGame => ({
      ...viewGame(game),
      ...{ times: null, counted: counts(arena, game), scored: true },
    }),
  );
  return { arena, table, games: listed };
}

const faultsOf = ({ arena, table, games }: ReturnType<typeof shown>): string[] =>
  checkArena(table, games, arena.endsAtMs, arena.policy);

const withFirst = (table: TableView, part: Partial<StandingView>): TableView => ({
  ...table,
  standings: table.standings.map((line, index) => (index === 0 ? { ...line, ...part } : line)),
});

const withGame = (games: readonly ListedGame[], id: number, part: Partial<ListedGame>) =>
  games.map((game, index) => (index === id - 1 ? { ...game, ...part } : game));

describe('the check of a frozen arena', () => {
  it.each(['oware-shield', 'dutch', 'classic', 'lichess'] as const)(
    'finds nothing where all is right: %s',
    (preset) => {
      expect(faultsOf(shown(preset))).toEqual([]);
    },
  );

  it.each([
    { points: 99 },
    { rank: 2 },
    { sheet: [2, 2] },
    { performance: { sum: 1, count: 3 } },
    { performance: null },
  ])('contradicts a wrong line of a table that it recomputes: %j', (part) => {
    for (const preset of ['oware-shield', 'dutch'] as const) {
      const arena = shown(preset);
      const [field] = Object.keys(part);
      const faults = faultsOf({ ...arena, table: withFirst(arena.table, part) });

      expect(faults).toEqual([expect.stringContaining(`1: ${field} is `)]);
    }
  });

  it('contradicts a table that has lost a player', () => {
    const { table, ...arena } = shown('dutch');
    const standings = table.standings.slice(1);

    expect(faultsOf({ ...arena, table: { ...table, standings } })).toHaveLength(2);
  });

  it('leaves out whom an organiser has taken out: the others close up', () => {
    for (const preset of ['oware-shield', 'dutch'] as const) {
      const { arena, games } = shown(preset);
      const { rows } = smallArena(arena, 4, GAMES);
      const [gone] = rankEntrants(arena, rows);
      const removed = rows.map((row) => ({ ...row, removed: row.player === gone?.player }));
      const lines = rankEntrants(arena, removed).map((place) => tableLine(place, null));
      const standings = lines.map((line) => viewLine(line, paysOf(arena.policy)));
      const winners = winnersOf(arena.policy, lines);
      const table = { ...shown(preset).table, players: 3, winners, standings };
      const out = new Set(gone === undefined ? [] : [gone.player]);

      expect(lines).toHaveLength(3);
      expect(checkArena(table, games, arena.endsAtMs, arena.policy, out)).toEqual([]);
      expect(checkArena(table, games, arena.endsAtMs, arena.policy)).not.toEqual([]);
    }
  });

  it('contradicts wrong winners, by the rules of the arena', () => {
    const arena = shown('dutch');
    const both = arena.table.standings.slice(0, 2).map(({ player }) => player);
    // Equal points: all with the most have won, whatever the performance says.
    const tied = { ...arena, games: arena.games.slice(2, 3) };
    const lines = arena.table.standings;
    const drawn = (winners: TableView['winners']) =>
      faultsOf({ ...tied, table: { ...arena.table, winners, standings: lines } }).filter((fault) =>
        fault.startsWith('the winners'),
      );
    const pair = tied.games.flatMap(({ first, second }) => [first.id, second.id]);

    expect(faultsOf({ ...arena, table: { ...arena.table, winners: both } })).toHaveLength(1);
    expect(faultsOf({ ...arena, table: { ...arena.table, winners: [] } })).toHaveLength(1);
    expect(drawn(pair)).toEqual([]);
    expect(drawn(pair.slice(0, 1))).toHaveLength(1);
  });

  it.each([
    ['classic', true],
    ['lichess', false],
    ['oware-shield', false],
  ] as const)('knows whether a late game counts: %s', (preset, late) => {
    const arena = shown(preset);
    const last = arena.games.at(-1);

    expect(last?.counted).toBe(late);
    const games = withGame(arena.games, 5, { counted: !late });
    expect(faultsOf({ ...arena, games })).toEqual([expect.stringContaining('count')]);
  });

  it.each(['oware-shield', 'classic'] as const)('looks at every game by itself: %s', (preset) => {
    const arena = shown(preset);
    const faults = (part: Partial<ListedGame>) =>
      faultsOf({ ...arena, games: withGame(arena.games, 5, part) });

    expect(faults({ scored: false })).toEqual([expect.stringContaining('not scored')]);
    expect(faults({ moves: 'A A' })).toEqual([expect.stringContaining('illegal move A')]);
    expect(faults({ end: null })).toContainEqual(expect.stringContaining('still runs'));
    expect(faults({ startedAtMs: arena.arena.startsAtMs })).toContainEqual(
      expect.stringContaining('at once'),
    );
  });
});

describe('the rules that an arena has shown', () => {
  const seen = (preset: PresetName) => {
    const { arena, table, games } = shown(preset);
    return Object.fromEntries(rulesSeen(arena.policy, arena.endsAtMs, table, games, 7));
  };

  it('are counted by the reasons of the sheets and the times of the games', () => {
    expect(seen('classic')).toEqual({
      ...{ win: 3, draw: 4, loss: 3, noShow: 0, reconnect: 7, lateGame: 1 },
    });
    expect(seen('dutch')).toEqual({
      ...{ winOnFire: 1, berserk: 1, quickDraw: 0, drawOnFire: 0, drawStreak: 0 },
      ...{ noShow: 0, reconnect: 7, afterBell: 1 },
    });
  });
});
