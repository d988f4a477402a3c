import { describe, expect, it } from 'vitest';
import { returnToLobby } from '../../shared/arena/presence.ts';
import { ARENA } from './referee.ts';
import { named, namesOn, type Stage, sentAs, setTheStage } from './stage.ts';

const lobbies = ({ network }: Stage) => sentAs(network.last(), 'lobby');

async function inLobby(): Promise<Stage> {
  const stage = setTheStage();
  await stage.connected();
  stage.client.want();
  await stage.network.advance(100);
  return stage;
}

/** The running game is resigned and told; it is not scored yet. */
async function over({ network, referee }: Stage): Promise<void> {
  network.last().push(referee.opponent({ t: 'resign' }, network.time.now()));
  await network.advance(100);
}

async function score({ network, referee }: Stage): Promise<void> {
  network.last().push(referee.score(network.time.now()));
  await network.advance(100);
}

describe('a client that waits for a game', () => {
  it('says every 10 s that it is there, and no more when it has one', async () => {
    const stage = await inLobby();
    const { network, client } = stage;
    await network.advance(35_000);
    const gaps = lobbies(stage).map(
      ({ atMs }, index, all) => atMs - (all[index - 1]?.atMs ?? atMs),
    );
    expect(gaps).toEqual([0, 10_000, 10_000, 10_000]);
    expect(client.state).toMatchObject({ wanted: true, seat: { state: 'ready' } });

    await stage.paired();
    await network.advance(60_000);
    expect(lobbies(stage)).toHaveLength(4);
    expect(client.state).toMatchObject({ wanted: false, seat: { state: 'play' } });
  });

  it('knows why it waits, until it does not', async () => {
    const stage = await inLobby();
    const { network, client, events } = stage;
    const wait = { t: 'waiting', arena: ARENA.id, nowMs: 1, reason: 'odd', widensAtMs: 5 };
    network.last().push(wait);
    network.last().push({ ...wait, arena: 'another' });
    await network.advance(15_000);
    expect(client.state.waiting).toEqual(wait);
    expect(named(events, 'waiting')).toHaveLength(1);

    await stage.paired();
    network.last().push(wait);
    await network.advance(100);
    expect(client.state.waiting).toBeNull();
  });

  it('goes on waiting on a new line, and is there at once', async () => {
    const stage = await inLobby();
    stage.network.last().close(1006);
    await stage.network.advance(3_000);

    expect(namesOn(stage.network.last())).toEqual(['hello', 'lobby']);
  });

  it('goes on waiting when its game is taken back', async () => {
    const stage = await inLobby();
    const { network, client, referee } = stage;
    await stage.paired();
    const { row } = referee;
    referee.row = row === null ? null : { ...row, state: 'ready', game: null };
    network.last().push({ t: 'voided', arena: ARENA.id, game: referee.game?.id });
    await network.advance(100);

    expect(client.state).toMatchObject({ game: null, wanted: true, seat: { state: 'ready' } });
    expect(lobbies(stage).map(({ after }) => after)).toEqual([null, null]);
  });

  it('waits no more when it is paused, out of the arena, or that is over', async () => {
    const pushes = [
      { t: 'removed', arena: ARENA.id, reason: 'x' },
      { t: 'cancelled', arena: ARENA.id, reason: 'x' },
      { t: 'left', arena: ARENA.id, condition: 'list', expected: 'x' },
      { t: 'frozen', arena: ARENA.id, version: 1, winners: [] },
      null,
    ];
    for (const push of pushes) {
      const stage = await inLobby();
      if (push === null) void stage.client.pause();
      else stage.network.last().push(push);
      await stage.network.advance(60_000);
      expect([stage.client.state.wanted, lobbies(stage).length]).toEqual([false, 1]);
    }
  });

  it('after the page was loaded again, if it did before', async () => {
    const stage = setTheStage();
    const { row } = stage.referee;
    const nowMs = stage.network.time.now();
    stage.referee.row = row === null ? null : returnToLobby(row, null, nowMs, 0);
    await stage.connected();
    await stage.network.advance(15_000);

    expect(stage.client.state.wanted).toBe(true);
    expect(lobbies(stage).length).toBeGreaterThanOrEqual(1);
  });
});

describe('a wish during a game', () => {
  it('is stored, and said again at once when the game is scored', async () => {
    const stage = await inLobby();
    const { network, client, referee } = stage;
    await stage.paired();
    client.want();
    await network.advance(100);
    expect(client.state.seat).toMatchObject({ state: 'play', wish: true });
    void client.move('A');
    await network.advance(100);
    const reply = { t: 'move', ply: 1, move: 'a' } as const;
    network.last().push(referee.opponent(reply, network.time.now()));
    await network.advance(60_000);
    await over(stage);
    const scoredAtMs = network.time.now();
    await score(stage);

    const game = referee.game?.id;
    const said = lobbies(stage).map(({ after, atMs }) => [after, atMs >= scoredAtMs]);
    expect(said.slice(0, 2)).toEqual([
      [null, false],
      [game, false],
    ]);
    expect(said.at(-1)).toEqual([game, true]);
    expect(client.state).toMatchObject({
      ...{ wanted: true, seat: { state: 'ready', lastGame: game, games: 1, points: 2 } },
      scored: { game, points: 2, reason: 'win' },
      table: { players: 2 },
    });
  });

  it('without one nothing is said, and the next want names the game just played', async () => {
    const stage = await inLobby();
    const { network, client, referee } = stage;
    await stage.paired();
    await over(stage);
    await score(stage);
    await network.advance(60_000);
    expect([client.state.wanted, lobbies(stage).length]).toEqual([false, 1]);

    client.want();
    await network.advance(100);
    expect(lobbies(stage).at(-1)?.after).toBe(referee.game?.id);
    expect(referee.row?.state).toBe('ready');
  });

  it('finds the game that was scored while nothing was heard', async () => {
    const stage = await inLobby();
    const { network, client, referee } = stage;
    await stage.paired();
    client.want();
    await network.advance(100);
    referee.opponent({ t: 'resign' }, network.time.now());
    referee.score(network.time.now());
    network.last().close(1006);
    await network.advance(5_000);

    const over = { id: referee.game?.id, end: { ending: 'resign', winner: 'first' } };
    expect(client.state).toMatchObject({ game: over, wanted: true, seat: { state: 'ready' } });
    expect(named(stage.events, 'over')).toMatchObject([{ game: over }]);
    expect(lobbies(stage).at(-1)?.after).toBe(referee.game?.id);
  });

  it('ends when the game was lost for not moving, which pauses the player', async () => {
    const stage = await inLobby();
    const { network, client, referee } = stage;
    await stage.paired();
    client.want();
    await network.advance(23_000);
    network.last().push(referee.opponent({ t: 'claimFlag' }, network.time.now()));
    await network.advance(100);
    expect(named(stage.events, 'over')).toMatchObject([{ game: { end: { ending: 'noShow' } } }]);
    const before = lobbies(stage).length;
    await score(stage);
    await network.advance(60_000);

    expect(client.state).toMatchObject({ wanted: false, seat: { paused: true, state: 'idle' } });
    expect(lobbies(stage)).toHaveLength(before);
  });
});

describe('a client that leaves its arena', () => {
  it('has no seat, and does not take one again by itself; the app may', async () => {
    const stage = setTheStage({ enters: true });
    await stage.connected();
    const { network, client, events } = stage;
    client.want();
    const answer = client.leave();
    await network.advance(100);
    const left = { t: 'left', arena: ARENA.id, condition: null, expected: null };
    expect(await answer).toMatchObject(left);
    expect(named(events, 'left')).toMatchObject([{ left }]);
    expect(client.state).toMatchObject({ seat: null, wanted: false });

    network.last().close(1006);
    await network.advance(60_000);
    expect(namesOn(network.last())).toEqual(['hello']);
    const entered = client.enter('secret');
    await network.advance(100);
    expect(await entered).toMatchObject({ t: 'state', you: { seated: true } });
    expect(sentAs(network.last(), 'enter')).toMatchObject([{ password: 'secret' }]);
    expect(client.state.seat).toMatchObject({ seated: true });
  });

  it('may take it again by itself where it was not let go', async () => {
    const { network, client, referee, connected, answers } = setTheStage({ enters: true });
    await connected();
    network.server.hears = (line, message) => {
      if (message.t !== 'leave') answers(line, message);
      else line.push({ t: 'refused', code: 'gameRunning', cid: message.cid });
    };
    const answer = client.leave();
    await network.advance(100);
    expect(await answer).toMatchObject({ code: 'gameRunning' });
    referee.row = null;
    network.last().close(1006);
    await network.advance(60_000);

    expect(namesOn(network.last())).toEqual(['hello', 'enter']);
    expect(client.state.seat).toMatchObject({ seated: true });
  });

  it('does not take it again while it does not know that it has left', async () => {
    const { network, client, connected, answers } = setTheStage({ enters: true });
    await connected();
    let isLost = false;
    network.server.hears = (line, message) => {
      const loses = message.t === 'leave' && !isLost;
      // The server has done it, and the answer is lost with the line.
      answers(loses ? { ...line, push: () => line.close(1006) } : line, message);
      isLost ||= loses;
    };
    const answer = client.leave();
    await network.advance(60_000);

    expect(await answer).toMatchObject({ t: 'left' });
    expect(namesOn(network.last())).toEqual(['hello', 'leave']);
    expect(client.state.seat).toBeNull();
  });

  it('says no password where the app has none', async () => {
    const stage = setTheStage();
    await stage.connected();
    void stage.client.enter();
    await stage.network.advance(100);
    expect(sentAs(stage.network.last(), 'enter').map((one) => 'password' in one)).toEqual([false]);
  });
});

describe('what the organiser does', () => {
  it('is told to the app: a note, and that the arena is off, with the game that ran', async () => {
    const stage = await inLobby();
    const { network, client, events } = stage;
    await stage.paired();
    const note = { t: 'note', arena: ARENA.id, text: 'Lunch.' };
    const cancelled = { t: 'cancelled', arena: ARENA.id, reason: 'rain' };
    client.want();
    network.last().push(note);
    network.last().push({ ...note, arena: 'another' });
    await network.advance(100);
    expect(client.state).toMatchObject({ game: {}, seat: { state: 'play', wish: true } });
    network.last().push(cancelled);
    await network.advance(100);

    expect(named(events, 'note')).toEqual([{ t: 'note', note }]);
    expect(named(events, 'cancelled')).toEqual([{ t: 'cancelled', cancelled }]);
    expect(client.state).toMatchObject({
      ...{ game: null, side: null, waiting: null, wanted: false },
      ...{ arena: { state: 'cancelled' }, seat: { state: 'idle', wish: false } },
    });
  });
});
