import { describe, expect, it } from 'vitest';
import type { Report } from '../../../infra/cli/arena/report.ts';
import type { PresetName } from '../../../shared/arena/policy.ts';
import { exported, playedArena } from '../../support/exports.ts';
import { type Line, linesOf, reported, SEED, summaryOf, verifyLines } from './verify-files.ts';

const fileLines = async (preset: PresetName = 'oware-shield'): Promise<Line[]> =>
  linesOf(await exported(await playedArena(preset, { seed: SEED })));

const gamesOf = (lines: readonly Line[]): Line[] => lines.filter(({ type }) => type === 'game');
const without = (lines: readonly Line[], ...fields: string[]): void => {
  for (const line of lines) for (const field of fields) Reflect.deleteProperty(line, field);
};

/** Counts of a reason's fields. */
function missing(report: Report, reason: string): Record<string, number> {
  const line = reported(report, 'notComparable').find((one) => one.includes(`${reason}:`)) ?? '';
  const fields = [...line.matchAll(/ ([\w.]+)=(\d+)/g)];
  return Object.fromEntries(fields.map(([, field, n]) => [field ?? '', Number(n)]));
}

const BERSERK = 'berserk is absent';

describe('berserk that nobody knows', () => {
  it('leaves points, what follows from them, and the hash without comparison', async () => {
    const lines = await fileLines();
    without(gamesOf(lines), 'berserk');

    const report = await verifyLines(lines);

    const fields = missing(report, BERSERK);
    expect(Object.keys(fields).sort()).toEqual([
      'hash',
      'points',
      'rank',
      'reasons',
      'sheet',
      'winners',
    ]);
    expect(fields.hash).toBe(3);
    expect(summaryOf(report)).toMatch(/^ok /);
  });

  it('of one game leaves its winner alone, and those who may have his points', async () => {
    const lines = await fileLines();
    const [game, points] = longWin(lines);
    without([game], 'berserk');
    const same = lines.filter((line) => line.type === 'standing' && points.includes(line.points));

    const report = await verifyLines(lines);

    const fields = missing(report, BERSERK);
    expect(fields).toMatchObject({ points: 1, sheet: 1, reasons: 1, hash: 3 });
    expect(fields.rank).toBe(same.length);
    expect(report.exitCode).toBe(0);
  });

  it.each([
    ['points that are too many', (line: Line) => void (line.points += 1_000), 'points'],
    ['points that are too few', (line: Line) => void (line.points = 0), 'points'],
    [
      'an entry that no berserk explains',
      (line: Line) => void (line.sheet = line.sheet.map(() => 9)),
      'sheet',
    ],
    ['an entry too many', (line: Line) => void line.reasons.push('win'), 'reasons'],
  ])('does not hide %s', async (_, change, field) => {
    const lines = await fileLines();
    const [game] = longWin(lines);
    const winner = lines.find((line) => line.type === 'standing' && line.player === game.first);
    without([game], 'berserk');
    change(winner as Line);

    const report = await verifyLines(lines);

    expect(reported(report, 'difference').join('\n')).toMatch(
      new RegExp(`^difference player ${game.first} ${field}:`, 'm'),
    );
  });

  it.each([0, 2])(
    'lets points be what they may be, and does not compare them: %i',
    async (which) => {
      const lines = await fileLines();
      const [game, points] = longWin(lines);
      without([game], 'berserk');
      for (const line of lines) {
        const isWinner = line.type === 'standing' && line.player === game.first;
        if (isWinner) line.points = points[which] ?? line.points;
      }

      const report = await verifyLines(lines);

      expect(missing(report, BERSERK).points).toBe(1);
      expect(report.exitCode).toBe(0);
    },
  );

  it.each([
    ['in draws', (game: Line) => game.winner === null],
    ['in a game after the end', (game: Line) => !game.counted],
  ])('does not matter %s', async (_, which) => {
    const lines = await fileLines();
    without(gamesOf(lines).filter(which), 'berserk');

    const report = await verifyLines(lines);

    expect(summaryOf(report)).toMatch(/^ok .* notComparable=0$/);
  });

  it('does not matter where it pays nothing', async () => {
    const lines = await fileLines('classic');
    without(gamesOf(lines), 'berserk');

    expect(summaryOf(await verifyLines(lines))).toMatch(/^ok .* notComparable=0$/);
  });

  it('reaches the tie-breaks of opponents', async () => {
    const lines = linesOf(
      await exported(
        await playedArena('oware-shield', { seed: SEED, policy: { tieBreaks: ['buchholzCut1'] } }),
      ),
    );
    const [game] = longWin(lines);
    without([game], 'berserk');
    const met = new Set(
      gamesOf(lines)
        .filter(({ counted, first, second }) => counted && [first, second].includes(game.first))
        .flatMap(({ first, second }) => [first, second]),
    );
    met.delete(game.first);
    const shown = lines.filter(({ type, player }) => type === 'standing' && met.has(player));

    const fields = missing(await verifyLines(lines), BERSERK);

    expect(fields['tiebreaks.buchholz']).toBe(shown.length);
  });
});

/** A counted win of a visible player with a bonus at stake, and the points he may have. */
function longWin(lines: readonly Line[]): [Line, number[]] {
  for (const game of gamesOf(lines)) {
    const winner = lines.find((line) => line.type === 'standing' && line.player === game.first);
    if (winner === undefined || game.winner !== 'first' || !game.counted || game.plies < 13)
      continue;
    const least = winner.points - (game.berserk.includes('first') ? 1 : 0);
    return [game, [least, least + 0.5, least + 1]];
  }
  throw new Error('no long win');
}

describe('an ending that nobody knows', () => {
  it('may be a no-show before both have moved', async () => {
    const lines = await withNoShow();
    for (const game of gamesOf(lines)) game.ending = 'unknown';

    const report = await verifyLines(lines);

    expect(missing(report, 'an ending is unknown').reasons).toBeGreaterThan(0);
    expect(missing(report, 'the ending is unknown').ending).toBeGreaterThan(0);
    expect(summaryOf(report)).toMatch(/^ok /);
  });
});

/** A file with a visible player who did not show up. */
async function withNoShow(): Promise<Line[]> {
  for (let seed = SEED; seed < SEED + 100; seed++) {
    const lines = linesOf(await exported(await playedArena('oware-shield', { seed })));
    const shown = lines.flatMap(({ type, player }) => (type === 'standing' ? player : []));
    const loserOf = ({ first, second, winner }: Line) => (winner === 'first' ? second : first);
    const isIt = (game: Line) => game.ending === 'noShow' && game.counted;
    if (gamesOf(lines).some((game) => isIt(game) && shown.includes(loserOf(game)))) return lines;
  }
  throw new Error('no no-show');
}

describe('an end that nobody knows', () => {
  it('counts where nothing says otherwise', async () => {
    const lines = await fileLines();
    const late = gamesOf(lines).filter(({ counted }) => !counted);
    expect(late.length).toBeGreaterThan(0);
    without(late, 'endedAtMs', 'counted');

    expect((await verifyLines(lines)).exitCode).toBe(1);
  });

  it('leaves `counted` to be believed, and overlaps unknown', async () => {
    const lines = await fileLines();
    without(gamesOf(lines), 'endedAtMs');

    const report = await verifyLines(lines);

    const fields = missing(report, 'endedAtMs is absent');
    expect(fields.counted).toBe(gamesOf(lines).length);
    expect(fields.overlap).toBeGreaterThan(gamesOf(lines).length);
    expect(summaryOf(report)).toMatch(/^ok /);
  });

  it('does not matter to `counted` where late games count', async () => {
    const lines = await fileLines('classic');
    without(gamesOf(lines), 'endedAtMs');

    const fields = missing(await verifyLines(lines), 'endedAtMs is absent');
    expect(Object.keys(fields).sort()).toEqual(['firstGlicko', 'overlap', 'secondGlicko']);
  });
});

describe('a joining time that nobody knows', () => {
  it.each([
    ['oware-shield', 3],
    ['classic', 3],
    ['lichess', 0],
  ] as const)(
    'leaves the order inside shared ranks and with it hashes: %s',
    async (preset, hashes) => {
      const lines = await fileLines(preset);
      without(lines, 'joinedAtMs');

      const report = await verifyLines(lines);

      expect(missing(report, 'joinedAtMs is absent').hash ?? 0).toBe(hashes);
      expect(report.exitCode).toBe(0);
    },
  );

  it('does not matter to players who share no rank', async () => {
    const lines = await fileLines();
    const ranks = lines.filter(({ type }) => type === 'standing');
    const alone = ranks.filter(({ rank }) => ranks.filter((one) => one.rank === rank).length === 1);
    const [player] = alone;
    without(
      lines.filter(({ id }) => id === player?.player),
      'joinedAtMs',
    );

    expect(summaryOf(await verifyLines(lines))).toMatch(/^ok .* notComparable=0$/);
  });
});

describe('who is out of an earlier version', () => {
  it('is nobody of the first, all who are out of the highest, and unknown between', async () => {
    const lines = await fileLines();
    without(
      lines.filter(({ type }) => type === 'final'),
      'disqualified',
    );

    const report = await verifyLines(lines);

    const fields = missing(report, 'disqualified is absent in an earlier version');
    expect(fields).toEqual({ winners: 1, hash: 1 });
    expect(report.exitCode).toBe(0);
  });
});

describe('what a file does not hold', () => {
  it.each(['rank', 'points', 'sheet', 'reasons', 'performance', 'games', 'wins'])(
    '%s is not compared and nothing else suffers',
    async (field) => {
      const lines = await fileLines();
      const all = await verifyLines(lines);
      const standings = lines.filter(({ type }) => type === 'standing');
      without(standings, field);

      const report = await verifyLines(lines);

      const compared = (one: Report) => Number(/compared=(\d+)/.exec(summaryOf(one))?.[1]);
      expect(compared(report)).toBe(compared(all) - standings.length);
      expect(report.exitCode).toBe(0);
    },
  );
});
