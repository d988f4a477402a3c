import { describe, expect, it } from 'vitest';
import { visitLobby } from '../../shared/app/lobby.ts';
import { pairArena } from '../../shared/app/pair-arena.ts';
import { showTable } from '../../shared/app/show-table.ts';
import type { Row } from '../../shared/arena/row.ts';
import { present } from '../../shared/core/assert.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import type { Side } from '../../shared/rules/rules.ts';
import { playerId, STARTS_AT_MS } from '../support/builders.ts';
import { liveGames, loseAndScore } from '../support/organising.ts';
import { openArena, playersOf, rowOf, speaking } from '../support/stage.ts';
import { logAt, pairFor, reasonOf, STRANGER, waitingField } from '../support/waiting-field.ts';

const lastMet = (place: number, size: number, opponent: number): Partial<Row> => ({
  log: logAt(place, size, opponent),
});

describe('two who have just met', () => {
  const size = 4;

  it.each<readonly [string, Readonly<Record<number, number>>]>([
    // lichess-org/lila#1773, lichess-org/lila#6394, gbtami/pychess-variants#578
    ['two others are free', { 1: 2, 2: 1 }],
    ['two others are free who have just met, too', { 1: 2, 2: 1, 3: 4, 4: 3 }],
    ['one of two others has met one of them', { 1: 2, 2: 1, 3: 2 }],
  ])('do not meet again at once while %s', async (_, last) => {
    const places = [1, 2, 3, 4];
    const ready = Object.fromEntries(
      places.map((place) => [place, lastMet(place, size, last[place] ?? STRANGER)]),
    );

    const paired = await pairFor(await waitingField({ size, ready }), 120_000);

    expect(paired.length).toBeGreaterThan(0);
    const again = paired.filter(({ places: [a = 0, b = 0] }) => last[a] === b || last[b] === a);
    expect(again).toEqual([]);
  });

  it('all four find somebody else where there is somebody', async () => {
    const ready = { 1: lastMet(1, 4, 2), 2: lastMet(2, 4, 1), 3: lastMet(3, 4, 4), 4: {} };
    const paired = await pairFor(await waitingField({ size, ready }), 120_000);

    expect(paired).toHaveLength(2);
  });

  it.each<readonly [string, Partial<Row>]>([
    // lichess-org/lila#10162
    ['has lapsed', { state: 'ready', leaseUntilMs: STARTS_AT_MS - 1 }],
    ['came back from a game a minute ago', { state: 'idle', scoredAtMs: STARTS_AT_MS - 60_000 }],
    ['has never come to the lobby', { state: 'idle', connection: null }],
    ['pauses', { state: 'idle', paused: true }],
  ])('meet again at once when the third %s', async (_, third) => {
    const ready = { 1: lastMet(1, 3, 2), 2: lastMet(2, 3, 1), 3: third };
    const paired = await pairFor(await waitingField({ size: 3, ready }), 0);

    expect(paired).toEqual([{ places: [1, 2], afterMs: 0 }]);
  });

  it.each<readonly [string, Partial<Row> | undefined]>([
    ['plays', undefined],
    ['came back from a game a moment ago', { state: 'idle', scoredAtMs: STARTS_AT_MS }],
  ])('wait while the third %s', async (_, third) => {
    const some = third === undefined ? {} : { 3: third };
    const ready = { 1: lastMet(1, 3, 2), 2: lastMet(2, 3, 1), ...some };
    const field = () => waitingField({ size: 3, ready });
    const early = await field();

    expect(await pairFor(early, 59_000)).toEqual([]);
    expect(await reasonOf(early, 1)).toBe('onlyLastOpponent');
    // A minute after his game the third has gone.
    const late = third === undefined ? [] : [{ places: [1, 2], afterMs: 60_000 }];
    expect(await pairFor(await field(), 90_000)).toEqual(late);
  });
});

describe('two who are free among six, and have not just met', () => {
  const size = 6;
  const PAIRS = [1, 2, 3, 4, 5].flatMap((a) =>
    [2, 3, 4, 5, 6].filter((b) => b > a).map((b) => [a, b] as const),
  );

  /** How long each two of them wait who have just had these sides, while the four others play. */
  const waitsMs = (sides: readonly [Side, Side], run = 1): Promise<readonly number[]> =>
    Promise.all(
      PAIRS.map(async ([a, b]) => {
        const each = (place: number) => ({ log: logAt(place, size) });
        const [first, second] = sides;
        const ready = {
          [a]: { log: logAt(a, size, STRANGER, first, run) },
          [b]: { log: logAt(b, size, STRANGER, second, run) },
        };
        const [game] = await pairFor(await waitingField({ size, each, ready }), 120_000);
        return present(game, `game of ${a} and ${b}`).afterMs;
      }),
    );

  // lichess-org/lila#6259, lichess-org/lila#11597, lichess-org/lila#11570
  it('play within a minute, wherever they stand', async () => {
    const waits = await waitsMs(['first', 'second']);

    // ½ · √6 · 2^p exceeds the 4 rows between the first and the last after 51.2 s.
    expect(Math.max(...waits)).toBe(52_000);
    expect(waits.filter((ms) => ms === 0).length).toBeGreaterThanOrEqual(size - 1);
  });

  it('play within a minute and some seconds where both are due the same side', async () => {
    for (const side of ['first', 'second'] as const) {
      const waits = await waitsMs([side, side]);

      // ½ · √6 · (2^p − 1) exceeds 4 after 62.8 s; neighbours need not wait.
      expect(Math.max(...waits)).toBe(63_000);
      expect(waits.filter((ms) => ms === 0)).toHaveLength(size - 1);
    }
  });

  it('wait no longer where both have had the same side three times running', async () => {
    const waits = await waitsMs(['second', 'second'], 3);

    // Nobody meets before one of them has all 5 others in reach.
    expect([Math.min(...waits), Math.max(...waits)]).toEqual([52_000, 63_000]);
  });
});

describe('a player who is not there', () => {
  it.each<readonly [string, Partial<Row>]>([
    // gbtami/pychess-variants#2333
    ['has never opened the lobby', { state: 'idle', readySinceMs: null, connection: null }],
    ['has not said that he is still there', { leaseUntilMs: STARTS_AT_MS - 1 }],
  ])('is not paired, is shown as absent and holds up nobody: he %s', async (_, part) => {
    const field = await waitingField({ size: 3, ready: { 1: {}, 2: part, 3: {} } });
    const paired = await pairFor(field, 60_000);

    expect(paired.map(({ places }) => places)).toEqual([[1, 3]]);
    const table = await showTable(field.stage.ports, field.arena.id, 0);
    const line = table.ok && table.value.standings.find(({ player }) => player === playerId(2));
    expect(line).toMatchObject({ state: 'absent' });
  });
});

describe('a player who plays in one arena and waits in another', () => {
  // lichess-org/lila#17081
  it('is not paired there before his game here is over', async () => {
    const [both, here, there] = playersOf(3) as [PlayerId, PlayerId, PlayerId];
    const second = await openArena([both, there]);
    const { stage } = second;
    const first = await openArena([both, here], stage);
    await pairArena(stage.ports, first.arena.id);
    const game = present(liveGames(stage)[0], 'game here');
    const say = (player: PlayerId, t: 'enter' | 'lobby') =>
      visitLobby(stage.ports, speaking(stage, player), {
        ...{ t, arena: second.arena.id, after: null },
      });
    const pairThere = async () => {
      const rows = await stage.store.rowsOf(second.arena, [both, there]);
      await pairArena(stage.ports, second.arena.id, rows);
    };

    expect(await say(both, 'enter')).toMatchObject({ code: 'playingElsewhere' });
    expect(await say(both, 'lobby')).toMatchObject({ you: { state: 'idle', seated: false } });
    await say(there, 'lobby');
    await pairThere();
    expect(liveGames(stage)).toEqual([game]);
    expect(await rowOf(stage, second.arena, there)).toMatchObject({ state: 'ready' });

    await loseAndScore(stage, game);
    await say(both, 'enter');
    await say(both, 'lobby');
    await pairThere();
    expect(liveGames(stage)).toMatchObject([{ arena: second.arena.id }]);
    expect(stage.bugs).toEqual([]);
  });
});
