import { describe, expect, it } from 'vitest';
import { listGames, listGameTexts } from '../../shared/app/list-games.ts';
import { entryOf } from '../../shared/arena/log.ts';
import { PRESETS } from '../../shared/arena/policy.ts';
import { finish } from '../../shared/game/finish.ts';
import type { DoneGame, LiveGame } from '../../shared/game/game.ts';
import { newGame, seat } from '../game/board.ts';
import { readGames } from '../protocol/notation-games.ts';
import { anIdleRow, anOpenArena, gameId } from '../support/builders.ts';
import { memoryStore } from '../support/memory-store.ts';
import { withTimes } from '../support/timed-game.ts';

const ARENA = anOpenArena();
const TOOK = [3_000, 40_000, 1_234];

/** A game of its own two players after three plies. */
function aGame(number: number): LiveGame {
  const seats = { first: seat(2 * number), second: seat(2 * number + 1) };
  const game = newGame({ id: gameId(number), arena: ARENA.id, seats });
  return withTimes({ ...game, ply: TOOK.length, moves: Uint8Array.of(2, 6, 5) }, TOOK);
}

const over = (game: LiveGame): DoneGame =>
  finish(game, { winner: 'first', ending: 'resign', endedAtMs: game.lastAtMs + 5 });

/** A game that runs, one that is over, and an older one whose times nobody knows. */
const running = aGame(1);
const known = over(aGame(2));
const older = over({ ...aGame(3), times: new Uint8Array() });

const store = memoryStore(undefined, undefined, [
  ...[ARENA, running, known, older],
  anIdleRow(2, { state: 'play', game: running.id }),
  anIdleRow(3, { state: 'play', game: running.id }),
  ...[known, older].flatMap((game, index) => [
    anIdleRow(4 + 2 * index, { log: [entryOf(game, 'first')] }),
    anIdleRow(5 + 2 * index, { log: [entryOf(game, 'second')] }),
  ]),
]);

describe('the games of an arena', () => {
  it.each([0, 2])(
    'have their times once they are over, %i plies late',
    async (publicDelayPlies) => {
      const policy = { ...PRESETS['oware-shield'], publicDelayPlies };
      const { games } = await listGames({ store }, { ...ARENA, policy }, null);

      expect(new Map(games.map(({ id, times }) => [id, times]))).toEqual(
        new Map([
          [running.id, null],
          [known.id, TOOK],
          [older.id, null],
        ]),
      );
    },
  );

  it('have their clocks as text, where these are known', async () => {
    const { texts } = await listGameTexts({ store }, ARENA, null);
    const clocks = readGames(texts.join('')).map((game) => [game.tags.get('GameId'), game.clocks]);

    expect(new Map(clocks as [string, string[]][])).toEqual(
      new Map([
        [known.id, ['0:03:00', '0:03:00', '0:03:00']],
        [older.id, []],
      ]),
    );
  });
});
