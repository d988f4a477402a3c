import { describe, expect, it } from 'vitest';
import { finalSeeds, OWARE_START, oware, perft } from '../../shared/rules/oware.ts';
import { formatFen, parseFen } from '../../shared/rules/oware-notation.ts';
import { oracleMoves } from './oware-oracle.ts';
import { at, outcomeOf, perftCounts, walk } from './oware-vectors.ts';
import vectors from './vectors/oware-vectors.json' with { type: 'json' };
import { QUICK_PERFT_LEAVES } from './vectors.ts';

describe('oware positions', () => {
  it.each(vectors.positions)('$name: $note', ({ fen, status, legal, moves }) => {
    const position = at(fen);
    expect(formatFen(position)).toBe(fen);
    expect(oware.outcome(position)).toEqual(outcomeOf(status));
    if (status !== null) expect(finalSeeds(position)).toEqual([status.south, status.north]);
    expect(oware.legal(position)).toEqual(legal);
    expect(moves.map(({ letter }) => letter)).toEqual(legal);
  });

  const moves = vectors.positions.flatMap((position) =>
    position.moves.map((move) => ({ ...move, from: position.fen })),
  );
  it.each(moves)('$from, $letter: $fen', ({ from, house, letter, uci, ...after }) => {
    const before = at(from);
    const move = oware.move(before, letter);
    expect(move?.packed).toEqual(Uint8Array.of(house));
    expect(oware.move(before, uci)).toEqual(move);
    const position = move?.position ?? OWARE_START;
    expect(formatFen(position)).toBe(after.fen);
    const captured = position.stores[0] + position.stores[1] - before.stores[0] - before.stores[1];
    expect(captured).toBe(after.captured);
    const slow = oracleMoves(before.houses, before.ply % 2 === 0).find((it) => it.house === house);
    expect(slow).toMatchObject({ captured: after.captured, grandSlam: after.grandSlam });
    expect(oware.outcome(position)).toEqual(outcomeOf(after.end));
    if (after.end) expect(finalSeeds(position)).toEqual([after.end.south, after.end.north]);
  });
});

describe('oware games', () => {
  it.each(vectors.realGames)('$name ends after $plies plies as published', (game) => {
    const positions = walk(at(game.startFen), game.moves);
    const last = positions[game.plies] ?? OWARE_START;
    expect(positions).toHaveLength(game.plies + 1);
    expect(positions.slice(0, -1).every((position) => oware.outcome(position) === null)).toBe(true);
    expect(formatFen(last)).toBe(game.finalFen);
    expect(oware.outcome(last)).toEqual(outcomeOf(game.end));
    expect(oware.legal(last).join('')).toBe(game.legalAfter);
    if (game.end) expect(finalSeeds(last)).toEqual([game.end.south, game.end.north]);
    const shown = game.playStrategyFinalFen;
    if (shown) expect(formatFen(at(shown)), 'the swept seeds come off again').toBe(game.finalFen);
  });

  /** What the public tests say about these games before their last ply. */
  const onTheWay = [
    { name: 'variant-cycle-88', ply: 86, legal: null, repeated: [64, 88] },
    { name: 'GzK8qh5k-89', ply: 88, legal: 1, repeated: [76, 88] },
    { name: 'nOnJqb7U', ply: 146, legal: 2, repeated: [125, 147] },
    { name: 'SnPn3aqd', ply: 147, legal: 1, repeated: [121, 147] },
    { name: 'Pd83xW5h', ply: 141, legal: null, repeated: [120, 142] },
    { name: 'cycle-singles-12', ply: 11, legal: 1, repeated: [0, 12] },
  ];
  it.each(onTheWay)('$name still runs at ply $ply', ({ name, ply, legal, repeated }) => {
    const game = vectors.realGames.find((it) => it.name === name);
    const positions = walk(at(game?.startFen ?? ''), game?.moves ?? '');
    const position = positions[ply] ?? OWARE_START;
    expect(position.outcome).toBeNull();
    if (legal !== null) expect(oware.legal(position)).toHaveLength(legal);
    const [earlier, later] = repeated.map((index) => positions[index]?.houses);
    expect(later).toEqual(earlier);
  });

  it.each(vectors.randomGames)(
    'a generated game: $end.reason, $end.winner, $plies plies',
    (game) => {
      const packed = Uint8Array.from(game.moves, (letter) => 'ABCDEFabcdef'.indexOf(letter));
      const position = oware.replay(packed);
      expect(position.ply).toBe(game.plies);
      expect(oware.texts(packed).join('')).toBe(game.moves);
      expect(formatFen(position)).toBe(game.finalFen);
      expect(oware.outcome(position)).toEqual(outcomeOf(game.end));
      expect(finalSeeds(position)).toEqual([game.end.south, game.end.north]);
      expect(oware.legal(position)).toEqual([]);
      expect(oware.outcome(oware.replay(packed.subarray(0, -1)))).toBeNull();
    },
  );
});

describe('oware perft', () => {
  it.each(perftCounts(-1, QUICK_PERFT_LEAVES))('$name, depth $depth: $leaves', (count) => {
    expect(perft(at(count.fen), count.depth)).toBe(count.leaves);
  });

  it('counts the position itself at depth 0', () => {
    expect(perft(OWARE_START, 0)).toBe(1);
  });
});

describe('oware bug reports of other programs', () => {
  it('aclap-dev/jocly#34: a row that cannot be fed ends the game and is swept', () => {
    const [before, after] = walk(at('1S,5/1,1S,1S,3 22 23 N 60'), 'f');
    expect(before?.outcome).toBeNull();
    expect(after?.outcome).toEqual({ winner: 'first', ending: 'noMove' });
    expect(finalSeeds(after ?? OWARE_START)).toEqual([25, 23]);
  });

  it('aclap-dev/jocly#34: a mover without seeds leaves the others to their owner', () => {
    for (const [stores, seeds] of [
      ['22 20', [22, 26]],
      ['20 22', [20, 28]],
    ] as const) {
      const position = at(`1,1S,1S,1S,1S,2S/6 ${stores} S 50`);
      expect(position.outcome).toEqual({ winner: 'second', ending: 'noMove' });
      expect(finalSeeds(position)).toEqual(seeds);
    }
  });

  it('realmofra/mancala#103, Kaggle/kaggle-environments PR #1194: swept, then compared', () => {
    const trailingNorth = at('1S,1S,1S,3/6 23 22 S 60');
    expect(finalSeeds(trailingNorth)).toEqual([23, 25]);
    expect(trailingNorth.outcome).toEqual({ winner: 'second', ending: 'noMove' });
    const trailingSouth = at('6/3,1S,1S,1S 22 23 N 60');
    expect(finalSeeds(trailingSouth)).toEqual([25, 23]);
    expect(trailingSouth.outcome).toEqual({ winner: 'first', ending: 'noMove' });
  });

  it('Mind-Sports-Games/lila PR #283: a game of more than 256 plies goes on', () => {
    const game = vectors.realGames.find(({ name }) => name === 'ARQRYUmL');
    const packed = Uint8Array.from(game?.moves ?? '', (text) => 'ABCDEFabcdef'.indexOf(text));
    const at253 = oware.replay(packed.subarray(0, 253));
    expect(formatFen(at253)).toBe('1,1S,1S,2,1S/1S,5 20 24 N 127');
    expect(oware.legal(at253)).toEqual(['a', 'd', 'e']);
    expect(oware.replay(packed).ply).toBe(258);
  });

  it('Mind-Sports-Games/lila PR #585: a repetition gives each side the seeds of its row', () => {
    const cycle = ['f1f2', 'a2a1', 'a1b1', 'f2e2', 'b1c1', 'e2d2'];
    const back = ['c1d1', 'd2c2', 'd1e1', 'c2b2', 'e1f1', 'b2a2'];
    const positions = walk(at('1S,5/5,1S 23 23 S 50'), [...cycle, ...back]);
    expect(positions.slice(0, -1).map(({ outcome }) => outcome)).toEqual(Array(12).fill(null));
    expect(positions.at(-1)?.outcome).toEqual({ winner: null, ending: 'repetition' });
    const pairs = walk(at('2S,5/5,2S 21 23 S 50'), 'FfAaBbCcDdEe').at(-1) ?? OWARE_START;
    expect(pairs.outcome).toEqual({ winner: 'second', ending: 'repetition' });
    expect(finalSeeds(pairs)).toEqual([23, 25]);
  });

  it.each([
    ['3,2S,1S,2S/1S,3,2S,3S 20 17 S 50', 'f1d2', '3,3S,2S,3S/1S,3,2S,1 20 17 N 50'],
    [
      '1S,1,8S,2,3S/2S,1S,1S,2S,2S,2S 13 13 N 50',
      'c2f1',
      '2S,1S,3,3S/3S,2S,2S,3S,3S,3S 13 13 S 51',
    ],
    ['5,1S/1S,4,1S 22 23 S 50', 'f1f2', '5,2S/1S,5 22 23 N 50'],
  ])('mateo-fernandez/awale#6: the grand slam %s %s captures nothing', (from, text, after) => {
    expect(formatFen(oware.move(at(from), text)?.position ?? OWARE_START)).toBe(after);
  });
});

describe('oware at its edges', () => {
  it.each([
    ['23 23', true, true],
    ['24 20', true, false],
    ['20 24', false, true],
  ])(
    'with stores %s and the clock run out, South can win: %s, North: %s',
    (stores, south, north) => {
      const [first = 0, second = 0] = stores.split(' ').map(Number);
      const position = at(`5,1S/5,${47 - first - second}S ${stores} S 30`);
      expect(oware.canWin(position, 'first')).toBe(south);
      expect(oware.canWin(position, 'second')).toBe(north);
    },
  );

  it('takes the same houses with the other side to move for a new position', () => {
    const positions = walk(at('3S,1S,1S,2,1S/5,2S 20 20 N 24'), 'fFaAbBeCdDeEc');
    expect(positions[13]?.houses).toEqual(positions[0]?.houses);
    expect(positions[13]?.outcome).toBeNull();
  });

  it('accepts no move after the end', () => {
    const position = at('1S,5/1S,5 25 21 N 50');
    expect(oware.legal(position)).toEqual([]);
    expect(oware.move(position, 'f')).toBeNull();
  });

  it('throws on a store that cannot be a game', () => {
    expect(() => oware.replay(Uint8Array.of(0, 0))).toThrow('stored oware move 0 at ply 1');
    expect(() => oware.replay(Uint8Array.of(12))).toThrow('stored oware move 12 at ply 0');
    expect(() => oware.texts(Uint8Array.of(12))).toThrow('oware house 12');
  });

  it('leaves the position it moves from as it was', () => {
    const before = formatFen(OWARE_START);
    oware.move(OWARE_START, 'F');
    expect(formatFen(OWARE_START)).toBe(before);
  });

  it.each([
    '',
    '4S,4S,4S,4S,4S,4S/4S,4S,4S,4S,4S,4S 0 0 S',
    '4S,4S,4S,4S,4S,4S/4S,4S,4S,4S,4S,4S 0 0 S 0',
    '4S,4S,4S,4S,4S,4S/4S,4S,4S,4S,4S,4S 0 0 W 1',
    '4S,4S,4S,4S,4S,4S/4S,4S,4S,4S,4S,4S 1 0 S 1',
    '4s,4S,4S,4S,4S,4S/4S,4S,4S,4S,4S,4S 0 0 S 1',
    '4S,4S,4S,4S,4S,8S/4S,4S,4S,4S,4S 0 0 S 1',
    '4S,4S,4S,4S,4S,4S,4S/4S,4S,4S,4S,4S 0 0 S 1',
    '7/6 24 24 S 1',
    '0S,5/6 24 24 S 1',
    '10S,5/10S,5 45 3 S 1',
    '6/6 24 24 S 1\n',
  ])('reads no diagram from %j', (fen) => {
    expect(parseFen(fen)).toBeNull();
  });
});
