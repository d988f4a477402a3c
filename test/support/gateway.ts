import type { Push } from '../../shared/app/ports.ts';
import { type ConnectionId, connectionId, type PlayerId } from '../../shared/core/ids.ts';
import type { ServerMessage } from '../../shared/protocol/server-message.ts';
import type { Faults } from './faults.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Who listens at the other end of a connection. */
export interface Listener {
  readonly player: PlayerId;
  readonly onMessage: (message: ServerMessage) => void;
  readonly onClose: () => void;
}

/** `deaf`: the player is gone and the gateway has not noticed yet. */
interface Line extends Listener {
  readonly connectedAtMs: number;
  state: 'open' | 'deaf' | 'gone';
}

export interface Gateway {
  readonly open: (listener: Listener) => ConnectionId;
  readonly hangUp: (connection: ConnectionId, silentForMs: number) => void;
  readonly line: (connection: ConnectionId) => Readonly<Line> | null;
  readonly push: Push;
}

const NET_MS = 40;

/** Connections that open, break, go silent; messages to them arrive, bounce or are lost. */
export function createGateway(
  world: { readonly time: VirtualTime; readonly faults: Faults },
  onDisconnect: (player: PlayerId, connection: ConnectionId) => void,
  onTold: (to: ConnectionId, message: ServerMessage) => void,
): Gateway {
  const { time, faults } = world;
  const lines = new Map<ConnectionId, Line>();

  const end = (connection: ConnectionId): void => {
    const line = lines.get(connection);
    if (line === undefined || line.state === 'gone') return;
    const listened = line.state === 'open';
    line.state = 'gone';
    if (listened) line.onClose();
    if (!faults.happens('lostDisconnect')) onDisconnect(line.player, connection);
  };

  const send: Push['send'] = async (to, message) => {
    onTold(to, message);
    const line = lines.get(to);
    if (line === undefined || line.state === 'gone') {
      faults.note('gone');
      return 'gone';
    }
    if (faults.happens('lostPush')) return 'unknown';
    time.at(time.now() + NET_MS, () => {
      if (line.state === 'open') line.onMessage(message);
    });
    return 'sent';
  };

  return {
    open: (listener) => {
      const connection = connectionId(`c${lines.size}`);
      lines.set(connection, { ...listener, connectedAtMs: time.now(), state: 'open' });
      return connection;
    },
    hangUp: (connection, silentForMs) => {
      const line = lines.get(connection);
      if (line === undefined || line.state !== 'open') return;
      line.state = 'deaf';
      time.at(time.now() + silentForMs, () => end(connection));
    },
    line: (connection) => lines.get(connection) ?? null,
    push: { send, close: async (connection) => end(connection) },
  };
}
