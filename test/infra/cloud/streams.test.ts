import { describe, expect, it } from 'vitest';
import { exampleStack, only, type Properties, readable } from './example-stack.ts';

type Image = Readonly<Record<string, unknown>>;

interface Example {
  readonly kind: string;
  readonly before: Image | null;
  readonly after: Image | null;
  readonly wakes: readonly string[];
}

const stack = exampleStack();
const mappings = stack.resources('AWS::Lambda::EventSourceMapping').map(([, mapping]) => mapping);
const mappingOf = (name: string) =>
  only(mappings, ({ FunctionName }) => readable(FunctionName) === `{Functions${name}}`);

const game = (st: string, ver = '7'): Image => ({
  pk: { S: 'G#g1' },
  st: { S: st },
  ver: { N: ver },
});
const row = (why: string, st: string): Image => ({
  pk: { S: 'A#a1#0' },
  sk: { S: 'P#p1' },
  st: { S: st },
  why: { S: why },
});
const arena = (st: string, why: string | null): Image => ({
  pk: { S: 'A#a1' },
  sk: { S: 'ARENA' },
  st: { S: st },
  ...(why !== null && { why: { S: why } }),
});
const other = (sk: string): Image => ({ pk: { S: 'A#a1' }, sk: { S: sk }, ver: { N: '3' } });
const idle = row('scored', 'IDLE');
const playing = row('paired', 'PLAY');

const GAME_RECORDS: readonly Example[] = [
  { kind: 'game made', before: null, after: game('LIVE'), wakes: ['arm'] },
  { kind: 'move', before: game('LIVE'), after: game('LIVE', '8'), wakes: [] },
  { kind: 'game over', before: game('LIVE'), after: game('DONE'), wakes: ['score'] },
  { kind: 'late mark on a finished game', before: game('DONE'), after: game('DONE'), wakes: [] },
  { kind: 'game made and over at once', before: null, after: game('DONE'), wakes: [] },
  { kind: 'live game removed', before: game('LIVE'), after: null, wakes: [] },
  { kind: 'finished game removed', before: game('DONE'), after: null, wakes: [] },
];

const rowReasons = ['seated', 'unseated', 'connected', 'disconnected', 'wish', 'lease'];
const quietReasons = [...rowReasons, 'resumed', 'rated', 'renamed'];

/** Items of the arenas table that wake nobody. */
const OTHERS = [
  ...(['POOL', 'ATTENDANCE', 'STANDINGS', 'STANDINGS#4'] as const),
  ...(['FINAL#1', 'FINAL#1#00000000#0'] as const),
];

const ARENA_RECORDS: readonly Example[] = [
  { kind: 'row ready', before: idle, after: row('ready', 'READY'), wakes: ['pair'] },
  {
    kind: 'row scored and ready',
    before: playing,
    after: row('scoredReady', 'READY'),
    wakes: ['pair', 'standings'],
  },
  { kind: 'row scored', before: playing, after: idle, wakes: ['standings'] },
  { kind: 'row entered', before: null, after: row('entered', 'IDLE'), wakes: ['standings'] },
  {
    kind: 'player removed',
    before: row('ready', 'READY'),
    after: row('removed', 'IDLE'),
    wakes: ['pair', 'standings'],
  },
  {
    kind: 'player paused',
    before: row('ready', 'READY'),
    after: row('paused', 'IDLE'),
    wakes: ['pair', 'standings'],
  },
  {
    kind: 'player took his seat elsewhere',
    before: row('ready', 'READY'),
    after: row('unseated', 'IDLE'),
    wakes: ['pair'],
  },
  {
    kind: 'idle player took his seat elsewhere',
    before: idle,
    after: row('unseated', 'IDLE'),
    wakes: [],
  },
  {
    kind: 'player paused in a game',
    before: row('paired', 'PLAY'),
    after: row('paused', 'PLAY'),
    wakes: ['standings'],
  },
  {
    kind: 'player gone before his game began',
    before: row('paired', 'PLAY'),
    after: row('voided', 'IDLE'),
    wakes: ['standings'],
  },
  {
    kind: 'player paired',
    before: row('ready', 'READY'),
    after: row('paired', 'PLAY'),
    wakes: ['standings'],
  },
  { kind: 'row deleted', before: row('ready', 'READY'), after: null, wakes: [] },
  ...quietReasons.map((why) => ({
    kind: `row ${why}`,
    before: row('ready', 'READY'),
    after: row(why, 'READY'),
    wakes: [],
  })),
  { kind: 'arena created', before: null, after: arena('CREATED', null), wakes: [] },
  {
    kind: 'arena opened',
    before: arena('CREATED', null),
    after: arena('OPEN', 'opened'),
    wakes: ['pair'],
  },
  {
    kind: 'arena closing',
    before: arena('OPEN', 'opened'),
    after: arena('CLOSING', null),
    wakes: [],
  },
  {
    kind: 'arena frozen',
    before: arena('CLOSING', null),
    after: arena('FROZEN', null),
    wakes: [],
  },
  ...OTHERS.map((sk) => ({
    kind: sk,
    before: other(sk),
    after: other(sk),
    wakes: [],
  })),
];

const CONSUMERS = [
  { name: 'score', table: 'Games', records: GAME_RECORDS },
  { name: 'arm', table: 'Games', records: GAME_RECORDS },
  { name: 'pair', table: 'Arenas', records: ARENA_RECORDS },
  { name: 'standings', table: 'Arenas', records: ARENA_RECORDS },
] as const;

describe.each(CONSUMERS)('$name', ({ name, table, records }) => {
  const mapping = mappingOf(name);

  it.each(records)(`is woken as it must by: $kind`, ({ before, after, wakes }) => {
    const woken = patternsOf(mapping).some((pattern) => matches(pattern, record(before, after)));
    expect(woken).toBe(wakes.includes(name));
  });

  it('reads its stream from the beginning, in order and without waiting', () => {
    expect(readable(mapping.EventSourceArn)).toBe(`{Tables${table}.StreamArn}`);
    expect(mapping).toMatchObject({
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: 100,
      MaximumBatchingWindowInSeconds: 0,
      ParallelizationFactor: 1,
    });
  });

  it('gives a record up after ten tries or an hour, alone and not for ever', () => {
    expect(mapping).toMatchObject({
      MaximumRetryAttempts: 10,
      MaximumRecordAgeInSeconds: 3_600,
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
    const { OnFailure } = mapping.DestinationConfig as { OnFailure: { Destination: unknown } };
    const id = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    expect(readable(OnFailure.Destination)).toBe(`{Queues${id}Failures.Arn}`);
  });

  it('filters only on strings under dynamodb', () => {
    for (const pattern of patternsOf(mapping)) {
      expect(Object.keys(pattern)).toEqual(['dynamodb']);
      expect(leavesOf(pattern).every((path) => path.endsWith('.S'))).toBe(true);
    }
  });
});

it('gives a stream two readers at most', () => {
  const sources = mappings.map(({ EventSourceArn }) => readable(EventSourceArn));
  for (const table of ['Games', 'Arenas']) {
    expect(sources.filter((arn) => arn === `{Tables${table}.StreamArn}`)).toHaveLength(2);
  }
});

/** The part of Lambda's rules that our patterns use; an absent parent is an absent leaf. */
function matches(pattern: unknown, value: unknown): boolean {
  if (Array.isArray(pattern)) {
    return pattern.some((rule) =>
      typeof rule === 'string' ? rule === value : rule.exists === (value !== undefined),
    );
  }
  return Object.entries(pattern as Image).every(([key, inner]) =>
    matches(inner, (value as Image | undefined)?.[key]),
  );
}

/** A stream record without the images that its kind of change does not have. */
const record = (before: Image | null, after: Image | null) => ({
  eventName: before === null ? 'INSERT' : after === null ? 'REMOVE' : 'MODIFY',
  dynamodb: {
    ...(before !== null && { OldImage: before }),
    ...(after !== null && { NewImage: after }),
  },
});

function patternsOf(mapping: Properties): readonly Image[] {
  const { Filters } = mapping.FilterCriteria as { Filters: readonly { Pattern: string }[] };
  return Filters.map(({ Pattern }) => JSON.parse(Pattern));
}

const leavesOf = (pattern: unknown, path = ''): readonly string[] =>
  Array.isArray(pattern)
    ? [path]
    : Object.entries(pattern as Image).flatMap(([key, inner]) => leavesOf(inner, `${path}.${key}`));
