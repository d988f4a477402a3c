import { describe, expect, it } from 'vitest';
import { socketPush } from '../../functions/aws/socket-push.ts';
import { jsonAnswer } from '../../infra/local/wire.ts';
import { announce } from '../../shared/app/announce.ts';
import { scoreGame } from '../../shared/app/score-game.ts';
import { present } from '../../shared/core/assert.ts';
import { connectionId } from '../../shared/core/ids.ts';
import { finishOverdue } from '../../shared/game/finish.ts';
import { lineOf, pairedArena, playersOf, rowOf } from '../support/stage.ts';
import { useAwsApi } from './aws-api.ts';

const awsApi = useAwsApi();

const never = new Promise<never>(() => {});
/** Two attempts of a second are over long before this; a post that hangs never is. */
const LIMIT_MS = 20_000;

describe('a client that never answers', () => {
  // aws/aws-sdk-js-v3#6896
  it('is given up after two attempts, and 199 others are told', { timeout: LIMIT_MS }, async () => {
    const lines = Array.from({ length: 200 }, (_, index) => connectionId(`line${index}`));
    const dead = present(lines[7], 'dead line');
    const isDead = (path: string) => path.endsWith(`/${dead}`);
    awsApi().answer = ({ path }) => (isDead(path) ? never : jsonAnswer({}));
    const push = socketPush(awsApi().endpoint);
    const message = { t: 'bye', code: 'superseded' } as const;

    await announce({ push }, { connections: lines, message });

    const paths = awsApi().heard.map(({ path }) => path);
    expect(new Set(paths.filter((path) => !isDead(path))).size).toBe(199);
    expect(paths.filter(isDead)).toHaveLength(2);
  });

  // aws/aws-sdk-js-v3#6896
  it('hears of a score that is stored already', { timeout: LIMIT_MS }, async () => {
    const { stage, arena, players, games } = await pairedArena(playersOf(2));
    const game = present(games[0], 'game');
    const done = present(finishOverdue(game, game.deadlineMs + 60_000), 'finished game');
    await stage.store.commit([{ op: 'update', before: game, after: done }]);
    const dead = present(players[0], 'player');
    const stored: number[] = [];
    awsApi().answer = async ({ path }) => {
      stored.push((await rowOf(stage, arena, dead)).log.length);
      return path.endsWith(lineOf(dead)) ? never : jsonAnswer({});
    };

    await scoreGame({ ...stage.ports, push: socketPush(awsApi().endpoint) }, done);

    for (const player of players) expect((await rowOf(stage, arena, player)).log).toHaveLength(1);
    // The other one's post, and both attempts at the one that hangs.
    expect(stored).toEqual([1, 1, 1]);
  });
});
