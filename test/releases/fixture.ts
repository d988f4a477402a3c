import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TableName } from '../../functions/aws/item.ts';
import type { Item } from '../../infra/local/dynamodb/item.ts';
import { lengthen, lengthenImages, shorten, shortenImages } from './changes.ts';

/** One item as it was stored; removed: its key. */
export type Wrote =
  | { readonly table: TableName; readonly put: Item }
  | { readonly table: TableName; readonly remove: Item };

/** Where a record of a stream comes from: the write with this number in that step. */
export type RecordOf = readonly [step: number, write: number];

/** One invocation of one function. No other one ran meanwhile, so what was written is its work. */
export interface Step {
  /** `move`, `http`, `score`, … */
  readonly by: string;
  /** When it began (epoch ms). */
  readonly atMs: number;
  /** As the function was given it; null: a batch of a stream, whose images are in the steps. */
  readonly event: unknown;
  readonly records: readonly RecordOf[];
  /** What it answered. */
  readonly answer: unknown;
  readonly wrote: readonly Wrote[];
}

/** Everything that was in the tables at an instant, and what was under way in the queues. */
export interface Image {
  /** What the arenas were doing then. */
  readonly moment: string;
  readonly atMs: number;
  readonly messages: readonly QueuedMessage[];
  readonly items: readonly { readonly table: TableName; readonly put: Item }[];
}

export interface QueuedMessage {
  readonly queue: 'clock' | 'announce';
  readonly dueAtMs: number;
  readonly body: string;
}

/** What a release has stored and sent. */
export interface Release {
  readonly version: string;
  readonly steps: readonly Step[];
  readonly images: readonly Image[];
}

const FOLDER = import.meta.dirname;
const STEPS = 'steps.json';
const IMAGES = 'images.json';

/** Every folder here that holds a recording, by the version of its release. */
export function recordedReleases(): readonly Release[] {
  const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((one) => one.isDirectory());
  return folders.map(({ name: version }) => {
    const read = (file: string) => JSON.parse(readFileSync(join(FOLDER, version, file), 'utf8'));
    return { version, steps: lengthen(read(STEPS)), images: lengthenImages(read(IMAGES)) };
  });
}

export async function writeRelease(
  folder: string,
  { steps, images }: Pick<Release, 'steps' | 'images'>,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, STEPS), `${lines(shorten(steps))}\n`);
  const kept = shortenImages(images).map(({ wrote, ...rest }) =>
    JSON.stringify(rest).replace(/\}$/, `,"wrote":${lines(wrote)}}`),
  );
  await writeFile(join(folder, IMAGES), `[\n${kept.join(',\n')}\n]\n`);
}

/** A list with a line for each: small, and what changes is seen in a diff. */
const lines = (values: readonly unknown[]): string =>
  `[\n${values.map((value) => JSON.stringify(value)).join(',\n')}\n]`;
