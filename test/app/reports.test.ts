import { describe, expect, it } from 'vitest';
import type { Ports } from '../../shared/app/ports.ts';
import { pseudonymOf } from '../../shared/app/privacy/pseudonym.ts';
import { fileReport, listReports, REPORTS_PER_HOUR } from '../../shared/app/reports.ts';
import { present } from '../../shared/core/assert.ts';
import type { ArenaId, PlayerId } from '../../shared/core/ids.ts';
import type { NewReport, ReportPage, ReportView } from '../../shared/protocol/fair-view.ts';
import { arenaId, gameId } from '../support/builders.ts';
import { raceOnStage } from '../support/race.ts';
import { pairedArena, playersOf, type Stage } from '../support/stage.ts';

const [ama, kofi, esi] = playersOf(3) as [PlayerId, PlayerId, PlayerId];
const HOUR_MS = 3_600_000;
const reason = 'moves like an engine';

/** Ama plays Kofi; Esi is nobody here. */
async function playing() {
  const { stage, arena, games } = await pairedArena([ama, kofi]);
  return { stage, arena, game: present(games[0], 'game').id };
}

const reportsOn = ({ store }: Stage) =>
  store.all().flatMap((one) => (one.type === 'report' ? [one] : []));

/** The hour has begun just now, whatever the clock says. */
function atFullHour(stage: Stage): void {
  stage.clock.nowMs = (Math.floor(stage.clock.nowMs / HOUR_MS) + 1) * HOUR_MS;
}

async function fileSome(ports: Ports, reporter: PlayerId, told: NewReport, times: number) {
  for (let time = 0; time < times; time++) {
    expect(await fileReport(ports, reporter, told)).toMatchObject({ ok: true });
  }
}

describe('a report', () => {
  it('is of a game, which says of which arena, by anybody', async () => {
    const { stage, arena, game } = await playing();
    const filed = await fileReport(stage.ports, esi, { game, reason });

    const atMs = stage.clock.nowMs;
    const [report] = reportsOn(stage);
    expect(filed).toEqual({ ok: true, value: { id: report?.id, arena: arena.id, atMs } });
    expect(report).toMatchObject({
      ...{ arena: arena.id, atMs, reporter: esi, player: null, game, reason },
    });
  });

  it('is of a player who is in the arena', async () => {
    const { stage, arena } = await playing();
    await fileSome(stage.ports, ama, { arena: arena.id, player: kofi, reason }, 1);

    expect(reportsOn(stage)).toMatchObject([{ reporter: ama, player: kofi, game: null, reason }]);
  });

  it('is refused about what is not there, and about oneself, and counts for nothing', async () => {
    const { stage, arena } = await playing();
    const { id } = arena;
    const tries: readonly (readonly [NewReport, object])[] = [
      [
        { game: gameId(9), reason },
        { code: 'noSuchGame', field: 'game' },
      ],
      [
        { arena: arenaId(9), player: kofi, reason },
        { code: 'noSuchArena', field: 'arena' },
      ],
      [
        { arena: id, player: esi, reason },
        { code: 'notEntered', field: 'player' },
      ],
      [
        { arena: id, player: ama, reason },
        { code: 'invalid', field: 'player', expected: 'another player' },
      ],
    ];
    const before = stage.store.all();
    for (const [told, error] of tries) {
      expect(await fileReport(stage.ports, ama, told)).toEqual({ ok: false, error });
    }
    expect(stage.store.all()).toEqual(before);
  });
});

describe('reports of one player', () => {
  it('are so many an hour; then he is told when the next hour begins', async () => {
    const { stage, game } = await playing();
    atFullHour(stage);
    await fileSome(stage.ports, ama, { game, reason }, REPORTS_PER_HOUR);
    stage.clock.nowMs += 20 * 60_000;

    expect(await fileReport(stage.ports, ama, { game, reason })).toEqual({
      ok: false,
      error: { code: 'tooMany', expected: 'at most 10 reports an hour', retryInMs: 40 * 60_000 },
    });
    expect(reportsOn(stage)).toHaveLength(REPORTS_PER_HOUR);
    await fileSome(stage.ports, kofi, { game, reason }, 1);
    stage.clock.nowMs += 40 * 60_000;
    await fileSome(stage.ports, ama, { game, reason }, 1);
    expect(stage.bugs).toEqual([]);
  });

  it('do not pass the limit when two come for the last place of the hour', async () => {
    const { stage, game } = await playing();
    await fileSome(stage.ports, ama, { game, reason }, REPORTS_PER_HOUR - 1);
    const seen = new Set<string>();
    const count = await raceOnStage('two reports at the last place', {
      from: stage,
      tasks: () => Array(2).fill((ports: Ports) => fileReport(ports, ama, { game, reason })),
      check: (after, results) => {
        const codes = (results as Awaited<ReturnType<typeof fileReport>>[]).map((result) =>
          result.ok ? 'filed' : result.error.code,
        );
        seen.add(codes.join(' '));
        expect(codes.toSorted()).toEqual(['filed', 'tooMany']);
        expect(reportsOn(after)).toHaveLength(REPORTS_PER_HOUR);
      },
    });
    expect(count).toBeGreaterThan(1);
    expect(seen.size).toBe(2);
  });
});

describe('the reports of an arena', () => {
  const pageOn = async ({ ports }: Stage, arena: ArenaId, cursor: string | null) => {
    const page = await listReports(ports, arena, cursor);
    if (!page.ok) throw new Error(page.error.code);
    return page.value;
  };

  it('come with names and with where the game is to be read', async () => {
    const { stage, arena, game } = await playing();
    await fileSome(stage.ports, esi, { game, reason: 'odd' }, 1);
    stage.clock.nowMs += 1;
    await fileSome(stage.ports, ama, { arena: arena.id, player: kofi, reason }, 1);
    const found = present(await stage.store.game(game, 'consistent'), 'game');
    const { reports, next } = await pageOn(stage, arena.id, null);

    const { first, second } = found.seats;
    const named = ({ player, name }: typeof first) => ({ player, name });
    expect(next).toBeNull();
    expect(reports).toEqual([
      {
        ...{ id: expect.any(String), atMs: stage.clock.nowMs, reason, game: null },
        reporter: { player: ama, name: 'player 0' },
        player: { player: kofi, name: 'player 1' },
      },
      {
        ...{ id: expect.any(String), atMs: stage.clock.nowMs - 1, reason: 'odd', player: null },
        // He has no profile here.
        reporter: { player: esi, name: pseudonymOf(esi) },
        game: { id: game, path: `/games/${game}`, players: [named(first), named(second)] },
      },
    ]);
  });

  it('stay where the game was void after all', async () => {
    const { stage, arena, game } = await playing();
    await fileSome(stage.ports, esi, { game, reason }, 1);
    const entity = present(await stage.store.game(game, 'consistent'), 'game');
    await stage.store.commit([{ op: 'delete', entity }]);
    const { reports } = await pageOn(stage, arena.id, null);

    expect(reports).toMatchObject([{ game: { id: game, players: [] } }]);
  });

  it('are on one page each, the newest first', async () => {
    const { stage, arena, game } = await playing();
    const reporters = playersOf(12, 10);
    for (const reporter of reporters) {
      await fileSome(stage.ports, reporter, { game, reason }, REPORTS_PER_HOUR);
      stage.clock.nowMs += 1;
    }
    const pages: ReportPage[] = [];
    let cursor: string | null = null;
    do {
      const page: ReportPage = await pageOn(stage, arena.id, cursor);
      pages.push(page);
      cursor = page.next;
    } while (cursor !== null);
    const all: readonly ReportView[] = pages.flatMap(({ reports }) => reports);

    expect(pages.map(({ reports }) => reports.length)).toEqual([50, 50, 20]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(120);
    expect(all.map(({ atMs }) => atMs)).toEqual(
      all.map(({ atMs }) => atMs).toSorted((a, b) => b - a),
    );
    expect(await listReports(stage.ports, arena.id, 'x')).toMatchObject({
      ...{ ok: false, error: { code: 'invalid', field: 'cursor' } },
    });
  });
});
