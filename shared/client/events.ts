import type { Refusal } from '../core/refusal.ts';
import type { ArenaView, SeatView } from '../protocol/arena-view.ts';
import type { GameView } from '../protocol/game-view.ts';
import type { GameMessageOut, ServerMessage } from '../protocol/server-message.ts';
import type { StandingBlock } from '../protocol/table-view.ts';
import type { Asked } from './asking.ts';
import type { LineState } from './lines.ts';
import type { Side } from './my-game.ts';
import type { ClockEstimate } from './server-clock.ts';

/** A message of the server by its name. */
export type Told<T extends ServerMessage['t']> = Extract<ServerMessage, { readonly t: T }>;

/** All that the client knows. Every object in it is replaced, never changed. */
export interface ClientState {
  readonly line: LineState;
  /** null until the first `hello` is answered, like `seat`. */
  readonly arena: ArenaView | null;
  readonly seat: SeatView | null;
  /** The running game, else the last one that was followed to its end. */
  readonly game: GameView | null;
  /** The player's own side in `game`. */
  readonly side: Side | null;
  /** Why he waits, as long as he does and the server has said so. */
  readonly waiting: Told<'waiting'> | null;
  /** What the last game paid. */
  readonly scored: Told<'scored'> | null;
  /** Where he stands, by the last `hello` or score. */
  readonly table: StandingBlock | null;
  /** Another game is wanted: the client stays in the lobby for it. */
  readonly wanted: boolean;
}

/** Messages that the app hears of under their own names. */
export type Passed = Told<
  'waiting' | 'voided' | 'scored' | 'left' | 'removed' | 'cancelled' | 'note' | 'frozen'
>;
type PassedEvent = {
  readonly [T in Passed['t']]: { readonly t: T } & { readonly [Same in T]: Told<T> };
}[Passed['t']];

export type ClientEvent =
  | { readonly t: 'line'; readonly line: LineState }
  /** The whole state was learned, on a new line or because something was missed. */
  | { readonly t: 'state'; readonly state: ClientState }
  | { readonly t: 'paired'; readonly game: GameView; readonly side: Side | null }
  /** Something has happened in `game`, which shows it already. */
  | { readonly t: 'news'; readonly news: GameMessageOut; readonly game: GameView }
  /** The game is over. */
  | { readonly t: 'over'; readonly game: GameView }
  | PassedEvent
  | { readonly t: 'refused'; readonly asked: Asked; readonly refusal: Refusal }
  /** The server's clock has been measured again. */
  | { readonly t: 'clock'; readonly clock: ClockEstimate };

type Listener<T extends ClientEvent['t']> = (
  event: Extract<ClientEvent, { readonly t: T }>,
) => void;

export interface Events {
  /** Listens to one kind of event; returns what ends it. */
  readonly on: <T extends ClientEvent['t']>(t: T, listener: Listener<T>) => () => void;
  readonly emit: (event: ClientEvent) => void;
}

export function createEvents(): Events {
  const listeners = new Set<{ readonly t: string; readonly hear: (event: ClientEvent) => void }>();
  return {
    on: (t, listener) => {
      const entry = { t, hear: listener as (event: ClientEvent) => void };
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
    emit: (event) => {
      for (const { t, hear } of [...listeners]) {
        if (t === event.t) attempt(() => hear(event));
      }
    },
  };
}

/** A listener that throws has a bug of its own: it is reported, and the client goes on. */
function attempt(run: () => void): void {
  try {
    run();
  } catch (bug) {
    void Promise.reject(bug);
  }
}
