import { Chess } from 'chess.js';
import { assert, present } from '../../shared/core/assert.ts';
import { perft as chessPerft } from '../../shared/rules/chess.ts';
import { CHESS_START } from '../../shared/rules/chess-board.ts';
import {
  DRAUGHTS_START,
  perft as draughtsPerft,
  draughtsPosition,
} from '../../shared/rules/draughts.ts';
import { parseFen as parseDraughts } from '../../shared/rules/draughts-notation.ts';
import { OWARE_START, perft as owarePerft, owarePosition } from '../../shared/rules/oware.ts';
import { parseFen as parseOware } from '../../shared/rules/oware-notation.ts';
import { type Position, rulesOf } from '../../shared/rules/registry.ts';
import { GAME_KINDS, type GameKind } from '../../shared/rules/rules.ts';
import draughts from '../../test/rules/vectors/draughts-vectors.json' with { type: 'json' };
import oware from '../../test/rules/vectors/oware-vectors.json' with { type: 'json' };
import { packedGame, type TypicalGame, typicalGames } from './bench-games.ts';

const ROUNDS = 5;
const REPLAYS_PER_ROUND = 200;
/** Smaller counts belong to the tests; chess has published none that is bigger. */
const TESTED_LEAVES = 20_000_000;
/** The bigger published counts of draughts would take half an hour. */
const DRAUGHTS_LEAVES_MAX = 100_000_000;

/** Where each kind is counted from, and how deep: less than a second each. */
const PERFT: { readonly [K in GameKind]: { readonly depth: number; readonly count: Count } } = {
  oware: { depth: 8, count: (depth) => owarePerft(OWARE_START, depth) },
  chess: { depth: 4, count: (depth) => chessPerft(CHESS_START, depth) },
  draughts: { depth: 7, count: (depth) => draughtsPerft(DRAUGHTS_START, depth) },
};
type Count = (depth: number) => number;

const MOVE_DEPTH: { readonly [K in GameKind]: number } = { oware: 7, chess: 3, draughts: 5 };

/** Prints how fast the rules are, best of 5, and checks the perft counts too big for the tests. */
export async function benchRules(): Promise<void> {
  const games = typicalGames();
  for (const kind of GAME_KINDS) {
    for (const game of games) if (game.kind === kind) benchReplay(game);
    benchPerft(kind);
    benchMoves(kind);
  }
  for (const { kind, name, depth, leaves, count } of bigCounts()) {
    checkPerft(`${kind} perft ${depth}  ${name}`, leaves, count);
  }
}

/** A stored game replayed, and what a command costs: replay, one move, its outcome. */
function benchReplay(game: TypicalGame): void {
  const { kind, name, texts } = game;
  const rules = rulesOf(kind);
  const packed = packedGame(game);
  const before = packedGame({ ...game, texts: texts.slice(0, -1) });
  const last = present(texts.at(-1), 'last move');
  const replayUs = usOf(() => rules.replay(packed));
  const commandUs = usOf(() => {
    const move = present(rules.move(rules.replay(before), last), 'legal move');
    rules.outcome(move.position);
  });
  const size = `${texts.length} plies, ${packed.length} bytes`;
  const speed = `${replayUs.toFixed(1)} µs; with a move and its outcome ${commandUs.toFixed(1)} µs`;
  print(kind, 'replay', `${name}, ${size}: ${speed}`);
  if (kind === 'chess') {
    const plainUs = usOf(() => replayPlain(texts), 2);
    print('chess.js', 'replay', `${name}, ${texts.length} plies: ${plainUs.toFixed(1)} µs`);
  }
}

/** As chess.js alone would do it, validating every move. */
function replayPlain(texts: readonly string[]): void {
  const plain = new Chess();
  for (const text of texts) {
    const [from, to, promotion] = [text.slice(0, 2), text.slice(2, 4), text.slice(4)];
    plain.move(promotion === '' ? { from, to } : { from, to, promotion });
  }
  plain.isGameOver();
}

function benchPerft(kind: GameKind): void {
  const { depth, count } = PERFT[kind];
  const time = (name: string, work: Count): void => {
    let leaves = 0;
    const elapsedMs = bestOf(() => {
      leaves = work(depth);
    });
    const speed = `${perSecond(leaves, elapsedMs)} nodes/s`;
    print(name, 'perft', `depth ${depth} from the start, ${inWords(leaves)} nodes: ${speed}`);
  };
  time(kind, count);
  if (kind === 'chess') time('chess.js', (plies) => new Chess().perft(plies));
}

/** Every move of the first plies as a command plays it: from text, packed, with its outcome. */
function benchMoves(kind: GameKind): void {
  const rules = rulesOf(kind);
  const playAll = (position: Position, depth: number): number => {
    if (depth === 0 || rules.outcome(position) !== null) return 0;
    let nodes = 0;
    for (const text of rules.legal(position)) {
      const next = present(rules.move(position, text), `legal move ${text}`).position;
      nodes += 1 + playAll(next, depth - 1);
    }
    return nodes;
  };
  const start = rules.replay(new Uint8Array());
  let nodes = 0;
  const elapsedMs = bestOf(() => {
    nodes = playAll(start, MOVE_DEPTH[kind]);
  });
  print(kind, 'moves', `${inWords(nodes)} nodes: ${perSecond(nodes, elapsedMs)} nodes/s`);
}

/** Counts of the vectors that no test has, the smallest first. */
function bigCounts() {
  const all = [
    ...oware.perft.flatMap(({ name, fen, counts }) => {
      const position = owarePosition(present(parseOware(fen), `diagram ${fen}`));
      return counts.map((leaves, index) => {
        const depth = index + 1;
        return { kind: 'oware', name, depth, leaves, count: () => owarePerft(position, depth) };
      });
    }),
    ...draughts.perft.flatMap(({ name, fen, counts }) => {
      const position = draughtsPosition(present(parseDraughts(fen), `diagram ${fen}`));
      const affordable = counts.filter((leaves) => leaves <= DRAUGHTS_LEAVES_MAX);
      return affordable.map((leaves, index) => {
        const depth = index + 1;
        const count = () => draughtsPerft(position, depth);
        return { kind: 'draughts', name, depth, leaves, count };
      });
    }),
  ];
  return all.filter(({ leaves }) => leaves > TESTED_LEAVES).sort((a, b) => a.leaves - b.leaves);
}

function checkPerft(what: string, leaves: number, count: () => number): void {
  const startedAtMs = performance.now();
  const counted = count();
  const elapsedMs = performance.now() - startedAtMs;
  assert(counted === leaves, `${what}: ${leaves} expected, counted ${counted}`);
  const speed = `${perSecond(leaves, elapsedMs)} leaves/s, ${(elapsedMs / 1_000).toFixed(1)} s`;
  console.log(`${what}: ${inWords(leaves)} as in the vectors, ${speed}`);
}

const print = (name: string, what: string, text: string): void =>
  console.log(`${name.padEnd(9)}${what.padEnd(7)}${text}`);

/** Microseconds of one go. */
function usOf(work: () => void, times: number = REPLAYS_PER_ROUND): number {
  const elapsedMs = bestOf(() => {
    for (let time = 0; time < times; time++) work();
  });
  return (elapsedMs * 1_000) / times;
}

function bestOf(work: () => void): number {
  const timesMs = Array.from({ length: ROUNDS }, () => {
    const startedAtMs = performance.now();
    work();
    return performance.now() - startedAtMs;
  });
  return Math.min(...timesMs);
}

const inWords = (number: number): string => number.toLocaleString('en');

const perSecond = (units: number, elapsedMs: number): string =>
  `${(units / elapsedMs / 1_000).toFixed(2)} M`;
