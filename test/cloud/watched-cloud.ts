import { decodeEntity } from '../../functions/aws/item.ts';
import { bundleFunctions } from '../../infra/bundle.ts';
import { type Client, httpClient } from '../../infra/cli/client.ts';
import { type Synthesis, synthesize } from '../../infra/cloud/synthesize.ts';
import type { Commit } from '../../infra/local/dynamodb/commit.ts';
import { type LocalCloud, startLocalCloud } from '../../infra/local/local-cloud.ts';
import type { LocalCloudOptions } from '../../infra/local/options.ts';
import type { Game } from '../../shared/game/game.ts';
import { anOpenArena } from '../support/builders.ts';
import { type Inside, insideOf, storeArena } from './stored-arena.ts';

/** The stack on this machine with an arena that is open, and every version of every game in it. */
export interface WatchedCloud {
  readonly cloud: LocalCloud;
  readonly http: Client;
  readonly inside: Inside;
  /** As they were stored, in this order. */
  readonly versions: readonly Game[];
  /** A fresh address with a ticket of this player. */
  readonly addressOf: (name: string) => Promise<string>;
  readonly stop: () => Promise<void>;
}

const nowMs = Date.now();
const HOUR_MS = 3_600_000;

/** It has begun already, so nobody waits for its start. */
export const ARENA = anOpenArena({
  ...{ startsAtMs: nowMs - 60_000, endsAtMs: nowMs + HOUR_MS },
  ...{ limitMs: 600_000, incrementMs: 0 },
});

/** The same for all clouds of a file: to make it takes longer than to start it. */
let deployed: Promise<Synthesis> | null = null;

async function deploy(): Promise<Synthesis> {
  const { outDir: assetsDir } = await bundleFunctions();
  const stack = { stage: 'local', issuer: 'https://issuer.local', audience: 'shield-arena' };
  return synthesize({ ...stack, assetsDir });
}

/** `change` makes another stack of the one that deploys. */
export async function openWatchedCloud(
  options: Pick<LocalCloudOptions, 'socketLimits'>,
  change: (stack: Synthesis) => Synthesis = (stack) => stack,
): Promise<WatchedCloud> {
  const versions: Game[] = [];
  const cloud = await startLocalCloud({
    ...change(await (deployed ??= deploy())),
    ...options,
    port: 0,
    onCommit: (commit) => versions.push(...gamesIn(commit)),
  });
  const http = httpClient(cloud.httpUrl);
  const inside = insideOf(cloud);
  await storeArena(inside, ARENA, []);
  return {
    ...{ cloud, http, inside, versions },
    addressOf: async (name) =>
      http.socketUrl(await cloud.issuer.mintToken({ subject: name, name })),
    stop: async () => {
      inside.close();
      await cloud.stop();
    },
  };
}

type Image = Parameters<typeof decodeEntity>[0];

function gamesIn({ records }: Commit): Game[] {
  return records.flatMap(({ event }) => {
    const image = event.dynamodb.NewImage as Image | undefined;
    const entity = image === undefined ? null : decodeEntity(image);
    return entity?.type === 'game' ? [entity] : [];
  });
}
