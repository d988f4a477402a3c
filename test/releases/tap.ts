import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TableName } from '../../functions/aws/item.ts';
import type { Commit } from '../../infra/local/dynamodb/commit.ts';
import type { Item } from '../../infra/local/dynamodb/item.ts';
import type { StreamEvent } from '../../infra/local/dynamodb/stream-record.ts';
import type { RecordOf, Step, Wrote } from './fixture.ts';
import { answerTold, eventTold } from './told.ts';

type Bundles = Readonly<Record<string, string>>;

/** What stands between a cloud and its functions and writes everything down. */
export interface Tap {
  /** In place of the bundles of the release. */
  readonly bundles: Bundles;
  readonly onCommit: (commit: Commit) => void;
  /** Every invocation that has come to its end. */
  readonly steps: (tableOf: (name: string) => TableName) => readonly Step[];
  readonly close: () => void;
}

/** Functions that are called to look, mostly in vain. */
const IDLERS = ['clock', 'lifecycle', 'presence', 'pair', 'standings'];

type Line =
  | { readonly begin: string; readonly atMs: number; readonly event: unknown }
  | { readonly end: unknown }
  | { readonly writes: Commit['writes'] };

/**
 * One function at a time, whichever it is: the threads of a cloud share a folder that only one of
 * them can make. So what is committed between the beginning and the end of one is its work.
 */
const tapped = (name: string, entryFile: string, journal: string): string => `
import { appendFileSync, mkdirSync, rmdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { handler as inner } from ${JSON.stringify(pathToFileURL(entryFile).href)};

const turn = ${JSON.stringify(`${journal}.turn`)};
const note = (line) => appendFileSync(${JSON.stringify(journal)}, JSON.stringify(line) + '\\n');

async function takeTurn() {
  for (;;) {
    try {
      return mkdirSync(turn);
    } catch {
      await sleep(1);
    }
  }
}

export const handler = async (event, context) => {
  await takeTurn();
  note({ begin: ${JSON.stringify(name)}, atMs: Date.now(), event });
  let answer = null;
  try {
    answer = (await inner(event, context)) ?? null;
    return answer;
  } finally {
    note({ end: answer });
    rmdirSync(turn);
  }
};
`;

export function createTap(bundles: Bundles): Tap {
  const folder = mkdtempSync(join(tmpdir(), 'shield-arena-record-'));
  const journal = join(folder, 'journal');
  writeFileSync(journal, '');
  const wrapped = Object.entries(bundles).map(([deployed, bundle]) => {
    const name = deployed.split('-').at(-1) ?? '';
    const own = join(folder, name);
    mkdirSync(own);
    writeFileSync(join(own, 'index.mjs'), tapped(name, join(bundle, 'index.mjs'), journal));
    return [deployed, own];
  });
  return {
    bundles: Object.fromEntries(wrapped),
    onCommit: ({ writes }) => appendFileSync(journal, `${JSON.stringify({ writes })}\n`),
    steps: (tableOf) => stepsIn(readFileSync(journal, 'utf8'), tableOf),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function stepsIn(text: string, tableOf: (name: string) => TableName): Step[] {
  const steps: Step[] = [];
  const written = new Map<string, RecordOf>();
  let open: { by: string; atMs: number; event: unknown; wrote: Wrote[] } | null = null;
  for (const line of text
    .trimEnd()
    .split('\n')
    .map((json) => JSON.parse(json) as Line)) {
    if ('begin' in line) {
      open = { by: line.begin, atMs: line.atMs, event: line.event, wrote: [] };
    } else if (open === null) {
      throw new Error('a write outside of every function');
    } else if ('writes' in line) {
      for (const { table, ...write } of line.writes) {
        written.set(JSON.stringify(write), [steps.length, open.wrote.length]);
        open.wrote.push({ table: tableOf(table), ...write } as Wrote);
      }
    } else {
      steps.push({
        ...open,
        ...eventOf(open.event, written),
        answer: answerTold(open.by, line.end),
      });
      open = null;
    }
  }
  return withoutRepeats(steps);
}

/** Looks at the same kind of thing that found nothing to do are the same; so many are enough. */
const IDLE_LOOKS_MAX = 1;

function withoutRepeats(steps: readonly Step[]): Step[] {
  const seen = new Map<string, number>();
  const stay = steps.map(({ by, event, wrote }) => {
    if (wrote.length > 0 || !IDLERS.includes(by)) return true;
    const what = `${by} ${/"t[^"]*":[^"]*"(\w+)/.exec(JSON.stringify(event) ?? '')?.[1]}`;
    seen.set(what, (seen.get(what) ?? 0) + 1);
    return (seen.get(what) ?? 0) <= IDLE_LOOKS_MAX;
  });
  const places = stay.map((_, step) => stay.slice(0, step).filter(Boolean).length);
  return steps
    .filter((_, step) => stay[step])
    .map((step) => ({
      ...step,
      records: step.records.map(([of, write]) => [places[of] ?? 0, write] as const),
    }));
}

/** Images of a stream are items that some step has written: there they are, and not here again. */
function eventOf(event: unknown, written: ReadonlyMap<string, RecordOf>) {
  const { Records = [] } = event as {
    Records?: readonly (StreamEvent | { eventSource: string })[];
  };
  const ofStream = Records.filter((one): one is StreamEvent => 'dynamodb' in one);
  if (ofStream.length === 0) return { event: eventTold(event), records: [] };
  const records = ofStream.map(({ dynamodb: { NewImage, Keys } }) => {
    const write: { put: Item } | { remove: Item } = NewImage ? { put: NewImage } : { remove: Keys };
    const from = written.get(JSON.stringify(write));
    if (from === undefined) throw new Error('a stream record that nobody has written');
    return from;
  });
  return { event: null, records };
}
