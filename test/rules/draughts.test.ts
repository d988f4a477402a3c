import { describe, expect, it } from 'vitest';
import { DRAUGHTS_START, draughts, draughtsPosition, perft } from '../../shared/rules/draughts.ts';
import { capturedAlong } from '../../shared/rules/draughts-captures.ts';
import { formatFen, parseFen } from '../../shared/rules/draughts-notation.ts';
import { at, boardOf, effectOf, perftCounts, walk } from './draughts-vectors.ts';
import vectors from './vectors/draughts-vectors.json' with { type: 'json' };
import { QUICK_PERFT_LEAVES } from './vectors.ts';

const START =
  'W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:' +
  'B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20';
const TWO_WAYS = 'W:WK17,K49:B6,7,22,30,38';

describe('draughts positions', () => {
  it.each(vectors.positions)('$fen: $note', ({ fen, legal }) => {
    const position = at(fen);
    const expected = legal.map(({ path, captured }) => ({
      from: path[0],
      to: path.at(-1),
      captured: captured.toSorted((a, b) => a - b),
    }));
    expect(new Set(position.legal.map(effectOf))).toEqual(new Set(expected));
    expect(position.legal).toHaveLength(legal.length);
    for (const { pdn, path, ...move } of legal) {
      const isAmbiguous = legal.filter((other) => other.pdn === pdn).length > 1;
      const played = draughts.move(position, path.join(pdn.includes('x') ? 'x' : '-'));
      const [text] = draughts.texts(played?.packed ?? new Uint8Array());
      expect(text).toBe(isAmbiguous ? path.join('x') : pdn);
      const after = formatFen(played?.position ?? position);
      if ('fenAfter' in move) expect(after.replace(/:H.*/, '')).toBe(move.fenAfter);
    }
  });

  it('start with white to move, 20 men each', () => {
    expect(formatFen(DRAUGHTS_START)).toBe(`${START}:H0:F1`);
    const moves = '31-26 31-27 32-27 32-28 33-28 33-29 34-29 34-30 35-30';
    expect(draughts.legal(DRAUGHTS_START)).toEqual(moves.split(' '));
  });

  it.each([
    ['blocked', 'W:W46:B41,37', 'second'],
    ['without a piece', 'B:W46:B', 'first'],
  ] as const)('a side to move that is %s has lost: %s', (_, fen, winner) => {
    expect(draughts.outcome(at(fen))).toEqual({ winner, ending: 'noMove' });
    expect(draughts.legal(at(fen))).toEqual([]);
    expect(draughts.move(at(fen), '46-42')).toBeNull();
  });

  it('can be won by either side on time, whatever is left', () => {
    const position = at('W:WK46,K28,32:B20');
    expect(draughts.canWin(position, 'first')).toBe(true);
    expect(draughts.canWin(position, 'second')).toBe(true);
  });
});

describe('draughts perft', () => {
  it.each(perftCounts(-1, QUICK_PERFT_LEAVES))('$name, depth $depth: $leaves', (count) => {
    expect(perft(at(count.fen), count.depth)).toBe(count.leaves);
  });

  it('counts the position itself at depth 0', () => {
    expect(perft(DRAUGHTS_START, 0)).toBe(1);
  });

  it('is not cut short by draws', () => {
    expect(draughts.outcome(at('W:WK28:BK1:H10'))?.ending).toBe('moves5');
    expect(perft(at('W:WK28:BK1:H10'), 2)).toBeGreaterThan(100);
  });
});

describe('the text of a draughts move', () => {
  it('is origin and end, and the path only where these fit two captures', () => {
    expect(draughts.legal(at(TWO_WAYS))).toEqual(['49x1', '49x27x13x35', '49x16x2x35']);
  });

  it.each([
    ['49x35'],
    ['49x27x13x35', '49x27x13x35'],
    ['49x16x2x35', '49x16x2x35'],
    ['49x27x18x1', '49x1'],
    ['49x1', '49x1'],
    ['49x27x1', null],
    ['49x16x13x35', null],
  ])('%s means %s', (text, meant = null) => {
    const move = draughts.move(at(TWO_WAYS), text);
    expect(move && draughts.texts(move.packed)).toEqual(meant && [meant]);
  });

  it.each(['50x6', '50x28x6', '50x22x6', '50x17x6'])('%s is one move on many paths', (text) => {
    const position = at('W:WK50:B11,33');
    const move = draughts.move(position, text);
    expect(draughts.legal(position)).toEqual(['50x6']);
    expect(draughts.texts(move?.packed ?? new Uint8Array())).toEqual(['50x6']);
    expect(move).toEqual(draughts.move(position, '50x6'));
  });

  it.each([
    ['another sign', '32x28'],
    ['no sign', '3228'],
    ['a zero before', '032-28'],
    ['spaces', '32 - 28'],
    ['a line end', '32-28\n'],
    ['a path without captures', '32-28-23'],
    ['two signs', '32-28x19'],
    ['an empty origin', '28-23'],
    ['a piece of the other side', '18-23'],
    ['squares off the board', '32-51'],
    ['nothing', ''],
  ])('is not %s: %j', (_, text) => {
    expect(draughts.move(DRAUGHTS_START, text)).toBeNull();
  });
});

describe('a capture along a path', () => {
  it.each([
    ['takes what it jumps', 'W:WK50:B11,33', [50, 22, 6], [33, 11]],
    ['jumps one piece at a time', 'W:WK50:B33,39', [50, 28], null],
    ['jumps something', 'W:WK50:B33', [50, 39], null],
    ['jumps no own piece', 'W:WK50,33:B1', [50, 28], null],
    ['jumps no piece twice', 'W:WK50:B33', [50, 28, 44], null],
    ['lands where nothing stands', 'W:WK50:B28,33', [50, 28], null],
    ['stays on a diagonal', 'W:WK50:B33', [50, 29], null],
    ['lands close behind when a man makes it', 'W:W50:B44', [50, 33], null],
  ])('%s: %s', (_, fen, path, taken) => {
    const { squares } = at(fen);
    const indexes = path.map((number) => number - 1);
    const captured = capturedAlong(squares, indexes, 'first');
    expect(captured?.map((square) => square + 1) ?? null).toEqual(taken);
  });
});

describe('stored draughts moves', () => {
  it('take two bytes each, and one more for every square needed to tell them apart', () => {
    const [start, , , last] = walk(DRAUGHTS_START, ['32-28', '19-23', '28x19']);
    const packed = ['32-28', '19-23', '28x19'].map((text, ply) => {
      const before = walk(DRAUGHTS_START, ['32-28', '19-23'].slice(0, ply)).at(-1);
      return draughts.move(before ?? DRAUGHTS_START, text)?.packed;
    });
    expect(packed).toEqual([
      Uint8Array.of(31, 27),
      Uint8Array.of(18, 22),
      Uint8Array.of(27 + 64, 18),
    ]);
    const stored = Uint8Array.from(packed.flatMap((bytes) => [...(bytes ?? [])]));
    expect(boardOf(draughts.replay(stored))).toBe(boardOf(last ?? DRAUGHTS_START));
    expect(start).toBe(DRAUGHTS_START);
    expect(draughts.move(at(TWO_WAYS), '49x27x13x35')?.packed).toEqual(
      Uint8Array.of(48 + 64, 26 + 128, 12 + 128, 34),
    );
  });

  it('are told apart without the game', () => {
    const stored = Uint8Array.of(48 + 64, 26 + 128, 12 + 128, 34, 31, 27, 27 + 64, 18);
    expect(draughts.texts(stored)).toEqual(['49x27x13x35', '32-28', '28x19']);
  });

  it.each([
    ['an illegal move', [31, 22], 'stored draughts move 32-23 at ply 0'],
    ['a capture that is none', [31 + 64, 27], 'stored draughts move 32x28 at ply 0'],
    ['a path that is none', [31, 27 + 128, 22], 'stored draughts move 32-28-23 at ply 0'],
    ['a square off the board', [31, 50], 'stored draughts byte 1 is 50'],
    ['half a move', [31, 27, 18], 'end within one, at byte 3'],
    ['half a path', [31 + 64, 27 + 128], 'end within one, at byte 2'],
    ['a flag in the wrong place', [31 + 128, 27], 'stored draughts byte 0 is 159'],
    ['another', [31, 27 + 64], 'stored draughts byte 1 is 91'],
  ])('throw on %s', (_, bytes, message) => {
    expect(() => draughts.replay(Uint8Array.from(bytes))).toThrow(message);
  });

  it('leave the position they are played from as it was', () => {
    const before = formatFen(DRAUGHTS_START);
    draughts.move(DRAUGHTS_START, '32-28');
    draughts.legal(DRAUGHTS_START);
    expect(formatFen(DRAUGHTS_START)).toBe(before);
  });
});

describe('draughts diagrams', () => {
  it.each([
    ['W:W31-50:B1-20', `${START}:H0:F1`],
    ['B:WK1-3,50:B:H12:F7', 'B:WK1,K2,K3,50:B:H12:F7'],
    ['W:W28', 'W:W28:B:H0:F1'],
    ['W:W:BK50:F999', 'W:W:BK50:H0:F999'],
  ])('%s reads as %s', (fen, written) => {
    expect(formatFen(at(fen))).toBe(written);
  });

  it.each([
    ...['', 'W', 'W:B1', 'w:W31:B1', 'W:B1:W31', 'W:W31:B1:F1:H0', 'W:W31:B1:F0', 'W:W31:B1\n'],
    ...['W:W51:B1', 'W:W0:B1', 'W:W31,:B1', 'W:W31.:B1', 'W:WG31:B1', 'W:W50-31:B1'],
    ...['W:W31,31:B1', 'W:W31:B31', 'W:W30-50:B1', 'W:W31:B10-31', 'W:W1-21:B50'],
  ])('reads no diagram from %j', (fen) => {
    expect(parseFen(fen)).toBeNull();
  });

  it('hold the side to move in their ply', () => {
    expect(at('W:W31:B1:F12').ply).toBe(22);
    expect(at('B:W31:B1:F12').ply).toBe(23);
    expect(draughtsPosition({ ...at('W:W31:B1'), ply: 1 }).legal.map(effectOf)).toEqual([
      { from: 1, to: 6, captured: [] },
      { from: 1, to: 7, captured: [] },
    ]);
  });
});

describe('draughts bug reports of other programs', () => {
  it('miskibin/py-draughts#29: one text never means two captures', () => {
    const position = at('W:WK4:B13,20,32,37');
    expect(draughts.move(position, '4x15')).toBeNull();
    const [high, low] = ['4x31x42x15', '4x27x38x15'].map((text) => draughts.move(position, text));
    expect(high).not.toBeNull();
    expect(low).not.toBeNull();
    expect(high?.packed).not.toEqual(low?.packed);
  });

  it('RoepStoep/lidraughts#2: a man that captures across the last row stays a man', () => {
    const position = at('B:W41,42:B36');
    expect(draughts.legal(position)).toEqual(['36x38']);
    expect(formatFen(walk(position, ['36x38'])[1] ?? position)).toBe('W:W:B38:H0:F2');
  });

  it('RoepStoep/lidraughts#3: a capture that ends on the last row makes a king', () => {
    const position = at('W:W22,48:B8,18,34,43');
    expect(draughts.legal(position)).toEqual(['22x2', '48x30']);
    expect(formatFen(walk(position, ['22x2'])[1] ?? position)).toBe('B:WK2,48:B34,43:H0:F1');
  });

  it('RoepStoep/lidraughts#24, #27: a man takes backwards, and has to', () => {
    expect(draughts.legal(at('W:W17:BK22'))).toEqual(['17x28']);
  });
});
