import { err, ok, type Result } from '../../../shared/core/result.ts';
import { perft as chessPerft, chessPosition } from '../../../shared/rules/chess.ts';
import { CHESS_START } from '../../../shared/rules/chess-board.ts';
import {
  DRAUGHTS_START,
  perft as draughtsPerft,
  draughtsPosition,
} from '../../../shared/rules/draughts.ts';
import { parseFen as parseDraughts } from '../../../shared/rules/draughts-notation.ts';
import { OWARE_START, perft as owarePerft, owarePosition } from '../../../shared/rules/oware.ts';
import { parseFen as parseOware } from '../../../shared/rules/oware-notation.ts';
import { GAME_KINDS, type GameKind } from '../../../shared/rules/rules.ts';
import { readFlags } from '../read-flags.ts';
import type { Command } from './command.ts';

/** Counts the sequences of so many plies. */
type Count = (depth: number) => number;

interface Game {
  readonly start: Count;
  /** From the position of a diagram; null: it is none. */
  readonly from: (diagram: string) => Count | null;
  readonly example: string;
}

const GAMES: { readonly [K in GameKind]: Game } = {
  oware: {
    start: (depth) => owarePerft(OWARE_START, depth),
    from: (diagram) => {
      const read = parseOware(diagram);
      return read && ((depth) => owarePerft(owarePosition(read), depth));
    },
    example: '4S,4S,4S,4S,4S,4S/4S,4S,4S,4S,4S,4S 0 0 S 1',
  },
  chess: {
    start: (depth) => chessPerft(CHESS_START, depth),
    from: (diagram) => {
      const position = chessPosition(diagram);
      return position && ((depth) => chessPerft(position, depth));
    },
    example: '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
  },
  draughts: {
    start: (depth) => draughtsPerft(DRAUGHTS_START, depth),
    from: (diagram) => {
      const read = parseDraughts(diagram);
      return read && ((depth) => draughtsPerft(draughtsPosition(read), depth));
    },
    example: 'W:W31-50:B1-20',
  },
};

const WRONG_FLAGS = 2;
const OPTIONS = {
  game: { type: 'string' },
  position: { type: 'string' },
  depth: { type: 'string' },
} as const;

const KINDS = GAME_KINDS.join(', ');
const DEPTH = /^\d{1,2}$/;
/** What a flag takes, for when it is wrong. */
const EXPECTED = {
  game: `--game: expected one of ${KINDS}`,
  depth: '--depth: expected a number of plies from 0 to 99',
  position: '--position: expected one diagram (FEN) in quotes',
} as const;

export const perft: Command = {
  summary: 'counts the lines of play of a game, to check and time its rules',
  usage: `npm run --silent arena -- perft --game G --depth N [--position FEN]

Prints how many sequences of exactly N plies the rules allow, the number alone: the usual check of a
move generator, for which there are published counts. Draws end no sequence of chess and draughts.

  --game G        ${KINDS}
  --depth N       plies
  --position FEN  where to start from, in quotes (the initial position)

${GAME_KINDS.map((kind) => `  ${kind.padEnd(10)}'${GAMES[kind].example}'`).join('\n')}

Example: npm run --silent arena -- perft --game draughts --depth 6
Exit code: 0, or 2 after a wrong flag.`,
  run: async (args, print) => {
    const wanted = parsePerftFlags(args);
    if (!wanted.ok) {
      console.error(wanted.error);
      return WRONG_FLAGS;
    }
    await print(`${wanted.value()}\n`);
    return 0;
  },
};

/** What to count, or one line that names the flag and what was expected. */
function parsePerftFlags(args: readonly string[]): Result<() => number, string> {
  const flags = readFlags(OPTIONS, args);
  if (!flags.ok) return err(explained(flags.error));
  const { game, position, depth } = flags.value;
  const kind = GAME_KINDS.find((one) => one === game);
  if (kind === undefined) return err(EXPECTED.game);
  if (depth === undefined || !DEPTH.test(depth)) return err(EXPECTED.depth);
  const { start, from, example } = GAMES[kind];
  const count = position === undefined ? start : from(position);
  if (count === null)
    return err(`--position: expected a diagram (FEN) of ${kind}, like ${example}`);
  return ok(() => count(Number(depth)));
}

/** The parser says which flag it stumbled over, but not what that takes. */
function explained(problem: string): string {
  if (problem.startsWith('Unexpected argument')) return `${EXPECTED.position} (${problem})`;
  const flag = (['game', 'depth', 'position'] as const).find((one) => problem.includes(`--${one}`));
  return flag === undefined ? problem : EXPECTED[flag];
}
