import { CONNECTION_SCENARIOS } from './connection-scenarios.ts';
import type { Scenario } from './scenario.ts';

const OWARE = 'test/rules/oware.test.ts';
const ROW = 'test/arena/row.test.ts';
const PAIRING = 'test/mission/pairing.test.ts';
const BERSERK = 'test/mission/berserk.test.ts';
const FIRST_MOVE = 'test/mission/first-move.test.ts';

/** Berserk, pairing, first moves, connections, the cloud and the games. */
export const PLAY_SCENARIOS: readonly Scenario[] = [
  {
    id: 'B14',
    reports: ['gbtami/pychess-variants#704'],
    about: 'berserk in the middle of a game',
    proofs: [
      { file: BERSERK, test: 'is refused after a reload of the page and changes nothing: %s' },
    ],
  },
  {
    id: 'B15',
    reports: ['lichess-org/scalachess#83', 'lichess-org/lila#6360', 'lichess-org/lila#6363'],
    about: 'berserk with 1+2',
    proofs: [
      { file: BERSERK, test: 'of %s has what the table says, and no increment' },
      { file: BERSERK, test: 'is refused by 0+%i' },
    ],
  },
  {
    id: 'B16',
    reports: ['lichess-org/lila#19106'],
    about: 'berserk and the increment',
    proofs: [
      { file: BERSERK, test: 'of 3+2 never gains, and the other one gains two seconds a move' },
    ],
  },
  {
    id: 'B17',
    reports: ['guidopetri/chess-pipeline#26'],
    about: 'who went berserk, in the export',
    proofs: [
      { file: BERSERK, test: 'says of each game who went berserk, also of one in which both did' },
    ],
  },
  {
    id: 'B18',
    reports: ['lichess-org/lila#1773', 'lichess-org/lila#6394', 'gbtami/pychess-variants#578'],
    about: 'the same two once more',
    proofs: [{ file: PAIRING, test: 'two others are free' }],
  },
  {
    id: 'B19',
    reports: ['lichess-org/lila#6259', 'lichess-org/lila#11597', 'lichess-org/lila#11570'],
    about: 'two who wait for minutes',
    proofs: [{ file: PAIRING, test: 'play within a minute, wherever they stand' }],
  },
  {
    id: 'B20',
    reports: ['gbtami/pychess-variants#2333'],
    about: 'joined without a connection',
    proofs: [{ file: PAIRING, test: 'has never opened the lobby' }],
  },
  {
    id: 'B21',
    reports: ['lichess-org/lila#10162'],
    about: 'an absent third player',
    proofs: [{ file: PAIRING, test: 'has lapsed' }],
  },
  {
    id: 'B22',
    reports: ['lichess-org/lila#222'],
    about: 'paused while being paired',
    proofs: [
      {
        file: 'test/app/pairing.race.test.ts',
        test: 'pauses: he plays or he pauses, and a pause is never lost',
      },
    ],
  },
  {
    id: 'B23',
    reports: ['lichess-org/lila#17081'],
    about: 'paired here while playing there',
    proofs: [{ file: PAIRING, test: 'is not paired there before his game here is over' }],
  },
  {
    id: 'B26',
    reports: ['lichess-org/lila#544', 'lichess-org/lila#11611'],
    about: 'no first move in time',
    proofs: [
      { file: FIRST_MOVE, test: 'the first mover' },
      { file: FIRST_MOVE, test: 'gives double points to an opponent who is on fire' },
    ],
  },
  {
    id: 'B27',
    reports: ['lichess-org/lila#12286'],
    about: 'resigned before the opponent could move',
    proofs: [
      { file: ROW, test: 'lichess-org/lila#12286: pauses who did not show up, and nobody else' },
    ],
  },
  {
    id: 'B28',
    reports: ['gbtami/pychess-variants#1603'],
    about: 'both gone before the first move',
    proofs: [
      { file: FIRST_MOVE, test: 'is ended by the server alone, by %s' },
      {
        file: FIRST_MOVE,
        test: 'is ended by the freeze where every message of the queue was lost',
      },
    ],
  },
  ...CONNECTION_SCENARIOS,
  {
    id: 'B44',
    reports: ['aclap-dev/jocly#34'],
    about: 'a row that cannot be fed',
    proofs: [
      {
        file: OWARE,
        test: 'aclap-dev/jocly#34: a row that cannot be fed ends the game and is swept',
      },
      {
        file: OWARE,
        test: 'aclap-dev/jocly#34: a mover without seeds leaves the others to their owner',
      },
    ],
  },
  {
    id: 'B45',
    reports: ['realmofra/mancala#103', 'Kaggle/kaggle-environments#1194'],
    about: 'swept before it is counted',
    proofs: [
      {
        file: OWARE,
        test: 'realmofra/mancala#103, Kaggle/kaggle-environments PR #1194: swept, then compared',
      },
    ],
  },
  {
    id: 'B46',
    reports: ['Mind-Sports-Games/lila#283', 'Mind-Sports-Games/lila#585'],
    about: 'long games and repetitions',
    proofs: [
      {
        file: OWARE,
        test: 'Mind-Sports-Games/lila PR #283: a game of more than 256 plies goes on',
      },
      {
        file: OWARE,
        test: 'Mind-Sports-Games/lila PR #585: a repetition gives each side the seeds of its row',
      },
    ],
  },
  {
    id: 'B47',
    reports: ['mateo-fernandez/awale#6'],
    about: 'a grand slam',
    proofs: [
      { file: OWARE, test: 'mateo-fernandez/awale#6: the grand slam %s %s captures nothing' },
    ],
  },
  {
    id: 'B48',
    reports: ['advitrocks9/aichessathon-starter#10'],
    about: 'a draw by repetition, not too early',
    proofs: [
      {
        file: 'test/rules/chess-ends.test.ts',
        test: 'advitrocks9/aichessathon-starter#10: is no draw before the third time',
      },
    ],
  },
];
