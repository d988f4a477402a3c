import { type Line, pick } from './verify-files.ts';

/** A change of one field that matters, and what a verification must then say. */
export interface Change {
  readonly field: string;
  readonly make: (lines: readonly Line[]) => void;
  readonly sees: RegExp;
}

const VALUE = 'stored .*, recomputed';
export const player = (field: string) =>
  new RegExp(`^difference player \\w+ ${field}: ${VALUE}`, 'm');
export const game = (field: string) => new RegExp(`^difference game \\w+ ${field}: ${VALUE}`, 'm');
export const final = (field: string) =>
  new RegExp(`^difference final \\d+ ${field}: ${VALUE}`, 'm');

const standing = (lines: readonly Line[], place = 0): Line =>
  lines.filter(({ type }) => type === 'standing')[place] as Line;

export const FINALS: readonly Change[] = [
  {
    field: 'final.version',
    make: (lines) => {
      pick(lines, 'final').version = 9;
    },
    sees: final('disqualified'),
  },
  {
    field: 'final.winners',
    make: (lines) => {
      pick(lines, 'final', ({ version }) => version === 2).winners = [];
    },
    sees: final('winners'),
  },
  {
    field: 'final.hash',
    make: (lines) => {
      const one = pick(lines, 'final', ({ version }) => version === 2);
      one.hash = `${one.hash.slice(0, -1)}x`;
    },
    sees: final('hash'),
  },
  {
    field: 'final.disqualified',
    make: (lines) => {
      pick(lines, 'final', ({ version }) => version === 2).disqualified = [];
    },
    sees: final('hash'),
  },
];

const WRONG_MEAN = { sum: 1_000, count: 1 };

/** Each value of a standing is held against its own recomputed one. */
const changed = (field: string, make: (line: Line) => void): Change => ({
  field: `standing.${field}`,
  make: (lines) => make(standing(lines)),
  sees: player(field),
});

export const STANDINGS: readonly Change[] = [
  {
    field: 'standing.player',
    make: (lines) => {
      standing(lines).player = standing(lines, 1).player;
    },
    sees: player('standing'),
  },
  changed('rank', (line) => void (line.rank += 1)),
  changed('points', (line) => void (line.points += 0.5)),
  changed('sheet', (line) => void line.sheet.reverse().push(0)),
  changed('reasons', (line) => void (line.reasons[0] = 'drawStreak')),
  changed('performance', (line) => {
    line.performance = typeof line.performance === 'number' ? line.performance + 1 : WRONG_MEAN;
  }),
  changed('games', (line) => void (line.games += 1)),
  changed('wins', (line) => void (line.wins -= 1)),
  ...['buchholzCut1', 'buchholz', 'sonnebornBerger', 'wins', 'winsAsSecond'].map((key) =>
    changed(`tiebreaks.${key}`, ({ tiebreaks }) => {
      tiebreaks[key] = Number(tiebreaks[key]) + 1;
    }),
  ),
  changed('tiebreaks.aroc1', ({ tiebreaks }) => {
    tiebreaks.aroc1 = WRONG_MEAN;
  }),
];
