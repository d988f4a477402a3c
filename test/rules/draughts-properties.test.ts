import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DRAUGHTS_START,
  type DraughtsPosition,
  draughts,
  draughtsPosition,
} from '../../shared/rules/draughts.ts';
import { formatFen, parseFen } from '../../shared/rules/draughts-notation.ts';
import { oracleEnd, oracleMoves } from './draughts-oracle.ts';
import { boardOf, effectOf, walk } from './draughts-vectors.ts';

const SEEDS = Number(process.env.SEEDS ?? 1);
const POSITIONS = 500 * SEEDS;
const GAMES = 40 * SEEDS;
const MAX_PLIES = 1_000;
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
console.log(`draughts properties: SEED=${seed}, ${POSITIONS} positions, ${GAMES} games`);

const CODES: Record<string, number> = { w: 1, b: 2, W: 5, B: 6 };

/** A position with these pieces on these squares; men too far on are kings. */
function put(pieces: readonly string[], places: readonly number[], ply: number): DraughtsPosition {
  const squares = new Uint8Array(50);
  for (const [index, place] of places.entries()) {
    const piece = CODES[pieces[index] ?? ''] ?? 0;
    const isFar = (piece === 1 && place < 5) || (piece === 2 && place >= 45);
    squares[place] = isFar ? piece + 4 : piece;
  }
  return draughtsPosition({ squares, ply, drawPlies: 0 });
}

const ALL_PLACES = [...Array(50).keys()];

/** A position with either side to move and at most so many pieces, drawn from `bag`. */
const positionsOf = (bag: string, maxLength: number): fc.Arbitrary<DraughtsPosition> =>
  fc
    .tuple(
      fc.array(fc.constantFrom(...bag), { minLength: maxLength, maxLength }),
      fc.shuffledSubarray(ALL_PLACES, { minLength: 2, maxLength }),
      fc.nat(200),
    )
    .map(([pieces, places, ply]) => put(pieces, places, ply));

/** Crowds of men, a few kings hunting men, ends of games with kings on both sides. */
const positions = fc.oneof(
  positionsOf('wwwwbbbbWB', 30),
  positionsOf('Wbbbbbbbbbbbb', 14),
  positionsOf('wwwwwwwwwB', 12),
  positionsOf('wbWWBB', 6),
);

/** The number of the move that a player picks among these after the moves so far. */
type Choice = (pick: number, position: DraughtsPosition, texts: readonly string[]) => number;

/** Any move. */
const random: Choice = (pick, { legal }) => pick % legal.length;

/** Often back where he came from, else mostly a move that loses nothing: such games are drawn. */
const careful: Choice = (pick, position, texts) => {
  const listed = draughts.legal(position);
  const back = listed.indexOf((texts.at(-2) ?? '').split('-').reverse().join('-'));
  if (pick % 3 === 0 && back >= 0) return back;
  const isSafe = (text: string): boolean =>
    walk(position, [text])[1]?.legal[0]?.captured.length === 0;
  const safe = listed.flatMap((text, index) => (isSafe(text) ? [index] : []));
  return safe[pick % safe.length] ?? random(pick, position, texts);
};

/** All positions of a game from one of these, its moves picked by chance, to its end. */
const gamesFrom = (starts: fc.Arbitrary<DraughtsPosition>, choose: Choice) =>
  fc.tuple(starts, fc.infiniteStream(fc.nat(59))).map(([start, picks]) => {
    const played = [start];
    const texts: string[] = [];
    let position = start;
    for (const pick of picks) {
      const text = draughts.legal(position)[choose(pick, position, texts)];
      if (text === undefined || texts.length === MAX_PLIES) break;
      texts.push(text);
      position = walk(position, [text])[1] ?? position;
      played.push(position);
    }
    return { played, texts, last: position };
  });
const wholeGames = gamesFrom(fc.constant(DRAUGHTS_START), random);
/** Material of which some falls under each rule for draws, or comes to by one capture. */
const MATERIAL = ['WB', 'WBb', 'wBBb', 'Wbbb', 'WBbb', 'WBBB', 'WWBB', 'WWBBB', 'WBBBB', 'WwBbb'];
const endGames = gamesFrom(
  fc
    .tuple(
      fc.constantFrom(...MATERIAL),
      fc.shuffledSubarray(ALL_PLACES, { minLength: 5, maxLength: 5 }),
    )
    .map(([pieces, places]) => put([...pieces], places.slice(0, pieces.length), 0)),
  careful,
);

const check = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number, law: (value: T) => void): void =>
  fc.assert(fc.property(arbitrary, law), { seed, numRuns });

const isFirstToMove = ({ ply }: DraughtsPosition): boolean => ply % 2 === 0;
const byEffect = (a: object, b: object): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

describe('draughts on random positions', () => {
  it('agrees with a naive oracle on legal moves, what they take and the board after them', () => {
    check(positions, POSITIONS, (position) => {
      const expected = oracleMoves(boardOf(position), isFirstToMove(position));
      const effects = expected.map(({ from, to, captured }) => ({ from, to, captured }));
      expect(position.legal.map(effectOf).sort(byEffect)).toEqual(effects.sort(byEffect));
      const origins = position.legal.map(({ path }) => path[0] ?? 0);
      expect(origins).toEqual(origins.toSorted((a, b) => a - b));
    });
  });

  it('plays every move by each of its paths, and by its ends only where no other has them', () => {
    check(positions, POSITIONS, (position) => {
      const moves = oracleMoves(boardOf(position), isFirstToMove(position));
      const listed = draughts.legal(position);
      expect(new Set(listed).size).toBe(moves.length);
      for (const { from, to, captured, paths, after } of moves) {
        const sign = captured.length > 0 ? 'x' : '-';
        const isAmbiguous = moves.filter((it) => it.from === from && it.to === to).length > 1;
        const short = draughts.move(position, `${from}${sign}${to}`);
        expect(short === null).toBe(isAmbiguous);
        for (const path of paths) {
          const move = draughts.move(position, path.join(sign));
          expect(boardOf(move?.position ?? position)).toBe(after);
          const [text = ''] = draughts.texts(move?.packed ?? new Uint8Array());
          expect(listed).toContain(text);
          expect(text.split(sign)).toHaveLength(isAmbiguous ? path.length : 2);
          expect(move?.packed).toHaveLength(isAmbiguous ? path.length : 2);
        }
      }
    });
  });

  it('accepts no other text', () => {
    const number = fc.integer({ min: 0, max: 55 });
    const near = fc
      .tuple(fc.array(number, { minLength: 1, maxLength: 4 }), fc.constantFrom('-', 'x', ':', ''))
      .map(([numbers, sign]) => numbers.join(sign));
    check(fc.tuple(positions, fc.oneof(near, fc.string())), POSITIONS, ([position, text]) => {
      const moves = oracleMoves(boardOf(position), isFirstToMove(position));
      const known = moves.flatMap(({ from, to, captured, paths }) => {
        const sign = captured.length > 0 ? 'x' : '-';
        return [`${from}${sign}${to}`, ...paths.map((path) => path.join(sign))];
      });
      if (!known.includes(text)) expect(draughts.move(position, text)).toBeNull();
    });
  });

  it('keeps its diagram through text and back', () => {
    check(fc.tuple(positions, fc.nat(49)), POSITIONS, ([{ squares, ply }, drawPlies]) => {
      const board = boardOf({ squares });
      const isCrowd = [/[^w]/gi, /[^b]/gi].some((others) => board.replace(others, '').length > 20);
      const diagram = parseFen(formatFen({ squares, ply, drawPlies }));
      expect(diagram).toEqual(isCrowd ? null : { squares, ply, drawPlies });
    });
  });
});

describe('draughts in random games', () => {
  const seen: Record<string, number> = {};

  it.each([
    ['whole games', wholeGames, GAMES / 4],
    ['ends of games', endGames, GAMES * 2],
  ] as const)('%s end when and as the oracle says, and no ply earlier', (_, games, runs) => {
    check(games, runs, ({ played, last }) => {
      const boards: string[] = [];
      for (const position of played) {
        boards.push(boardOf(position));
        expect(draughts.outcome(position)).toEqual(oracleEnd(boards));
      }
      expect(last.outcome).not.toBeNull();
      const ending = last.outcome?.ending ?? 'none';
      seen[ending] = (seen[ending] ?? 0) + 1;
    });
    console.log(`draughts endings so far: ${JSON.stringify(seen)}`);
  });

  it('is the same game after packing and replaying', () => {
    check(wholeGames, GAMES, ({ played, texts, last }) => {
      const packed = Uint8Array.from(
        texts.flatMap((text, ply) => [
          ...(draughts.move(played[ply] ?? DRAUGHTS_START, text)?.packed ?? []),
        ]),
      );
      const replayed = draughts.replay(packed);
      expect(draughts.texts(packed)).toEqual(texts);
      expect(formatFen(replayed)).toBe(formatFen(last));
      expect(draughts.outcome(replayed)).toEqual(draughts.outcome(last));
      expect(draughts.legal(replayed)).toEqual([]);
    });
  });
});
