import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createDynamoDb } from '../../../../infra/local/dynamodb/dynamodb.ts';
import { DynamoDbError } from '../../../../infra/local/dynamodb/error.ts';
import type { Item } from '../../../../infra/local/dynamodb/item.ts';
import { ARENAS, bench, GAMES, N, S, TABLE, update } from './arenas-table.ts';

/** One change of one item, with its version as the condition, or without one. */
interface Change {
  readonly kind: 'put' | 'add' | 'remove' | 'check';
  readonly p: string;
  readonly s: string;
  readonly x: number;
  readonly isExpected: boolean | null;
}

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('put', 'add', 'remove', 'check'),
  p: fc.constantFrom('A', 'B'),
  s: fc.constantFrom('a', 'b', 'c'),
  x: fc.integer({ min: -2, max: 2 }),
  isExpected: fc.constantFrom(true, false, null),
});
const nameOf = ({ p, s }: Change): string => `${p}/${s}`;
const transaction = fc.uniqueArray(change, { selector: nameOf, minLength: 2, maxLength: 4 });
const command = fc.oneof(change, transaction);

/** What the table holds, in the simplest words: `x` by name. */
type Model = ReadonlyMap<string, number>;

function holds(model: Model, one: Change): boolean {
  const { isExpected, kind } = one;
  const condition = isExpected ?? (kind === 'check' ? true : null);
  return condition === null || model.has(nameOf(one)) === condition;
}

function changed(model: Model, one: Change): Model {
  const next = new Map(model);
  const name = nameOf(one);
  if (one.kind === 'put') next.set(name, one.x);
  if (one.kind === 'add') next.set(name, (model.get(name) ?? 0) + one.x);
  if (one.kind === 'remove') next.delete(name);
  return next;
}

function requestOf({ kind, p, s, x, isExpected }: Change): object {
  const isWanted = isExpected ?? (kind === 'check' ? true : null);
  const condition = {
    ...(isWanted !== null && {
      ConditionExpression: isWanted ? 'attribute_exists(p)' : 'attribute_not_exists(p)',
    }),
  };
  const Key = { p: S(p), s: S(s) };
  if (kind === 'put') return { TableName: TABLE, Item: { ...Key, x: N(x) }, ...condition };
  if (kind === 'add') return update([p, s], 'ADD x :x', { x: N(x) }, condition);
  return { TableName: TABLE, Key, ...condition };
}

const ACTIONS = {
  put: ['PutItem', 'Put'],
  add: ['UpdateItem', 'Update'],
  remove: ['DeleteItem', 'Delete'],
  check: ['', 'ConditionCheck'],
} as const;

/** True if it was written, false if it was refused because of a condition. */
function run({ call }: ReturnType<typeof bench>, step: Change | readonly Change[]): boolean {
  const steps = [step].flat();
  const [first] = steps;
  const TransactItems = steps.map((one) => ({ [ACTIONS[one.kind][1]]: requestOf(one) }));
  try {
    if (steps.length === 1 && first !== undefined && first.kind !== 'check')
      call(ACTIONS[first.kind][0], requestOf(first));
    else call('TransactWriteItems', { TransactItems });
    return true;
  } catch (error) {
    if (!(error instanceof DynamoDbError) || !/Conditional|Canceled/.test(error.name)) throw error;
    return false;
  }
}

const table = (items: readonly Item[]): Model =>
  new Map(items.map((item) => [`${item.p?.S}/${item.s?.S}`, Number(item.x?.N)]));

it('any sequence of writes and transactions leaves what a map would hold', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 30 }), (steps) => {
      const made = bench();
      let model: Model = new Map();
      for (const step of steps) {
        const all = [step].flat();
        const isHeld = all.every((one) => holds(model, one));
        expect(run(made, step)).toBe(isHeld);
        if (isHeld) model = all.reduce(changed, model);
      }

      expect(table(made.call('Scan', { TableName: TABLE }).Items ?? [])).toEqual(model);
    }),
    { numRuns: 300 },
  );
});

it('the stream records alone, and the commits alone, rebuild the same tables', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 30 }), (steps) => {
      const made = bench();
      for (const step of steps) run(made, step);
      const items = made.call('Scan', { TableName: TABLE }).Items ?? [];

      const replayed = new Map<string, Item>();
      for (const { event } of made.records()) {
        const { Keys, OldImage, NewImage } = event.dynamodb;
        const name = JSON.stringify(Keys);
        expect(replayed.get(name)).toEqual(OldImage);
        expect(NewImage).not.toEqual(OldImage);
        if (NewImage === undefined) replayed.delete(name);
        else replayed.set(name, NewImage);
      }
      const restored = createDynamoDb({ shards: 1, nowMs: () => 0, onCommit: () => {} });
      for (const request of [ARENAS, GAMES]) restored.call('CreateTable', request);
      restored.restore(made.commits);

      expect(table([...replayed.values()])).toEqual(table(items));
      expect(restored.call('Scan', { TableName: TABLE })).toMatchObject({ Items: items });
    }),
    { numRuns: 200 },
  );
});
