import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FUNCTION_NAMES } from '../../infra/cloud/function-table.ts';
import { present } from '../../shared/core/assert.ts';
import type { LiveGame } from '../../shared/game/game.ts';
import { exampleStack, readable } from '../infra/cloud/example-stack.ts';
import { listenDynamoDb } from '../support/database-server.ts';
import { localDatabase } from '../support/local-database.ts';
import { lineOf, pairedArena, playersOf } from '../support/stage.ts';
import { CONTEXT, useAwsApi } from './aws-api.ts';

const awsApi = useAwsApi();

/** A game in the tables of the functions, whose environment is set for them. */
async function deployedGame(): Promise<{ game: LiveGame; close: () => Promise<void> }> {
  const database = await localDatabase();
  const server = await listenDynamoDb(database.db, 0);
  vi.stubEnv('DYNAMODB_ENDPOINT', server.endpoint);
  for (const name of ['games', 'arenas', 'players']) {
    vi.stubEnv(`${name.toUpperCase()}_TABLE`, name);
  }
  vi.stubEnv('CONNECTIONS_ENDPOINT', `${awsApi().endpoint}/dev`);
  vi.resetModules();
  const { stage, games } = await pairedArena(playersOf(2));
  for (const entity of stage.store.all()) {
    await database.store.commit([{ op: 'create', entity: { ...entity, version: 0 } }]);
  }
  const close = async () => {
    await server.close();
    await database.close();
  };
  return { game: present(games[0], 'game'), close };
}

/** What the gateway hands to a function, behind a domain of the organiser's own. */
const eventOf = ({ seats, startedAtMs }: LiveGame, eventType: string, body?: string) => ({
  ...(body !== undefined && { body }),
  requestContext: {
    connectionId: lineOf(seats.first.player),
    connectedAt: startedAtMs,
    requestTimeEpoch: startedAtMs + 1_000,
    eventType,
    domainName: 'play.example.org',
    stage: 'elsewhere',
    authorizer: { player: seats.first.player },
  },
});

describe('a function behind the gateway', () => {
  beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => {}));
  afterEach(() => void vi.restoreAllMocks());

  // aws-samples/simple-websockets-chat-app#40
  it('posts to the endpoint that it was given, whatever domain the message came by', async () => {
    const { game, close } = await deployedGame();
    const { handler } = await import('../../functions/game.ts');
    const body = JSON.stringify({ t: 'resign', game: game.id });

    const answer = await handler(eventOf(game, 'MESSAGE', body), CONTEXT);
    await close();

    expect(answer).toMatchObject({ statusCode: 200, body: expect.stringContaining('"ended"') });
    expect(awsApi().heard.map(({ path }) => path)).toEqual([
      `/dev/@connections/${lineOf(game.seats.second.player)}`,
    ]);
  });

  // aws-samples/simple-websockets-chat-app#40
  it('has that endpoint wherever it posts: routes, streams, queues and schedules alike', () => {
    const sources = new Map(FUNCTION_NAMES.map((name) => [name, sourceOf(name)]));
    const posting = [...sources].filter(([, source]) => source.includes('socketPush('));
    const configured = exampleStack()
      .resources('AWS::Lambda::Function')
      .flatMap(([, { FunctionName, Environment }]) => {
        const { Variables } = Environment as { Variables: Record<string, unknown> };
        const endpoint = Variables.CONNECTIONS_ENDPOINT;
        return endpoint === undefined ? [] : [[String(FunctionName), readable(endpoint)] as const];
      });

    expect(posting.map(([name]) => name)).toEqual(
      expect.arrayContaining(['move', 'lobby', 'pair', 'score', 'clock', 'announce', 'lifecycle']),
    );
    expect(configured.map(([name]) => name.split('-').at(-1)).sort()).toEqual(
      posting.map(([name]) => name).sort(),
    );
    expect(new Set(configured.map(([, endpoint]) => endpoint)).size).toBe(1);
    for (const [, source] of sources) expect(source).not.toContain('domainName');
  });

  // middyjs/middy#1219, nearst/laconia#49
  it('answers $connect and $disconnect with a status alone, and needs no body', async () => {
    const { game, close } = await deployedGame();
    const { handler } = await import('../../functions/presence.ts');

    expect(await handler(eventOf(game, 'CONNECT'), CONTEXT)).toEqual({ statusCode: 200 });
    expect(await handler(eventOf(game, 'DISCONNECT'), CONTEXT)).toEqual({ statusCode: 200 });
    await close();
  });

  // middyjs/middy#1219, nearst/laconia#49
  it.each([
    ['no body', undefined, 'malformed'],
    ['an empty body', '', 'malformed'],
    ['malformed JSON', '{"t":"move"', 'malformed'],
    ['an unknown action', '{"t":"castle"}', 'unknownType'],
    ['a message of another route', '{"t":"hello","v":1,"arena":"AAAAAAAAAAA"}', 'unknownType'],
  ])('answers %s with a status and a refusal, and nothing else', async (_, body, code) => {
    const { game, close } = await deployedGame();
    const { handler } = await import('../../functions/game.ts');

    const answer = await handler(eventOf(game, 'MESSAGE', body), CONTEXT);
    await close();

    expect(answer).toEqual({ statusCode: 200, body: expect.any(String) });
    const told = JSON.parse((answer as { body: string }).body);
    expect(told).toMatchObject({ t: 'refused', code });
  });
});

/** A function with what it alone consists of. */
function sourceOf(name: string): string {
  const own = readFileSync(`functions/${name}.ts`, 'utf8');
  if (name !== 'http') return own;
  const parts = readdirSync('functions/http').map((file) => `functions/http/${file}`);
  return [own, ...parts.map((path) => readFileSync(path, 'utf8'))].join('\n');
}
