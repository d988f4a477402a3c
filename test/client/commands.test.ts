import { describe, expect, it } from 'vitest';
import { present } from '../../shared/core/assert.ts';
import { parseClientMessage } from '../../shared/protocol/client-message.ts';
import { ARENA } from './referee.ts';
import { named, namesOn, SEED, sentAs, setTheStage } from './stage.ts';

const GATEWAY_FRAME = { message: 'Too Many Requests', connectionId: 'x', requestId: 'y' };

console.log(`seed ${SEED}`);

describe('a client that connects', () => {
  it('does so at a random moment of its own, with a fresh ticket, and says hello', async () => {
    const moments = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const stage = setTheStage({ connectWithinMs: 4_000, seed: SEED + index });
        const startMs = stage.network.time.now();
        stage.client.connect();
        await stage.network.advance(5_000);
        return stage.network.last().openedAtMs - startMs;
      }),
    );
    const stage = setTheStage();
    await stage.connected();

    const { client, network } = stage;
    expect(Math.max(...moments)).toBeLessThanOrEqual(4_020);
    expect(Math.max(...moments) - Math.min(...moments)).toBeGreaterThan(2_000);
    expect(network.last().url).toBe('wss://arena.test?ticket=1');
    expect(network.last().commands()).toMatchObject([{ t: 'hello', v: 1, arena: ARENA.id }]);
    expect(client.state).toMatchObject({ line: { is: 'open' }, seat: { state: 'idle' } });
    expect(named(stage.events, 'state')).toHaveLength(1);
  });

  it('sends nothing that the server cannot read', async () => {
    const stage = setTheStage();
    await stage.connected();
    stage.client.want();
    await stage.paired();
    void stage.client.move('A');
    await stage.network.advance(100);

    const { network } = stage;
    for (const { atMs: _, ...message } of network.last().commands()) {
      expect(parseClientMessage(JSON.stringify(message))).toMatchObject({ ok: true });
    }
    expect(namesOn(network.last())).toEqual(['hello', 'lobby', 'move']);
  });

  it('enters where it may and has no seat', async () => {
    const [may, mayNot] = [setTheStage({ enters: true }), setTheStage()];
    for (const { referee, connected } of [may, mayNot]) {
      referee.row = null;
      await connected();
    }

    expect(namesOn(may.network.last())).toEqual(['hello', 'enter']);
    expect(may.client.state.seat).toMatchObject({ seated: true });
    expect(namesOn(mayNot.network.last())).toEqual(['hello']);
    const refusal = { code: 'notEntered' };
    expect(named(mayNot.events, 'refused')).toMatchObject([{ asked: { t: 'hello' }, refusal }]);
  });

  it('takes the seat again that the player has left for another arena', async () => {
    for (const enters of [true, false]) {
      const { network, client, referee, connected, answers } = setTheStage({ enters });
      const row = present(referee.row, 'row');
      referee.row = { ...row, seated: false };
      network.server.hears = (line, message) => {
        if (message.t === 'enter') referee.row = { ...row, seated: true };
        answers(line, message);
      };
      await connected();

      expect(namesOn(network.last())).toEqual(enters ? ['hello', 'enter'] : ['hello']);
      expect(client.state.seat?.seated).toBe(enters);
    }
  });

  it('wants nothing more once it is closed', async () => {
    const { network, client, connected } = setTheStage();
    await connected();
    client.close();
    client.want();

    expect(client.state.wanted).toBe(false);
    await network.advance(60_000);
    expect(namesOn(network.last())).toEqual(['hello']);
  });

  it.each([
    { t: 'refused', code: 'noSuchArena' },
    { t: 'refused', code: 'invalid' },
    { t: 'bye', code: 'upgrade' },
  ])('closes for good when its hello is answered with $t $code', async (answer) => {
    const { network, client, connected } = setTheStage();
    network.server.hears = (line, message) => {
      if (message.t === 'hello') line.push({ ...answer, cid: message.cid });
    };
    await connected();
    await network.advance(300_000);

    expect(client.state.line).toEqual({ is: 'closed', why: answer.code });
    expect(network.lines).toHaveLength(1);
    expect(await client.ask({ t: 'enter', arena: ARENA.id })).toBeNull();
  });
});

describe('commands', () => {
  it('go in order, the next one only when the last one is answered', async () => {
    const { network, client, answers } = setTheStage();
    let unanswered = 0;
    let most = 0;
    network.server.hears = (line, message) => {
      if (message.t === 'ping') return answers(line, message);
      most = Math.max(most, ++unanswered);
      network.time.at(network.time.now() + 700, () => {
        unanswered -= 1;
        answers(line, message);
      });
    };
    client.connect();
    const asked = [client.pause(), client.resume(), client.pause(), client.resume()];
    await network.advance(10_000);

    expect((await Promise.all(asked)).map((answer) => answer?.t)).toEqual(Array(4).fill('state'));
    expect(namesOn(network.last())).toEqual(['hello', 'pause', 'resume', 'pause', 'resume']);
    expect(most).toBe(1);
  });

  it('are sent again when their answers are lost, and are played once', async () => {
    const { network, client, referee, connected, paired, answers } = setTheStage();
    await connected();
    await paired();
    let lost = 0;
    network.server.hears = (line, message) => {
      if (message.t !== 'move' || ++lost > 2) return answers(line, message);
      referee.answer(message, network.time.now());
    };
    const answer = client.move('A');
    await network.advance(20_000);

    const moves = sentAs(network.last(), 'move');
    expect(await answer).toMatchObject({ t: 'moved', by: 'first', move: 'A', ply: 1 });
    expect(moves).toHaveLength(3);
    expect(new Set(moves.map(({ cid }) => cid)).size).toBe(3);
    expect([referee.game?.ply, client.state.game?.moves]).toEqual([1, 'A']);
    const [first, second] = moves.map(({ atMs }) => atMs);
    expect((second ?? 0) - (first ?? 0)).toBe(5_000);
  });

  it('are not settled by late refusals of earlier attempts', async () => {
    const { network, client, connected, answers } = setTheStage();
    await connected();
    network.server.hears = (line, message) => {
      if (message.t === 'ping' || line.commands().length > 2) answers(line, message);
    };
    let settled = 0;
    void client.pause().then(() => settled++);
    await network.advance(5_030);
    const [first] = sentAs(network.last(), 'pause');
    network.last().push({ t: 'refused', code: 'notEntered', cid: first?.cid }, 0);
    await network.advance(1);

    expect([sentAs(network.last(), 'pause').length, settled]).toEqual([2, 0]);
    await network.advance(100);
    expect([sentAs(network.last(), 'pause').length, settled]).toEqual([2, 1]);
  });

  it('are settled by whatever an earlier attempt has brought about, however late', async () => {
    const { network, client, referee, connected } = setTheStage();
    await connected();
    const SLOW_MS = 12_000;
    network.server.hears = (line, message) => {
      if (message.t === 'ping') return line.push({ t: 'pong', nowMs: network.time.now() });
      line.push({ ...referee.answer(message, network.time.now()), cid: message.cid }, SLOW_MS);
    };
    const answers = [client.pause(), client.resume(), client.pause()];
    await network.advance(60_000);

    // A server that is this slow is asked less and less often, and no line is given up.
    expect(await Promise.all(answers)).toMatchObject([
      { t: 'state' },
      { t: 'state' },
      { t: 'state' },
    ]);
    expect(client.state.seat?.paused).toBe(true);
    expect([network.lines.length, sentAs(network.last(), 'resume').length]).toEqual([1, 2]);
  });

  it('follow on the next line, after its hello, when the line was lost unanswered', async () => {
    const { network, client, referee, connected, paired, answers } = setTheStage();
    await connected();
    await paired();
    network.server.hears = (line, message) => {
      if (message.t !== 'move' || network.lines.length > 1) return answers(line, message);
      referee.answer(message, network.time.now());
      line.close(1006);
    };
    const answer = client.move('A');
    await network.advance(5_000);

    expect(await answer).toMatchObject({ t: 'moved', move: 'A', ply: 1 });
    expect(network.last().url).toBe('wss://arena.test?ticket=2');
    expect(namesOn(network.last())).toEqual(['hello', 'move']);
    expect(network.last().commands()[0]).toMatchObject({ game: referee.game?.id, ply: 0 });
    expect([referee.game?.ply, client.state.game?.moves]).toEqual([1, 'A']);
  });

  it.each([
    ['the gateway itself', () => GATEWAY_FRAME],
    ['a full bucket', (cid: string) => ({ t: 'refused', code: 'slowDown', retryInMs: 900, cid })],
    ['a busy item', (cid: string) => ({ t: 'refused', code: 'busy', cid })],
  ])('wait and are sent again when %s says so', async (_who, frameOf) => {
    const { network, client, events, connected, answers } = setTheStage();
    await connected();
    let refused = 0;
    network.server.hears = (line, message) => {
      if (message.t !== 'pause' || ++refused > 3) return answers(line, message);
      line.push(frameOf(message.cid ?? ''));
    };
    const answer = client.pause();
    await network.advance(10_000);

    const pauses = sentAs(network.last(), 'pause').map(({ atMs }) => atMs);
    const gaps = pauses.slice(1).map((atMs, index) => atMs - (pauses[index] ?? 0));
    expect(await answer).toMatchObject({ t: 'state', you: { paused: true } });
    expect(pauses).toHaveLength(4);
    expect(Math.min(...gaps)).toBeGreaterThan(150);
    expect(named(events, 'refused')).toEqual([]);
  });

  it('end with null when no line brings an answer, and those behind them go on', async () => {
    const { network, client, connected, answers } = setTheStage();
    await connected();
    network.server.hears = (line, message) => {
      if (message.t !== 'pause') answers(line, message);
    };
    const settled = [client.pause(), client.resume()];
    await network.advance(600_000);

    expect(await Promise.all(settled)).toMatchObject([null, { t: 'state' }]);
    expect(network.lines.length).toBe(4);
  });
});
