import type { Arena } from '../../arena/arena.ts';
import type { DoneGame } from '../../game/game.ts';
import { clocksAfter, timesOf } from '../../game/times.ts';
import { rulesOf } from '../../rules/registry.ts';
import type { GameKind, Side } from '../../rules/rules.ts';
import { moveLines } from './move-lines.ts';
import { sanTexts } from './san.ts';
import { type Tag, tagLine, tagsOf } from './tags.ts';

/** Forms of a list of games; `text` is the notation of whatever is played. */
export const GAME_FORMATS = ['ndjson', 'pgn', 'pdn', 'text'] as const;
export type GameFormat = (typeof GAME_FORMATS)[number];

/** How people write down the games of one kind. */
interface Notation {
  /** The form that means this notation and no other. */
  readonly format: GameFormat;
  readonly results: Readonly<Record<Side | 'draw', string>>;
  readonly tags: readonly Tag[];
  readonly moves: (moves: Uint8Array) => readonly string[];
}

const HALVES = { first: '1-0', second: '0-1', draw: '1/2-1/2' };

const NOTATIONS: { readonly [K in GameKind]: Notation } = {
  // Houses alone: capital letters are South's.
  oware: {
    format: 'text',
    results: HALVES,
    tags: [['Variant', 'Oware']],
    moves: rulesOf('oware').texts,
  },
  chess: { format: 'pgn', results: HALVES, tags: [], moves: sanTexts },
  // Portable Draughts Notation 3.0; game type 20 is international draughts.
  draughts: {
    format: 'pdn',
    results: { first: '2-0', second: '0-2', draw: '1-1' },
    tags: [['GameType', '20']],
    moves: rulesOf('draughts').texts,
  },
};

/** The forms in which games of this kind can be had. */
export const formatsOf = (kind: GameKind): readonly GameFormat[] =>
  GAME_FORMATS.filter((format) => ['ndjson', 'text', NOTATIONS[kind].format].includes(format));

/**
 * A finished game as text, in the notation of its kind: tags, moves in lines of at most 79
 * characters, each with the clock of its player where that is known, result. A blank line ends it,
 * so texts may be put one after the other.
 */
export function gameText(arena: Pick<Arena, 'name'>, game: DoneGame): string {
  const { results, tags, moves } = NOTATIONS[game.kind];
  const result = results[game.winner ?? 'draw'];
  const times = timesOf(game);
  const clocks = times === null ? null : clocksAfter(game, times);
  return [
    ...tagsOf(arena, game, result, tags).map(tagLine),
    '',
    ...moveLines(
      moves(game.moves).map((move, ply) => ({ move, clockMs: clocks?.[ply] ?? null })),
      result,
    ),
    '',
    '',
  ].join('\n');
}
