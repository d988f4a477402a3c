import type { Alarms, Cancel } from '../alarms.ts';
import type { Connection } from './connection.ts';

export interface SocketLimits {
  /** Without a message in either direction; 10 minutes on AWS. */
  readonly idleMs: number;
  /** Of a connection as a whole; 2 hours on AWS. */
  readonly lifetimeMs: number;
}

const GOING_AWAY = 1001;

/** Closes a connection that reaches one of its limits. */
export function limitLifetime(connection: Connection, limits: SocketLimits, alarms: Alarms): void {
  const { socket } = connection;
  let cancelIdle: Cancel = () => {};
  const lookIdle = () => {
    const leftMs = connection.lastActiveAtMs + limits.idleMs - alarms.nowMs();
    // One alarm looks again and again: moving it with every message would cost more.
    if (leftMs > 0) cancelIdle = alarms.after(leftMs, lookIdle);
    else socket.close(GOING_AWAY, 'Going away');
  };
  lookIdle();
  const cancelLifetime = alarms.after(limits.lifetimeMs, () =>
    socket.close(GOING_AWAY, 'Going away'),
  );
  socket.once('close', () => {
    cancelIdle();
    cancelLifetime();
  });
}
