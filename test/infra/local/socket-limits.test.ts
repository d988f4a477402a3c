import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import type { Connection } from '../../../infra/local/gateway/connection.ts';
import { limitLifetime } from '../../../infra/local/gateway/socket-limits.ts';
import { createManualAlarms } from './manual-alarms.ts';

const LIMITS = { idleMs: 600_000, lifetimeMs: 7_200_000 };

function setUp() {
  const alarms = createManualAlarms(0);
  const closings: { readonly atMs: number; readonly code: number }[] = [];
  const socket = Object.assign(new EventEmitter(), {
    close: (code: number) => closings.push({ atMs: alarms.nowMs(), code }),
  });
  const connection: Connection = {
    id: 'c=',
    connectedAtMs: 0,
    sourceIp: '127.0.0.1',
    userAgent: '',
    authorizer: {},
    // Only what the limits use of a socket.
    socket: socket as unknown as WebSocket,
    lastActiveAtMs: 0,
  };
  limitLifetime(connection, LIMITS, alarms);
  return { alarms, closings, connection, socket };
}

// pladaria/reconnecting-websocket#178
test('a silent connection is closed after 10 minutes', async () => {
  const { alarms, closings } = setUp();

  await alarms.advance(600_000);

  expect(closings).toEqual([{ atMs: 600_000, code: 1001 }]);
});

// pladaria/reconnecting-websocket#178, michalkvasnicak/aws-lambda-graphql#124
test('a connection that speaks is closed 10 minutes after its last word', async () => {
  const { alarms, closings, connection } = setUp();
  await alarms.advance(500_000);
  connection.lastActiveAtMs = alarms.nowMs();

  await alarms.advance(700_000);

  expect(closings).toEqual([{ atMs: 1_100_000, code: 1001 }]);
});

// michalkvasnicak/aws-lambda-graphql#136
test('a connection is closed after 2 hours, however much it speaks', async () => {
  const { alarms, closings, connection } = setUp();
  for (let i = 0; i < 15; i++) {
    await alarms.advance(500_000);
    connection.lastActiveAtMs = alarms.nowMs();
  }

  expect(closings).toEqual([{ atMs: 7_200_000, code: 1001 }]);
});

test('nothing is closed once the client has left', async () => {
  const { alarms, closings, socket } = setUp();
  socket.emit('close');

  await alarms.advance(10_000_000);

  expect(closings).toEqual([]);
});
