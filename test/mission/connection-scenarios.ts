import type { Scenario } from './scenario.ts';

const HANGING = 'test/mission/hanging-client.test.ts';
const CONNECTION = 'test/mission/connection.test.ts';
const CLOUD = 'test/mission/cloud.test.ts';
const HANDLERS = 'test/mission/handlers.test.ts';

/** Connections that break, and what a cloud does to a function. */
export const CONNECTION_SCENARIOS: readonly Scenario[] = [
  {
    id: 'B29',
    reports: ['gbtami/pychess-variants#468'],
    about: 'the clocks after a reconnect',
    proofs: [
      {
        file: CONNECTION,
        test: 'gets moves, both clocks and the turn at once, whatever answer he has missed',
      },
    ],
  },
  {
    id: 'B30',
    reports: ['lichess-org/mobile#2525'],
    about: 'a move to a dead connection',
    proofs: [
      {
        file: CONNECTION,
        test: 'finds the move that was posted to his dead line, and the clock that it started',
      },
    ],
  },
  {
    id: 'B31',
    reports: ['gbtami/pychess-variants#675'],
    about: 'the last move twice',
    proofs: [{ file: CONNECTION, test: 'sent twice is stored, ends the game and is scored once' }],
  },
  {
    id: 'B32',
    reports: ['gbtami/pychess-variants#1206'],
    about: 'a crash in the middle of scoring',
    proofs: [
      {
        file: CONNECTION,
        test: 'leaves a table that is, once it has run again, what the games say',
      },
    ],
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
    proofs: [
      { file: CLOUD, test: 'costs the others nothing when all are told: %s' },
      { file: CLOUD, test: 'is forgotten, with the game it should have heard of: %s' },
    ],
  },
  {
    id: 'B34',
    reports: ['systemaccounting/mxfactorial#148'],
    about: 'connections that never said good-bye',
    proofs: [
      {
        file: CONNECTION,
        test: 'is absent when its lease is over, and without its place a minute later',
      },
    ],
  },
  {
    id: 'B35',
    reports: [
      'aws-samples/sample-voice-of-customer-datalake#264',
      'aws-samples/sample-voice-of-customer-datalake#383',
    ],
    about: 'a stream record twice',
    proofs: [
      {
        file: 'test/app/scoring.race.test.ts',
        test: 'twice at once scores and tells it once for both',
      },
      {
        file: 'test/app/scoring.race.test.ts',
        test: 'twice, one of them dying anywhere: once for both, told at most once',
      },
    ],
  },
  {
    id: 'B36',
    reports: ['floci-io/floci#3466'],
    about: 'one bad record of a batch',
    proofs: [
      {
        file: CLOUD,
        test: 'of which the third fails is repeated from there, and counts each game once',
      },
    ],
  },
  {
    id: 'B37',
    reports: ['aws/aws-sdk-php#2766', 'aws/aws-sdk-php#2803'],
    about: 'schedules that stay',
    proofs: [
      {
        file: CLOUD,
        test: 'are at an instant in UTC and go when they have fired, moved ones too',
      },
      {
        file: CLOUD,
        test: 'that fire once more change nothing, and an hour late give the same',
      },
      {
        file: 'test/app/ending.race.test.ts',
        test: 'against another one, once it is sealed: one final, the same bytes',
      },
    ],
  },
  {
    id: 'B38',
    reports: [
      'pladaria/reconnecting-websocket#178',
      'michalkvasnicak/aws-lambda-graphql#124',
      'michalkvasnicak/aws-lambda-graphql#136',
    ],
    about: 'connections of ten minutes and two hours',
    proofs: [
      { file: CONNECTION, test: 'finds his seat, his streak and his place in the queue again' },
      {
        file: 'test/infra/local/socket-limits.test.ts',
        test: 'a silent connection is closed after 10 minutes',
      },
      {
        file: 'test/infra/local/socket-limits.test.ts',
        test: 'a connection that speaks is closed 10 minutes after its last word',
      },
      {
        file: 'test/infra/local/socket-limits.test.ts',
        test: 'a connection is closed after 2 hours, however much it speaks',
      },
      {
        file: 'test/infra/local/socket-gateway.test.ts',
        test: 'to ping is answered with the time, without a function',
      },
    ],
  },
  {
    id: 'B39',
    reports: ['aws-samples/simple-websockets-chat-app#40'],
    about: 'the endpoint of a custom domain',
    proofs: [
      {
        file: HANDLERS,
        test: 'posts to the endpoint that it was given, whatever domain the message came by',
      },
      {
        file: HANDLERS,
        test: 'has that endpoint wherever it posts: routes, streams, queues and schedules alike',
      },
    ],
  },
  {
    id: 'B40',
    reports: ['aws/aws-sdk-js-v3#6896'],
    about: 'a client that never answers',
    proofs: [
      { file: HANGING, test: 'is given up after two attempts, and 199 others are told' },
      { file: HANGING, test: 'hears of a score that is stored already' },
    ],
  },
  {
    id: 'B41',
    reports: ['localstack/localstack#4039'],
    about: 'a connection without a good token',
    proofs: [
      {
        file: 'test/cloud/bad-input.test.ts',
        test: 'no ticket, a wrong one and a used one open no connection',
      },
      {
        file: 'test/app/players.test.ts',
        test: 'is good until it expires, and used up by coming too late',
      },
    ],
  },
  {
    id: 'B42',
    reports: ['middyjs/middy#1219', 'nearst/laconia#49'],
    about: 'answers and bodies of the gateway',
    proofs: [
      {
        file: HANDLERS,
        test: 'answers $connect and $disconnect with a status alone, and needs no body',
      },
      { file: HANDLERS, test: 'answers %s with a status and a refusal, and nothing else' },
      { file: 'test/cloud/bad-input.test.ts', test: 'text that is not JSON' },
      { file: 'test/cloud/bad-input.test.ts', test: 'an unknown type' },
    ],
  },
  {
    id: 'B43',
    reports: ['openfactcheck-research/openfactcheck#43'],
    about: 'two who join for the last place',
    proofs: [
      {
        file: 'test/mission/joining.test.ts',
        test: 'is taken by one of the two who come for it at once',
      },
      { file: 'test/mission/joining.test.ts', test: 'is in the arena once' },
    ],
  },
];
