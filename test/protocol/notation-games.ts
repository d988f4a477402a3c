import { present } from '../../shared/core/assert.ts';
import type { SeededRandom } from '../../shared/core/random.ts';
import { finish } from '../../shared/game/finish.ts';
import type { DoneGame, LiveGame } from '../../shared/game/game.ts';
import type { GameStart } from '../../shared/game/start.ts';
import { rulesOf } from '../../shared/rules/registry.ts';
import { type GameKind, sideAt } from '../../shared/rules/rules.ts';
import { momentAt, newGame, nextLive, START_MS } from '../game/board.ts';
import { withTimes } from '../support/timed-game.ts';

export const ARENA = { name: 'Sunday Arena' };

/** 3+2 without berserk or rating, after these moves: one every second. */
export function played(kind: GameKind, moves: string, part: Partial<GameStart> = {}): LiveGame {
  let game = newGame({ ...part, kind });
  for (const [ply, move] of moves.split(' ').filter(Boolean).entries()) {
    const moment = momentAt((ply + 1) * 1_000);
    game = nextLive(game, sideAt(ply), { t: 'move', ply, move }, moment);
  }
  return game;
}

/** A game as if these random moves had been played, to its end or until both agree on a draw. */
export function randomGame(kind: GameKind, random: SeededRandom, pliesMax: number): DoneGame {
  const rules = rulesOf(kind);
  const moves: number[] = [];
  let position = rules.replay(new Uint8Array());
  let ply = 0;
  for (; ply < pliesMax && rules.outcome(position) === null; ply++) {
    const legal = rules.legal(position);
    const text = present(legal[random.below(legal.length)], 'legal move');
    const move = present(rules.move(position, text), 'move');
    moves.push(...move.packed);
    position = move.position;
  }
  const untimed = { ...newGame({ kind }), moves: Uint8Array.from(moves), ply };
  const live = withTimes(
    untimed,
    Array.from({ length: ply }, () => random.below(2_500)),
  );
  const end = rules.outcome(position) ?? { winner: null, ending: 'agreement' as const };
  return finish(live, { ...end, endedAtMs: START_MS + 60_000 });
}

/** A game as a reader of the text finds it. */
export interface ReadGame {
  readonly tags: ReadonlyMap<string, string>;
  readonly moves: readonly string[];
  /** What the comments say of clocks. */
  readonly clocks: readonly string[];
  readonly result: string;
}

const CLOCK = /^\{\[%clk (\d+:[0-5]\d:[0-5]\d)\]\}$/;

/** Reads tags and moves by what PGN says of them, of one text or of several together. */
export function readGames(text: string): ReadGame[] {
  return text
    .split(/\n\n(?=\[)/)
    .filter((game) => game.trim() !== '')
    .map((game) => {
      const [head = '', body = ''] = game.split('\n\n');
      const tags = head.split('\n').map((line) => {
        const [, name = '', value = ''] = present(/^\[(\w+) "(.*)"\]$/.exec(line), `tag: ${line}`);
        return [name, value.replace(/\\(["\\])/g, '$1')] as const;
      });
      const comments = body.match(/\{[^}]*\}/g) ?? [];
      const words = body
        .replace(/\{[^}]*\}/g, ' ')
        .split(/\s+/)
        .filter((word) => word !== '' && !/^\d+\.(?:\.\.)?$/.test(word));
      return {
        ...{ tags: new Map(tags), moves: words.slice(0, -1), result: words.at(-1) ?? '' },
        clocks: comments.map((text) => present(CLOCK.exec(text)?.[1], `clock: ${text}`)),
      };
    });
}
