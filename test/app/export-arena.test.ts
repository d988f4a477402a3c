import { describe, expect, it } from 'vitest';
import { EXPORT_PAGE_BYTES_MAX, exportPage } from '../../shared/app/export-arena.ts';
import { decodeCursor, encodeCursor } from '../../shared/app/export-cursor.ts';
import { PRESET_NAMES } from '../../shared/arena/policy.ts';
import { present } from '../../shared/core/assert.ts';
import type { DoneGame } from '../../shared/game/game.ts';
import { parseLine } from '../../shared/protocol/export.ts';
import { exported, exportedPages, playedArena, portsOf } from '../support/exports.ts';

const SEED = Number(process.env.SEED ?? 20_261_130);

interface Line {
  readonly type: string;
  readonly id: string;
  readonly first: string;
  readonly removed: boolean;
  readonly removedAtMs: number;
  readonly disqualified: boolean;
  readonly games: number;
  readonly performance: unknown;
  readonly times: readonly number[] | null;
  readonly remainingMs: unknown;
  readonly lastAtMs: number;
}

const linesOf = (text: string): Line[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

const picked = ({ remainingMs, lastAtMs }: DoneGame) => ({ remainingMs, lastAtMs });

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

describe('the export of an arena', () => {
  it.each(PRESET_NAMES)('is of lines that can be read: %s', async (preset) => {
    const played = await playedArena(preset, { seed: SEED });
    const lines = linesOf(await exported(played));

    for (const line of lines) expect(parseLine(line)).toMatchObject({ ok: true });
    const count = (type: string) => lines.filter((line) => line.type === type).length;
    expect(count('game')).toBe(played.games.length);
    expect(count('player')).toBe(played.rows.length);
    expect(count('final')).toBe(3);
    expect(count('standing')).toBe(played.finals.at(-1)?.lines.length);
  });

  it('has the arena, players with the games they began, then versions and table', async () => {
    const lines = linesOf(await exported(await playedArena('classic', { seed: SEED, shards: 3 })));

    const order = lines.map(({ type }) => (type === 'game' ? 'player' : type));
    const parts = order.filter((type, index) => type !== order[index - 1]);
    expect(parts).toEqual(['arena', 'player', 'final', 'standing']);
    let player = '';
    for (const line of lines) {
      if (line.type === 'player') player = line.id;
      if (line.type === 'game') expect(line.first).toBe(player);
    }
  });

  it('says who was removed and who is disqualified now', async () => {
    const played = await playedArena('dutch', { seed: SEED });
    const players = linesOf(await exported(played)).filter(({ type }) => type === 'player');

    const removed = played.rows.find((row) => row.removed);
    expect(players.filter((line) => line.removed)).toMatchObject([
      { id: removed?.player, removedAtMs: removed?.removal?.atMs },
    ]);
    const out = players.filter(({ disqualified }) => disqualified).map(({ id }) => id);
    expect(out).toEqual(played.finals.at(-1)?.disqualified);
  });

  it('has the time of every move, the clocks they left, and when the last one came', async () => {
    const unknown = (game: DoneGame) =>
      game.ply % 3 === 0 ? { ...game, times: new Uint8Array() } : game;
    const played = await playedArena('oware-shield', { seed: SEED, edit: unknown });
    const stored = new Map<string, DoneGame>(played.games.map((game) => [game.id, game]));
    const games = linesOf(await exported(played)).filter(({ type }) => type === 'game');

    for (const { id, times, remainingMs, lastAtMs } of games) {
      const game = present(stored.get(id), `game ${id}`);
      expect({ remainingMs, lastAtMs }).toEqual(picked(game));
      if (times === null) expect(game.ply % 3).toBe(0);
      else expect(times).toHaveLength(game.ply);
      const passedMs = (times ?? []).reduce((sum, ms) => sum + ms, 0);
      if (times !== null) expect(game.startedAtMs + passedMs).toBe(game.lastAtMs);
    }
    expect(new Set(games.map(({ times }) => times === null)).size).toBe(2);
  });

  it('has no performance of those who have not played', async () => {
    const lines = linesOf(await exported(await playedArena('oware-shield', { seed: SEED })));
    const idle = lines.filter(({ type, games }) => type === 'standing' && games === 0);

    expect(idle.length).toBeGreaterThan(0);
    for (const line of idle) expect(line.performance).toBeNull();
  });

  it('of a running arena has no table, and games that are over alone', async () => {
    const played = await playedArena('lichess', { seed: SEED, running: true });
    const types = new Set(linesOf(await exported(played)).map(({ type }) => type));

    expect([...types].sort()).toEqual(['arena', 'game', 'player']);
  });
});

describe('its pages', () => {
  it.each([
    [1, 1],
    [700, 1],
    [5_000, 3],
    [30_000, 16],
  ])('of %i bytes, %i shards, are together what one page is', async (bytesMax, shards) => {
    const played = await playedArena('classic', { seed: SEED, players: 60, rounds: 6, shards });
    const whole = await exported(played);

    const pages = await exportedPages(played, bytesMax);

    expect(pages.join('')).toBe(whole);
    for (const page of pages) {
      expect(page).not.toBe('');
      const isOneLine = page.indexOf('\n') === page.length - 1;
      if (!isOneLine) expect(bytesOf(page)).toBeLessThanOrEqual(bytesMax);
    }
    expect(pages.length).toBeGreaterThanOrEqual(bytesOf(whole) / Math.max(bytesMax, 600));
  });

  it('are as full as they may be', async () => {
    const played = await playedArena('classic', { seed: SEED, players: 60, rounds: 6 });
    const pages = await exportedPages(played, 5_000);

    for (const page of pages.slice(0, -1)) expect(bytesOf(page)).toBeGreaterThan(5_000 - 1_500);
  });

  it('fit what a function may answer', () => {
    expect(EXPORT_PAGE_BYTES_MAX).toBeLessThanOrEqual(4 * 1_024 * 1_024);
  });

  it('show the version of the first one, whatever is corrected meanwhile', async () => {
    const played = await playedArena('classic', { seed: SEED });
    const [first, second] = [2, 3].map((finalVersion) => ({ ...played.arena, finalVersion }));
    if (first === undefined || second === undefined) throw new Error('no arena');
    const before = linesOf(await exported({ ...played, arena: first }));
    const ports = await portsOf(played);
    const page = await exportPage(ports, first, null, 5_000);
    if (!page.ok) throw new Error('refused');

    const lines: unknown[] = [...page.value.lines];
    for (let { next } = page.value; next !== null; ) {
      const more = await exportPage(ports, second, next, 5_000);
      if (!more.ok) throw new Error('refused');
      lines.push(...more.value.lines);
      next = more.value.next;
    }

    expect(JSON.parse(JSON.stringify(lines))).toEqual(before);
  });
});

describe('a cursor', () => {
  const player = '2OlDRMcoMgt';
  it.each([
    { part: 'rows', after: null, skip: 0 },
    { part: 'rows', after: { shard: 3, player }, skip: 7 },
    { part: 'finals', version: 2 },
    { part: 'standings', page: 4, skip: 99 },
  ])('%j is read as it was written, and good in an address', (at) => {
    const cursor = { finalVersion: 3, at } as Parameters<typeof encodeCursor>[0];
    const text = encodeCursor(cursor);

    expect(decodeCursor(text)).toEqual(cursor);
    expect(encodeURIComponent(text)).toBe(text);
  });

  it.each([
    '',
    'x',
    '0-rows-0-short-0',
    '0-rows-0-zzzzzzzzzzz-0',
    `0-rows-9-${player}-0`,
    '0-finals-1',
    '0-standings-0-0',
    '4-rows',
    '3-finals-0',
    '3-finals-4',
    '3-standings-0',
    '3-rows ',
  ])('that is not ours is refused: %j', async (cursor) => {
    const played = await playedArena('classic', { seed: SEED });

    const page = await exportPage(await portsOf(played), played.arena, cursor);

    expect(page).toMatchObject({ ok: false, error: { code: 'invalid', field: 'cursor' } });
  });
});
