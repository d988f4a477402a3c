import { present } from '../../shared/core/assert.ts';
import { type SeededRandom, seededRandom } from '../../shared/core/random.ts';
import { rulesOf } from '../../shared/rules/registry.ts';
import type { GameKind } from '../../shared/rules/rules.ts';
import oware from '../../test/rules/vectors/oware-vectors.json' with { type: 'json' };

/** A whole game of usual length. */
export interface TypicalGame {
  readonly kind: GameKind;
  readonly name: string;
  readonly texts: readonly string[];
}

/** Of the real games of the vectors those that are played to an end from the initial position. */
const OWARE_PLIES_MIN = 50;

/** Kasparov against Topalov, Wijk aan Zee 1999: 44 moves, resigned. */
const KASPAROV_TOPALOV = `
  e2e4 d7d6 d2d4 g8f6 b1c3 g7g6 c1e3 f8g7 d1d2 c7c6 f2f3 b7b5 g1e2 b8d7 e3h6 g7h6 d2h6 c8b7
  a2a3 e7e5 e1c1 d8e7 c1b1 a7a6 e2c1 e8c8 c1b3 e5d4 d1d4 c6c5 d4d1 d7b6 g2g3 c8b8 b3a5 b7a8
  f1h3 d6d5 h6f4 b8a7 h1e1 d5d4 c3d5 b6d5 e4d5 e7d6 d1d4 c5d4 e1e7 a7b6 f4d4 b6a5 b2b4 a5a4
  d4c3 d6d5 e7a7 a8b7 a7b7 d5c4 c3f6 a4a3 f6a6 a3b4 c2c3 b4c3 a6a1 c3d2 a1b2 d2d1 h3f1 d8d2
  b7d7 d2d7 f1c4 b5c4 b2h8 d7d3 h8a8 c4c3 a8a4 d1e1 f3f4 f7f5 b1c1 d3d2 a4a7`;

/** Random games of draughts are about as long as real ones. */
const DRAUGHTS_SEED = 3;
const DRAUGHTS_GAMES = 3;

export function typicalGames(): readonly TypicalGame[] {
  const real = oware.realGames.filter(
    ({ plies, startFen }) => plies >= OWARE_PLIES_MIN && startFen === oware.positions[0]?.fen,
  );
  const random = seededRandom(DRAUGHTS_SEED);
  const draughts = Array.from({ length: DRAUGHTS_GAMES }, (_, index) => ({
    name: `at random ${index + 1}`,
    texts: randomGame('draughts', random),
  }));
  return [
    ...real.map(({ name, moves }) => ({ kind: 'oware' as const, name, texts: [...moves] })),
    { kind: 'chess', name: 'Kasparov - Topalov', texts: KASPAROV_TOPALOV.trim().split(/\s+/) },
    ...draughts.map((game) => ({ kind: 'draughts' as const, ...game })),
  ];
}

/** The game as it is stored. */
export function packedGame({ kind, texts }: TypicalGame): Uint8Array {
  const rules = rulesOf(kind);
  const bytes: number[] = [];
  let position = rules.replay(new Uint8Array());
  for (const text of texts) {
    const move = present(rules.move(position, text), `legal move ${text}`);
    bytes.push(...move.packed);
    position = move.position;
  }
  return Uint8Array.from(bytes);
}

/** Legal moves until the rules end the game. */
function randomGame(kind: GameKind, random: SeededRandom): string[] {
  const rules = rulesOf(kind);
  const texts: string[] = [];
  let position = rules.replay(new Uint8Array());
  while (rules.outcome(position) === null) {
    const legal = rules.legal(position);
    const text = present(legal[random.below(legal.length)], 'legal move');
    texts.push(text);
    position = present(rules.move(position, text), `legal move ${text}`).position;
  }
  return texts;
}
