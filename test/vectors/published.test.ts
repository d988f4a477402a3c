import { beforeAll, describe, expect, it } from 'vitest';
import { buildFinal, correctFinal, type FinalLine } from '../../shared/arena/final.ts';
import { PRESETS } from '../../shared/arena/policy.ts';
import { rankEntrants } from '../../shared/arena/ranking.ts';
import { buildSheet } from '../../shared/arena/sheet.ts';
import { entry } from '../arena/sheets.ts';
import { id } from '../arena/tournaments.ts';
import {
  FOLDER,
  type PublishedArena,
  type PublishedLine,
  publishedArena,
  publishedSheets,
  wrongSheets,
} from '../support/published.ts';

const policy = PRESETS.lichess;

if (FOLDER === null) console.log('published vectors: SKIPPED (ARENA_VECTORS names no folder)');

describe.skipIf(FOLDER === null)('a published arena under the lichess preset', () => {
  let arena: PublishedArena;
  let lines: readonly FinalLine[];

  beforeAll(async () => {
    arena = publishedArena();
    ({ lines } = await buildFinal({ policy, endsAtMs: arena.endsAtMs }, arena.entrants));
  });

  it('has the sheets and scores that were published', () => {
    const wrong = wrongSheets(arena, policy);
    console.log(`published vectors: ${arena.standings.length} sheets, ${wrong.length} wrong`);

    expect(wrong).toEqual([]);
    expect(arena.standings).toHaveLength(193);
  });

  it('has the performances that were published, and none of players without a game', () => {
    const published = arena.standings.map(({ player, performance }) => [player, performance]);

    expect(lines.map(({ player, rolling }) => [player, rolling])).toEqual(published);
    expect(published.filter(([, performance]) => performance !== null)).toHaveLength(186);
  });

  it('is in the order that was published', () => {
    expect(lines.map(({ rank, player }) => [rank, player])).toEqual(
      arena.standings.map(({ rank, player }) => [rank, player]),
    );
  });

  it('sivert-io/matchzy-auto-tournament#225: tells equals apart alike each time', () => {
    const [fifth, sixth] = [lines[4], lines[5]];
    const rules = { policy, endsAtMs: arena.endsAtMs };

    expect([fifth?.points, fifth?.rolling]).toEqual([sixth?.points, sixth?.rolling]);
    expect(rankEntrants(rules, arena.entrants.toReversed()).map(({ player }) => player)).toEqual(
      lines.map(({ player }) => player),
    );
  });

  it('lichess-org/lila#1387: moves up when two go, and is else as it was', async () => {
    const disqualified = arena.removedLater.map(id);
    const decision = { reason: 'fair play', actor: 'organiser', atMs: 9_000_000, disqualified };
    const corrected = await correctFinal(policy, lines, { version: 1 }, decision);

    expect(corrected.lines.map(publishedOf)).toEqual(arena.standingsAfterRemoval);
    expect(corrected.lines).toHaveLength(191);
  });
});

const publishedOf = ({ rank, player, points, rolling }: FinalLine): PublishedLine => ({
  rank,
  player,
  score: points / 2,
  performance: rolling,
});

describe.skipIf(FOLDER === null)('published sheets without their games', () => {
  it('add up, and are sheets of some games with as many wins and the same fire', () => {
    const rows = publishedSheets();
    for (const { score, sheet, fire, nb } of rows) {
      const log = gamesOf(sheet);
      const ours = buildSheet({ policy, endsAtMs: 1_000 }, log);

      expect(ours.scores.map(({ points }) => points / 2)).toEqual(sheet);
      expect(ours.points).toBe(score * 2);
      if (fire !== undefined) expect(ours.onFire).toBe(fire);
      if (nb === undefined) continue;
      expect(log).toHaveLength(nb.game);
      expect(log.filter(({ result }) => result === 'win')).toHaveLength(nb.win);
      expect(log.filter(({ berserk }) => berserk).length).toBeLessThanOrEqual(nb.berserk);
    }
    const counts = (has: 'fire' | 'nb') => rows.filter((row) => row[has] !== undefined).length;
    console.log(`published vectors: ${rows.length} sheets without games`);
    expect([rows.length, counts('fire'), counts('nb')]).toEqual([14, 10, 3]);
  });
});

/** Games that would have paid this: the digits say all but how a zero came about. */
function gamesOf(sheet: readonly number[]) {
  const wins = sheet.map(() => false);
  return sheet.map((points, index) => {
    const onFire = (wins[index - 1] ?? false) && (wins[index - 2] ?? false);
    // Two on fire was a draw: a win would have paid four.
    const letter = points === 0 ? 'L' : points === 1 || (points === 2 && onFire) ? 'D' : 'W';
    wins[index] = letter === 'W';
    return entry(`${letter}80${points === 3 || points === 5 ? 'b' : ''}`);
  });
}
