import { assert, present } from '../../shared/core/assert.ts';
import { OWARE_START, oware, owarePosition, perft } from '../../shared/rules/oware.ts';
import { parseFen } from '../../shared/rules/oware-notation.ts';
import vectors from '../../test/rules/vectors/oware-vectors.json' with { type: 'json' };

const ROUNDS = 5;
const REPLAYS_PER_ROUND = 1_000;
const MOVE_DEPTH = 7;
/** Smaller counts belong to the tests. */
const TESTED_LEAVES = 20_000_000;

/** Prints how fast the rules are, best of 5, and checks the perft counts too big for the tests. */
export async function benchRules(): Promise<void> {
  benchReplays();
  benchMoves();
  for (const { name, fen, counts } of vectors.perft) {
    for (const [index, leaves] of counts.entries()) {
      if (leaves > TESTED_LEAVES) checkPerft(name, fen, index + 1, leaves);
    }
  }
}

function benchReplays(): void {
  for (const { name, plies, startFen, moves } of vectors.realGames) {
    const isWholeGame = plies >= 50 && startFen === vectors.positions[0]?.fen;
    if (!isWholeGame) continue;
    const packed = Uint8Array.from(moves, (letter) => 'ABCDEFabcdef'.indexOf(letter));
    const elapsedMs = bestOf(() => {
      for (let round = 0; round < REPLAYS_PER_ROUND; round++) oware.replay(packed);
    });
    const replayUs = (elapsedMs * 1_000) / REPLAYS_PER_ROUND;
    console.log(`oware replay    ${name}, ${plies} plies: ${replayUs.toFixed(1)} µs`);
  }
}

/** Every move of the first plies as a command plays it: from text, packed, with its outcome. */
function benchMoves(): void {
  const playAll = (position: typeof OWARE_START, depth: number): number => {
    if (depth === 0) return 0;
    let nodes = 0;
    for (const text of oware.legal(position)) {
      const next = present(oware.move(position, text), `legal move ${text}`).position;
      nodes += 1 + playAll(next, depth - 1);
    }
    return nodes;
  };
  let nodes = 0;
  const elapsedMs = bestOf(() => {
    nodes = playAll(OWARE_START, MOVE_DEPTH);
  });
  console.log(`oware moves     ${count(nodes)} nodes: ${perSecond(nodes, elapsedMs)} nodes/s`);
}

function checkPerft(name: string, fen: string, depth: number, leaves: number): void {
  const position = owarePosition(present(parseFen(fen), `diagram ${fen}`));
  const startedAtMs = performance.now();
  const counted = perft(position, depth);
  const elapsedMs = performance.now() - startedAtMs;
  assert(counted === leaves, `perft ${depth} of ${name} is ${leaves}, counted ${counted}`);
  const speed = `${perSecond(leaves, elapsedMs)} leaves/s, ${(elapsedMs / 1_000).toFixed(1)} s`;
  console.log(`oware perft ${depth}  ${name}: ${count(leaves)} as in the vectors, ${speed}`);
}

function bestOf(work: () => void): number {
  const timesMs = Array.from({ length: ROUNDS }, () => {
    const startedAtMs = performance.now();
    work();
    return performance.now() - startedAtMs;
  });
  return Math.min(...timesMs);
}

const count = (number: number): string => number.toLocaleString('en');

const perSecond = (units: number, elapsedMs: number): string =>
  `${(units / elapsedMs / 1_000).toFixed(1)} M`;
