import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { verifyExport } from '../../infra/cli/arena/verify.ts';
import { exportPage } from '../../shared/app/export-arena.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import type { Cloud } from '../support/cloud.ts';
import { checkOutcome } from '../support/outcome.ts';
import { type Image, recordedReleases } from './fixture.ts';
import { type ImageCloud, openImage } from './image-cloud.ts';

/** The deep run plays each image on in another way, too. */
const SEEDS = process.env.DEEP === '1' ? [1, 2] : [1];

/** The rules of which the law of the end knows every winner. */
const FIRST_RANK_WINS = (arena: Arena) => arena.policy.winners === 'firstRank';

describe.each(recordedReleases())('arenas of release $version', ({ images }) => {
  it('were looked at in every state, at every kind of game', () => {
    expect(images.map(({ moment }) => moment)).toEqual(
      expect.arrayContaining(['before', 'within', 'closing', 'frozen']),
    );
  });

  it.each(images)('as they were $moment are played on by the code of today', async (image) => {
    let games = 0;
    for (const seed of SEEDS) games += await expectPlayedOn(image, seed);
    // Some players may have been away for all of the short time that was left.
    expect(games).toBeGreaterThan(0);
  });
});

/** To the frozen ranking of every arena; how many games they had together. */
async function expectPlayedOn(image: Image, seed: number): Promise<number> {
  const played = await openImage(image, seed);
  try {
    const kinds = played.arenas().map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['chess', 'draughts', 'oware']);

    expect(await played.playOn()).toBe(true);

    expect(played.cloud.witness.bugs).toEqual([]);
    let games = 0;
    for (const arena of played.arenas()) {
      expect(arena).toMatchObject({ state: 'frozen', settled: true });
      games += await expectConfirmed(played, arena);
    }
    return games;
  } finally {
    await played.close();
  }
}

/** By `arena verify`, and where it can by the law of the end; how many games that are. */
async function expectConfirmed({ cloud }: ImageCloud, arena: Arena): Promise<number> {
  const { lines, exitCode } = await verifyExport(await exportOf(cloud, arena));
  expect([exitCode, ...lines.filter((line) => line.startsWith('difference'))]).toEqual([0]);
  if (FIRST_RANK_WINS(arena)) await checkOutcome(cloud.store, cloud.tables, arena);
  return Number(/^ok players=\d+ games=(\d+)/.exec(lines.at(-1) ?? '')?.[1]);
}

async function exportOf({ store, tables }: Cloud, arena: Arena): Promise<Readable> {
  const page = await exportPage({ store, tables }, arena, null);
  if (!page.ok) throw new Error(page.error.code);
  return Readable.from(page.value.lines.map((line) => `${JSON.stringify(line)}\n`));
}
