import { ARENA_LIFE, CLOSENESS, type Statement } from './statements.ts';

const CLASSIC = 'test/mission/classic.test.ts';
const CORRECTION = 'test/app/correct-ranking.test.ts';
const FINAL = 'test/arena/final.test.ts';
const TIE_BREAKS = 'test/arena/tie-breaks.test.ts';
const VECTORS = 'test/arena/vectors.test.ts';

/** What the text of the arena with seven tie-breaks says, in a few words of our own. */
export const CLASSIC_STATEMENTS: readonly Statement[] = [
  {
    statement: 'the time is limited and fixed',
    proof: {
      file: ARENA_LIFE,
      test: 'is fixed at its creation, however late somebody looks and whatever still runs',
    },
  },
  {
    statement: 'within it one wins as many points as one can',
    proof: {
      file: ARENA_LIFE,
      test: 'gives quick players more games and more points, and no promise to meet all',
    },
  },
  {
    statement: 'there are no rounds: after each game one is paired again',
    proof: { file: ARENA_LIFE, test: 'pairs whoever is back while another game goes on' },
  },
  {
    statement: 'that goes on until the time is over',
    proof: { file: CLASSIC, test: 'pairs until its last instant' },
  },
  {
    statement: 'who has the most points wins',
    proof: { file: VECTORS, test: '$name: the final, before and after disqualification' },
  },
  {
    statement: 'pairing goes by the ranking in the arena',
    proof: { file: CLOSENESS, test: 'goes by the ranking, whatever the ratings' },
  },
  {
    statement: 'opponents have scores as close as can be',
    proof: { file: CLOSENESS, test: 'brings scores together that are as close as can be' },
  },
  {
    statement: 'the sides are white and black',
    proof: {
      file: CLASSIC,
      test: 'has sides that are white and black: White is whoever moves first',
    },
  },
  {
    statement: 'sides alternate',
    proof: { file: 'test/arena/pairing.test.ts', test: 'alternate' },
  },
  {
    statement: 'the next game is played with the other side',
    proof: {
      file: 'test/app/tickets.test.ts',
      test: 'pairs nobody: the one of today does, with his game number and his other side',
    },
  },
  {
    statement: 'as much as possible: pairing looks for opponents due the other side',
    proof: { file: CLOSENESS, test: 'looks for opponents who are due the other side' },
  },
  {
    statement: 'where both are due the same side it is drawn',
    proof: { file: CLASSIC, test: 'tosses for the sides of two who are due the same one' },
  },
  {
    statement: 'a game that runs at the end is played out and counts',
    proof: { file: ARENA_LIFE, test: 'and counts in the classic arena' },
  },
  {
    statement: 'the ranking is final once such games are over',
    proof: {
      file: 'test/app/conclude.test.ts',
      test: 'waits for every late game that counts, announces once (lichess-org/lila#7314)',
    },
  },
  {
    statement: 'a win pays 1, a draw a half, a loss nothing',
    proof: {
      file: CLASSIC,
      test: 'pays 1 for a win, a half for a draw and nothing for a loss, whatever came before',
    },
  },
  {
    statement: 'who is disqualified after the end leaves the table',
    proof: {
      file: CORRECTION,
      test: 'of an engine changes no score, sheet or game (lichess-org/lila#1387)',
    },
  },
  {
    statement: 'everybody below him moves up one rank',
    proof: {
      file: FINAL,
      test: 'are one more than the lines that stay in better ranks, whoever goes',
    },
  },
  {
    statement: 'all points stay as they are',
    proof: {
      file: CORRECTION,
      test: 'in %s: one row less, all below up, all values stay',
    },
  },
  {
    statement: 'seven tie-breaks decide in their order',
    proof: { file: CLASSIC, test: 'breaks ties by its seven, in their order' },
  },
  {
    statement: 'a tie-break decides only what those before it leave',
    proof: { file: VECTORS, test: '$name: what decided between neighbours' },
  },
  {
    statement: 'Buchholz cut 1 leaves one lowest opponent out',
    proof: { file: TIE_BREAKS, test: 'count every game, cut one lowest entry of each kind' },
  },
  {
    statement: 'Buchholz sums the points of all opponents',
    proof: {
      file: TIE_BREAKS,
      test: 'count every game, cut one lowest entry of each kind',
    },
  },
  {
    statement: 'Sonneborn-Berger takes the beaten whole and the drawn half',
    proof: { file: TIE_BREAKS, test: 'take by result, never by points paid' },
  },
  {
    statement: 'then the number of wins',
    proof: { file: VECTORS, test: '$name: every value of every player' },
  },
  {
    statement: 'then the number of wins with black',
    proof: { file: TIE_BREAKS, test: 'count every game, cut one lowest entry of each kind' },
  },
  {
    statement: 'then the points in games among the tied',
    proof: { file: CLASSIC, test: 'puts the winner of the only game among equals first' },
  },
  {
    statement: 'those games decide only where all tied players have met',
    proof: {
      file: TIE_BREAKS,
      test: 'leaves the tie when any two have not met, however many games there are',
    },
  },
  {
    statement: 'where these points are equal it is still a tie',
    proof: { file: CLASSIC, test: 'leaves equals in a circle of wins on one rank' },
  },
  {
    statement: 'AROC 1 is the mean rating of the opponents without the lowest; the higher is ahead',
    proof: { file: CLASSIC, test: 'has the higher mean of opponents without their lowest ahead' },
  },
  {
    statement: 'opponents have the rating of the start of the game',
    proof: { file: ARENA_LIFE, test: 'keeps the ratings that its players had at its start' },
  },
  {
    statement: 'a lost connection changes neither course nor result of a game',
    proof: { file: ARENA_LIFE, test: 'runs on against a player whose connection is lost' },
  },
  {
    statement: 'nobody can void or score a game anew, organisers included',
    proof: { file: 'test/infra/cloud/apis.test.ts', test: 'has no operation that changes a game' },
  },
];
