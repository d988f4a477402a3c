import { present } from '../../shared/core/assert.ts';
import { connectionId } from '../../shared/core/ids.ts';
import { seededRandom } from '../../shared/core/random.ts';
import type { Refusal } from '../../shared/core/refusal.ts';
import { applyCommand } from '../../shared/game/apply-command.ts';
import type { Command, Decision, GameEvent, Moment } from '../../shared/game/command.ts';
import type { DoneGame, Game, LiveGame, Seat } from '../../shared/game/game.ts';
import { newRating } from '../../shared/game/glicko.ts';
import { type GameStart, startGame } from '../../shared/game/start.ts';
import { OWARE_START, oware } from '../../shared/rules/oware.ts';
import { type Side, sideAt } from '../../shared/rules/rules.ts';
import { arenaId, gameId, playerId } from '../support/builders.ts';

/** The pairing of every game here (epoch ms); tests count from it. */
export const START_MS = 1_764_000_000_000;
/** The end of its arena, as ms after the pairing. */
export const ENDS_MS = 5_400_000;

export const player = playerId;

export const seat = (who: number): Seat => ({
  player: player(who),
  name: `Player ${who}`,
  rating: 1_500 + who,
  glicko: newRating(1_500 + who),
  gameNumber: 1,
  ...{ rank: null, points: 0, onFire: false },
  connection: connectionId(`c${who}`),
  connectedAtMs: START_MS - 1_000,
});

/** 3+2 with a first-move countdown of 21 s and berserk, just paired. */
export const newGame = (part: Partial<GameStart> = {}): LiveGame =>
  startGame({
    id: gameId(1),
    arena: arenaId(1),
    kind: 'oware',
    seats: { first: seat(1), second: seat(2) },
    limitMs: 180_000,
    incrementMs: 2_000,
    berserkable: true,
    rated: 'never',
    firstMoveMs: 21_000,
    abandonClaimMs: 30_000,
    lagAllowanceMs: 0,
    startedAtMs: START_MS,
    endsAtMs: START_MS + ENDS_MS,
    ...part,
  });

/** A message that reaches gateway and function this long (ms) after the pairing. */
export const momentAt = (ms: number, lateMs = 0): Moment => ({
  atMs: START_MS + ms,
  nowMs: START_MS + ms + lateMs,
});

export const decide = (game: Game, side: Side, command: Command, moment: Moment): Decision =>
  applyCommand(game, side, command, moment);

/** The next game of a command that must succeed. */
export function next(game: Game, side: Side, command: Command, moment: Moment): Game {
  const decision = decide(game, side, command, moment);
  if (decision.kind === 'progress') return decision.game;
  throw new Error(`${command.t} made no progress: ${JSON.stringify(decision)}`);
}

export function nextLive(game: Game, side: Side, command: Command, moment: Moment): LiveGame {
  const played = next(game, side, command, moment);
  if (played.state === 'live') return played;
  throw new Error(`${command.t} ended the game: ${played.ending}`);
}

export function nextDone(game: Game, side: Side, command: Command, moment: Moment): DoneGame {
  const played = next(game, side, command, moment);
  if (played.state === 'done') return played;
  throw new Error(`${command.t} did not end the game`);
}

export const refusalOf = (decision: Decision): Refusal | null =>
  decision.kind === 'refused' ? decision.refusal : null;

export const repeatedEvent = (decision: Decision): GameEvent | null =>
  decision.kind === 'repeat' ? decision.event : null;

/** The mover's first legal move, or his `pick`th. */
export const moveIn = (game: Game, pick = 0): Command => {
  const legal = oware.legal(oware.replay(game.moves));
  return { t: 'move', ply: game.ply, move: present(legal[pick % legal.length], 'legal move') };
};

/** The game after these moves of both, one every second from `fromMs` after the pairing on. */
export function afterMoves(game: LiveGame, letters: string, fromMs = 1_000): LiveGame {
  let played = game;
  for (const [index, move] of [...letters].entries()) {
    const command: Command = { t: 'move', ply: played.ply, move };
    played = nextLive(played, sideAt(played.ply), command, momentAt(fromMs + index * 1_000));
  }
  return played;
}

/** The moves of a quiet game: its sides avoid captures, so it lasts this many plies. */
export function quietMoves(plies: number, seed = 0): Uint8Array {
  const random = seededRandom(seed);
  const moves: number[] = [];
  let position = OWARE_START;
  while (moves.length < plies) {
    const going = oware
      .legal(position)
      .map((text) => present(oware.move(position, text), 'legal move'))
      .filter((move) => move.position.outcome === null);
    const quiet = going.filter((move) => move.position.before !== null);
    const choice = quiet.length > 0 ? quiet : going;
    const { packed, position: then } = present(choice[random.below(choice.length)], 'quiet move');
    moves.push(...packed);
    position = then;
  }
  return Uint8Array.from(moves);
}

/** A game in its middle, as it is stored: these moves played, both clocks as at the start. */
export const withMoves = (moves: Uint8Array, part: Partial<GameStart> = {}): LiveGame => {
  const game = newGame(part);
  return { ...game, moves, ply: moves.length, deadlineMs: game.startedAtMs + game.limitMs };
};
