import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { openRadio } from './radio.ts';

const server = new WebSocketServer({ port: 0 });
afterAll(() => server.close());

it('a silent radio keeps its line, says nothing, and no timer of its client runs', async () => {
  const { surroundings, goSilent, isSilent, loseLine } = openRadio();
  const connected = once(server, 'connection');
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const socket = new surroundings.WebSocket(url);
  const answered = Promise.withResolvers<unknown>();
  socket.addEventListener('message', ({ data }) => answered.resolve(data));
  const [line] = await connected;
  const said: string[] = [];
  line.on('message', (data: Buffer) => said.push(String(data)));
  const ran: string[] = [];
  const run = (name: string) =>
    new Promise<void>((resolve) => {
      surroundings.after(1, () => {
        ran.push(name);
        resolve();
      });
    });

  await run('before');
  socket.send('before');
  await once(line, 'message');
  void run('after');
  goSilent();
  socket.send('after');
  line.send('is he there?');

  expect(await answered.promise).toBe('is he there?');
  // Runs after all timers of this length that were set before it.
  await new Promise((resolve) => setTimeout(resolve, 1));
  expect(line.readyState).toBe(line.OPEN);
  loseLine();
  await once(line, 'close');
  expect(said).toEqual(['before']);
  expect(ran).toEqual(['before']);
  expect(isSilent()).toBe(true);
});
