import { STREAM_WORDS } from '../../functions/aws/schema.ts';

/** What one string attribute must be: one of these words, or absent. */
type Leaf = readonly string[] | readonly [{ readonly exists: false }];

interface StringAttributes {
  readonly [attribute: string]: { readonly S: Leaf };
}

/** Leaf strings under `dynamodb` only: numbers and `eventName` are out of reach by design. */
export interface FilterPattern {
  readonly dynamodb: { readonly NewImage: StringAttributes; readonly OldImage?: StringAttributes };
}

const W = STREAM_WORDS;

/** Why a row was written where the published table changes with it. */
const TABLE_WORDS = [W.entered, W.paired, W.scored, W.scoredReady, W.voided, W.paused, W.removed];

/** Why a ready player is not ready any more, and nobody has paired him. */
const GIVE_UP_WORDS = [W.paused, W.removed, W.unseated];

/**
 * Which records wake which consumer; several patterns of one consumer are alternatives. Whatever is
 * not listed (moves, leases, standings, pools, finals) is dropped before a function runs or costs.
 */
export const STREAM_FILTERS = {
  /** A game was finished. Its removal (void before the first move) has no new image. */
  score: [
    {
      dynamodb: {
        NewImage: { [W.gameState]: { S: [W.gameDone] } },
        OldImage: { [W.gameState]: { S: [W.gameLive] } },
      },
    },
  ],
  /** A game was made: it needs its first clock message. A move has an old image. */
  arm: [
    {
      dynamodb: {
        NewImage: { [W.gameState]: { S: [W.gameLive] } },
        OldImage: { [W.gameState]: { S: [{ exists: false }] } },
      },
    },
  ],
  /** A player became READY or gave up waiting, or his arena opened. */
  pair: [
    { dynamodb: { NewImage: { [W.why]: { S: [W.ready, W.scoredReady] } } } },
    {
      dynamodb: {
        NewImage: { [W.why]: { S: GIVE_UP_WORDS }, [W.rowState]: { S: [W.rowIdle] } },
        OldImage: { [W.rowState]: { S: [W.rowReady] } },
      },
    },
    { dynamodb: { NewImage: { [W.why]: { S: [W.opened] } } } },
  ],
  /** The table of an arena shows something else. */
  standings: [{ dynamodb: { NewImage: { [W.why]: { S: TABLE_WORDS } } } }],
} as const satisfies Record<string, readonly FilterPattern[]>;

export type StreamConsumer = keyof typeof STREAM_FILTERS;
