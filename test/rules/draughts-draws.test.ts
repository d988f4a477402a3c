import { describe, expect, it } from 'vitest';
import { DRAUGHTS_START, type DraughtsPosition, draughts } from '../../shared/rules/draughts.ts';
import type { Outcome } from '../../shared/rules/rules.ts';
import { at, boardOf, walk } from './draughts-vectors.ts';

/** Plies counted towards a draw after one move, and how it ended the game. */
interface Case {
  readonly why: string;
  readonly from: string;
  readonly move: string;
  readonly counted: number;
  readonly ending?: Outcome['ending'];
}

const TWO_EACH = 'W:WK50,31:BK1,20';

const RULE_OF_25: readonly Case[] = [
  { why: 'a king moves', from: `${TWO_EACH}:H0`, move: '50-44', counted: 1 },
  { why: 'the 49th ply', from: `${TWO_EACH}:H48`, move: '50-44', counted: 49 },
  { why: 'the 50th', from: `${TWO_EACH}:H49`, move: '50-44', counted: 50, ending: 'moves25' },
  { why: 'a man moves instead', from: `${TWO_EACH}:H49`, move: '31-27', counted: 0 },
  { why: 'a capture', from: 'W:WK50,31:BK1,15,20,33:H49', move: '50x28', counted: 0 },
  { why: 'a promotion', from: 'W:WK50,31,7:BK5,20:H49', move: '7-2', counted: 0 },
  { why: 'king against men alone', from: 'W:WK50:B15,16,20:H31', move: '50-44', counted: 32 },
  { why: 'its men move', from: 'B:WK50:B15,16,20:H31', move: '20-25', counted: 0 },
  { why: 'king against four', from: 'W:WK28:BK1,K2,K3,K4:H31', move: '28-33', counted: 32 },
  { why: 'two against two', from: 'W:WK28,K46:BK1,K2:H31', move: '28-33', counted: 32 },
  { why: 'a lone man against kings', from: 'B:W32:BK3,K4:H9', move: '3-8', counted: 10 },
];

const KING_AGAINST_3 = 'W:WK28:BK1,K2,K3';

const RULE_OF_16: readonly Case[] = [
  { why: 'the 31st ply', from: `${KING_AGAINST_3}:H30`, move: '28-33', counted: 31 },
  {
    why: 'the 32nd',
    from: `${KING_AGAINST_3}:H31`,
    move: '28-33',
    counted: 32,
    ending: 'moves16',
  },
  { why: 'the same of the other side', from: 'B:WK1,16,31:BK15:H8', move: '15-20', counted: 9 },
  { why: 'a man moves', from: 'B:WK28:BK1,K2,20:H10', move: '20-25', counted: 11 },
  {
    why: 'a man makes the last ply',
    from: 'B:WK28:BK1,K2,20:H31',
    move: '20-25',
    counted: 32,
    ending: 'moves16',
  },
  { why: 'a man becomes a second king', from: 'B:WK16:BK1,K2,45:H10', move: '45-50', counted: 11 },
  { why: 'made by a capture', from: 'W:WK50:BK1,15,20,33:H40', move: '50x28', counted: 0 },
  { why: 'made by a first king', from: 'B:WK6:B15,20,45:H40', move: '45-50', counted: 0 },
];

const RULE_OF_5: readonly Case[] = [
  { why: 'the ninth ply', from: 'W:WK50:BK1,20:H8', move: '50-44', counted: 9 },
  { why: 'the tenth', from: 'W:WK50:BK1,20:H9', move: '50-44', counted: 10, ending: 'moves5' },
  { why: 'king against king', from: 'W:WK28:BK1:H9', move: '28-33', counted: 10, ending: 'moves5' },
  { why: 'a man moves', from: 'W:WK50,31:BK1:H5', move: '31-27', counted: 6 },
  {
    why: 'a man makes the last ply',
    from: 'W:WK50,31:BK1:H9',
    move: '31-27',
    counted: 10,
    ending: 'moves5',
  },
  { why: 'a capture under it', from: 'W:WK50:BK1,33:H5', move: '50x28', counted: 6 },
  { why: 'made from the rule of 16', from: 'W:WK50:BK1,K2,33:H20', move: '50x28', counted: 0 },
  { why: 'made from the rule of 25', from: 'W:WK50,31:BK1,33:H20', move: '50x28', counted: 0 },
  { why: 'made by a first king', from: 'W:W7:BK50,20:H30', move: '7-2', counted: 0 },
];

describe.each([
  ['25 moves without a capture or a move of a man', RULE_OF_25],
  ['16 moves of a lone king against three', RULE_OF_16],
  ['5 moves of a lone king against one or two', RULE_OF_5],
])('the draw after %s', (_, cases) => {
  it.each(cases)('$why: $from $move counts $counted', ({ from, move, counted, ending }) => {
    const before = at(from);
    expect(before.outcome).toBeNull();
    const [, after] = walk(before, [move]);
    expect(after?.drawPlies).toBe(counted);
    expect(after?.outcome).toEqual(ending ? { winner: null, ending } : null);
    if (ending) expect(draughts.legal(after ?? before)).toEqual([]);
  });
});

it('AttackingOrDefending/pydraughts PR #19: a move of a man is progress, too', () => {
  const [, , , last] = walk(at(`${TWO_EACH}:H48`), ['31-27', '1-7', '50-44']);
  expect(last?.drawPlies).toBe(2);
  expect(last?.outcome).toBeNull();
});

describe('the order of endings', () => {
  it.each([
    ['takes the last piece', 'W:WK50:BK33:H9', '50x28'],
    ['leaves the last man blocked', 'W:WK50,41,47:B36:H49', '50-28'],
  ])('who %s wins on the last ply that counts', (_, from, move) => {
    const after = walk(at(from), [move])[1];
    expect(after?.outcome).toEqual({ winner: 'first', ending: 'noMove' });
  });

  it('calls a third occurrence on the last ply that counts by its own name', () => {
    const positions = walk(at('W:WK50:BK1:H2'), there(2));
    expect(positions.at(-1)?.drawPlies).toBe(10);
    expect(positions.at(-1)?.outcome).toEqual({ winner: null, ending: 'threefold' });
  });
});

/** A game found by chance in which both sides have a king early. */
const TO_TWO_KINGS =
  '33-29 19-24 39-33 18-22 33-28 22x33 34-30 14-19 29-23 19x28 32x23 9-14 38x29 24x33 ' +
  '40-34 14-19 23x25 3-9 44-40 15-20 25x3 33-39 37-32 10-15 50-44 39x50';

function packed(texts: readonly string[]): Uint8Array {
  const positions = walk(DRAUGHTS_START, texts);
  const moves = texts.map((text, ply) => draughts.move(positions[ply] ?? DRAUGHTS_START, text));
  return Uint8Array.from(moves.flatMap((move) => [...(move?.packed ?? [])]));
}

/** Both kings go one square and come back, so many times. */
function there(times: number): string[] {
  return Array<string[]>(times).fill(['50-44', '1-7', '44-50', '7-1']).flat();
}

describe('the third occurrence of a position', () => {
  const boardsOf = (positions: readonly DraughtsPosition[]) => positions.map(boardOf);

  it('advitrocks9/aichessathon-starter#10: draws the third time, and no ply earlier', () => {
    const positions = walk(at(TWO_EACH), there(2));
    expect(positions.slice(0, -1).every(({ outcome }) => outcome === null)).toBe(true);
    expect(new Set([0, 4, 8].map((ply) => boardsOf(positions)[ply]))).toHaveLength(1);
    expect(positions[8]?.outcome).toEqual({ winner: null, ending: 'threefold' });
  });

  it('needs the same side to move', () => {
    const cycle = [
      '50-44',
      '1-7',
      '44-39',
      '7-1',
      '39-50',
      '1-7',
      '50-44',
      '7-12',
      '44-50',
      '12-1',
    ];
    const positions = walk(at(TWO_EACH), cycle);
    const same = boardsOf(positions).filter((board) => board === boardOf(at(TWO_EACH)));
    expect(same).toHaveLength(3);
    expect(positions.at(-1)?.outcome).toBeNull();
  });

  it('may have others between', () => {
    const detour = ['50-39', '1-12', '39-50', '12-1'];
    const positions = walk(at(TWO_EACH), [...there(1), ...detour]);
    expect(positions.at(-1)?.outcome?.ending).toBe('threefold');
  });

  it('counts anew after the move of a man', () => {
    const positions = walk(at(TWO_EACH), [...there(1), '31-27', '20-25', ...there(1)]);
    expect(positions.every(({ outcome }) => outcome === null)).toBe(true);
    expect(positions[6]?.before, 'what cannot recur is not kept').toBeNull();
    expect(walk(positions.at(-1) ?? at(TWO_EACH), there(1)).at(-1)?.outcome?.ending).toBe(
      'threefold',
    );
  });

  it('is seen in a game that is replayed from its moves', () => {
    const shuffle = ['3-14', '50-44', '14-3', '44-50'];
    const stored = packed([...TO_TWO_KINGS.split(' '), ...shuffle, ...shuffle]);
    expect(draughts.replay(stored).outcome).toEqual({ winner: null, ending: 'threefold' });
    expect(draughts.replay(stored.subarray(0, -2)).outcome).toBeNull();
  });
});
