import { ArenaClient } from '../../../shared/client/client.ts';
import { isPlaying } from '../../../shared/client/my-game.ts';
import type { ArenaId, GameId } from '../../../shared/core/ids.ts';
import type { SeededRandom } from '../../../shared/core/random.ts';
import { createTurns } from './bot-turn.ts';
import type { Brain } from './brain.ts';
import { type Device, openDevice } from './device.ts';
import type { Director } from './director.ts';

export interface BotOptions {
  readonly arena: ArenaId;
  /** A fresh address with a ticket, for one connection. */
  readonly socketUrl: () => Promise<string>;
  readonly brain: Brain;
  readonly random: SeededRandom;
  readonly director: Director;
  readonly endsAtMs: number;
  /** How long after the end a game goes on before it is given up (ms). */
  readonly playsOnMs: number;
  readonly signal: AbortSignal;
  /** One of its own, unless somebody looks on. */
  readonly device?: Device;
}

/** Plays in an arena until it is frozen and the last game is over. */
export function runBot(options: BotOptions): Promise<void> {
  const { arena, socketUrl, director, endsAtMs, signal } = options;
  const { surroundings, loseLine } = options.device ?? openDevice();
  const client = new ArenaClient(surroundings, { arena, address: socketUrl, enters: true });
  const play = createTurns(options, client, loseLine);
  const leave = (): void => client.close();
  const left = Promise.withResolvers<void>();

  for (const t of ['paired', 'news', 'state'] as const) client.on(t, play);
  for (const t of ['state', 'over', 'scored'] as const) client.on(t, () => goOn(client));
  for (const t of ['state', 'over', 'frozen'] as const) {
    client.on(t, () => isThrough(client) && leave());
  }
  client.on('scored', ({ scored }) => {
    const { seat } = client.state;
    if (seat !== null) director.scored(seat.player, scored.reason);
  });
  client.on('over', ({ game }) => {
    if ((game.end?.endedAtMs ?? 0) > endsAtMs) director.happened('lateGame');
  });
  client.on('line', ({ line }) => line.is === 'closed' && left.resolve());
  noteReconnects(client, director);

  signal.addEventListener('abort', leave, { once: true });
  client.connect();
  return left.promise;
}

/** Wants the next game; who was paused because he did not show up is back by now. */
async function goOn(client: ArenaClient): Promise<void> {
  if (client.state.seat?.paused) await client.resume();
  const { game, wanted, line } = client.state;
  if (wanted || isPlaying(game) || isThrough(client) || line.is === 'closed') return;
  client.want();
}

/** The arena is over and so is his last game in it. */
const isThrough = ({ state: { arena, game } }: ArenaClient): boolean =>
  arena?.state === 'frozen' && !isPlaying(game);

/** A game that was running when the line was lost, and still is on the next one. */
function noteReconnects(client: ArenaClient, { happened }: Director): void {
  let lostIn: GameId | null = null;
  client.on('line', ({ line }) => {
    const { game } = client.state;
    if (line.is === 'apart' && isPlaying(game)) lostIn = game?.id ?? null;
  });
  client.on('state', ({ state: { game } }) => {
    if (isPlaying(game) && game?.id === lostIn) happened('reconnect');
    lostIn = null;
  });
}
