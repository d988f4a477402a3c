import { describe, expect, it } from 'vitest';
import { exported, playedArena } from '../../support/exports.ts';
import {
  type Line,
  linesOf,
  pick,
  reported,
  SEED,
  summaryOf,
  unrecomputed,
  verifyLines,
} from './verify-files.ts';

/** Few and short games: a random one of chess takes its time. */
const SIZES = {
  chess: { players: 6, rounds: 3, longestPlies: 40 },
  draughts: { players: 8, rounds: 5, longestPlies: 300 },
} as const;

const arenas = {
  chess: playedArena('classic', { seed: SEED, kind: 'chess', ...SIZES.chess }),
  draughts: playedArena('dutch', { seed: SEED, kind: 'draughts', ...SIZES.draughts }),
};

const gamesOf = (lines: readonly Line[]): Line[] => lines.filter(({ type }) => type === 'game');

describe.each(['chess', 'draughts'] as const)('an arena of %s', (kind) => {
  const fileLines = async (): Promise<Line[]> => linesOf(await exported(await arenas[kind]));

  it('verifies as it is, moves and all', async () => {
    const lines = await fileLines();

    const report = await verifyLines(lines);

    const endings = new Set(gamesOf(lines).map(({ ending }) => ending));
    console.log(`${kind}: SEED=${SEED}, endings ${[...endings].join(' ')}`);
    expect(reported(report, 'difference')).toEqual([]);
    expect(summaryOf(report)).toMatch(/^ok players=\d+ games=\d+ compared=\d+ notComparable=0$/);
    expect(unrecomputed(report)).not.toContain('game.moves');
  });

  it('does not with a move left out of any of its games', async () => {
    const lines = await fileLines();
    const long = gamesOf(lines).filter(({ plies }) => plies > 2);
    for (const game of long) game.moves = game.moves.split(' ').toSpliced(1, 1).join(' ');

    const found = reported(await verifyLines(lines), 'difference');

    for (const { id } of long) {
      expect(found.join('\n')).toMatch(new RegExp(`^difference game ${id} (moves|plies): `, 'm'));
    }
  });

  it.each(['oware', 'chess', 'draughts'].filter((other) => other !== kind))(
    'is none of %s',
    async (other) => {
      const lines = await fileLines();
      pick(lines, 'arena').game = other;

      const found = reported(await verifyLines(lines), 'difference').join('\n');

      expect(found).toMatch(new RegExp(`^difference game \\w+ moves: .*moves of ${other}$`, 'm'));
    },
  );
});

/** An arena with one game, of which nobody knows more than this. */
async function judged(kind: string, game: Partial<Line>): Promise<string> {
  const player = (id: string) => ({
    ...{ type: 'player', id, name: id, rating: 1_500 },
    ...{ removed: false, disqualified: false },
  });
  const plies = game.moves === undefined ? 0 : game.moves.split(' ').length;
  const lines = [
    {
      ...{ type: 'arena', schema: 'arena-export/1', id: 'x', name: 'x', game: kind, rated: true },
      ...{ startsAtMs: 0, endsAtMs: 9_000, policy: { preset: 'classic' } },
      clock: { limitMs: 60_000, incrementMs: 0 },
    },
    ...[player('a'), player('b')],
    {
      ...{ type: 'game', id: 'g', first: 'a', second: 'b', startedAtMs: 1, endedAtMs: 2 },
      ...{ firstRating: 1_500, secondRating: 1_500, plies, ...game },
    },
  ];
  const report = await verifyLines(lines as unknown as Line[]);
  return reported(report, 'difference').join('\n');
}

const MATE = 'f2f3 e7e5 g2g4 d8h4';
/** Sam Loyd's, the shortest there is. */
const STALEMATE =
  'e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6';
const TWICE = 'g1f3 g8f6 f3g1 f6g8';
const THREE_TIMES = `${TWICE} ${TWICE}`;
const FIVE_TIMES = `${THREE_TIMES} ${THREE_TIMES}`;
const QUEEN = 'a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 h7h6 b7a8q';

describe('the end of a game of chess', () => {
  it.each([
    ['checkmate', 'second', MATE, /^$/],
    ['checkmate', 'first', MATE, /^.* winner: stored first, recomputed second$/],
    ['resign', 'second', MATE, /^.* ending: stored resign, recomputed checkmate$/],
    ['stalemate', null, STALEMATE, /^$/],
    ['stalemate', 'first', STALEMATE, /winner: stored first, recomputed nobody, by stalemate/],
    ['agreement', null, STALEMATE, /ending: stored agreement, recomputed stalemate$/],
    ['threefold', null, THREE_TIMES, /^$/],
    ['agreement', null, THREE_TIMES, /^$/],
    ['resign', 'first', THREE_TIMES, /^$/],
    ['fivefold', null, THREE_TIMES, /ending: .* the game is not over by its moves$/],
    ['threefold', null, TWICE, /ending: .* the game is not over by its moves$/],
    ['fivefold', null, FIVE_TIMES, /^$/],
    ['threefold', null, FIVE_TIMES, /ending: stored threefold, recomputed fivefold$/],
    ['resign', 'first', `${FIVE_TIMES} e2e4`, /moves: stored e2e4 as ply 17, .* game is over$/],
    ['flag', 'second', QUEEN, /winner: stored second, recomputed first$/],
    ['flag', 'first', QUEEN, /^$/],
    ['resign', 'first', QUEEN.slice(0, -1), /moves: stored b7a8 as ply 9, recomputed one of /],
    ['resign', 'first', 'e2e4 e7e5 e1g1', /moves: stored e1g1 as ply 3, recomputed one of /],
    ['resign', 'first', 'e4', /moves: stored e4, recomputed moves of chess$/],
  ] as const)('%s, won by %s, after %s', async (ending, winner, moves, sees) => {
    expect(await judged('chess', { ending, winner, moves })).toMatch(sees);
  });
});

describe('the end of a game of draughts', () => {
  it.each([
    ['resign', 'first', '32-28 19-23 28x19 14x23', /^$/],
    ['resign', 'first', '32-28 19-23 28x19 20-24', /moves: stored 20-24 as ply 4, .* 14x23/],
    ['flag', 'first', '32-28 19-23 28x19', /^$/],
    ['flag', null, '32-28 19-23 28x19', /winner: stored null, recomputed first$/],
    ['noMove', 'first', '32-28 19-23', /ending: .* the game is not over by its moves$/],
    ['moves5', null, '32-28 19-23', /ending: .* the game is not over by its moves$/],
    ['resign', 'first', '32x28', /moves: stored 32x28 as ply 1, recomputed one of 31-26 /],
  ] as const)('%s, won by %s, after %s', async (ending, winner, moves, sees) => {
    expect(await judged('draughts', { ending, winner, moves })).toMatch(sees);
  });

  it('is what the rules say where they end it', async () => {
    const lines = linesOf(await exported(await arenas.draughts));
    const blocked = gamesOf(lines).filter(({ ending }) => ending === 'noMove');
    for (const game of blocked) game.ending = 'resign';

    const found = reported(await verifyLines(lines), 'difference');

    expect(blocked.length).toBeGreaterThan(0);
    expect(found).toEqual(
      blocked.map(({ id }) => `difference game ${id} ending: stored resign, recomputed noMove`),
    );
  });
});

describe('an ending without moves', () => {
  it.each([
    ['chess', 'moves25', null, /ending: stored moves25, recomputed an ending of chess$/],
    ['chess', 'repetition', null, /ending: stored repetition, recomputed an ending of chess$/],
    ['draughts', 'fivefold', null, /ending: stored fivefold, recomputed an ending of draughts$/],
    ['oware', 'threefold', null, /ending: stored threefold, recomputed an ending of oware$/],
    ['draughts', 'moves16', 'first', /winner: stored first, recomputed nobody, by moves16$/],
    ['draughts', 'threefold', null, /^$/],
    ['draughts', 'noMove', 'second', /^$/],
    ['draughts', 'noMove', null, /winner: stored null, recomputed somebody, by noMove$/],
    ['oware', 'noMove', null, /^$/],
    ['chess', 'flag', null, /^$/],
  ] as const)('%s: %s, won by %s', async (kind, ending, winner, sees) => {
    expect(await judged(kind, { ending, winner })).toMatch(sees);
  });
});
