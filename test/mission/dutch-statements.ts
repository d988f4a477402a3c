import { ARENA_LIFE, CLOSENESS, type Statement } from './statements.ts';

const DUTCH = 'test/mission/dutch.test.ts';
const CLOCK = 'test/game/clock.test.ts';
const RULES_PAGE = 'test/protocol/rules-page.test.ts';

/** What the Dutch text says, each thing in a few words of our own. */
export const DUTCH_STATEMENTS: readonly Statement[] = [
  {
    statement: 'there is an arena every Sunday',
    proof: {
      file: 'test/app/series/plan-series.test.ts',
      test: 'start at the same wall-clock time',
    },
  },
  {
    statement: 'the site explains the rules, heading by heading',
    proof: { file: RULES_PAGE, test: 'has every section, each with something to say: %s' },
  },
  {
    statement: 'it does so in Dutch',
    proof: { file: RULES_PAGE, test: 'says the same in two languages, not twice in one' },
  },
  {
    statement: 'the arena is rated and moves ratings',
    proof: {
      file: 'test/app/ratings.test.ts',
      test: 'are what both were told at the end of the game',
    },
  },
  {
    statement: 'a win pays 2, a draw 1, a loss nothing',
    proof: { file: DUTCH, test: 'a win pays 2, a draw 1, a loss nothing' },
  },
  {
    statement: 'after two wins in a row points are doubled, a win pays 4',
    proof: { file: DUTCH, test: 'from the third win in a row on each pays 4' },
  },
  { statement: 'a flame shows the streak', part: 'web' },
  {
    statement: 'a draw on fire pays 2 and ends it',
    proof: { file: DUTCH, test: 'a draw on fire pays 2 and ends it' },
  },
  {
    statement: 'a loss on fire pays nothing and ends it',
    proof: { file: DUTCH, test: 'a loss on fire pays nothing and ends it' },
  },
  {
    statement: 'two wins and a draw make 6',
    proof: { file: DUTCH, test: 'makes six points of two wins and a draw' },
  },
  { statement: 'a button goes berserk', part: 'web' },
  {
    statement: 'berserk is for the beginning of a game',
    proof: {
      file: CLOCK,
      test: 'is possible before the own first move, whatever the other side has done',
    },
  },
  {
    statement: 'berserk takes half of the clock',
    proof: { file: CLOCK, test: 'changes flag, clock and deadline in one save, and nobody else' },
  },
  {
    statement: 'a berserk win pays one point more',
    proof: { file: DUTCH, test: 'a berserk win pays one point more' },
  },
  {
    statement: 'berserk takes the increment',
    proof: { file: CLOCK, test: 'earn no increment after berserk, on that side only' },
  },
  { statement: '2+1 becomes 1+0', proof: { file: CLOCK, test: '2+1' } },
  { statement: '1+2 becomes 1+0 too', proof: { file: CLOCK, test: '1+2' } },
  {
    statement: 'there is no berserk without an initial time',
    proof: { file: DUTCH, test: 'lets players berserk, unless their clock begins at nothing' },
  },
  {
    statement: 'the bonus needs seven moves of the player',
    proof: { file: DUTCH, test: 'seven own moves earn the bonus, six do not' },
  },
  {
    statement: 'all who have the most points at the end win',
    proof: {
      file: 'test/arena/ranking.test.ts',
      test: 'are all with the most points where the policy says so',
    },
  },
  {
    statement: 'the first games are paired by rating',
    proof: {
      file: 'test/arena/pairing.test.ts',
      test: 'pairs neighbours by rating, then by who joined first, then by id',
    },
  },
  {
    statement: 'back in the lobby one is paired again',
    proof: { file: ARENA_LIFE, test: 'pairs whoever is back while another game goes on' },
  },
  {
    statement: 'opponents are close in the ranking',
    proof: { file: CLOSENESS, test: 'brings those together who are close in its ranking' },
  },
  {
    statement: 'the wait is as short as can be',
    proof: {
      file: CLOSENESS,
      test: 'lets nobody wait longer than until the other one is near enough',
    },
  },
  {
    statement: 'one may not meet everybody, and quick players win more points',
    proof: {
      file: ARENA_LIFE,
      test: 'gives quick players more games and more points, and no promise to meet all',
    },
  },
  {
    statement: 'the time that is left is counted down',
    proof: { file: ARENA_LIFE, test: 'that is left is told with every score, down to nothing' },
  },
  {
    statement: 'at zero the ranking is frozen',
    proof: {
      file: 'test/app/arenas.test.ts',
      test: 'twice at its start opens it once, and at its end closes and freezes it once',
    },
  },
  {
    statement: 'all winners are announced',
    proof: { file: ARENA_LIFE, test: 'both who have the most points in the Dutch arena' },
  },
  {
    statement: 'games that run at zero are played out and do not count',
    proof: { file: ARENA_LIFE, test: 'and does not count in the Dutch arena' },
  },
  {
    statement: 'who does not make his first move in its countdown loses',
    proof: { file: 'test/game/ends.test.ts', test: 'loses as no-show at the countdown: %s' },
  },
  {
    statement: 'a draw within 10 moves pays nobody',
    proof: { file: DUTCH, test: 'a draw within ten moves pays nobody' },
  },
  {
    statement: 'of draws in a row the first one alone pays',
    proof: { file: DUTCH, test: 'of draws in a row the first one alone pays' },
  },
  {
    statement: 'but for those of more than 30 moves',
    proof: { file: DUTCH, test: 'a later draw of more than 30 moves pays' },
  },
  {
    statement: 'a win breaks a draw streak',
    proof: { file: DUTCH, test: 'a win breaks a draw streak' },
  },
  {
    statement: 'a loss does not',
    proof: { file: DUTCH, test: 'a loss breaks no draw streak' },
  },
  {
    statement: 'another draw does not',
    proof: { file: DUTCH, test: 'a long draw breaks no draw streak' },
  },
];
