import { describe, expect, it } from 'vitest';
import { chess, chessPosition, perft } from '../../shared/rules/chess.ts';
import { CHESS_START } from '../../shared/rules/chess-board.ts';
import { formatFen } from '../../shared/rules/chess-notation.ts';
import { at, endOf, packed, perftCounts, QUICK_PERFT_LEAVES, START_FEN } from './chess-vectors.ts';

describe('chess perft', () => {
  const counts = perftCounts(0, QUICK_PERFT_LEAVES);
  it.each(counts)('$name, depth $depth: $leaves', ({ fen, depth, leaves }) => {
    expect(perft(at(fen), depth)).toBe(leaves);
  });

  it('counts the position itself at depth 0', () => {
    expect(perft(CHESS_START, 0)).toBe(1);
  });
});

describe('chess moves', () => {
  it('start with twenty, in the order of the diagram', () => {
    expect(chess.legal(CHESS_START).toSorted()).toEqual(
      [...'abcdefgh']
        .flatMap((file) => [`${file}2${file}3`, `${file}2${file}4`])
        .concat('b1a3', 'b1c3', 'g1f3', 'g1h3')
        .toSorted(),
    );
    expect(chess.legal(CHESS_START).slice(0, 2)).toEqual(['a2a3', 'a2a4']);
    expect(formatFen(CHESS_START)).toBe(START_FEN);
    expect(chess.replay(new Uint8Array())).toBe(CHESS_START);
  });

  const READY_TO_CASTLE = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';
  const READY_TO_PROMOTE = '1n5k/P7/8/8/8/8/8/4K3 w - - 0 1';
  const refused = [
    { why: 'too far for a pawn', fen: START_FEN, text: 'e2e5' },
    { why: 'a piece of the other side', fen: START_FEN, text: 'e7e5' },
    { why: 'an empty square', fen: START_FEN, text: 'e4e5' },
    { why: 'onto an own piece', fen: START_FEN, text: 'a1a2' },
    { why: 'SAN of a pawn', fen: START_FEN, text: 'e4' },
    { why: 'SAN of a knight', fen: START_FEN, text: 'Nf3' },
    { why: 'capitals', fen: START_FEN, text: 'E2E4' },
    { why: 'a capital', fen: START_FEN, text: 'E2e4' },
    { why: 'a hyphen', fen: START_FEN, text: 'e2-e4' },
    { why: 'a space before', fen: START_FEN, text: ' e2e4' },
    { why: 'a line end', fen: START_FEN, text: 'e2e4\n' },
    { why: 'nothing', fen: START_FEN, text: '' },
    { why: 'the null move', fen: START_FEN, text: '0000' },
    { why: 'the null move of chess.js', fen: START_FEN, text: '--' },
    { why: 'a superfluous promotion', fen: START_FEN, text: 'e2e4q' },
    { why: 'castling through pieces', fen: START_FEN, text: 'e1g1' },
    { why: 'castling in SAN', fen: READY_TO_CASTLE, text: 'O-O' },
    { why: 'castling onto the rook', fen: READY_TO_CASTLE, text: 'e1h1' },
    { why: 'castling with a promotion', fen: READY_TO_CASTLE, text: 'e1g1q' },
    { why: 'a missing promotion', fen: READY_TO_PROMOTE, text: 'a7a8' },
    { why: 'promotion to a king', fen: READY_TO_PROMOTE, text: 'a7a8k' },
    { why: 'promotion to a pawn', fen: READY_TO_PROMOTE, text: 'a7a8p' },
    { why: 'promotion in capitals', fen: READY_TO_PROMOTE, text: 'a7a8Q' },
    { why: 'promotion with a sign', fen: READY_TO_PROMOTE, text: 'a7a8=q' },
    { why: 'a king into check', fen: '4k3/8/8/8/8/8/r7/4K3 w - - 0 1', text: 'e1e2' },
    { why: 'a pinned piece', fen: '4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1', text: 'e2c3' },
  ];
  it.each(refused)('refuse $why: $text', ({ fen, text }) => {
    expect(chess.move(at(fen), text)).toBeNull();
  });

  const played = [
    {
      what: 'castling short',
      fen: READY_TO_CASTLE,
      text: 'e1g1',
      after: 'r3k2r/8/8/8/8/8/8/R4RK1',
    },
    { what: 'castling long', fen: READY_TO_CASTLE, text: 'e1c1', after: 'r3k2r/8/8/8/8/8/8/2KR3R' },
    { what: 'a queen', fen: READY_TO_PROMOTE, text: 'a7a8q', after: 'Qn5k/8/8/8/8/8/8/4K3' },
    { what: 'a rook', fen: READY_TO_PROMOTE, text: 'a7b8r', after: '1R5k/8/8/8/8/8/8/4K3' },
    { what: 'a bishop', fen: READY_TO_PROMOTE, text: 'a7b8b', after: '1B5k/8/8/8/8/8/8/4K3' },
    { what: 'a knight', fen: READY_TO_PROMOTE, text: 'a7a8n', after: 'Nn5k/8/8/8/8/8/8/4K3' },
    {
      what: 'a black queen',
      fen: '4k3/8/8/8/8/8/p7/1N2K3 b - - 0 1',
      text: 'a2b1q',
      after: '4k3/8/8/8/8/8/8/1q2K3',
    },
    {
      what: 'en passant',
      fen: '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1',
      text: 'e5d6',
      after: '4k3/8/3P4/8/8/8/8/4K3',
    },
    {
      what: 'en passant by black',
      fen: '4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1',
      text: 'd4e3',
      after: '4k3/8/8/8/8/4p3/8/4K3',
    },
  ];
  it.each(played)('make $what: $text', ({ fen, text, after }) => {
    const move = chess.move(at(fen), text);
    expect(chess.legal(at(fen))).toContain(text);
    expect(move && formatFen(move.position).split(' ')[0]).toBe(after);
    expect(chess.texts(move?.packed ?? new Uint8Array())).toEqual([text]);
  });

  const castling = [
    { what: 'nothing', moves: 'a1b1 a8b8', rights: 'Kk' },
    { what: 'a king that moves', moves: 'e1e2 e8d8', rights: '-' },
    { what: 'a king that moves and returns', moves: 'e1e2 a8a7 e2e1 a7a6', rights: 'k' },
    { what: 'a rook that moves and returns', moves: 'h1h2 a8a7 h2h1 a7a8', rights: 'Qk' },
    { what: 'a rook that takes the other', moves: 'h1h8', rights: 'Qq' },
    { what: 'a rook taken on its square', moves: 'a1a8 e8e7', rights: 'K' },
    { what: 'castling', moves: 'e1g1 e8c8', rights: '-' },
  ];
  it.each(castling)('forfeit castling by $what: $moves', ({ moves, rights }) => {
    expect(formatFen(endOf(READY_TO_CASTLE, moves)).split(' ')[2]).toBe(rights);
  });

  it('forfeit castling with a rook that a bishop or a new queen takes', () => {
    const byBishop = endOf('r3k2r/8/8/8/8/8/1B6/4K3 w kq - 0 1', 'b2h8');
    const byPawn = endOf('rn2k2r/P5P1/8/8/8/8/8/4K3 w kq - 0 1', 'g7h8q');
    const another = endOf('4k3/8/8/8/8/8/1p6/R3K2R b KQ - 0 1', 'b2a1q');
    expect(formatFen(byBishop)).toBe('r3k2B/8/8/8/8/8/8/4K3 b q - 0 1');
    expect(formatFen(byPawn)).toBe('rn2k2Q/P7/8/8/8/8/8/4K3 b q - 0 1');
    expect(formatFen(another)).toBe('4k3/8/8/8/8/8/8/q3K2R w K - 0 2');
  });

  it('do not take en passant across a pin, nor a move too late, nor past the edge', () => {
    const pinned = endOf('7k/3p4/8/K3P2r/8/8/8/8 b - - 0 1', 'd7d5');
    const tooLate = endOf('7k/3p4/8/K3P3/8/8/8/8 b - - 0 1', 'd7d5 a5b5 h8h7');
    const overTheEdge = endOf('7k/p7/7P/8/8/8/8/K7 b - - 0 1', 'a7a5');
    expect(formatFen(pinned)).toBe('7k/8/8/K2pP2r/8/8/8/8 w - d6 0 2');
    expect(chess.move(pinned, 'e5d6')).toBeNull();
    expect(chess.move(tooLate, 'e5d6')).toBeNull();
    expect(overTheEdge.passed).toBeNull();
  });
});

describe('stored chess moves', () => {
  it('are two bytes: promotion, to, from', () => {
    expect(chess.move(CHESS_START, 'e2e4')?.packed).toEqual(Uint8Array.of(0x09, 0x34));
    const fen = '7k/P7/8/8/8/8/8/4K3 w - - 0 1';
    expect(chess.move(at(fen), 'a7a8q')?.packed).toEqual(Uint8Array.of(0x40, 0x08));
    expect(chess.texts(Uint8Array.of(0x09, 0x34, 0x40, 0x08))).toEqual(['e2e4', 'a7a8q']);
  });

  const rook = packed(CHESS_START, ['a2a4', 'a7a5', 'a1a3']);
  const TO_THE_EIGHTH = 'a2a4 b7b5 a4b5 a7a6 b5a6 b8c6 a6a7 c6b4'.split(' ');
  const [upper = 0, lower = 0] = packed(at('7k/P7/8/8/8/8/8/4K3 w - - 0 1'), ['a7a8q']);
  const corrupt = [
    { what: 'half a move', bytes: [0x09], why: 'half a chess move' },
    { what: 'an unknown promotion', bytes: [0x59, 0x34], why: 'promotion at ply 0' },
    { what: 'a bit too many', bytes: [0x89, 0x34], why: 'promotion at ply 0' },
    { what: 'a move from an empty square', bytes: [0x00, 0x24], why: 'stored chess move' },
    { what: 'a move of the other side', bytes: [0x09, 0x0c], why: 'stored chess move' },
    { what: 'a move onto an own piece', bytes: [0x0d, 0x3c], why: 'stored chess move' },
    { what: 'a lost move', bytes: [...rook.slice(0, 2), ...rook.slice(4)], why: 'at ply 1' },
    { what: 'a promotion of no pawn', bytes: [0x49, 0x34], why: 'stored chess move' },
    {
      what: 'a pawn that stays one on the last rank',
      bytes: [...packed(CHESS_START, TO_THE_EIGHTH), upper & 0x0f, lower],
      why: 'stored chess move',
    },
  ];
  it.each(corrupt)('throw on $what', ({ bytes, why }) => {
    expect(() => chess.replay(Uint8Array.from(bytes))).toThrow(why);
  });
});

describe('chess diagrams', () => {
  it('may leave out the counters', () => {
    expect(formatFen(at('4k3/8/8/8/8/8/8/4K2R b K -'))).toBe('4k3/8/8/8/8/8/8/4K2R b K - 0 1');
  });

  const trimmed = [
    { what: 'castling without a rook', fen: '4k3/8/8/8/8/8/8/4K2R w KQkq - 3 9', rights: 'K -' },
    {
      what: 'castling with a rook not its own',
      fen: '4k3/8/8/8/8/8/8/r3K3 w Q - 0 1',
      rights: '- -',
    },
    {
      what: 'a passed square nobody takes on',
      fen: '4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1',
      rights: '- -',
    },
    {
      what: 'a passed square without its pawn',
      fen: '4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1',
      rights: '- -',
    },
    {
      what: 'a passed square of the side to move',
      fen: '4k3/8/8/8/8/8/3pP3/4K3 w - d3 0 1',
      rights: '- -',
    },
    {
      what: 'a passed square by a pawn at home',
      fen: '4k3/3p4/8/3pP3/8/8/8/4K3 w - d6 0 1',
      rights: '- -',
    },
  ];
  it.each(trimmed)('lose $what: $fen', ({ fen, rights }) => {
    expect(formatFen(at(fen)).split(' ').slice(2, 4).join(' ')).toBe(rights);
  });

  const unreadable = [
    { why: 'no text', fen: '' },
    { why: 'seven ranks', fen: '4k3/8/8/8/8/8/4K3 w - - 0 1' },
    { why: 'a rank of nine', fen: '4k4/8/8/8/8/8/8/4K3 w - - 0 1' },
    { why: 'an unknown piece', fen: '4k3/8/8/8/8/8/8/4KX2 w - - 0 1' },
    { why: 'no black king', fen: '8/8/8/8/8/8/8/4K3 w - - 0 1' },
    { why: 'two white kings', fen: '4k3/8/8/8/8/8/8/4KK2 w - - 0 1' },
    { why: 'a pawn on the last rank', fen: 'P3k3/8/8/8/8/8/8/4K3 w - - 0 1' },
    { why: 'a king that could be taken', fen: '4k3/8/8/8/8/8/8/K3R3 w - - 0 1' },
    { why: 'an unknown side', fen: '4k3/8/8/8/8/8/8/4K3 x - - 0 1' },
    { why: 'move 0', fen: '4k3/8/8/8/8/8/8/4K3 w - - 0 0' },
    { why: 'something after it', fen: `${START_FEN} 1` },
  ];
  it.each(unreadable)('are refused with $why', ({ fen }) => {
    expect(chessPosition(fen)).toBeNull();
  });
});
