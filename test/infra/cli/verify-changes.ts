import { PRESETS, type PresetName } from '../../../shared/arena/policy.ts';
import { present } from '../../../shared/core/assert.ts';
import { berserk, CLOCKS } from './verify-clock-changes.ts';
import { aGame, gamesInOrder, type Line, pick, won } from './verify-files.ts';
import { type Change, FINALS, final, game, player, STANDINGS } from './verify-results.ts';

const isVisible = (line: Line): boolean => !line.removed && !line.disqualified;

const idle = (lines: readonly Line[]): Line[] => {
  const seats = new Set(
    lines.flatMap(({ type, first, second }) => (type === 'game' ? [first, second] : [])),
  );
  return lines.filter(({ type, id }) => type === 'player' && !seats.has(id));
};
const PLAYERS: readonly Change[] = [
  {
    field: 'player.id',
    make: (lines) => {
      const { first } = aGame(lines);
      pick(lines, 'player', ({ id }) => id === first).id = 'nobody';
    },
    sees: game('first'),
  },
  {
    field: 'player.rating',
    make: (lines) => {
      const ratings = idle(lines).map(({ rating }) => rating);
      pick(idle(lines), 'player', ({ rating }) => rating === Math.max(...ratings)).rating = 1;
    },
    sees: final('hash'),
  },
  {
    field: 'player.removed',
    make: (lines) => {
      pick(lines, 'player', isVisible).removed = true;
    },
    sees: player('standing'),
  },
  {
    field: 'player.disqualified',
    make: (lines) => {
      pick(lines, 'player', isVisible).disqualified = true;
    },
    sees: final('disqualified'),
  },
];

/** Of two idle players with the same rating the one who joined first is listed first. */
const JOINED: Change = {
  field: 'player.joinedAtMs',
  make: (lines) => {
    const twins = idle(lines).filter(({ id, rating }, _, all) =>
      all.some((other) => other.id !== id && other.rating === rating),
    );
    const [one, two] = twins as [Line, Line];
    [one.joinedAtMs, two.joinedAtMs] = [two.joinedAtMs, one.joinedAtMs];
  },
  sees: final('hash'),
};

const GAMES: readonly Change[] = [
  {
    field: 'game.id',
    make: (lines) => {
      const one = aGame(lines);
      aGame(lines, (line) => line !== one).id = one.id;
    },
    sees: game('id'),
  },
  {
    field: 'game.startedAtMs',
    make: (lines) => {
      aGame(lines).startedAtMs = 99_999;
    },
    sees: game('startedAtMs'),
  },
  {
    field: 'game.endedAtMs',
    make: (lines) => {
      aGame(lines, ({ startedAtMs }) => startedAtMs < 200_000).endedAtMs += 300_000;
    },
    sees: game('startedAtMs'),
  },
  {
    field: 'game.first',
    make: (lines) => {
      const one = aGame(lines, won);
      const isOther = ({ first, second }: Line) =>
        ![one.first, one.second].includes(first) && second !== one.first;
      one.first = aGame(lines, isOther).first;
    },
    sees: player('performance'),
  },
  {
    field: 'game.second',
    make: (lines) => {
      aGame(lines).second = 'nobody';
    },
    sees: game('second'),
  },
  {
    field: 'game.firstRating',
    make: (lines) => {
      aGame(lines).firstRating += 100;
    },
    sees: player('performance'),
  },
  {
    field: 'game.secondRating',
    make: (lines) => {
      aGame(lines).secondRating += 100;
    },
    sees: player('performance'),
  },
  {
    field: 'game.winner',
    make: (lines) => {
      aGame(lines, ({ winner, ending }) => winner === 'first' && ending === 'resign').winner =
        'second';
    },
    sees: player('points'),
  },
  {
    field: 'game.ending',
    make: (lines) => {
      aGame(lines, ({ ending }) => ending === 'resign').ending = 'noShow';
    },
    sees: player('reasons'),
  },
  {
    field: 'game.plies',
    make: (lines) => {
      aGame(lines).plies += 1;
    },
    sees: game('plies'),
  },
  {
    field: 'game.counted',
    make: (lines) => {
      aGame(lines).counted = false;
    },
    sees: game('counted'),
  },
  {
    field: 'game.moves',
    make: (lines) => {
      const one = aGame(lines);
      one.moves = `${one.moves.slice(0, 3)}${one.moves[2]}${one.moves.slice(4)}`;
    },
    sees: game('moves'),
  },
];

/** A game of somebody who sits there and has played before. */
function aLaterGame(lines: readonly Line[], side: 'first' | 'second'): Line {
  const games = gamesInOrder(lines);
  const later = games.findLast(({ startedAtMs, [side]: player }) =>
    games.some((one) => one.startedAtMs < startedAtMs && [one.first, one.second].includes(player)),
  );
  return present(later, `later game of a ${side}`);
}

const RATINGS: readonly Change[] = [
  {
    field: 'game.firstGlicko',
    make: (lines) => void (aLaterGame(lines, 'first').firstGlicko[1] = 99.5),
    sees: game('firstGlicko'),
  },
  {
    field: 'game.secondGlicko',
    make: (lines) => void (aLaterGame(lines, 'second').secondGlicko[2] = 0.07),
    sees: game('secondGlicko'),
  },
  {
    field: 'game.firstRatedGames',
    make: (lines) => void (aLaterGame(lines, 'first').firstRatedGames += 1),
    sees: game('firstRatedGames'),
  },
  {
    field: 'game.secondRatedGames',
    make: (lines) => void (aLaterGame(lines, 'second').secondRatedGames -= 1),
    sees: game('secondRatedGames'),
  },
  {
    field: 'game.firstRatedAtMs',
    make: (lines) => void (aLaterGame(lines, 'first').firstRatedAtMs = 99_000),
    sees: game('firstRatedAtMs'),
  },
  {
    field: 'game.secondRatedAtMs',
    make: (lines) => void (aLaterGame(lines, 'second').secondRatedAtMs = 999_999_999),
    sees: game('secondRatedAtMs'),
  },
  {
    field: 'arena.rated',
    make: (lines) => void (pick(lines, 'arena').rated = false),
    sees: game('firstRatedGames'),
  },
  {
    field: 'arena.policy.noShowRated',
    make: (lines) => void (pick(lines, 'arena').policy.noShowRated = false),
    sees: game('\\w+RatedGames'),
  },
];

const ANY = /^difference \w+ \w+ [\w.]+: stored .*, recomputed/m;

const ARENA: readonly Change[] = [
  {
    field: 'arena.game',
    make: (lines) => void (pick(lines, 'arena').game = 'chess'),
    sees: game('moves'),
  },
  {
    field: 'arena.startsAtMs',
    make: (lines) => void (pick(lines, 'arena').startsAtMs += 30_000),
    sees: game('startedAtMs'),
  },
  {
    field: 'arena.endsAtMs',
    make: (lines) => void (pick(lines, 'arena').endsAtMs -= 200_000),
    sees: game('(startedAtMs|counted)'),
  },
];

/** Another value of each rule that the table follows from. */
function ruleChanges(preset: PresetName): Change[] {
  const { tieBreaks, lateGames, withoutGames, tiedRanks, winners } = PRESETS[preset];
  const isClassic = preset === 'classic';
  const values: Readonly<Record<string, unknown>> = {
    preset: isClassic ? 'lichess' : 'classic',
    points: { win: 3, draw: 1, loss: 0 },
    streak: { afterWins: isClassic ? 1 : 3, factor: 2 },
    berserkBonus: { points: isClassic ? 1 : 2, minPlies: 0 },
    quickDrawMaxPlies: isClassic ? 40 : null,
    drawStreakLongMinPlies: isClassic ? 61 : null,
    lateGames: lateGames === 'counted' ? 'ignored' : 'counted',
    tieBreaks: tieBreaks.length > 1 ? ['performance'] : ['wins'],
    withoutGames: withoutGames === 'lastShared' ? 'last' : 'lastShared',
    tiedRanks: tiedRanks === 'shared' ? 'consecutive' : 'shared',
    winners: winners === 'firstRank' ? 'mostPoints' : 'firstRank',
  };
  return Object.entries(values).map(([rule, value]) => ({
    field: `arena.policy.${rule}`,
    make: (lines) => {
      pick(lines, 'arena').policy[rule] = value;
    },
    sees: rule === 'winners' ? final('winners') : ANY,
  }));
}

/** One change for each field on which something recomputed or hashed depends in such an arena. */
export const changesOf = (preset: PresetName): Change[] => [
  ...ARENA,
  ...ruleChanges(preset),
  ...PLAYERS,
  ...(PRESETS[preset].tiedRanks === 'shared' ? [JOINED] : []),
  ...GAMES,
  ...RATINGS,
  ...CLOCKS,
  berserk(PRESETS[preset].berserkBonus === null ? game('remainingMs') : player('points')),
  ...FINALS,
  ...STANDINGS,
];
