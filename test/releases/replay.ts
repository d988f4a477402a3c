import type { Item } from '../../infra/local/dynamodb/item.ts';
import { present } from '../../shared/core/assert.ts';
import {
  differences,
  kindOf,
  masked,
  namesIn,
  parsed,
  readableItem,
  type Vocabulary,
} from './alike.ts';
import { keyOf } from './changes.ts';
import type { RecordOf, Release, Step, Wrote } from './fixture.ts';
import type { Done } from './today.ts';
import { answerTold } from './told.ts';

/** All that a release has stored, in whatever it was doing. */
export const storedBy = ({ steps, images }: Release): readonly Wrote[] => [
  ...steps.flatMap(({ wrote }) => wrote),
  ...images.flatMap(({ items }) => items),
];

export function vocabularyOf(release: Release): Vocabulary {
  const attributes = new Map<string, Set<string>>();
  const names = new Set<string>();
  for (const write of storedBy(release)) {
    const item = 'put' in write ? write.put : write.remove;
    const known = attributes.get(kindOf(write)) ?? new Set();
    for (const name of Object.keys(item)) known.add(name);
    attributes.set(kindOf(write), known);
    namesIn(readableItem(item), names);
  }
  for (const { answer } of release.steps) namesIn(readAnswer(answer), names);
  return { attributes, names };
}

/** The event of a step. A batch of a stream has the images of writes, and of those before them. */
export function eventsOf(steps: readonly Step[]): (step: Step) => unknown {
  const keys = steps.map(({ wrote }) => wrote.map(keyText));
  const before = (step: number, write: number): Wrote | undefined => {
    const key = keys[step]?.[write];
    for (let at = step; at >= 0; at--) {
      const upTo = at === step ? write : Number.POSITIVE_INFINITY;
      const last = keys[at]?.findLastIndex((other, index) => index < upTo && other === key) ?? -1;
      if (last >= 0) return steps[at]?.wrote[last];
    }
    return undefined;
  };
  const recordOf = ([step, write]: RecordOf): object =>
    streamRecord(
      present(steps[step]?.wrote[write], `write ${write} of step ${step}`),
      before(step, write),
      step * STEP_SEQUENCES + write,
    );
  return ({ event, records }) =>
    records.length === 0 ? event : { Records: records.map(recordOf) };
}

/** No step writes more items. */
const STEP_SEQUENCES = 1_000;

function streamRecord(write: Wrote, last: Wrote | undefined, sequence: number): object {
  const old = last !== undefined && 'put' in last ? last.put : undefined;
  const image = 'put' in write ? write.put : undefined;
  return {
    eventName: old === undefined ? 'INSERT' : image === undefined ? 'REMOVE' : 'MODIFY',
    eventSource: 'aws:dynamodb',
    dynamodb: {
      Keys: keyOf('put' in write ? write.put : write.remove),
      SequenceNumber: String(sequence),
      ...(old && { OldImage: old }),
      ...(image && { NewImage: image }),
    },
  };
}

const keyText = (write: Wrote): string =>
  JSON.stringify([write.table, keyOf('put' in write ? write.put : write.remove)]);

/** Where today's code did something else than the release has done in this step. */
export function stepDifferences(
  vocabulary: Vocabulary,
  known: string,
  step: Step,
  { answer, wrote }: Done,
): string[] {
  const nameOf = (write: Wrote) => masked(keyText(write), known);
  const [then, now] = [step.wrote, wrote].map(
    (writes) => new Map(writes.map((write) => [nameOf(write), write])),
  ) as [Map<string, Wrote>, Map<string, Wrote>];
  const names = new Set([...then.keys(), ...now.keys()]);
  const ofItems = [...names].flatMap((name) => {
    const [recorded, today] = [then.get(name), now.get(name)];
    // A kind of item that the release has not known is none of its business.
    if (recorded === undefined && today && !vocabulary.attributes.has(kindOf(today))) return [];
    if (!recorded || !today) return [`${name} ${today ? 'was not written' : 'is not written'}`];
    return itemDifferences(vocabulary, known, recorded, today).map((line) => `${name}${line}`);
  });
  const [said, says] = [step.answer, answerTold(step.by, answer)].map(readAnswer);
  const ofAnswer = step.by === 'http' ? [] : differences(said, says, known, vocabulary, 'answer');
  const statuses = [said, says].map((one) => (one as { statusCode?: number } | null)?.statusCode);
  const ofStatus = statuses[0] === statuses[1] ? [] : [`status ${statuses.join(' is ')}`];
  return [...ofItems, ...ofAnswer, ...ofStatus];
}

/** Names that the release has not known on such an item are left out: it does not read them. */
function itemDifferences(
  vocabulary: Vocabulary,
  known: string,
  recorded: Wrote,
  today: Wrote,
): string[] {
  if (!('put' in recorded) || !('put' in today)) {
    return 'put' in recorded === 'put' in today ? [] : [' is removed by one of both'];
  }
  const attributes = vocabulary.attributes.get(kindOf(recorded)) ?? new Set<string>();
  const seen = Object.entries(seatedAs(recorded.put, today.put)).filter(([name]) =>
    attributes.has(name),
  );
  const now = Object.fromEntries(seen);
  const types = Object.entries(recorded.put).flatMap(([name, value]) => {
    const [before, after] = [value, now[name] ?? {}].map((one) => Object.keys(one).join());
    return before === after ? [] : [`.${name}: type ${before} is ${after || 'missing'}`];
  });
  if (types.length > 0) return types;
  return differences(readableItem(recorded.put), readableItem(now), known, vocabulary);
}

/** Who begins may be a coin's to say: then both sides of a new game change places. */
function seatedAs(recorded: Item, today: Item): Item {
  const { pf, ps } = today;
  const isTurned = pf && ps && pf.M?.p?.S === recorded.ps?.M?.p?.S;
  return isTurned ? { ...today, pf: ps, ps: pf } : today;
}

/** The body of an answer is JSON in JSON. */
function readAnswer(answer: unknown): unknown {
  const { body } = (answer ?? {}) as { body?: unknown };
  return typeof body === 'string' ? { ...(answer as object), body: parsed(body) } : answer;
}
