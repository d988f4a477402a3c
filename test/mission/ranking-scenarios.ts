import type { Scenario } from './scenario.ts';
import { ARENA_LIFE } from './statements.ts';

const SHEET = 'test/arena/sheet.test.ts';
const RANKING = 'test/arena/ranking.test.ts';
const CONCLUSION = 'test/app/conclude.test.ts';
const REMOVAL_TABLE = 'test/app/removal-table.test.ts';
const END = 'test/app/exact-end.test.ts';
const FINAL = 'test/arena/final.test.ts';
const STANDINGS = 'test/arena/standings.test.ts';
const REMOVAL = 'test/app/remove-player.test.ts';
const CORRECTION = 'test/app/correct-ranking.test.ts';
const PLAYER_PAGE = 'test/app/show-player.test.ts';
const FOUR_TIMES =
  'lichess-org/lila#3633: an opponent met four times counts four times, and is cut once';

/** Scoring, tie-breaks, leaderboards and the end of an arena. */
export const RANKING_SCENARIOS: readonly Scenario[] = [
  {
    id: 'B1',
    reports: ['lichess-org/lila#6630'],
    about: 'losses between two draws',
    proofs: [{ file: SHEET, test: 'lichess-org/lila#6630: a loss does not break a draw streak' }],
  },
  {
    id: 'B2',
    reports: ['lichess-org/lila#6488'],
    about: 'one draw pays one player alone',
    proofs: [
      {
        file: SHEET,
        test: 'lichess-org/lila#6488: one drawn game pays one player and not the other',
      },
    ],
  },
  {
    id: 'B3',
    reports: ['lichess-org/lila#10284'],
    about: 'a draw on fire',
    proofs: [
      { file: SHEET, test: 'lichess-org/lila#10284: a draw in a fire pays double and ends it' },
    ],
  },
  {
    id: 'B4',
    reports: ['lichess-org/lila#9833'],
    about: 'a 0 that costs the first place, and its reason',
    proofs: [
      { file: SHEET, test: 'lichess-org/lila#9833: the reason for the 0 of a draw streak is said' },
      { file: RANKING, test: 'lichess-org/lila#9833: follows the zero of a draw streak' },
    ],
  },
  {
    id: 'B5',
    reports: ['lichess-org/lila#6437'],
    about: '10 moves and 30 moves',
    proofs: [{ file: SHEET, test: 'lichess-org/lila#6437: 10 and 30 moves are two rules' }],
  },
  {
    id: 'B6',
    reports: ['gbtami/pychess-variants#701'],
    about: 'draw streaks without asking for them',
    proofs: [{ file: SHEET, test: 'gbtami/pychess-variants#701: draw streaks are on by default' }],
  },
  {
    id: 'B7',
    reports: ['gbtami/pychess-variants#889'],
    about: 'a voided game in a streak',
    proofs: [
      {
        file: SHEET,
        test: 'gbtami/pychess-variants#889: a game that does not exist breaks nothing',
      },
    ],
  },
  {
    id: 'B8',
    reports: ['lichess-org/lila#1387'],
    about: 'disqualified after the end',
    proofs: [
      {
        file: CORRECTION,
        test: 'of an engine changes no score, sheet or game (lichess-org/lila#1387)',
      },
      { file: FINAL, test: 'lichess-org/lila#1387: moves all below up and changes nothing else' },
    ],
  },
  {
    id: 'B9',
    reports: ['lichess-org/lila#1763'],
    about: 'removed while others play',
    proofs: [
      {
        file: REMOVAL_TABLE,
        test: 'has no stale rank when the middle was kicked in a game (lichess-org/lila#1763)',
      },
      {
        file: RANKING,
        test: 'lichess-org/lila#1763: takes a removed player out and closes the ranks',
      },
    ],
  },
  {
    id: 'B10',
    reports: ['lichess-org/lila#4711', 'lichess-org/lila#4319'],
    about: 'the same rank wherever it is read',
    proofs: [
      {
        file: PLAYER_PAGE,
        test: 'are the same wherever they are read, corrected too (lichess-org/lila#4711)',
      },
    ],
  },
  {
    id: 'B11',
    reports: ['lichess-org/lila#6160'],
    about: 'removed before the start',
    proofs: [
      {
        file: REMOVAL,
        test: 'when removed before the start, nor in the standings (lichess-org/lila#6160)',
      },
    ],
  },
  {
    id: 'B12',
    reports: ['slashinfty/tournament-organizer#33'],
    about: 'the table when everybody has gone',
    proofs: [
      {
        file: CONCLUSION,
        test: 'has a whole table when everybody has left (slashinfty/tournament-organizer#33)',
      },
      {
        file: STANDINGS,
        test: 'slashinfty/tournament-organizer#33: are complete when everybody has gone',
      },
    ],
  },
  {
    id: 'B13',
    reports: ['sivert-io/matchzy-auto-tournament#225', 'EvanCooper9/Friendly-Competitions#110'],
    about: 'ranks of equals',
    proofs: [
      {
        file: RANKING,
        test: 'sivert-io/matchzy-auto-tournament#225: three on rank 1 are followed by rank 4',
      },
      {
        file: RANKING,
        test: 'EvanCooper9/Friendly-Competitions#110: equals are ranked the same at every reading',
      },
    ],
  },
  {
    id: 'B24',
    reports: ['lichess-org/lila#6659', 'lichess-org/lila#2361', 'gbtami/pychess-variants#966'],
    about: 'games that run at the end',
    proofs: [
      {
        file: END,
        test: 'changes nothing where it does not count, and says so (lichess-org/lila#6659)',
      },
      {
        file: END,
        test: 'moves the ranks where it counts (gbtami/pychess-variants#966)',
      },
      { file: ARENA_LIFE, test: 'and does not count in the shield' },
      { file: ARENA_LIFE, test: 'and counts in the classic arena' },
    ],
  },
  {
    id: 'B25',
    reports: ['lichess-org/lila#7314'],
    about: 'the last games that count',
    proofs: [
      {
        file: CONCLUSION,
        test: 'waits for every late game that counts, announces once (lichess-org/lila#7314)',
      },
    ],
  },
  {
    id: 'B49',
    reports: ['lichess-org/lila#7426'],
    about: 'the direct match and performance',
    proofs: [
      {
        file: RANKING,
        test: 'lichess-org/lila#7426: the direct match decides for one policy alone',
      },
    ],
  },
  {
    id: 'B50',
    reports: ['lichess-org/lila#13694'],
    about: 'opponents that do not exist',
    proofs: [
      { file: RANKING, test: 'lichess-org/lila#13694: only real games enter, none is made up' },
    ],
  },
  {
    id: 'B51',
    reports: ['lichess-org/lila#3633'],
    about: 'an opponent met four times',
    proofs: [{ file: RANKING, test: FOUR_TIMES }],
  },
];
