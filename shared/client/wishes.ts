import type { GameId } from '../core/ids.ts';
import type { ArenaView } from '../protocol/arena-view.ts';
import type { ServerMessage } from '../protocol/server-message.ts';
import { type Alarm, createAlarm } from './alarm.ts';
import type { Answer } from './asking.ts';
import type { ClientState } from './events.ts';
import type { Memory } from './memory.ts';
import { isPlaying } from './my-game.ts';
import type { Surroundings } from './surroundings.ts';

/** Says `lobby`; null where one is on its way. */
export type SayLobby = (after: GameId | null) => Promise<Answer> | null;

/** A client that waits says `lobby` so often that its lease of 25 s never ends. */
const RENEW_MS = 10_000;

const OVER: readonly ArenaView['state'][] = ['frozen', 'cancelled'];

/** Keeps a player in the lobby who wants another game, until he has one. */
export class Wishes {
  readonly #alarm: Alarm;
  readonly #memory: Pick<Memory, 'state' | 'change'>;
  readonly #say: SayLobby;

  constructor(
    after: Surroundings['after'],
    memory: Pick<Memory, 'state' | 'change'>,
    say: SayLobby,
  ) {
    this.#alarm = createAlarm(after);
    this.#memory = memory;
    this.#say = say;
  }

  want(): void {
    this.#keepUp();
    this.#speak();
  }

  rest(): void {
    this.#alarm();
    this.#memory.change({ wanted: false });
  }

  /** The whole state has been learned on a new line. */
  resumed(): void {
    if (this.#memory.state.wanted) this.want();
  }

  /** What has just been heard and remembered. */
  heard(message: ServerMessage): void {
    const { seat, wanted, game } = this.#memory.state;
    switch (message.t) {
      case 'state':
        if (seat?.paused || seat?.removed || OVER.includes(message.arena.state)) this.rest();
        else if (!wanted && (seat?.wish || seat?.state === 'ready')) this.#keepUp();
        return;
      case 'scored':
        if (message.paused) this.rest();
        else if (wanted && !(isPlaying(game) && game?.id !== message.game)) this.want();
        return;
      case 'voided':
        this.want();
        return;
      case 'left':
      case 'removed':
      case 'cancelled':
      case 'frozen':
        this.rest();
    }
  }

  #keepUp(): void {
    this.#memory.change({ wanted: true });
    this.#alarm(RENEW_MS, () => {
      this.#keepUp();
      // While the game runs its wish is stored: it is said again when the game is scored.
      if (!isPlaying(this.#memory.state.game)) this.#speak();
    });
  }

  #speak(): void {
    const named = lastPlayed(this.#memory.state);
    void this.#say(named)?.then((answer) => {
      if (answer?.t === 'refused') this.rest();
      // It has named the wrong game: the answer has said which is the last one.
      else if (answer?.t === 'state' && isBehind(this.#memory.state, named)) this.#speak();
    });
  }
}

/** The game that `lobby` has to name: the running or unscored one, else the last scored one. */
function lastPlayed({ game, seat, scored }: ClientState): GameId | null {
  const isScored = game === null || game.id === scored?.game || game.id === seat?.lastGame;
  if (!isScored && seat?.state === 'play') return game.id;
  return seat?.lastGame ?? null;
}

const isBehind = (state: ClientState, named: GameId | null): boolean =>
  state.wanted && state.seat?.state === 'idle' && lastPlayed(state) !== named;
