import type { Scenario } from './scenario.ts';

const OWARE = 'test/rules/oware.test.ts';
const ROW = 'test/arena/row.test.ts';
const PAIRING = 'test/mission/pairing.test.ts';

/** Berserk, pairing, first moves, connections, the cloud and the games. */
export const PLAY_SCENARIOS: readonly Scenario[] = [
  {
    id: 'B14',
    reports: ['gbtami/pychess-variants#704'],
    about: 'berserk in the middle of a game',
    part: 4,
  },
  {
    id: 'B15',
    reports: ['lichess-org/scalachess#83', 'lichess-org/lila#6360', 'lichess-org/lila#6363'],
    about: 'berserk with 1+2',
    part: 4,
  },
  { id: 'B16', reports: ['lichess-org/lila#19106'], about: 'berserk and the increment', part: 4 },
  {
    id: 'B17',
    reports: ['guidopetri/chess-pipeline#26'],
    about: 'who went berserk, in the export',
    part: 4,
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
    part: 4,
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
    part: 4,
  },
  {
    id: 'B29',
    reports: ['gbtami/pychess-variants#468'],
    about: 'the clocks after a reconnect',
    part: 4,
  },
  {
    id: 'B30',
    reports: ['lichess-org/mobile#2525'],
    about: 'a move to a dead connection',
    part: 4,
  },
  { id: 'B31', reports: ['gbtami/pychess-variants#675'], about: 'the last move twice', part: 4 },
  {
    id: 'B32',
    reports: ['gbtami/pychess-variants#1206'],
    about: 'a crash in the middle of scoring',
    part: 4,
  },
  {
    id: 'B33',
    reports: [
      'aws/aws-sdk-js#2591',
      'aws/aws-sdk-js#3773',
      'georgeboot/laravel-echo-api-gateway#9',
      'georgeboot/laravel-echo-api-gateway#33',
    ],
    about: 'both forms of a gone connection',
    part: 4,
  },
  {
    id: 'B34',
    reports: ['systemaccounting/mxfactorial#148'],
    about: 'connections that never said good-bye',
    part: 4,
  },
  {
    id: 'B35',
    reports: [
      'aws-samples/sample-voice-of-customer-datalake#264',
      'aws-samples/sample-voice-of-customer-datalake#383',
    ],
    about: 'a stream record twice',
    part: 4,
  },
  { id: 'B36', reports: ['floci-io/floci#3466'], about: 'one bad record of a batch', part: 4 },
  {
    id: 'B37',
    reports: ['aws/aws-sdk-php#2766', 'aws/aws-sdk-php#2803'],
    about: 'schedules that stay',
    part: 4,
  },
  {
    id: 'B38',
    reports: [
      'pladaria/reconnecting-websocket#178',
      'michalkvasnicak/aws-lambda-graphql#124',
      'michalkvasnicak/aws-lambda-graphql#136',
    ],
    about: 'connections of ten minutes and two hours',
    part: 4,
  },
  {
    id: 'B39',
    reports: ['aws-samples/simple-websockets-chat-app#40'],
    about: 'the endpoint of a custom domain',
    part: 4,
  },
  { id: 'B40', reports: ['aws/aws-sdk-js-v3#6896'], about: 'a client that never answers', part: 4 },
  {
    id: 'B41',
    reports: ['localstack/localstack#4039'],
    about: 'a connection without a good token',
    part: 4,
  },
  {
    id: 'B42',
    reports: ['middyjs/middy#1219', 'nearst/laconia#49'],
    about: 'answers and bodies of the gateway',
    part: 4,
  },
  {
    id: 'B43',
    reports: ['openfactcheck-research/openfactcheck#43'],
    about: 'two who join for the last place',
    part: 4,
  },
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
    part: 5,
  },
];
