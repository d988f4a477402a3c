import { describe, expect, it } from 'vitest';
import { FLAG_GRACE_MS } from '../../shared/game/clock.ts';
import { named, namesOn, sentAs, setTheStage } from './stage.ts';

describe('the flag of the opponent', () => {
  it('is claimed a second after his deadline, by the server’s clock, not before', async () => {
    const stage = setTheStage({ aheadMs: 3_600_000 });
    await stage.connected();
    await stage.paired('second');
    const { network, client, referee, events } = stage;
    const graceEndsMs = (referee.game?.deadlineMs ?? 0) + FLAG_GRACE_MS;
    await network.advance(graceEndsMs - network.time.now() - 100);
    expect(sentAs(network.last(), 'claimFlag')).toEqual([]);
    await network.advance(2_000);

    // Both clocks were measured: a claim that is early is told when to come again.
    expect(sentAs(network.last(), 'claimFlag').at(-1)?.atMs).toBeGreaterThanOrEqual(graceEndsMs);
    expect(referee.game).toMatchObject({ state: 'done', ending: 'noShow', winner: 'second' });
    expect(client.state.game?.end).toMatchObject({ ending: 'noShow' });
    expect(named(events, 'over')).toHaveLength(1);
  });

  it('is claimed again when the server says that it is too early', async () => {
    const stage = setTheStage();
    await stage.connected();
    await stage.paired('second');
    const { network, referee, answers } = stage;
    let claims = 0;
    network.server.hears = (line, message) => {
      if (message.t !== 'claimFlag' || claims++ > 0) return answers(line, message);
      line.push({ t: 'refused', code: 'tooEarly', retryInMs: 400, cid: message.cid });
    };
    await network.advance((referee.game?.deadlineMs ?? 0) - network.time.now() + 3_000);
    const [early, again] = sentAs(network.last(), 'claimFlag');

    expect((again?.atMs ?? 0) - (early?.atMs ?? 0)).toBeGreaterThanOrEqual(400);
    expect(referee.game?.state).toBe('done');
    expect(claims).toBe(2);
  });

  it('is not claimed when he has moved, nor his own', async () => {
    const stage = setTheStage();
    await stage.connected();
    await stage.paired('second');
    const { network, referee } = stage;
    const { now } = network.time;
    network.last().push(referee.opponent({ t: 'move', ply: 0, move: 'A' }, now()));
    await network.advance((referee.game?.deadlineMs ?? 0) - network.time.now() + 60_000);

    expect(namesOn(network.last())).toEqual(['hello']);
  });
});

describe('an opponent of whom nothing is heard', () => {
  it('may have moved: a push that was lost for ever is asked for after 20 s', async () => {
    const stage = setTheStage();
    await stage.connected();
    await stage.paired();
    const { network, client, referee } = stage;
    void client.move('A');
    await network.advance(100);
    referee.opponent({ t: 'move', ply: 1, move: 'a' }, network.time.now());
    await network.advance(19_000);
    expect(client.state.game?.ply).toBe(1);
    await network.advance(1_500);

    expect(client.state.game).toMatchObject({ ply: 2, moves: 'A a' });
    expect(sentAs(network.last(), 'hello')).toHaveLength(2);
    await network.advance(60_000);
    expect(sentAs(network.last(), 'hello')).toHaveLength(2);
  });
});
