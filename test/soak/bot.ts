import { WebSocket } from 'ws';
import type { Brain } from '../../infra/cli/bots/brain.ts';
import { ArenaClient } from '../../shared/client/client.ts';
import { isPlaying } from '../../shared/client/my-game.ts';
import type { Surroundings } from '../../shared/client/surroundings.ts';
import type { ArenaId, PlayerId } from '../../shared/core/ids.ts';
import type { SeededRandom } from '../../shared/core/random.ts';
import type { Director } from './director.ts';
import { createNetwork, type InnerSocket, type Network, type Roughness } from './rough-network.ts';
import { createTurn } from './turn.ts';
import { createWitness, type Witness } from './witness.ts';

export interface BotOptions {
  readonly arena: ArenaId;
  readonly socketUrl: () => Promise<string>;
  readonly roughness: Roughness;
  readonly brain: Brain;
  readonly random: SeededRandom;
  readonly director: Director;
  /** The first connection opens within this time. */
  readonly connectWithinMs: number;
  readonly count: (what: string) => void;
  /** The organiser is asked to take this player out. */
  readonly remove: (player: PlayerId) => void;
}

export interface Bot {
  readonly witness: Witness;
  readonly close: () => void;
}

/** Nothing that waits here keeps the process alive. */
const after: Surroundings['after'] = (delayMs, run) => {
  const timer = setTimeout(run, delayMs);
  timer.unref();
  return () => clearTimeout(timer);
};

/** A phone finds its radio again so soon, and tells its apps. */
const RADIO_MS = { min: 100, spread: 1_500 };
const DARK_LOOK_MS = 500;

/** Plays game after game until it is closed, whatever the network does. */
export function openBot(options: BotOptions): Bot {
  const { arena, socketUrl, random, count, connectWithinMs } = options;
  const witness = createWitness((code) => count(`refused ${code}`));
  const network = createNetwork({
    Inner: WebSocket as unknown as new (url: string) => InnerSocket,
    ...{ after, random, roughness: options.roughness },
    observer: { count, sent: witness.sent, heard: witness.heard },
  });
  const address = (): Promise<string> =>
    network.isDark() ? Promise.reject(new Error('there is no network')) : socketUrl();
  const client = new ArenaClient(
    { now: Date.now, after, random: random.unit, WebSocket: network.WebSocket },
    { arena, address, enters: true, connectWithinMs },
  );
  const act = createTurn({ ...options, client, network, after });
  for (const event of ['paired', 'news', 'state'] as const) client.on(event, act);
  for (const event of ['over', 'scored', 'state'] as const) {
    client.on(event, () => playOn(client));
  }
  keepUp(client, network, options);
  client.connect();
  client.want();
  return { witness, close: () => client.close() };
}

/** Wants the next game, also where a game that was lost by absence has paused him. */
function playOn(client: ArenaClient): void {
  const { arena, seat, game, wanted } = client.state;
  if (isPlaying(game) || wanted || seat === null || seat.removed) return;
  if (arena === null || arena.state === 'closing' || arena.state === 'frozen') return;
  if (seat.paused) void client.resume().then(() => client.want());
  else if (seat.state !== 'play' || game !== null) client.want();
}

/** Counts the lines, and opens the next one as soon as there is a network again. */
function keepUp(client: ArenaClient, network: Network, { count, random }: BotOptions): void {
  let lines = 0;
  const wake = (): void => {
    if (network.isDark()) after(DARK_LOOK_MS, wake);
    else client.wake();
  };
  client.on('line', ({ line }) => {
    if (line.is === 'open') {
      lines += 1;
      if (lines > 1) count('reconnects');
    }
    if (line.is === 'closed') count(`closed ${line.why}`);
    if (line.is === 'apart' && lines > 0) after(RADIO_MS.min + random.below(RADIO_MS.spread), wake);
  });
}
