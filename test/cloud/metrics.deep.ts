import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { httpClient } from '../../infra/cli/client.ts';
import { prepareStack } from '../../infra/cli/cloud.ts';
import { openTroupe } from '../../infra/cli/troupe.ts';
import { type LocalCloud, startLocalCloud } from '../../infra/local/local-cloud.ts';
import { METRICS, UNIT_METRICS } from '../../shared/app/metrics.ts';
import { present } from '../../shared/core/assert.ts';
import type { NewArena } from '../../shared/protocol/http.ts';
import { anOpenArena, aReadyRow, arenaId } from '../support/builders.ts';
import { metricsIn } from '../support/embedded-metrics.ts';
import { linesOf } from '../support/log-lines.ts';
import { openRaw } from './running-cloud.ts';
import { smallArena } from './small-arena.ts';
import { eventually, type Inside, insideOf, storeArena, stored } from './stored-arena.ts';

const STARTS_IN_MS = 6_000;
const DURATION_MS = 20_000;
const WITHIN_MS = 60_000;
/** Two minutes pass before the copies of a name are looked for. */
const ERASED_WITHIN_MS = 180_000;
/** Beyond what the gateway takes (128 KB). */
const TOO_LONG = 'x'.repeat(140_000);

let cloud: LocalCloud;
let inside: Inside;
const printed: string[] = [];
/** An organiser's server that answers with the status in the path. */
const receiver = createServer((request, response) => {
  response.writeHead(Number((request.url ?? '').slice(1))).end();
});

beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  cloud = await startLocalCloud({
    ...(inject('stack') ?? (await prepareStack())),
    ...{ port: 0, seed: 1 },
    onLog: ({ line }) => printed.push(line),
  });
  inside = insideOf(cloud);
});
afterAll(async () => {
  receiver.close();
  inside.close();
  await cloud.stop();
});

/** Everything that a line in the embedded metric format has said so far. */
const heard = () => linesOf(printed).flatMap(metricsIn);
const namesHeard = () => new Set(heard().flatMap(({ values }) => Object.keys(values)));

async function ask(
  method: string,
  path: string,
  body: object,
  who: { readonly subject: string; readonly roles?: string[] } = {
    subject: 'o',
    roles: ['organiser'],
  },
): Promise<unknown> {
  const token = await cloud.issuer.mintToken(who);
  const headers = { authorization: `Bearer ${token}` };
  const url = `${cloud.httpUrl}${path}`;
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) });
  expect(response.ok).toBe(true);
  return response.json();
}

/** Puts a message into the announce queue. */
function announce(message: object): void {
  const { environment } = present(
    cloud.plan.functions.find(({ name }) => name.endsWith('-announce')),
    'function announce',
  );
  const url = environment.ANNOUNCE_QUEUE_URL;
  const queue = [...cloud.queues.values()].find(({ plan }) => plan.url === url);
  present(queue, 'announce queue').send(JSON.stringify(message), 0);
}

/** Calls a function as its schedule does. */
const call = (name: string) =>
  fetch(`${cloud.awsUrl}/2015-03-31/functions/shield-arena-local-${name}/invocations`, {
    method: 'POST',
    headers: {
      'x-amz-invocation-type': 'Event',
      authorization: 'AWS4-HMAC-SHA256 Credential=local/',
    },
    body: '{}',
  });

/** An arena that nobody may enter, and one that bots play to its frozen ranking. */
async function playArena(): Promise<void> {
  const client = httpClient(cloud.httpUrl);
  const organiser = await cloud.issuer.mintToken({ subject: 'o', roles: ['organiser'] });
  const measured = (entry: Partial<NewArena['entry']>) =>
    client.createArena(organiser, {
      ...{ name: 'Measured', clock: { limitMs: 15_000, incrementMs: 0 } },
      ...{ startsAtMs: Date.now() + STARTS_IN_MS, durationMs: DURATION_MS },
      entry: entry as NewArena['entry'],
    });
  await measured({ ratingMax: 400 });
  const arena = await measured({});
  const { signal } = new AbortController();
  const troupe = openTroupe(cloud, client, arena, { players: 6, seed: 2, signal });
  await eventually(
    async () => ((await client.arena(arena.id)).state === 'frozen' ? true : null),
    DURATION_MS + WITHIN_MS,
  );
  await troupe.done;
}

/**
 * A move of a game that is not there, a post that the gateway does not take, and a player who wants
 * to be forgotten.
 */
async function misbehave(): Promise<void> {
  const token = await cloud.issuer.mintToken({ subject: 'p', name: 'p' });
  const line = await openRaw(await httpClient(cloud.httpUrl).socketUrl(token));
  const move = { t: 'move', game: 'AAAAAAAAAAA', ply: 0, move: 'A' };
  await line.exchange(JSON.stringify(move));
  const connection = await eventually(
    async () => linesOf(printed).find(({ MoveRejected }) => MoveRejected === 1)?.connection ?? null,
    WITHIN_MS,
  );
  const message = { t: 'note', text: TOO_LONG };
  announce({ connections: [connection], message });
  await eventually(async () => (namesHeard().has('PostsFailed') ? true : null), WITHIN_MS);
  line.close();
  await ask('DELETE', '/players/me', {}, { subject: 'p' });
}

/** Webhooks that are told, that answer with an error, and that want to hear no more. */
async function tellWebhooks(): Promise<void> {
  const { port } = receiver.address() as AddressInfo;
  for (const status of [200, 500, 410]) {
    const url = `http://localhost:${port}/${status}`;
    const { id } = (await ask('POST', '/webhooks', { url })) as { id: string };
    await ask('POST', `/webhooks/${id}/test`, {});
  }
  const arena = anOpenArena({ id: arenaId(1), owner: 'o' });
  await stored(inside.store, [{ op: 'create', entity: arena }]);
  const event = { t: 'event', event: 'arena.cancelled', arena: arena.id, version: 0 };
  announce({ ...event, toldAtMs: 0 });
}

/** Two who are ready, on lines that are not there any more. */
async function loseLines(): Promise<void> {
  const nowMs = Date.now();
  const times = { startsAtMs: nowMs - 1_000, endsAtMs: nowMs + 3_600_000 };
  const arena = anOpenArena({ id: arenaId(2), ...times });
  const since = { readySinceMs: nowMs, leaseUntilMs: nowMs + 600_000, joinedAtMs: nowMs };
  const rows = [1, 2].map((who) => aReadyRow(who, { arena: arena.id, ...since }));
  await storeArena(inside, arena, rows);
  inside.clock({ t: 'pool', arena: arena.id });
}

/** A finished game of an arena that does not exist. */
async function loseArena(): Promise<void> {
  const played = { id: 1, first: 1, second: 2, winner: null, plies: 4 };
  const { games } = smallArena(anOpenArena({ id: arenaId(9) }), 2, [played]);
  const game = present(games[0], 'game');
  await stored(inside.store, [{ op: 'create', entity: game }]);
  inside.clock({ t: 'rescore', game: game.id, attempt: 0 });
}

it('every metric of our own comes from a run of the cloud, as an alarm asks for it', async () => {
  await Promise.all([playArena(), misbehave(), tellWebhooks(), loseArena(), loseLines()]);
  for (const name of ['sweep', 'series']) expect((await call(name)).status).toBe(202);
  const wanted = [...Object.keys(METRICS), ...Object.keys(UNIT_METRICS)].sort();
  await eventually(async () => {
    const names = namesHeard();
    return wanted.every((name) => names.has(name)) ? true : null;
  }, ERASED_WITHIN_MS).catch(() => {});
  expect([...namesHeard()].sort()).toEqual(wanted);
  const functions = new Set<string>();
  for (const { namespace, dimensions } of heard()) {
    const { function: name, ...others } = dimensions;
    expect([namespace, others]).toEqual([
      'ShieldArena',
      { service: 'shield-arena', stage: 'local' },
    ]);
    if (name !== undefined) functions.add(name.replace('shield-arena-local-', ''));
  }
  console.log(`request units by function: ${[...functions].sort().join(' ')}`);
}, 360_000);
