import { afterEach, describe, expect, it, vi } from 'vitest';
import { arenaSchedules } from '../../functions/aws/arena-schedules.ts';
import { streamHandler } from '../../functions/aws/batch-handler.ts';
import { encodeEntity, placeOf } from '../../functions/aws/item.ts';
import { socketPush } from '../../functions/aws/socket-push.ts';
import type { StreamEvent } from '../../infra/local/dynamodb/stream-record.ts';
import { ShardPoller } from '../../infra/local/streams/shard-poller.ts';
import { jsonAnswer, type WireAnswer } from '../../infra/local/wire.ts';
import { announce } from '../../shared/app/announce.ts';
import type { Entity } from '../../shared/app/entities.ts';
import { pairArena } from '../../shared/app/pair-arena.ts';
import { play } from '../../shared/app/play.ts';
import { runArena } from '../../shared/app/run-arena.ts';
import { scoreGame } from '../../shared/app/score-game.ts';
import { present } from '../../shared/core/assert.ts';
import { connectionId } from '../../shared/core/ids.ts';
import { ok } from '../../shared/core/result.ts';
import type { DoneGame } from '../../shared/game/game.ts';
import { createManualAlarms } from '../infra/local/manual-alarms.ts';
import { aRecord, MAPPING, NOW_MS, sequence } from '../infra/local/shard-example.ts';
import { anOpenArena } from '../support/builders.ts';
import { finalsOf, frozenOn, liveGames, loseAndScore } from '../support/organising.ts';
import {
  arenaOf,
  createStage,
  gameOf,
  lineOf,
  openArena,
  pairedArena,
  playersOf,
  rowOf,
  speaking,
} from '../support/stage.ts';
import { CONTEXT, failure, useAwsApi } from './aws-api.ts';

const awsApi = useAwsApi();

const GONE: readonly (readonly [string, WireAnswer])[] = [
  ['named, whatever the status', failure(400, 'GoneException')],
  ['of its status alone', failure(410, null)],
  ['named with its status', failure(410, 'GoneException')],
];

describe('a connection that is gone', () => {
  // aws/aws-sdk-js#2591, aws/aws-sdk-js#3773, georgeboot/laravel-echo-api-gateway#9,
  // georgeboot/laravel-echo-api-gateway#33
  it.each(GONE)('costs the others nothing when all are told: %s', async (_, gone) => {
    const push = socketPush(awsApi().endpoint);
    const lines = playersOf(5).map((player) => lineOf(player));
    const dead = present(lines[2], 'dead line');
    awsApi().answer = ({ path }) => (path.endsWith(dead) ? gone : jsonAnswer({}));
    const message = { t: 'bye', code: 'superseded' } as const;
    await announce({ push }, { connections: lines, message });

    const told = awsApi().heard.filter(({ path }) => !path.endsWith(dead));
    expect(told.map(({ path }) => path).sort()).toEqual(
      lines.filter((line) => line !== dead).map((line) => `/@connections/${line}`),
    );
    expect(told.map(({ body }) => JSON.parse(body))).toEqual(told.map(() => message));
    expect(await push.send(dead, message)).toBe('gone');
  });

  // aws/aws-sdk-js#2591, aws/aws-sdk-js#3773, georgeboot/laravel-echo-api-gateway#9,
  // georgeboot/laravel-echo-api-gateway#33
  it.each(GONE)('is forgotten, with the game it should have heard of: %s', async (_, gone) => {
    const { stage, arena, players } = await openArena(playersOf(2));
    const [dead, other] = [present(players[0], 'dead'), present(players[1], 'other')];
    awsApi().answer = ({ path }) => (path.endsWith(lineOf(dead)) ? gone : jsonAnswer({}));

    await pairArena({ ...stage.ports, push: socketPush(awsApi().endpoint) }, arena.id);

    expect(liveGames(stage)).toEqual([]);
    expect(await rowOf(stage, arena, dead)).toMatchObject({ state: 'idle', connection: null });
    expect(await rowOf(stage, arena, other)).toMatchObject({
      ...{ state: 'ready', connection: lineOf(other) },
    });
  });

  // aws/aws-sdk-js#3773: any other failure says nothing about the connection.
  it('is not one that could not be reached now', async () => {
    awsApi().answer = () => failure(403, 'ForbiddenException');
    const push = socketPush(awsApi().endpoint);

    expect(await push.send(connectionId('line'), { t: 'bye', code: 'superseded' })).toBe('unknown');
  });
});

describe('a batch of five finished games', () => {
  afterEach(() => void vi.restoreAllMocks());

  // floci-io/floci#3466
  it('of which the third fails is repeated from there, and counts each game once', async () => {
    vi.spyOn(console, 'log').mockImplementation(() => {});
    const { stage, arena, players, games } = await pairedArena(playersOf(10));
    const done: DoneGame[] = [];
    for (const { id, seats } of games) {
      const caller = speaking(stage, seats.first.player);
      await play(stage.ports, caller, { t: 'resign', game: id });
      done.push((await gameOf(stage, id)) as DoneGame);
    }
    let fails = true;
    const third = present(done[2], 'third game').id;
    const handler = streamHandler<DoneGame>(
      (entity) =>
        entity.type === 'game' && entity.state === 'done' ? { key: entity.id, entity } : null,
      async ([game]) => {
        if (game?.id === third && fails) {
          fails = false;
          throw new Error('no');
        }
        if (game !== undefined) await scoreGame(stage.ports, game);
      },
    );
    const alarms = createManualAlarms(NOW_MS);
    const answers: unknown[] = [];
    const batches: (readonly string[])[] = [];
    const poller = new ShardPoller({
      mapping: { ...MAPPING, batchSize: 5 },
      ...{ alarms, pollMs: 5, phaseMs: 0, retryDelayMs: () => 100 },
      repeats: () => false,
      settle: () => {},
      lose: ({ condition }) => expect(condition).toBe('nothing is lost'),
      invoke: async (event) => {
        const { Records } = event as { Records: StreamEvent[] };
        batches.push(Records.map(({ eventID }) => eventID));
        const answer = await handler(event as Parameters<typeof handler>[0], CONTEXT);
        answers.push(answer);
        return ok(answer as object);
      },
    });
    poller.start();
    for (const [index, game] of done.entries()) poller.push(recordOf(index + 1, game));
    for (let tries = 0; tries < 50 && answers.length < 2; tries++) await alarms.advance(100);

    expect(batches).toEqual([[1, 2, 3, 4, 5].map(sequence), [3, 4, 5].map(sequence)]);
    expect(answers).toEqual([
      { batchItemFailures: [{ itemIdentifier: sequence(3) }] },
      { batchItemFailures: [] },
    ]);
    for (const player of players) {
      const { log } = await rowOf(stage, arena, player);
      expect(log).toHaveLength(1);
    }
  });
});

/** A stream record of an entity as the table holds it. */
function recordOf(n: number, entity: Entity): StreamEvent {
  const record = aRecord(n);
  const NewImage = { ...placeOf(entity).key, ...encodeEntity(entity) };
  return { ...record, dynamodb: { ...record.dynamodb, NewImage } } as StreamEvent;
}

describe('the schedules of an arena', () => {
  // aws/aws-sdk-php#2766, aws/aws-sdk-php#2803
  it('are at an instant in UTC and go when they have fired, moved ones too', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL_SCHEDULER', awsApi().endpoint);
    const schedules = arenaSchedules({
      group: 'arenas',
      roleArn: 'arn:aws:iam::000000000000:role/r',
      lifecycleArn: 'arn:aws:lambda:us-east-1:000000000000:function:lifecycle',
      deadLetterArn: 'arn:aws:sqs:us-east-1:000000000000:failures',
    });
    const startsAtMs = Date.UTC(2027, 2, 20, 18);
    const arena = anOpenArena({ startsAtMs, endsAtMs: startsAtMs + 5_400_000 });
    const known = new Set<string>();
    awsApi().answer = ({ method, path }) => {
      if (method === 'POST' && known.has(path)) return failure(409, 'ConflictException');
      known.add(path);
      return jsonAnswer({ ScheduleArn: 'arn:aws:scheduler:us-east-1:000000000000:schedule/x' });
    };
    await schedules.plan(arena, startsAtMs - 86_400_000);
    await schedules.plan({ ...arena, endsAtMs: arena.endsAtMs + 60_000 }, startsAtMs - 3_600_000);

    const sent = awsApi().heard.map(({ method, body }) => ({ method, ...JSON.parse(body) }));
    expect(sent.map(({ method, ScheduleExpression }) => [method, ScheduleExpression])).toEqual([
      ['POST', 'at(2027-03-20T17:58:00)'],
      ['POST', 'at(2027-03-20T19:28:00)'],
      ['POST', 'at(2027-03-20T17:58:00)'],
      ['PUT', 'at(2027-03-20T17:58:00)'],
      ['POST', 'at(2027-03-20T19:29:00)'],
      ['PUT', 'at(2027-03-20T19:29:00)'],
    ]);
    for (const input of sent) {
      expect(input).toMatchObject({
        ScheduleExpressionTimezone: 'UTC',
        ActionAfterCompletion: 'DELETE',
        GroupName: 'arenas',
      });
    }
    expect(known.size).toBe(2);
  });

  // aws/aws-sdk-php#2766, aws/aws-sdk-php#2803
  it('that fire once more change nothing, and an hour late give the same', async () => {
    const { stage, arena, games } = await pairedArena(playersOf(4));
    const [, decided] = games;
    await loseAndScore(stage, present(decided, 'game'));
    const late = createStage({ entities: stage.store.all(), nowMs: arena.endsAtMs + 3_600_000 });
    const frozen = await frozenOn(stage, arena);
    const entities = stage.store.all();
    for (const hours of [0, 1]) {
      stage.clock.nowMs += hours * 3_600_000;
      await runArena(stage.ports, arena.id);
    }

    expect(frozen).toMatchObject({ state: 'frozen', finalVersion: 1 });
    expect(stage.store.all()).toEqual(entities);
    await runArena(late.ports, arena.id);
    expect(await finalsOf(late, await arenaOf(late, arena.id))).toEqual(
      await finalsOf(stage, frozen),
    );
    expect([...stage.bugs, ...late.bugs]).toEqual([]);
  });
});
