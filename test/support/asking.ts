import { visitLobby } from '../../shared/app/lobby.ts';
import { play } from '../../shared/app/play.ts';
import type { Caller } from '../../shared/app/ports.ts';
import { type ClientMessage, isGameMessage } from '../../shared/protocol/client-message.ts';
import type { Cloud } from './cloud.ts';
import type { Gateway } from './gateway.ts';
import type { Platform } from './invocation.ts';
import type { StreamWorld } from './streams.ts';
import type { Witness } from './witness.ts';

/** A message as it reached its function, for sending it again elsewhere. */
export interface Asked {
  readonly caller: Caller;
  readonly message: ClientMessage;
}

const GAME_TIMEOUT_MS = 3_000;
const LOBBY_TIMEOUT_MS = 5_000;
const NET_MS = 60;
const COLD_START_MS = 1_500;

/** The way of a client's message: net, gateway, a function that may start cold, and back. */
export function createAsking(
  world: StreamWorld,
  witness: Witness,
  gateway: () => Gateway,
  count: (what: string) => void,
) {
  const { time, random, faults } = world;
  const running = new WeakMap<object, Asked>();
  let current: object | null = null;

  const ask: Cloud['ask'] = async (on, message) => {
    await time.sleep(1 + random.below(NET_MS));
    const line = gateway().line(on);
    if (line?.state !== 'open') return null;
    const { player, connectedAtMs } = line;
    const atMs = time.now();
    await time.sleep(random.below(faults.happens('delay') ? COLD_START_MS : NET_MS));
    const timeoutMs = isGameMessage(message) ? GAME_TIMEOUT_MS : LOBBY_TIMEOUT_MS;
    const outcome = await world.invoke(timeoutMs, (ports, invocation) => {
      const caller = { player, connection: on, connectedAtMs, atMs, nowMs: ports.now() };
      running.set(invocation, { caller, message });
      return isGameMessage(message)
        ? play(ports, caller, message)
        : visitLobby(ports, caller, message);
    });
    if (outcome.kind === 'failed') witness.onFailure(message.t, outcome.cause);
    if (outcome.kind !== 'done') return null;
    witness.onAnswer(player, connectedAtMs, outcome.value);
    if (outcome.value.t === 'refused') count(`refused ${outcome.value.code}`);
    await time.sleep(1 + random.below(NET_MS));
    return line.state === 'open' ? outcome.value : null;
  };
  const acting: Platform['acting'] = (invocation, effect) => {
    current = invocation;
    const result = effect();
    current = null;
    return result;
  };

  return {
    ask,
    acting,
    /** The message whose function has the store in its hands right now. */
    current: (): Asked | null => (current === null ? null : (running.get(current) ?? null)),
  };
}
