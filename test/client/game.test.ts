import { describe, expect, it } from 'vitest';
import { follow, timeLeft } from '../../shared/client/my-game.ts';
import { viewGame } from '../../shared/protocol/game-view.ts';
import { afterMoves, newGame, START_MS } from '../game/board.ts';
import { named, namesOn, type Stage, sentAs, setTheStage } from './stage.ts';

/** A game at ply 0 in which the player moves first. */
async function inGame(): Promise<Stage> {
  const stage = setTheStage();
  await stage.connected();
  await stage.paired();
  return stage;
}

const moveBy = ({ referee, network }: Stage, ply: number, move: string) =>
  referee.opponent({ t: 'move', ply, move }, network.time.now());

async function iMove({ client, network }: Stage, move: string): Promise<void> {
  void client.move(move);
  await network.advance(100);
}

const hellos = ({ network }: Stage) => sentAs(network.last(), 'hello').length;

describe('the game that a client follows', () => {
  it('is told as paired, and its news one by one until it is over', async () => {
    const stage = await inGame();
    const { client, network, referee, events } = stage;
    await iMove(stage, 'A');
    network.last().push(moveBy(stage, 1, 'a'));
    await network.advance(100);
    network.last().push(referee.opponent({ t: 'resign' }, network.time.now()));
    await network.advance(100);

    expect(named(events, 'paired')).toMatchObject([{ side: 'first', game: { ply: 0 } }]);
    expect(named(events, 'news').map(({ news }) => news.t)).toEqual(['moved', 'moved', 'ended']);
    expect(named(events, 'over')).toMatchObject([{ game: { end: { ending: 'resign' } } }]);
    expect(client.state.game).toMatchObject({ moves: 'A a', ply: 2, end: { winner: 'first' } });
    expect(client.state.game?.clock).toEqual(viewGame(referee.game ?? newGame()).clock);
  });

  it('takes a push that comes twice once', async () => {
    const stage = await inGame();
    await iMove(stage, 'A');
    const news = moveBy(stage, 1, 'a');
    for (const wayMs of [20, 20, 900]) stage.network.last().push(news, wayMs);
    await stage.network.advance(2_000);

    expect(named(stage.events, 'news')).toHaveLength(2);
    expect([stage.client.state.game?.moves, hellos(stage)]).toEqual(['A a', 1]);
  });

  it('waits 300 ms for a push that was overtaken', async () => {
    const stage = await inGame();
    const { network, referee, client } = stage;
    await iMove(stage, 'A');
    network.last().push(moveBy(stage, 1, 'a'), 250);
    network.last().push(referee.opponent({ t: 'resign' }, network.time.now()), 20);
    await network.advance(200);
    expect(client.state.game).toMatchObject({ ply: 1, end: null });
    await network.advance(1_000);

    expect(client.state.game).toMatchObject({ moves: 'A a', end: { ending: 'resign' } });
    expect(hellos(stage)).toBe(1);
  });

  it('asks for the whole state when it does not come', async () => {
    const stage = await inGame();
    const { network, client } = stage;
    await iMove(stage, 'A');
    moveBy(stage, 1, 'a');
    const offer = stage.referee.opponent({ t: 'offerDraw', ply: 2 }, network.time.now());
    network.last().push(offer);
    await network.advance(310);
    expect([client.state.game?.ply, hellos(stage)]).toEqual([1, 1]);
    await network.advance(100);

    expect(hellos(stage)).toBe(2);
    expect(client.state.game).toMatchObject({ moves: 'A a', ply: 2, offer: 'second' });
  });

  it('holds back what comes before the pairing', async () => {
    const stage = setTheStage();
    await stage.connected();
    const { network, referee, client } = stage;
    network.last().push(referee.pair(network.time.now(), 'second'), 250);
    network.last().push(moveBy(stage, 0, 'A'), 20);
    await network.advance(1_000);

    expect(client.state).toMatchObject({ side: 'second', game: { moves: 'A', ply: 1 } });
    expect(hellos(stage)).toBe(1);
  });

  it('does not take the answer to a repeated move for a move of the opponent', async () => {
    const stage = await inGame();
    const { network, referee, client, answers } = stage;
    network.server.hears = (line, message) => {
      if (message.t !== 'move' || network.lines.length > 1) return answers(line, message);
      referee.answer(message, network.time.now());
      moveBy(stage, 1, 'a');
      line.close(1006);
    };
    const answer = client.move('A');
    await network.advance(5_000);

    // The server answers what it has stored: his own move, with the ply of now.
    expect(await answer).toMatchObject({ t: 'moved', by: 'first', move: 'A', ply: 2 });
    expect(client.state.game).toMatchObject({ moves: 'A a', ply: 2 });
  });

  it('is asked for when a refusal shows that it is another one', async () => {
    const stage = await inGame();
    const { network, client, referee } = stage;
    referee.opponent({ t: 'resign' }, network.time.now());
    await iMove(stage, 'A');
    await network.advance(100);

    expect(named(stage.events, 'refused')).toMatchObject([{ refusal: { code: 'gameOver' } }]);
    expect(client.state.game).toMatchObject({ ply: 0, end: { ending: 'resign' } });
    expect(named(stage.events, 'over')).toHaveLength(1);
  });

  it('is not lost to one answer that is older than it, but to two', async () => {
    const stage = await inGame();
    const { network, client, referee } = stage;
    const { row } = referee;
    const unknown = { ...referee.state(0), game: null };
    network.last().push(unknown);
    await network.advance(500);
    expect(client.state.game).not.toBeNull();
    await network.advance(1_000);
    expect([hellos(stage), client.state.game?.id]).toEqual([2, referee.game?.id]);

    referee.row = row === null ? null : { ...row, state: 'ready', game: null };
    network.last().push(unknown);
    await network.advance(1_500);
    expect(client.state).toMatchObject({ game: null, side: null });
  });

  it('is without an offer once that is declined, whatever comes late', async () => {
    const stage = await inGame();
    const { network, client, referee } = stage;
    await iMove(stage, 'A');
    network.last().push(moveBy(stage, 1, 'a'));
    await network.advance(100);
    const offered = referee.opponent({ t: 'offerDraw', ply: 2 }, network.time.now());
    network.last().push(offered);
    await network.advance(100);
    expect(client.state.game?.offer).toBe('second');
    void client.ask({ t: 'declineDraw', game: client.state.game?.id ?? ('' as never) });
    await network.advance(100);
    network.last().push(offered);
    await network.advance(100);

    expect(client.state.game?.offer).toBeNull();
  });

  it('knows who went berserk, and the halved clock', async () => {
    const stage = await inGame();
    const { network, referee, client } = stage;
    network.last().push(referee.opponent({ t: 'berserk' }, network.time.now()));
    await network.advance(100);

    expect(client.state.game).toMatchObject({
      berserk: { first: false, second: true },
      clock: { remainingMs: { first: 180_000, second: 90_000 } },
    });
  });
});

describe('news', () => {
  const game = viewGame(afterMoves(newGame(), 'AaB', 1_000));
  const told = { game: game.id, clock: game.clock, end: null };
  const moved = (ply: number, by: 'first' | 'second') =>
    follow({ game, declinedAtPly: null }, { t: 'moved', by, move: 'b', ply, ...told });

  it('of the next ply by the side to move are applied, and no others', () => {
    expect(moved(4, 'second')).toMatchObject({ kind: 'next', followed: { game: { ply: 4 } } });
    expect([moved(4, 'first'), moved(5, 'second'), moved(6, 'second')]).toEqual(
      Array(3).fill('early'),
    );
    expect([moved(3, 'first'), moved(2, 'second')]).toEqual(['old', 'old']);
  });

  it('of an earlier ply change nothing', () => {
    const offer = { t: 'drawOffered', by: 'second', ply: 2, ...told } as const;

    expect(follow({ game, declinedAtPly: null }, offer)).toBe('old');
  });
});

describe('a player who is said to have left', () => {
  it('answers by himself that he is there, once', async () => {
    const stage = await inGame();
    const { network, referee, client } = stage;
    const asked = referee.opponent({ t: 'claimAbandoned' }, network.time.now());
    for (const wayMs of [20, 25]) network.last().push(asked, wayMs);
    await network.advance(30);
    expect(client.state.game?.claimedBy).toBe('second');
    await network.advance(200);

    expect(namesOn(network.last())).toEqual(['hello', 'here']);
    expect(referee.game).toMatchObject({ state: 'live', claim: null });
    expect(client.state.game?.claimedBy).toBeNull();
  });

  it('is asked by his opponent, whose client does not answer for him', async () => {
    const stage = await inGame();
    const { network, client } = stage;
    await iMove(stage, 'A');
    const game = client.state.game?.id ?? ('' as never);
    void client.ask({ t: 'claimAbandoned', game });
    await network.advance(500);

    expect(client.state.game?.claimedBy).toBe('first');
    expect(namesOn(network.last())).toEqual(['hello', 'move', 'claimAbandoned']);
  });
});

describe('the clocks that a client shows', () => {
  it('stand during the first moves, and run for the side to move afterwards', () => {
    const fresh = viewGame(newGame());
    const later = viewGame(afterMoves(newGame(), 'Aa', 1_000));
    const { lastAtMs } = later.clock;

    expect(timeLeft(fresh, START_MS + 5_000)).toEqual({
      ...{ firstMs: 180_000, secondMs: 180_000, deadlineInMs: 16_000 },
    });
    expect(timeLeft(later, lastAtMs + 5_000)).toEqual({
      ...{ firstMs: 175_000, secondMs: 180_000, deadlineInMs: 175_000 },
    });
    expect(timeLeft(later, lastAtMs + 500_000)).toMatchObject({ firstMs: 0, deadlineInMs: 0 });
  });

  it('show a lag allowance and a claim on the deadline alone, and stop at the end', () => {
    const lenient = viewGame(afterMoves(newGame({ lagAllowanceMs: 500 }), 'Aa', 1_000));
    const { lastAtMs, deadlineMs } = lenient.clock;
    const claimed = { ...lenient, clock: { ...lenient.clock, deadlineMs: lastAtMs + 30_000 } };
    const end = {
      winner: 'second',
      ending: 'resign',
      endedAtMs: lastAtMs + 9_500,
      ratings: null,
    } as const;

    expect(timeLeft(lenient, lastAtMs + 400).firstMs).toBe(180_000);
    expect(timeLeft(lenient, lastAtMs + 9_500).firstMs).toBe(171_000);
    expect(timeLeft(claimed, lastAtMs + 10_000)).toMatchObject({
      ...{ firstMs: 170_000, deadlineInMs: 20_000 },
    });
    expect(timeLeft({ ...lenient, end }, deadlineMs)).toMatchObject({
      ...{ firstMs: 171_000, deadlineInMs: null },
    });
  });
});
