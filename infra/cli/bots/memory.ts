import type { GameId } from '../../../shared/core/ids.ts';
import type { SeatView } from '../../../shared/protocol/arena-view.ts';
import type { GameView } from '../../../shared/protocol/game-view.ts';
import type { GameMessageOut, ServerMessage } from '../../../shared/protocol/server-message.ts';
import type { Director } from './director.ts';

/** What a client knows, kept up by answers and pushes alike. */
export interface Memory {
  you: SeatView | null;
  game: GameView | null;
  frozen: boolean;
  /** A push was missed: ask for the whole state. */
  behind: boolean;
  /** The game in which it has dropped its line on purpose. */
  dropped: GameId | null;
  readonly apply: (message: ServerMessage) => void;
  /** Until something is applied, or the connection is lost, or the time is over. */
  readonly next: (ms: number) => Promise<void>;
  readonly wake: () => void;
}

export function createMemory(director: Director): Memory {
  let wakeUp: () => void = () => {};
  const memory: Memory = {
    you: null,
    game: null,
    frozen: false,
    behind: false,
    dropped: null,
    apply: (message) => {
      remember(memory, director, message);
      wakeUp();
    },
    next: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    wake: () => wakeUp(),
  };
  return memory;
}

function remember(memory: Memory, director: Director, message: ServerMessage): void {
  switch (message.t) {
    case 'state':
      memory.you = message.you;
      // A state without a game may be older than the game that was just pushed.
      if (message.game !== null) memory.game = newer(memory.game, message.game);
      memory.frozen ||= message.arena.state === 'frozen';
      memory.behind = false;
      return;
    case 'paired':
      memory.game = newer(memory.game, message.game);
      return;
    case 'voided':
      if (memory.game?.id === message.game) memory.game = null;
      return;
    case 'scored':
      if (memory.you !== null) {
        director.scored(memory.you.player, message.reason);
        memory.you = { ...memory.you, lastGame: message.game, paused: message.paused };
      }
      return;
    case 'removed':
      if (memory.you !== null) memory.you = { ...memory.you, removed: true };
      return;
    case 'frozen':
      memory.frozen = true;
      return;
    case 'refused':
      // Whoever is refused knows something that is no more.
      memory.behind = message.code !== 'tooEarly' && message.code !== 'slowDown';
      return;
    case 'waiting':
    case 'bye':
      return;
    default:
      applyNews(memory, message);
  }
}

function applyNews(memory: Memory, news: GameMessageOut): void {
  const { game } = memory;
  if (game === null || game.id !== news.game || news.ply < game.ply) return;
  if (news.t === 'moved' && news.ply === game.ply + 1) {
    memory.game = { ...game, ...common(news), moves: `${game.moves} ${news.move}`.trim() };
    return;
  }
  if (news.ply !== game.ply) {
    memory.behind = true;
    return;
  }
  const berserk = news.t === 'berserked' ? { ...game.berserk, [news.by]: true } : game.berserk;
  const offer = news.t === 'drawOffered' ? news.by : news.t === 'drawDeclined' ? null : game.offer;
  memory.game = { ...game, ...common(news), berserk, offer };
}

const common = ({ ply, clock, end }: GameMessageOut) => ({ ply, clock, end });

/** Answers and pushes may overtake each other: the longer history of one game is the later one. */
function newer(known: GameView | null, told: GameView): GameView {
  if (known === null || known.id !== told.id) return told;
  return told.end !== null || told.ply >= known.ply ? told : known;
}
