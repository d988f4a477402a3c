import { describe, expect, it } from 'vitest';
import { ArenaClient } from '../../shared/client/client.ts';
import { seededRandom } from '../../shared/core/random.ts';
import { createNetwork, type Network } from './network.ts';
import { ARENA, createReferee } from './referee.ts';
import { named, namesOn, SEED, setTheStage } from './stage.ts';

console.log(`seed ${SEED}`);

const ABNORMAL = 1006;
const RESTART = 1012;
const GOING_AWAY = 1001;
const CROWD = 1_000;

/** A thousand clients that have been connected for a minute. */
async function aCrowd(): Promise<Network> {
  const network = createNetwork(seededRandom(SEED));
  const { time } = network;
  const referee = createReferee();
  network.server.hears = (line, message) => {
    if (message.t === 'ping') line.push({ t: 'pong', nowMs: time.now() });
    else line.push({ ...referee.state(time.now()), cid: message.cid });
  };
  for (let index = 0; index < CROWD; index++) {
    const address = async () => `wss://arena.test?ticket=${index}`;
    new ArenaClient(network.surroundings(), { arena: ARENA.id, address }).connect();
  }
  await network.advance(60_000);
  expect(network.lines).toHaveLength(CROWD);
  return network;
}

/** How long after the drop each client was back, in ms. */
const returnsAfter = ({ lines }: Network, dropMs: number): number[] =>
  lines.slice(CROWD).map(({ openedAtMs }) => openedAtMs - dropMs);

/** The most in any of these spans of time. */
const mostWithin = (moments: readonly number[], spanMs: number): number =>
  Math.max(
    ...Map.groupBy(moments, (ms) => Math.floor(ms / spanMs))
      .values()
      .map((m) => m.length),
  );

describe('a client that has lost its line', () => {
  it('is back within a second or so, with another ticket and the whole state', async () => {
    const delays = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const stage = setTheStage({ seed: SEED + index });
        const { network } = stage;
        await stage.connected();
        await network.advance(60_000);
        const dropMs = network.time.now();
        network.last().close(ABNORMAL);
        expect(stage.client.state.line.is).toBe('apart');
        await network.advance(2_000);
        expect(network.last()).toMatchObject({ url: 'wss://arena.test?ticket=2' });
        expect(namesOn(network.last())).toEqual(['hello']);
        expect(named(stage.events, 'state')).toHaveLength(2);
        return network.last().openedAtMs - dropMs;
      }),
    );

    expect(Math.max(...delays)).toBeLessThanOrEqual(1_020);
    expect(Math.max(...delays) - Math.min(...delays)).toBeGreaterThan(500);
  });

  it('comes back as soon when the gateway closes it after its two hours', async () => {
    const { network, client, connected } = setTheStage();
    await connected();
    await network.advance(7_200_000);
    expect(network.lines).toHaveLength(1);
    network.last().close(GOING_AWAY);
    await network.advance(1_500);

    expect([network.lines.length, client.state.line.is]).toEqual([2, 'open']);
  });

  it('finds out by itself when nothing comes over its line any more', async () => {
    const { network, client, connected } = setTheStage();
    await connected();
    await network.advance(30_000);
    network.last().die();
    await network.advance(20_000 + 5_000 + 2_000);

    expect([network.lines.length, client.state.line.is]).toEqual([2, 'open']);
  });

  it('looks at once when the app is in the foreground again', async () => {
    const { network, client, connected } = setTheStage();
    await connected();
    await network.advance(30_000);
    network.last().die();
    client.wake();
    await network.advance(5_000 + 1_500);
    expect(network.lines).toHaveLength(2);

    network.server.admits = () => false;
    network.last().close(RESTART);
    await network.advance(1);
    network.server.admits = () => true;
    client.wake();
    await network.advance(50);
    expect(network.lines).toHaveLength(3);
  });

  it('is soon back each time, however often its lines die young', async () => {
    const stage = setTheStage();
    await stage.connected();
    for (let lines = 2; lines <= 12; lines++) {
      await stage.network.advance(300);
      stage.network.last().close(1006);
      await stage.network.advance(2_100);
      expect(stage.network.lines).toHaveLength(lines);
    }
  });

  it('tries less and less often while it is not answered on the lines that open', async () => {
    const stage = setTheStage();
    stage.network.server.hears = () => {};
    await stage.connected();
    await stage.network.advance(600_000);

    expect(stage.network.lines.length).toBeLessThan(40);
  });

  it('tries less and less often while there is no ticket, and again at last', async () => {
    let isDown = true;
    const attempts: number[] = [];
    const stage = setTheStage({
      address: async () => {
        attempts.push(stage.network.time.now());
        if (isDown) throw new Error('no ticket');
        return 'wss://arena.test';
      },
    });
    await stage.connected();
    await stage.network.advance(600_000);
    const gaps = attempts.slice(1).map((ms, index) => ms - (attempts[index] ?? 0));
    isDown = false;
    await stage.network.advance(61_000);

    expect(attempts.length).toBeGreaterThan(10);
    expect(attempts.length).toBeLessThan(60);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(60_000);
    expect(stage.client.state.line.is).toBe('open');
  });

  it('comes back no more when another device has taken over', async () => {
    const pushed = setTheStage();
    const answered = setTheStage();
    for (const { connected } of [pushed, answered]) await connected();
    pushed.network.last().push({ t: 'bye', code: 'superseded' });
    answered.network.server.hears = (line, message) =>
      line.push({ t: 'bye', code: 'superseded', ...('cid' in message && { cid: message.cid }) });
    const answer = answered.client.pause();

    for (const { network, client, events } of [pushed, answered]) {
      await network.advance(600_000);
      expect(network.lines).toHaveLength(1);
      expect(client.state.line).toEqual({ is: 'closed', why: 'superseded' });
      expect(named(events, 'line').at(-1)).toMatchObject({ line: { is: 'closed' } });
    }
    expect(await answer).toBeNull();
  });

  it('comes back no more when the app has closed it', async () => {
    const { network, client, connected } = setTheStage();
    await connected();
    client.want();
    client.close();
    await network.advance(600_000);

    expect([network.lines.length, network.last().isOpen()]).toEqual([1, false]);
    expect(client.state.line).toEqual({ is: 'closed', why: 'asked' });
  });
});

describe(`${CROWD} clients that have lost their lines at once`, () => {
  it('come back spread over a minute when the server says that it restarts', async () => {
    const network = await aCrowd();
    const dropMs = network.time.now();
    for (const line of network.lines.slice()) line.close(RESTART);
    await network.advance(61_000);
    const returns = returnsAfter(network, dropMs);

    console.log(`most in one second: ${mostWithin(returns, 1_000)}`);
    expect(returns).toHaveLength(CROWD);
    expect(Math.max(...returns)).toBeGreaterThan(55_000);
    // 100 in six seconds are meant; 150 are five standard deviations more.
    expect(mostWithin(returns, 6_000)).toBeLessThan(150);
  });

  it('come back spread over a minute after a server that was gone without a word', async () => {
    const network = await aCrowd();
    network.server.admits = () => false;
    for (const line of network.lines.slice()) line.close(ABNORMAL);
    await network.advance(180_000);
    const upMs = network.time.now();
    network.server.admits = () => true;
    await network.advance(61_000);
    const returns = returnsAfter(network, upMs);

    console.log(`most in one second: ${mostWithin(returns, 1_000)}`);
    expect(returns).toHaveLength(CROWD);
    expect(Math.max(...returns)).toBeGreaterThan(45_000);
    expect(mostWithin(returns, 6_000)).toBeLessThan(300);
  });

  it('are all taken by a gateway that takes few at a time', async () => {
    const network = await aCrowd();
    const perSecond = new Map<number, number>();
    let refused = 0;
    network.server.admits = () => {
      const second = Math.floor(network.time.now() / 1_000);
      const taken = perSecond.get(second) ?? 0;
      if (taken >= 50) refused += 1;
      else perSecond.set(second, taken + 1);
      return taken < 50;
    };
    for (const line of network.lines.slice()) line.close(ABNORMAL);
    await network.advance(90_000);

    expect(network.lines).toHaveLength(2 * CROWD);
    // Most are refused at first; a client that is refused again and again stays away longer.
    expect(refused).toBeLessThan(6 * CROWD);
  });
});
