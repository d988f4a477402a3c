import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  finalSeeds,
  OWARE_START,
  type OwarePosition,
  oware,
  owarePosition,
} from '../../shared/rules/oware.ts';
import { formatFen, parseFen } from '../../shared/rules/oware-notation.ts';
import { sideAt } from '../../shared/rules/rules.ts';
import { oracleEnd, oracleMoves } from './oware-oracle.ts';
import { walk } from './oware-vectors.ts';

const SEEDS = Number(process.env.SEEDS ?? 1);
const POSITIONS = 2_000 * SEEDS;
const GAMES = 200 * SEEDS;
const MAX_PLIES = 1_000;
const MOST_CAPTURED_IN_ONE_MOVE = 15;
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
console.log(`oware properties: SEED=${seed}, ${POSITIONS} positions, ${GAMES} games`);

const LETTERS = [...'ABCDEFabcdef'];
const COORDINATES = ['a1', 'b1', 'c1', 'd1', 'e1', 'f1', 'f2', 'e2', 'd2', 'c2', 'b2', 'a2'];

/** 48 seeds over a few or all of the 12 houses and 2 stores: crowded and empty rows alike. */
const positions = fc
  .record({
    places: fc.uniqueArray(fc.nat(13), { minLength: 1, maxLength: 14 }),
    seeds: fc.array(fc.nat(13), { minLength: 48, maxLength: 48 }),
    ply: fc.nat(200),
  })
  .map(({ places, seeds, ply }) => {
    const bins = Array<number>(14).fill(0);
    for (const draw of seeds) {
      const place = places[draw % places.length] ?? 0;
      bins[place] = (bins[place] ?? 0) + 1;
    }
    return { houses: bins.slice(0, 12), stores: [bins[12] ?? 0, bins[13] ?? 0] as const, ply };
  });

/** All positions of a game whose moves are picked by chance, to its end or the length limit. */
const games = fc.infiniteStream(fc.nat(59)).map((picks) => {
  const played: OwarePosition[] = [OWARE_START];
  const texts: string[] = [];
  let position = OWARE_START;
  for (const pick of picks) {
    const legal = oware.legal(position);
    const text = legal[pick % legal.length];
    if (text === undefined || texts.length === MAX_PLIES) break;
    texts.push(text);
    position = walk(position, [text])[1] ?? position;
    played.push(position);
  }
  return { played, texts };
});

const check = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number, law: (value: T) => void): void =>
  fc.assert(fc.property(arbitrary, law), { seed, numRuns });

const total = (seeds: readonly number[]): number => seeds.reduce((sum, more) => sum + more, 0);
const rowOf = ({ houses }: OwarePosition, row: number): number[] => houses.slice(row, row + 6);

describe('oware on random positions', () => {
  it('agrees with a naive oracle on legal moves, sowing and captures', () => {
    check(positions, POSITIONS, (diagram) => {
      const position = owarePosition(diagram);
      const isOver = Math.max(...diagram.stores) >= 25;
      const expected = isOver ? [] : oracleMoves(diagram.houses, diagram.ply % 2 === 0);
      expect(position.legal).toEqual(expected.map(({ house }) => house));
      for (const { house, houses, captured } of expected) {
        const after = walk(position, [LETTERS[house] ?? ''])[1];
        expect(after?.houses).toEqual(houses);
        expect(total(after?.stores ?? [])).toBe(total(diagram.stores) + captured);
      }
    });
  });

  it('accepts every listed move in both spellings and no other text', () => {
    const landings = fc.constantFrom(...COORDINATES);
    const junk = fc.oneof(fc.string(), fc.stringMatching(/^[a-gA-F][0-3]{0,2}[a-g]?[0-3]?$/));
    check(fc.tuple(positions, landings, junk), POSITIONS, ([diagram, landing, text]) => {
      const position = owarePosition(diagram);
      const accepts = (move: string): boolean => oware.move(position, move) !== null;
      expect(LETTERS.filter(accepts)).toEqual(oware.legal(position));
      const origins = COORDINATES.filter((origin) => accepts(`${origin}${landing}`));
      expect(origins).toEqual(position.legal.map((house) => COORDINATES[house]));
      const isMove = LETTERS.includes(text) || /^[a-f][12][a-f][12]$/.test(text);
      if (!isMove) expect(accepts(text), text).toBe(false);
    });
  });

  it('keeps its diagram through text and back', () => {
    check(positions, POSITIONS, (diagram) => {
      expect(parseFen(formatFen(diagram))).toEqual(diagram);
    });
  });
});

describe('oware in random games', () => {
  it('loses no seed, takes none back, and leaves the opponent one after a capture', () => {
    check(games, GAMES, ({ played, texts }) => {
      for (const [ply, text] of texts.entries()) {
        const [before, after] = played.slice(ply, ply + 2) as [OwarePosition, OwarePosition];
        expect(total(after.houses) + total(after.stores)).toBe(48);
        expect(after.houses[LETTERS.indexOf(text)]).toBe(0);
        const mover = sideAt(ply) === 'first' ? 0 : 1;
        const captured = after.stores[mover] - before.stores[mover];
        expect(after.stores[1 - mover]).toBe(before.stores[1 - mover]);
        expect(captured).toBeGreaterThanOrEqual(0);
        expect(captured).toBeLessThanOrEqual(MOST_CAPTURED_IN_ONE_MOVE);
        if (captured > 0) expect(total(rowOf(after, 6 - 6 * mover))).toBeGreaterThan(0);
      }
    });
  });

  it('ends when and as the oracle says, and no ply earlier', () => {
    check(games, GAMES / 4, ({ played }) => {
      const boards: (readonly number[])[] = [];
      for (const position of played) {
        boards.push(position.houses);
        const end = oracleEnd(boards, position.stores);
        expect(position.outcome?.ending ?? null).toBe(end?.ending ?? null);
        if (end === null) continue;
        const [south = 0, north = 0] = end.seeds;
        expect(finalSeeds(position)).toEqual(end.seeds);
        const winner = south === north ? null : south > north ? 'first' : 'second';
        expect(oware.outcome(position)?.winner).toBe(winner);
      }
    });
  });

  it('is the same game after packing and replaying', () => {
    check(games, GAMES, ({ played, texts }) => {
      const packed = Uint8Array.from(texts, (text, ply) => {
        const bytes = oware.move(played[ply] ?? OWARE_START, text)?.packed;
        expect(bytes).toHaveLength(1);
        return bytes?.[0] ?? 255;
      });
      const replayed = oware.replay(packed);
      const last = played.at(-1) ?? OWARE_START;
      expect(oware.texts(packed)).toEqual(texts);
      expect(formatFen(replayed)).toBe(formatFen(last));
      expect(oware.outcome(replayed)).toEqual(oware.outcome(last));
    });
  });
});
