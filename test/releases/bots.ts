import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../infra/cli/client.ts';
import type { openTroupe } from '../../infra/cli/troupe.ts';
import type { LocalCloud } from '../../infra/local/local-cloud.ts';
import type { ArenaView } from '../../shared/protocol/arena-view.ts';
import type { GameKind } from '../../shared/rules/rules.ts';
import type { Image, QueuedMessage } from './fixture.ts';
import { tablesOf } from './tables.ts';

const STARTS_IN_MS = 12_000;
const DURATION_MS = 26_000;
const CLOCK = { limitMs: 15_000, incrementMs: 0 };
const PLAYERS = 4;
const READ_QUEUES = ['clock', 'announce'] as const;

const LOOK_EVERY_MS = 50;
/** A frozen ranking is there by then. */
const FROZEN_WITHIN_MS = 60_000;

const ARENAS = [
  { game: 'oware', preset: 'oware-shield' },
  { game: 'chess', preset: 'classic' },
  { game: 'draughts', preset: 'dutch' },
] as const satisfies readonly { readonly game: GameKind; readonly preset: string }[];

interface Recorded {
  readonly cloud: LocalCloud;
  readonly client: Client;
  readonly openTroupe: typeof openTroupe;
}

/** Three arenas of bots at once, and what was stored of them before, within, closing and frozen. */
export async function imagesOf({ cloud, client, openTroupe }: Recorded): Promise<Image[]> {
  const organiser = await cloud.issuer.mintToken({ subject: 'organiser', roles: ['organiser'] });
  const startsAtMs = Date.now() + STARTS_IN_MS;
  const leaving = new AbortController();
  const arenas: ArenaView[] = [];
  for (const { game, preset } of ARENAS) {
    const times = { startsAtMs, durationMs: DURATION_MS, clock: CLOCK };
    const made = { name: `Bots of ${game}`, game, preset, ...times };
    arenas.push(await client.createArena(organiser, made));
  }
  const troupes = arenas.map((arena) => {
    const { mintToken } = cloud.issuer;
    // Nobody plays in two arenas.
    const issuer = {
      ...cloud.issuer,
      mintToken: (claims: Parameters<typeof mintToken>[0]) =>
        mintToken({ ...claims, subject: `${arena.game} ${claims.subject}` }),
    };
    const options = { players: PLAYERS, seed: 1, signal: leaving.signal };
    return openTroupe({ issuer }, client, arena, options);
  });
  const at = async (moment: string, atMs: number): Promise<Image> => {
    await sleep(Math.max(0, atMs - Date.now()));
    return imageOf(cloud, moment);
  };
  const endsAtMs = startsAtMs + DURATION_MS;
  const images = [
    await at('before', startsAtMs - 1_000),
    await at('within', startsAtMs + DURATION_MS * 0.7),
    await at('closing', endsAtMs + 3_000),
  ];
  await frozen(client, arenas, endsAtMs + FROZEN_WITHIN_MS);
  images.push(imageOf(cloud, 'frozen'));
  leaving.abort();
  await Promise.all(troupes.map(({ done }) => done));
  return images;
}

async function frozen(client: Client, arenas: readonly ArenaView[], untilMs: number) {
  for (const { id } of arenas) {
    while ((await client.arena(id)).state !== 'frozen') {
      if (Date.now() > untilMs) throw new Error(`arena ${id} was not frozen in time`);
      await sleep(LOOK_EVERY_MS);
    }
  }
}

/** In one turn: nothing changes meanwhile. */
function imageOf(cloud: LocalCloud, moment: string): Image {
  const tableOf = tablesOf(cloud.plan);
  const items = [...cloud.dynamodb.snapshot()].flatMap(({ writes }) =>
    writes.flatMap((write) =>
      'put' in write ? [{ table: tableOf(write.table), put: write.put }] : [],
    ),
  );
  const messages = READ_QUEUES.flatMap((queue) => {
    const read = cloud.plan.queueMappings.find((one) => one.functionName.endsWith(`-${queue}`));
    const waiting = cloud.queues.get(read?.queue ?? '')?.peek() ?? [];
    return waiting.map(({ dueAtMs, body }): QueuedMessage => ({ queue, dueAtMs, body }));
  });
  return { moment, atMs: Date.now(), messages, items };
}
