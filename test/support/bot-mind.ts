import type { ArenaId, GameId, PlayerId } from '../../shared/core/ids.ts';
import { coin, type SeededRandom } from '../../shared/core/random.ts';
import type { SeatView } from '../../shared/protocol/arena-view.ts';
import { type ClientMessage, PROTOCOL_VERSION } from '../../shared/protocol/client-message.ts';
import type { GameView } from '../../shared/protocol/game-view.ts';
import type { ServerMessage } from '../../shared/protocol/server-message.ts';
import { rulesOf } from '../../shared/rules/registry.ts';
import { otherSide, type Side, sideAt } from '../../shared/rules/rules.ts';

/** What a simulated player knows, from answers and pushes alone. */
export interface Mind {
  readonly player: PlayerId;
  readonly random: SeededRandom;
  readonly arenas: readonly ArenaId[];
  arena: ArenaId;
  you: SeatView | null;
  game: GameView | null;
  /** What he knows may be old: he asks for the state first. */
  stale: boolean;
}

/** How often he does each unusual thing when he could. */
const OFTEN = {
  berserk: 0.15,
  offer: 0.03,
  accept: 0.3,
  decline: 0.5,
  resign: 0.006,
  impatient: 0.004,
  claim: 0.7,
  wish: 0.15,
  resync: 0.1,
  pause: 0.03,
  resume: 0.5,
  enter: 0.3,
  otherArena: 0.06,
  stray: 0.004,
};

export const chance = (mind: Mind, probability: number): boolean =>
  mind.random.unit() < probability;

export const sideIn = ({ player }: Mind, game: GameView): Side =>
  game.first.id === player ? 'first' : 'second';

export const isRunning = (game: GameView | null): game is GameView & { readonly end: null } =>
  game !== null && game.end === null;

export const isMyTurn = (mind: Mind): boolean =>
  isRunning(mind.game) && sideIn(mind, mind.game) === sideAt(mind.game.ply);

/** What he does now, or null for nothing. */
export function nextMessage(mind: Mind, nowMs: number): ClientMessage | null {
  const { arena, you, game } = mind;
  if (chance(mind, OFTEN.stray)) return strayMessage(mind);
  if (you === null) return { t: 'enter', arena };
  if (mind.stale) return { t: 'hello', v: PROTOCOL_VERSION, arena };
  if (isRunning(game)) return gameMessage(mind, game, nowMs);
  return lobbyMessage(mind, you, game?.id ?? you.lastGame);
}

function gameMessage(mind: Mind, game: GameView, nowMs: number): ClientMessage | null {
  const id = game.id;
  const me = sideIn(mind, game);
  if (game.offer === otherSide(me)) {
    if (chance(mind, OFTEN.accept)) return { t: 'acceptDraw', game: id };
    if (chance(mind, OFTEN.decline)) return { t: 'declineDraw', game: id };
  }
  if (chance(mind, OFTEN.resign)) return { t: 'resign', game: id };
  if (game.ply >= 2 && chance(mind, OFTEN.offer))
    return { t: 'offerDraw', game: id, ply: game.ply };
  if (!isMyTurn(mind)) return waitingMessage(mind, game, nowMs);
  if (game.ply < 2 && !game.berserk[me] && chance(mind, OFTEN.berserk)) {
    return { t: 'berserk', game: id };
  }
  return { t: 'move', game: id, ply: game.ply, move: randomMove(mind, game) };
}

/** The opponent is to move. */
function waitingMessage(mind: Mind, game: GameView, nowMs: number): ClientMessage | null {
  const { arena } = mind;
  if (nowMs > game.clock.deadlineMs && chance(mind, OFTEN.claim)) {
    return { t: 'claimFlag', game: game.id };
  }
  if (chance(mind, OFTEN.wish)) return { t: 'lobby', arena, after: game.id };
  if (chance(mind, OFTEN.pause)) return { t: 'pause', arena };
  return chance(mind, OFTEN.resync) ? { t: 'hello', v: PROTOCOL_VERSION, arena } : null;
}

function lobbyMessage(mind: Mind, you: SeatView, after: GameId | null): ClientMessage | null {
  const { arena } = mind;
  if (you.paused) return chance(mind, OFTEN.resume) ? { t: 'resume', arena } : null;
  if (!you.seated) return chance(mind, OFTEN.enter) ? { t: 'enter', arena } : null;
  if (chance(mind, OFTEN.pause)) return { t: 'pause', arena };
  if (chance(mind, OFTEN.otherArena)) {
    const other = mind.arenas[mind.random.below(mind.arenas.length)] ?? arena;
    return { t: 'enter', arena: other };
  }
  return { t: 'lobby', arena, after };
}

/** Nonsense and repeats of what is long past: all of it must be answered from the closed list. */
function strayMessage(mind: Mind): ClientMessage {
  const game = mind.game?.id ?? ('0000000000A' as GameId);
  const { arena } = mind;
  const stray: readonly ClientMessage[] = [
    { t: 'move', game, ply: 0, move: 'A' },
    { t: 'move', game, ply: mind.game?.ply ?? 3, move: 'Z' },
    { t: 'berserk', game },
    { t: 'acceptDraw', game },
    { t: 'declineDraw', game },
    { t: 'offerDraw', game, ply: 1 },
    { t: 'claimFlag', game },
    { t: 'lobby', arena, after: game },
    { t: 'resume', arena },
    { t: 'hello', v: PROTOCOL_VERSION, arena: '00000000000' as ArenaId },
  ];
  return stray[mind.random.below(stray.length)] ?? { t: 'resume', arena };
}

function randomMove(mind: Mind, game: GameView): string {
  const rules = rulesOf(game.kind);
  let position = rules.replay(new Uint8Array());
  for (const text of game.moves.split(' ').filter((move) => move !== '')) {
    position = rules.move(position, text)?.position ?? position;
  }
  const legal = rules.legal(position);
  return legal[mind.random.below(legal.length)] ?? 'A';
}

/** Takes in an answer (with what it answers) or a push. */
export function learn(mind: Mind, message: ServerMessage, asked: ClientMessage | null): void {
  switch (message.t) {
    case 'state':
      mind.arena = message.arena.id;
      mind.you = message.you;
      mind.game = message.game ?? mind.game;
      if (message.you.state !== 'play' && message.game === null) mind.game = null;
      mind.stale = false;
      return;
    case 'paired':
      mind.game = message.game;
      return;
    case 'voided':
      if (mind.game?.id === message.game) mind.game = null;
      mind.stale = true;
      return;
    case 'scored':
      if (mind.you !== null) mind.you = { ...mind.you, lastGame: message.game, state: 'idle' };
      if (mind.you !== null && message.paused) mind.you = { ...mind.you, paused: true };
      if (mind.game?.id === message.game) mind.game = null;
      return;
    case 'refused':
      refusedOf(mind, message.code, asked);
      return;
    case 'waiting':
    case 'note':
      return;
    case 'left':
    case 'removed':
    case 'cancelled':
    case 'frozen':
    case 'bye':
      mind.stale = true;
      return;
    default:
      news(mind, message);
  }
}

function refusedOf(mind: Mind, code: string, asked: ClientMessage | null): void {
  if (code === 'notEntered') mind.you = null;
  else if (code === 'arenaOver' || code === 'playingElsewhere') {
    mind.arena = mind.arenas[coin(mind.random) ? 0 : mind.arenas.length - 1] ?? mind.arena;
    mind.stale = true;
  } else if (asked !== null && code !== 'tooEarly') mind.stale = true;
}

type News = Extract<ServerMessage, { readonly clock: unknown }>;

/** News of a game are applied when they are of the next ply, else the state is asked for. */
function news(mind: Mind, message: News): void {
  const { game } = mind;
  if (game === null || game.id !== message.game) return;
  const { ply, clock, end } = message;
  if (ply < game.ply) return;
  const next = message.t === 'moved' && ply === game.ply + 1;
  if (ply > game.ply && !next) {
    mind.stale = true;
    return;
  }
  const moves = next ? `${game.moves} ${message.move}`.trim() : game.moves;
  const offer = offerAfter(game, message);
  const berserk =
    message.t === 'berserked' ? { ...game.berserk, [message.by]: true } : game.berserk;
  mind.game = { ...game, ply, clock, end, moves, offer, berserk };
}

function offerAfter(game: GameView, message: News): Side | null {
  if (message.t === 'drawOffered') return message.by;
  if (message.t === 'drawDeclined') return null;
  return message.t === 'moved' && game.offer === otherSide(message.by) ? null : game.offer;
}
