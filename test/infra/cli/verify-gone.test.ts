import { describe, expect, it } from 'vitest';
import { exported, playedArena } from '../../support/exports.ts';
import { linesOf, SEED, summaryOf, verifyLines } from './verify-files.ts';

const played = () => playedArena('oware-shield', { seed: SEED });

describe('an arena of which not everything is kept any more', () => {
  it('is exported without the games that are gone, and says whose and how many', async () => {
    const whole = await played();
    const [gone, ...games] = whole.games;
    const lines = linesOf(await exported({ ...whole, games }));

    expect(lines.filter(({ type }) => type === 'game')).toHaveLength(games.length);
    const short = lines.filter((line) => 'gamesGone' in line);
    expect(short).toEqual([
      expect.objectContaining({ id: gone?.seats.first.player, gamesGone: 1 }),
    ]);
  });

  it('cannot be verified, and that is not called a difference', async () => {
    const whole = await played();
    const lines = linesOf(await exported({ ...whole, games: whole.games.slice(3) }));
    const report = await verifyLines(lines);

    const all = whole.games.length;
    expect(report).toEqual({
      exitCode: 2,
      lines: [`not verifiable: 3 of its ${all} games are not kept any more`],
    });
  });

  it('nor without its players, of whom the final ranking still has the ids', async () => {
    const lines = linesOf(await exported({ ...(await played()), rows: [] }));
    expect(lines.map(({ type }) => type)).toContain('standing');
    expect((await verifyLines(lines)).lines).toEqual([
      'not verifiable: its players are not kept any more',
    ]);
  });

  it('nor with some of them: that is no difference of those who are there', async () => {
    const whole = await played();
    const kept = whole.rows.slice(0, Math.floor(whole.rows.length / 2));
    const report = await verifyLines(linesOf(await exported({ ...whole, rows: kept })));

    const gone = whole.rows.length - kept.length;
    expect(report.exitCode).toBe(2);
    expect(report.lines).toEqual([
      `not verifiable: ${gone} of its ${whole.rows.length} players are not kept any more`,
    ]);
  });

  it('is verified as ever while everything is there', async () => {
    expect(summaryOf(await verifyLines(linesOf(await exported(await played()))))).toMatch(/^ok /);
  });
});
