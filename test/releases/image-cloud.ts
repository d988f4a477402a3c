import { decodeEntity } from '../../functions/aws/item.ts';
import type { Commit } from '../../infra/local/dynamodb/commit.ts';
import { announce } from '../../shared/app/announce.ts';
import { type Entity, entityKey } from '../../shared/app/entities.ts';
import { look } from '../../shared/app/look.ts';
import type { Hooks, Ports } from '../../shared/app/ports.ts';
import { tendWebhook } from '../../shared/app/webhooks/tend.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import type { Row } from '../../shared/arena/row.ts';
import { playAsBot } from '../support/bot.ts';
import { type Backing, type Cloud, createCloud } from '../support/cloud.ts';
import { localDatabase } from '../support/local-database.ts';
import type { Change } from '../support/memory-store.ts';
import type { Image } from './fixture.ts';

type SdkItem = Parameters<typeof decodeEntity>[0];

const HOUR_MS = 3_600_000;
/** How long players stay after the end. */
const STAY_MS = 60_000;
const CLOCK_TIMEOUT_MS = 30_000;

/** Today's code on today's adapters, with the tables and the queues of an image, at its instant. */
export interface ImageCloud {
  readonly cloud: Cloud;
  readonly arenas: () => readonly Arena[];
  /** Plays every arena to its end and beyond; whether the cloud came to rest. */
  readonly playOn: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

export async function openImage(image: Image, seed: number): Promise<ImageCloud> {
  let nowMs: () => number = () => image.atMs;
  let onChange: (changes: readonly Change[]) => void = () => {};
  const all = new Map(entitiesIn(image).map((entity) => [entityKey(entity), entity]));
  const onCommit = ({ records }: Commit): void => {
    const changes = records.flatMap(({ event: { dynamodb } }): Change[] => {
      const [before, after] = [entityOf(dynamodb.OldImage), entityOf(dynamodb.NewImage)];
      return before === null && after === null ? [] : [{ before, after }];
    });
    for (const { before, after } of changes) {
      if (after !== null) all.set(entityKey(after), after);
      else if (before !== null) all.delete(entityKey(before));
    }
    if (changes.length > 0) onChange(changes);
  };
  const database = await localDatabase({ nowMs: () => nowMs(), onCommit });
  database.db.restore([
    { ...{ t: 'dynamodb', records: [], sequence: 0, tokens: [] }, writes: image.items } as Commit,
  ]);
  const open = (parts: { nowMs: typeof nowMs; onChange: typeof onChange }): Backing => {
    ({ nowMs, onChange } = parts);
    const store = { ...database.store, all: () => [...all.values()], earlier: () => [] };
    return { store, tables: database.tables };
  };
  const cloud = createCloud(seed, () => {}, { open }, image.atMs);
  const arenas = () => cloud.store.all().filter((one): one is Arena => one.type === 'arena');
  return {
    cloud,
    arenas,
    playOn: async () => {
      deliver(cloud, image);
      for (const arena of arenas()) comeBack(cloud, arena, seed);
      // Games may outlive an arena that does not count them.
      const isOver = () =>
        arenas().every(({ settled }) => settled) &&
        cloud.store.all().every((one) => one.type !== 'game' || one.state === 'done');
      const ends = arenas().map(({ endsAtMs }) => endsAtMs);
      return isOver() || cloud.time.run(isOver, Math.max(...ends) + HOUR_MS);
    },
    close: database.close,
  };
}

/** What was under way in the queues still arrives. */
function deliver({ time, invoke }: Cloud, { messages }: Image): void {
  for (const { queue, dueAtMs, body } of messages) {
    const message = JSON.parse(body);
    const work = (ports: Ports): Promise<void> => {
      if (queue === 'clock') return look(ports, message);
      return 't' in message
        ? tendWebhook({ ...ports, hooks: HOOKS }, message)
        : announce(ports, message);
    };
    time.at(dueAtMs, () => void invoke(CLOCK_TIMEOUT_MS, work));
  }
}

const HOOKS: Hooks = { post: async () => ({ status: 204, retryAfter: null }) };

/** Connections do not outlive the release: everybody connects anew and goes on. */
function comeBack(cloud: Cloud, { id, endsAtMs }: Arena, seed: number): void {
  const rows = cloud.store.all().filter((one): one is Row => one.type === 'row');
  for (const [index, { player, arena }] of rows.entries()) {
    if (arena !== id) continue;
    void playAsBot(cloud, {
      ...{ player, seed: seed * 1_000 + index, arenas: [id] },
      ...{ comesAtMs: cloud.time.now(), leavesAtMs: endsAtMs + STAY_MS },
    });
  }
}

const entityOf = (item: object | undefined): Entity | null =>
  item === undefined ? null : decodeEntity(item as SdkItem);

const entitiesIn = ({ items }: Image): readonly Entity[] =>
  items.flatMap(({ put }) => entityOf(put) ?? []);
