import { ARENA_LIFE, CLOSENESS, type Statement } from './statements.ts';

const SHEET = 'test/arena/sheet.test.ts';
const CLOCK = 'test/game/clock.test.ts';
const PAIRING = 'test/arena/pairing.test.ts';

/** What the text of the Oware Shield says, each thing in a few words of our own. */
export const SHIELD_STATEMENTS: readonly Statement[] = [
  {
    statement: 'the game is Oware',
    proof: { file: 'test/protocol/http.test.ts', test: 'is filled in where it says nothing' },
  },
  {
    statement: 'a shield is played for, edition after edition',
    proof: {
      file: 'test/app/series/shield.test.ts',
      test: 'is the winner of the last finished edition, with his name of today',
    },
  },
  {
    statement: 'the time is fixed',
    proof: {
      file: ARENA_LIFE,
      test: 'is fixed at its creation, however late somebody looks and whatever still runs',
    },
  },
  {
    statement: 'nobody waits until the games of others are over',
    proof: { file: ARENA_LIFE, test: 'pairs whoever is back while another game goes on' },
  },
  {
    statement: 'quick players play more games and can win more points',
    proof: {
      file: ARENA_LIFE,
      test: 'gives quick players more games and more points, and no promise to meet all',
    },
  },
  {
    statement: 'a win pays 2, a draw 1, a loss nothing',
    proof: { file: SHEET, test: 'losses do not break a draw streak' },
  },
  {
    statement: 'two wins in a row start a streak that doubles',
    proof: { file: SHEET, test: 'a fire burns as long as games are won' },
  },
  { statement: 'a flame shows the streak', part: 'web' },
  {
    statement: 'a win in it pays 4',
    proof: { file: SHEET, test: 'a fire needs two wins in a row' },
  },
  {
    statement: 'a draw in it pays 2 and ends it',
    proof: { file: SHEET, test: 'a draw ends the fire' },
  },
  {
    statement: 'a loss in it pays nothing and ends it',
    proof: { file: SHEET, test: 'a fire needs two wins in a row' },
  },
  {
    statement: 'two wins and a draw make 6',
    proof: { file: SHEET, test: 'the example of the rules' },
  },
  { statement: 'a button goes berserk', part: 'web' },
  {
    statement: 'berserk is for the beginning of a game',
    proof: { file: 'test/game/commands.test.ts', test: 'berserk after the own move' },
  },
  { statement: 'berserk takes half of the clock', proof: { file: CLOCK, test: '3+0' } },
  {
    statement: 'a berserk win pays one point more, never doubled',
    proof: { file: SHEET, test: 'the bonus is not doubled' },
  },
  {
    statement: 'a berserk draw or loss pays nothing more',
    proof: { file: SHEET, test: 'a berserk draw has no bonus' },
  },
  {
    statement: 'berserk takes the increment',
    proof: { file: CLOCK, test: 'earn no increment after berserk, on that side only' },
  },
  { statement: '1+2 keeps its minute and becomes 1+0', proof: { file: CLOCK, test: '1+2' } },
  {
    statement: 'there is no berserk without an initial time',
    proof: { file: ARENA_LIFE, test: 'has no berserk with 0+1' },
  },
  {
    statement: 'the bonus needs seven moves of the player',
    proof: { file: SHEET, test: 'a berserk win as %s mover in %i plies: %s' },
  },
  {
    statement: 'who has the most points at the end wins',
    proof: {
      file: 'test/arena/ranking.test.ts',
      test: 'are all of rank 1, and none before a game was played',
    },
  },
  {
    statement: 'performance breaks ties',
    proof: {
      file: 'test/arena/ranking.test.ts',
      test: 'lets performance decide before anything else between equal points',
    },
  },
  {
    statement: 'the first games are paired by rating',
    proof: {
      file: PAIRING,
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
    statement: 'one may not meet everybody',
    proof: {
      file: ARENA_LIFE,
      test: 'gives quick players more games and more points, and no promise to meet all',
    },
  },
  {
    statement: 'the time that is left is counted down',
    proof: { file: ARENA_LIFE, test: 'that is left is told with every score, down to nothing' },
  },
  { statement: 'the countdown is on the screen', part: 'web' },
  {
    statement: 'at zero the ranking is frozen',
    proof: {
      file: 'test/arena/final.test.ts',
      test: 'is the same whatever happened after the end, in whatever order rows are read',
    },
  },
  {
    statement: 'the winner is announced',
    proof: { file: ARENA_LIFE, test: 'the one winner of the shield' },
  },
  {
    statement: 'games that run at zero are played out and do not count',
    proof: { file: ARENA_LIFE, test: 'and does not count in the shield' },
  },
  {
    statement: 'the first move has a countdown',
    proof: {
      file: CLOCK,
      test: 'runs for the first mover from the pairing, for the other from that move',
    },
  },
  {
    statement: 'who does not make it in time loses to his opponent',
    proof: { file: 'test/game/ends.test.ts', test: 'loses as no-show at the countdown: %s' },
  },
  {
    statement: 'that is a win like any other for the opponent',
    proof: { file: SHEET, test: 'a no-show of the opponent is a win on fire' },
  },
  {
    statement: 'a draw within 10 moves pays nobody',
    proof: { file: SHEET, test: 'ten moves of each are quick' },
  },
  {
    statement: 'a draw after them pays',
    proof: { file: SHEET, test: 'more than ten moves pay' },
  },
  {
    statement: 'of draws in a row the first one alone pays',
    proof: { file: SHEET, test: 'a long first draw starts the streak too' },
  },
  {
    statement: 'but for those of more than 30 moves',
    proof: { file: SHEET, test: 'more than 30 moves are long' },
  },
  {
    statement: '30 moves are not more than 30',
    proof: { file: SHEET, test: '30 moves are not long' },
  },
  {
    statement: 'a win breaks a draw streak',
    proof: { file: SHEET, test: 'losses do not break a draw streak' },
  },
  {
    statement: 'a loss does not',
    proof: { file: SHEET, test: 'losses do not break a draw streak' },
  },
  {
    statement: 'another draw does not',
    proof: { file: SHEET, test: 'a long draw does not end the streak' },
  },
];
