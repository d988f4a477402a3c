import { describe, expect, it } from 'vitest';
import { createDirector } from '../../../infra/cli/bots/director.ts';
import type { Script } from '../../../infra/cli/bots/scenes.ts';
import { type Shown, shownBy, shownIn } from '../../../infra/cli/bots/shown.ts';
import { PRESETS, type PresetName } from '../../../shared/arena/policy.ts';
import { seededRandom } from '../../../shared/core/random.ts';
import type { GameView } from '../../../shared/protocol/game-view.ts';
import { GAME_KINDS, type GameKind } from '../../../shared/rules/rules.ts';
import { gameId, playerId } from '../../support/builders.ts';

const SHIELD_SHOWS: readonly Shown[] = [
  ...(['winOnFire', 'berserk', 'quickDraw', 'drawOnFire'] as const),
  ...(['drawStreak', 'noShow', 'reconnect', 'afterBell'] as const),
];

/** Later than any planned rule may be asked for again. */
const MINUTE_MS = 60_000;

const aGame = (index: number, kind: GameKind, startedAtMs: number): GameView =>
  ({
    ...{ id: gameId(index), kind, startedAtMs },
    ...{ first: { id: playerId(2 * index) }, second: { id: playerId(2 * index + 1) } },
  }) as unknown as GameView;

/** The scripts of so many games of newcomers, a minute apart; nothing is ever seen. */
function scriptsOf(preset: PresetName, kind: GameKind, games: number, lastStartMs = 1e15) {
  const shows = shownIn(PRESETS[preset]);
  const director = createDirector(seededRandom(7), { shows, lastStartMs });
  return Array.from({ length: games }, (_, index) =>
    director.scriptFor(aGame(index, kind, (index + 1) * MINUTE_MS)),
  );
}

describe('what an arena has to show', () => {
  it('is the eight rules in a shield and a Dutch arena', () => {
    expect(shownIn(PRESETS['oware-shield'])).toEqual(SHIELD_SHOWS);
    expect(shownIn(PRESETS.dutch)).toEqual(SHIELD_SHOWS);
    expect(shownIn(PRESETS.lichess)).toEqual(SHIELD_SHOWS);
  });

  it('is what the classic rules have: results, a no-show, and a late game that counts', () => {
    expect(shownIn(PRESETS.classic)).toEqual([
      ...['win', 'draw', 'loss', 'noShow', 'reconnect', 'lateGame'],
    ]);
  });

  it.each([
    ['winOnFire+berserk', ['winOnFire', 'berserk']],
    ['afterEnd', ['afterBell']],
    ['loss', ['loss']],
    ['longDraw', []],
  ])('is read from the reason of a score: %s', (reason, shown) => {
    expect(shownBy(reason)).toEqual(shown);
  });
});

describe('the director', () => {
  it('has both bots of a game follow one script', () => {
    const programme = { shows: shownIn(PRESETS.classic), lastStartMs: 1e15 };
    const director = createDirector(seededRandom(1), programme);
    const game = aGame(1, 'chess', MINUTE_MS);

    expect(director.scriptFor(game)).toBe(director.scriptFor({ ...game, ply: 9 }));
  });

  it('lets nobody go berserk where that pays nothing', () => {
    const scripts = scriptsOf('classic', 'chess', 40);

    expect(scripts.filter(({ berserk }) => berserk !== undefined)).toEqual([]);
  });

  it.each(['classic', 'oware-shield', 'dutch', 'lichess'] as const)(
    'draws the last games out beyond the bell: %s',
    (preset) => {
      const [early, late] = scriptsOf(preset, 'draughts', 2, 2 * MINUTE_MS);

      expect(early?.pastTheBell).toBeUndefined();
      expect(late?.pastTheBell).toBe(true);
    },
  );

  it('stops asking for what was seen, and goes on to the next', () => {
    const programme = { shows: ['noShow', 'draw'] as const, lastStartMs: 1e15 };
    const director = createDirector(seededRandom(1), programme);
    const script = (index: number): Script =>
      director.scriptFor(aGame(index, 'chess', index * MINUTE_MS));

    expect(script(1).noShow).toBeDefined();
    director.scored(playerId(99), 'noShow');
    expect(script(2)).toEqual({ drawAtPly: 24 });
    director.scored(playerId(99), 'draw');
    expect(script(3).noShow).toBeUndefined();
  });

  it.each(GAME_KINDS)('ends games that bots would not end soon: %s', (kind) => {
    const nothing = createDirector(seededRandom(3), { shows: [], lastStartMs: 1e15 });
    const plain = Array.from({ length: 200 }, (_, index) =>
      nothing.scriptFor(aGame(index, kind, MINUTE_MS)),
    );
    const ended = plain.filter((script) => script.resign !== undefined || script.drawAtPly);

    const share = { oware: 0, draughts: 0.8, chess: 0.95 }[kind];
    expect(Math.abs(ended.length / plain.length - share)).toBeLessThan(0.1);
  });

  it('ends a game in which the lines are lost like any other', () => {
    const scripts = Array.from({ length: 50 }, (_, seed) => {
      const programme = { shows: ['reconnect'] as const, lastStartMs: 1e15 };
      return createDirector(seededRandom(seed), programme).scriptFor(aGame(1, 'chess', MINUTE_MS));
    });
    const ended = scripts.filter((script) => script.resign ?? script.drawAtPly);

    expect(scripts.every(({ dropAtPly }) => dropAtPly !== undefined)).toBe(true);
    expect(ended.length).toBeGreaterThan(35);
  });
});
