import { ArenaClient } from '../../shared/client/client.ts';
import { isPlaying } from '../../shared/client/my-game.ts';
import type { ArenaId } from '../../shared/core/ids.ts';
import { createGameSteps } from './game-step.ts';
import { createLobbySteps } from './lobby-step.ts';
import { openRadio } from './radio.ts';
import { type PlayerOptions, rest, type Self, type Silence } from './self.ts';

/** A player like any other, who speaks the public protocol only. */
export interface LoadPlayer {
  readonly fallSilent: (silence: Silence) => void;
  readonly done: Promise<void>;
}

/** After the end of the load somebody may still be told of a game. */
const LINGER_MS = 3_000;
/**
 * Somebody who hears nothing for so long asks whether he has missed something. Not all at once:
 * where the machine is slow, questions of everybody would keep it so.
 */
const QUIET_MS_MIN = 15_000;
const QUIET_MS_SPREAD = 15_000;

export function startPlayer(options: PlayerOptions): LoadPlayer {
  const radio = openRadio();
  let silence: Silence | null = null;
  let self: Self | null = null;
  const live = async (): Promise<void> => {
    for (let arena: ArenaId | null = options.home; arena !== null; ) {
      const left = Promise.withResolvers<ArenaId | null>();
      const client = new ArenaClient(radio.surroundings, {
        ...{ arena, address: options.socketUrl, enters: true },
      });
      self = { options, arena, client, radio, silence: () => silence, leave: left.resolve };
      stay(self);
      arena = await left.promise;
      client.close();
    }
  };
  return {
    done: live(),
    fallSilent: (how) => {
      silence = how;
      if (self !== null) lookForSilence(self);
    },
  };
}

/** Everything that he does in one arena. */
function stay(self: Self): void {
  const { client, options } = self;
  const play = createGameSteps(self);
  const { goOn, ready } = createLobbySteps(self);
  for (const t of ['paired', 'news', 'state'] as const) client.on(t, play);
  for (const t of ['over', 'scored', 'state'] as const) client.on(t, goOn);
  client.on('state', ({ state }) => {
    lookForSilence(self);
    if (state.seat?.state === 'ready') void ready();
  });
  askWhenQuiet(self);
  leaveAtTheEnd(self);
  countAll(self);
  options.signal.addEventListener('abort', () => self.leave(null), { once: true });
  client.connect();
}

/** The line stays open: nobody is told that there is no one at its other end. */
function lookForSilence({ client, radio, silence, options }: Self): void {
  const { seat } = client.state;
  const how = silence();
  if (seat === null || how === null || radio.isSilent()) return;
  const isTime = { now: true, afterWish: seat.wish, afterReturn: seat.state === 'ready' };
  if (!isTime[how]) return;
  radio.goSilent();
  options.tally.silent.set(seat.player, Date.now());
}

function askWhenQuiet({ client, radio, arena, options }: Self): void {
  let cancel = (): void => {};
  const wait = (): void => {
    cancel();
    const quietMs = QUIET_MS_MIN + options.random.below(QUIET_MS_SPREAD);
    cancel = radio.surroundings.after(quietMs, () => {
      if (isPlaying(client.state.game)) void client.ask({ t: 'hello', v: 1, arena });
    });
  };
  for (const t of ['paired', 'news', 'state'] as const) client.on(t, wait);
  client.on('line', ({ line }) => line.is === 'closed' && cancel());
}

function leaveAtTheEnd(self: Self): void {
  const { client, radio, options } = self;
  let isLate = false;
  const leave = (): void => {
    if (isLate && !isPlaying(client.state.game) && !radio.isSilent()) self.leave(null);
  };
  client.on('over', leave);
  client.on('state', leave);
  void rest(self, options.untilMs + LINGER_MS - Date.now()).then(() => {
    isLate = true;
    leave();
  });
}

function countAll({ client, radio, arena, leave, options: { tally } }: Self): void {
  client.on('refused', ({ refusal }) => {
    tally.count(`refused ${refusal.code}`);
    // His profile was not stored: the next ticket brings another try.
    if (refusal.code === 'unauthorized') radio.loseLine();
  });
  client.on('waiting', ({ waiting }) => tally.count(`told ${waiting.reason}`));
  client.on('voided', () => tally.count('told voided'));
  let before = client.state.line.is;
  client.on('line', ({ line }) => {
    if (before === 'connecting' && line.is === 'apart') tally.count('refused handshake');
    before = line.is;
    if (line.is !== 'closed' || line.why === 'asked') return;
    tally.count(`told ${line.why}`);
    leave(arena);
  });
}
