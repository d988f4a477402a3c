import { ArenaClient, type ClientOptions } from '../../shared/client/client.ts';
import type { ClientEvent } from '../../shared/client/events.ts';
import { seededRandom } from '../../shared/core/random.ts';
import type { ClientMessage } from '../../shared/protocol/client-message.ts';
import type { Side } from '../../shared/rules/rules.ts';
import { createNetwork, type FakeLine, type Network, type Received } from './network.ts';
import { ARENA, createReferee, type Referee } from './referee.ts';

/** One seed for every draw of these tests; change it to see others. */
export const SEED = Number(process.env.SEED ?? 1);

/** A client on a network of its own, with a referee who answers at once. */
export interface Stage {
  readonly network: Network;
  readonly referee: Referee;
  readonly client: ArenaClient;
  readonly events: readonly ClientEvent[];
  readonly tickets: () => number;
  /** Lets the referee decide and answer, as the server does unless a test says otherwise. */
  readonly answers: (line: FakeLine, message: Received) => void;
  readonly connected: () => Promise<void>;
  /** Pairs the player and tells him. */
  readonly paired: (side?: Side) => Promise<void>;
}

const KINDS = [
  ...(['line', 'state', 'paired', 'news', 'over', 'waiting', 'voided', 'scored'] as const),
  ...(['left', 'removed', 'cancelled', 'note', 'frozen', 'refused', 'clock'] as const),
];

export interface StageOptions extends Partial<ClientOptions> {
  /** How far the clock of the client is ahead of the server's. */
  readonly aheadMs?: number;
  readonly seed?: number;
}

export function setTheStage({ aheadMs = 0, seed = SEED, ...options }: StageOptions = {}): Stage {
  const network = createNetwork(seededRandom(seed));
  const referee = createReferee();
  const events: ClientEvent[] = [];
  let tickets = 0;
  const client = new ArenaClient(network.surroundings({ aheadMs }), {
    arena: ARENA.id,
    address: async () => {
      tickets += 1;
      return `wss://arena.test?ticket=${tickets}`;
    },
    ...options,
  });
  for (const kind of KINDS) client.on(kind, (event) => void events.push(event));
  const answers: Stage['answers'] = (line, message) => {
    const { time } = network;
    if (message.t === 'ping') return line.push({ t: 'pong', nowMs: Math.floor(time.now()) });
    line.push({ ...referee.answer(message, time.now()), cid: message.cid });
  };
  network.server.hears = answers;
  return {
    ...{ network, referee, client, events, answers },
    tickets: () => tickets,
    connected: async () => {
      client.connect();
      await network.advance(2_000);
    },
    paired: async (side) => {
      network.last().push(referee.pair(network.time.now(), side));
      await network.advance(100);
    },
  };
}

/** The commands of a client on a line, by name. */
export const namesOn = (line: FakeLine): string[] => line.commands().map(({ t }) => t);

/** Those with this name. */
export const sentAs = <T extends ClientMessage['t']>(line: FakeLine, t: T) =>
  line.commands().filter((message) => message.t === t) as unknown as readonly (Extract<
    ClientMessage,
    { readonly t: T }
  > & { readonly atMs: number; readonly cid: string })[];

export const named = <T extends ClientEvent['t']>(events: readonly ClientEvent[], t: T) =>
  events.filter((event): event is Extract<ClientEvent, { readonly t: T }> => event.t === t);
